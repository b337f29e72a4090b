/** SHA-256 (FIPS 180-4), since a page without a secure context has no `crypto.subtle`. */

const PRIMES = primes(64);
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** Returns the hash of some bytes in hexadecimal digits. */
export function sha256(message: Uint8Array): string {
  const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const hash = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) block(hash, view, at);
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Returns the bytes that hexadecimal digits stand for. */
export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function block(hash: Int32Array, view: DataView, at: number): void {
  const words = new Int32Array(64);
  for (let i = 0; i < 64; i++) {
    const [far = 0, near = 0] = [words[i - 15], words[i - 2]];
    words[i] =
      i < 16
        ? view.getInt32(at + 4 * i)
        : (words[i - 16] ?? 0) +
          (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) +
          (words[i - 7] ?? 0) +
          (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (words[i] ?? 0)) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] ?? 0) + word));
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Returns the first 32 bits behind the point. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime > 0)) found.push(n);
  return found;
}
