import { configure } from "@testing-library/svelte";
import { afterAll, vi } from "vitest";

// Tests wait for what is to appear: a busy machine may need longer than one second.
configure({ asyncUtilTimeout: 30_000 });

// Other files are tested in the same world.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.resetModules();
  localStorage.clear();
});
