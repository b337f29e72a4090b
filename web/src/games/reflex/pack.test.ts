import { expect, test } from "vitest";
import { pack } from "./pack";

test("no cards need no room", () => expect(pack([], { x: 0, y: 0, width: 10, height: 10 })).toEqual([]));
