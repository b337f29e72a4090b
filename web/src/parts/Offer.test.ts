import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../fakes";
import { chair, told } from "../sample";
import { load } from "../texts.svelte";
import Offer from "./Offer.svelte";

beforeAll(() => load("en"));

test("whoever of a shared screen has resigned has no say in a draw", async () => {
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1, resigned: true }),
    chair({ seat: 1, name: "Bruno", member: 1 }),
    chair({ seat: 2, name: "Cleo", member: 2, draw: true }),
  ];
  const { table, line } = sitting(1, told({ chairs }));
  render(Offer, { table });
  const before = line.sent.length;
  await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  const asked = line.sent.slice(before).map((text): unknown => JSON.parse(text));
  expect(asked).toMatchObject([{ type: "draw", seat: 1, agree: true }]);
});

test("of two on one screen only who has not offered the draw accepts it", async () => {
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1 }),
    chair({ seat: 1, name: "Bruno", member: 1, draw: true }),
  ];
  const { table, line } = sitting(1, told({ chairs }));
  render(Offer, { table });
  const before = line.sent.length;
  await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  const asked = line.sent.slice(before).map((text): unknown => JSON.parse(text));
  expect(asked).toMatchObject([{ type: "draw", seat: 0, agree: true }]);
});
