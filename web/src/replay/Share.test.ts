import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { load } from "../texts.svelte";
import { frame, replay } from "./sample";
import Share from "./Share.svelte";
import { Tape } from "./Tape.svelte";

beforeAll(() => load("en"));

test.each([
  [0, "/api/records/abc/qr.svg"],
  [2, "/api/records/abc/qr.svg?moment=2"],
])("the QR code leads to the moment that the link leads to, %i", (index, path) => {
  const tape = new Tape(replay([frame(0), frame(1), frame(2)], { link: "https://example.org/r/abc" }));
  tape.index = index;
  render(Share, { tape, link: "abc", save: "", onclose: () => undefined });
  const { pathname, search } = new URL(screen.getByRole<HTMLImageElement>("img").src);
  expect(pathname + search).toBe(path);
});
