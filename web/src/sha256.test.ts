import { expect, test } from "vitest";
import { bytes, sha256 } from "./sha256";

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

// The examples of FIPS 180-4, and a million times the letter a.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
])("the hash of a known message is the known one", (message, hash) => {
  expect(sha256(text(message))).toBe(hash);
});

test("messages of every length up to three blocks have the hash that the browser's own finds", async () => {
  for (let length = 0; length < 192; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    const own = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
    expect(bytes(sha256(message))).toEqual(own);
  }
});
