/** Makes `public/awake.mp4`, a silent grey film of ten seconds that keeps a phone's screen on: `npm run awake`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

const SECONDS = 10;
const SIDE = 32;
const MILLIS = 1000;
const RATE = 8000;
/** Samples of sound in a frame. */
const FRAME = 1024;
const SOUNDS = Math.ceil((SECONDS * RATE) / FRAME);

/** Writes bits: whole numbers of a width, and the codes that H.264 calls ue and se. */
class Bits {
  #bits = "";
  u(width, value) {
    this.#bits += value.toString(2).padStart(width, "0");
    return this;
  }
  ue(value) {
    const code = (value + 1).toString(2);
    this.#bits += "0".repeat(code.length - 1) + code;
    return this;
  }
  /** Ends with a one and zeros up to a whole byte; no three bytes may look like the start of something. */
  end() {
    const bits = `${this.#bits}1`;
    const bytes = bits
      .padEnd(Math.ceil(bits.length / 8) * 8, "0")
      .match(/.{8}/g)
      .map((byte) => parseInt(byte, 2));
    return Buffer.from(
      bytes.flatMap((byte, i) =>
        byte <= 3 && i > 1 && bytes[i - 1] === 0 && bytes[i - 2] === 0 ? [3, byte] : [byte],
      ),
    );
  }
}

/** The baseline profile at level 1, 32 × 32 points, pictures in the order in which they are shown. */
const sps = Buffer.concat([
  Buffer.from([0x67, 66, 0xc0, 10]),
  new Bits()
    .ue(0)
    .ue(0)
    .ue(2)
    .ue(1)
    .u(1, 0)
    .ue(SIDE / 16 - 1)
    .ue(SIDE / 16 - 1)
    .u(1, 1)
    .u(1, 1)
    .u(1, 0)
    .u(1, 0)
    .end(),
]);
const pps = Buffer.concat([
  Buffer.from([0x68]),
  new Bits()
    .ue(0)
    .ue(0)
    .u(1, 0)
    .u(1, 0)
    .ue(0)
    .ue(0)
    .ue(0)
    .u(1, 0)
    .u(2, 0)
    .ue(0)
    .ue(0)
    .ue(0)
    .u(1, 0)
    .u(1, 0)
    .u(1, 0)
    .end(),
]);

/** The first picture: every block is predicted from nothing, which is grey, and differs from that in nothing. */
function first() {
  const slice = new Bits().ue(0).ue(7).ue(0).u(4, 0).ue(0).u(1, 0).u(1, 0).ue(0);
  for (let block = 0; block < (SIDE / 16) ** 2; block++) slice.ue(3).ue(0).ue(0).u(1, 1);
  return unit(Buffer.concat([Buffer.from([0x65]), slice.end()]));
}

/** Any other picture: every block as before. */
function next(number) {
  const slice = new Bits()
    .ue(0)
    .ue(5)
    .ue(0)
    .u(4, number % 16)
    .u(1, 0)
    .u(1, 0)
    .u(1, 0)
    .ue(0);
  return unit(Buffer.concat([Buffer.from([0x41]), slice.ue((SIDE / 16) ** 2).end()]));
}

function unit(bytes) {
  return Buffer.concat([int(bytes.length), bytes]);
}

function int(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i));
  return bytes;
}

function short(...values) {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, i) => bytes.writeUInt16BE(value, 2 * i));
  return bytes;
}

function box(name, ...parts) {
  const body = Buffer.concat(parts);
  return Buffer.concat([int(body.length + 8), Buffer.from(name, "latin1"), body]);
}

const full = (name, ...parts) => box(name, int(0), ...parts);
const MATRIX = int(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function track({ id, scale, kind, media, sample, steps, sizes, at, sound }) {
  const side = sound ? 0 : SIDE << 16;
  const length = steps * sizes.length;
  return box(
    "trak",
    box(
      "tkhd",
      int(3, 0, 0, id, 0, Math.round((length * MILLIS) / scale), 0, 0),
      short(0, 0, sound ? 0x100 : 0, 0),
      MATRIX,
      int(side, side),
    ),
    box(
      "mdia",
      full("mdhd", int(0, 0, scale, length), short(0x55c4, 0)),
      full("hdlr", int(0), Buffer.from(kind, "latin1"), int(0, 0, 0), Buffer.from([0])),
      box(
        "minf",
        media,
        box("dinf", full("dref", int(1), box("url ", int(1)))),
        box(
          "stbl",
          full("stsd", int(1), sample),
          full("stts", int(1, sizes.length, steps)),
          ...(sound ? [] : [full("stss", int(1, 1))]),
          full("stsc", int(1, 1, sizes.length, 1)),
          full("stsz", int(0, sizes.length, ...sizes)),
          full("stco", int(1, at)),
        ),
      ),
    ),
  );
}

const avc1 = box(
  "avc1",
  Buffer.alloc(6),
  short(1),
  Buffer.alloc(16),
  short(SIDE, SIDE),
  int(0x480000, 0x480000, 0),
  short(1),
  Buffer.alloc(32),
  short(24, 0xffff),
  box(
    "avcC",
    Buffer.from([1, 66, 0xc0, 10, 0xff, 0xe1]),
    short(sps.length),
    sps,
    Buffer.from([1]),
    short(pps.length),
    pps,
  ),
);
/** Low complexity, 8000 times a second, one channel. */
const ESDS = [
  0x03, 25, 0, 2, 0, 0x04, 17, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x05, 2, 0x15, 0x88, 0x06, 1, 2,
];
const mp4a = box(
  "mp4a",
  Buffer.alloc(6),
  short(1),
  Buffer.alloc(8),
  short(1, 16, 0, 0),
  int(RATE * 0x10000),
  full("esds", Buffer.from(ESDS)),
);
/** A frame of sound: one channel without a single band, and the end. */
const SILENCE = Buffer.from([0, 0, 0, 7]);

export function film() {
  const pictures = [first(), ...Array.from({ length: SECONDS - 1 }, (_, i) => next(i + 1))];
  const sounds = Array.from({ length: SOUNDS }, () => SILENCE);
  const shown = Buffer.concat(pictures);
  const ftyp = box("ftyp", Buffer.from("isom"), int(512), Buffer.from("isomiso2avc1mp41"));
  const moov = (at) =>
    box(
      "moov",
      full(
        "mvhd",
        int(0, 0, MILLIS, SECONDS * MILLIS, 0x10000),
        short(0x100, 0),
        int(0, 0),
        MATRIX,
        Buffer.alloc(24),
        int(3),
      ),
      track({
        id: 1,
        scale: MILLIS,
        kind: "vide",
        media: box("vmhd", int(1, 0, 0)),
        sample: avc1,
        steps: MILLIS,
        sizes: pictures.map((one) => one.length),
        at,
        sound: false,
      }),
      track({
        id: 2,
        scale: RATE,
        kind: "soun",
        media: full("smhd", int(0)),
        sample: mp4a,
        steps: FRAME,
        sizes: sounds.map((one) => one.length),
        at: at + shown.length,
        sound: true,
      }),
    );
  const at = ftyp.length + moov(0).length + 8;
  return Buffer.concat([ftyp, moov(at), box("mdat", shown, ...sounds)]);
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(join(import.meta.dirname, "public/awake.mp4"), film());
