import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import Invite from "./Invite.svelte";

beforeAll(() => load("en"));

function reached(link: string): void {
  const found = {
    code: "KRTBD",
    game: "karta",
    phase: "gathering",
    seated: 1,
    persons: 1,
    locked: false,
    link,
  };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(found))));
}

test("the link is the one that others reach the table by, not the one of whoever shares it", async () => {
  expect(location.hostname).toBe("localhost");
  reached("http://192.168.1.20:8000/t/KRTBD");
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { share });
  render(Invite, { code: "KRTBD" });
  await fireEvent.click(await screen.findByRole("button", { name: "Share the link" }));
  expect(share).toHaveBeenCalledWith({
    title: "Cartable",
    text: "Cartable",
    url: "http://192.168.1.20:8000/t/KRTBD",
  });
});

test("beside the picture stands the address to type, and at home that it takes the same Wi-Fi", async () => {
  reached("http://192.168.1.20:8000/t/KRTBD");
  render(Invite, { code: "KRTBD", big: true });
  expect(await screen.findByText("192.168.1.20:8000")).toBeTruthy();
  expect(screen.getByText("On the same Wi-Fi as this screen")).toBeTruthy();
});

test("a server on the internet asks for no Wi-Fi", async () => {
  reached("https://play.example.org/t/KRTBD");
  render(Invite, { code: "KRTBD" });
  expect(await screen.findByText("play.example.org")).toBeTruthy();
  expect(screen.queryByText(/Wi-Fi/)).toBeNull();
});

test.each([
  [false, "Show on a TV"],
  [true, "On the TV. Show on another"],
])("the way to a television says whether one shows the table: %s", async (shown, name) => {
  reached("https://play.example.org/t/KRTBD");
  render(Invite, { code: "KRTBD", shown });
  expect(await screen.findByRole("button", { name })).toBeTruthy();
});
