// Packs the pictures that the themes name, and the two print fonts, into the Python package.
// usage: node build.mjs [NODE_MODULES] [PACKAGE]   (defaults: web/node_modules, src/cartable)
import { Buffer } from "node:buffer";
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { inflateSync } from "node:zlib";

const here = import.meta.dirname;
const modules = resolve(process.argv[2] ?? join(here, "../node_modules"));
const pkg = resolve(process.argv[3] ?? join(here, "../../src/cartable"));
const json = (path) => JSON.parse(readFileSync(path, "utf8"));

const FONTS = [
  ["bricolage-grotesque", 700],
  ["atkinson-hyperlegible-next", 400],
  ["atkinson-hyperlegible-next", 700],
];

packPictures();
unpackFonts();

function packPictures() {
  const themes = join(pkg, "decks/themes");
  const names = new Set();
  for (const file of readdirSync(themes).filter((name) => name.endsWith(".json"))) {
    for (const { picture } of json(join(themes, file)).emblems ?? []) {
      if (picture?.startsWith("noto:")) names.add(picture.slice("noto:".length));
    }
  }
  const noto = json(join(modules, "@iconify-json/noto/icons.json"));
  const packed = {};
  for (const name of [...names].sort()) {
    const icon = noto.icons[name] ?? noto.icons[noto.aliases?.[name]?.parent];
    if (!icon) throw new Error(`@iconify-json/noto has no picture "${name}"`);
    packed[name] = icon.body;
  }
  write("static/symbols/noto.json", JSON.stringify(packed));
}

function unpackFonts() {
  for (const [family, weight] of FONTS) {
    const file = `${family}-latin-${weight}-normal.woff`;
    const folder = join(modules, "@fontsource", family);
    write(`static/fonts/${family}-${weight}.ttf`, sfnt(readFileSync(join(folder, "files", file))));
    write(`static/fonts/${family}-LICENSE.txt`, readFileSync(join(folder, "LICENSE")));
  }
}

// A WOFF file is a TrueType file with its tables deflated and a longer directory.
function sfnt(woff) {
  const count = woff.readUInt16BE(12);
  const tables = [];
  for (let i = 0, at = 44; i < count; i++, at += 20) {
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((skip) => woff.readUInt32BE(at + skip));
    const raw = woff.subarray(offset, offset + packed);
    tables.push({ tag: woff.subarray(at, at + 4), checksum, body: packed < length ? inflateSync(raw) : raw });
  }
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 * power, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(16 * (count - power), 10);
  const parts = [head];
  let end = head.length;
  tables.forEach(({ tag, checksum, body }, i) => {
    tag.copy(head, 12 + 16 * i);
    head.writeUInt32BE(checksum, 16 + 16 * i);
    head.writeUInt32BE(end, 20 + 16 * i);
    head.writeUInt32BE(body.length, 24 + 16 * i);
    const padding = Buffer.alloc(-body.length & 3);
    parts.push(body, padding);
    end += body.length + padding.length;
  });
  return Buffer.concat(parts);
}

function write(name, content) {
  const path = join(pkg, name);
  mkdirSync(dirname(path), { recursive: true });
  // Moved into its place, so that it is never seen half-written.
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}
