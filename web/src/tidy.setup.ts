import { afterAll, vi } from "vitest";

// The tests of the next file find the world as these did.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.resetModules();
  localStorage.clear();
});
