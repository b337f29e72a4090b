import { render } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { parse } from "../../json";
import type * as messages from "../../messages";
import { load } from "../../texts.svelte";
import recorded from "./lesson.json?raw";
import Reading from "./Reading.svelte";

beforeAll(() => load("en"));

test("the table in words is hidden by what is around it: Firefox neither shrinks nor clips a table", () => {
  const [task] = parse<readonly { view: messages.KartaView }[]>(recorded);
  if (!task) throw new Error("the lesson is empty");
  const { container } = render(Reading, { view: task.view });
  const table = container.querySelector("table");
  expect(table?.rows.length).toBeGreaterThan(0);
  expect(table?.classList.contains("unseen")).toBe(false);
  expect(table?.parentElement?.classList.contains("unseen")).toBe(true);
});
