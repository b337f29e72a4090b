import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Declined } from "../api";
import { load } from "../texts.svelte";
import ShareLink from "./ShareLink.svelte";

const LINK = "https://play.example.org/ghost/1";
const refuse = (name: string) => () => Promise.reject(new DOMException("no", name));

beforeAll(() => load("en"));
beforeEach(() => {
  Object.assign(document, { execCommand: () => false });
});

async function press(
  device: object,
  link: () => Promise<string> = () => Promise.resolve(LINK),
): Promise<void> {
  vi.stubGlobal("navigator", device);
  render(ShareLink, { link, label: "Pass it on" });
  await fireEvent.click(screen.getByRole("button"));
  await new Promise((done) => setTimeout(done));
}

test("a link that is copied says so", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  await press({ clipboard: { writeText } });
  expect(writeText).toHaveBeenCalledWith(LINK);
  expect(screen.getByRole("button").textContent).toContain("Link copied");
  expect(screen.getByRole("status").textContent).toBe("Link copied");
});

test.each([
  ["the clipboard is refused", { clipboard: { writeText: refuse("NotAllowedError") } }],
  ["there is none", {}],
  ["sharing is refused too", { share: refuse("NotAllowedError") }],
])("a link that cannot be copied is shown: %s", async (_, device) => {
  await press(device);
  expect(screen.getByRole("textbox")).toHaveProperty("value", LINK);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("whoever closes the device's own sheet wants nothing copied", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  await press({ share: refuse("AbortError"), clipboard: { writeText } });
  expect(writeText).not.toHaveBeenCalled();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("only what the server could not be asked for is its fault", async () => {
  await press({}, () => Promise.reject(new Declined({ key: "x", text: "Gone." })));
  expect(screen.getByRole("alert").textContent).toBe("Gone.");
});
