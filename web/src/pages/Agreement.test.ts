import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../fakes";
import type { Info } from "../messages";
import { chair, person, told } from "../sample";
import { load } from "../texts.svelte";
import Agreement from "./Agreement.svelte";

const INFO: Info = {
  name: "catatac",
  version: 2,
  shapes: { "2": [[1, 1]] },
  options: [{ type: "number", name: "starter", default: 0, low: 0, high: 6, unit: "seat" }],
};

beforeAll(() => load("en"));

test("who starts is chosen by name, or left to chance", async () => {
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1 }),
    chair({ seat: 1 }),
    chair({ seat: 2, name: "Bo", member: 1 }),
  ];
  const { table, line } = sitting(
    1,
    told({ game: "catatac", options: { starter: 1 }, host: 1, chairs, persons: [person(1, "Ada")] }),
  );
  render(Agreement, { table, info: INFO, games: [INFO] });
  const names = screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent.trim());
  expect(names.slice(0, 3)).toEqual(["Random", "Ada", "Bo"]);
  expect(screen.getByRole("radio", { name: "Ada" })).toHaveProperty("checked", true);
  await fireEvent.click(screen.getByRole("radio", { name: "Bo" }));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({
    type: "configure",
    options: { starter: 3 },
  });
});
