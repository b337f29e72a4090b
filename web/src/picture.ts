/** A picture of how a game ended, to keep or to send. */

import { mount, unmount } from "svelte";
import type * as messages from "./messages";
import { nameOf } from "./names";
import Avatar from "./parts/Avatar.svelte";
import { say } from "./texts.svelte";

export interface Standing {
  place: string;
  names: string;
  score: string;
  /** Whose faces are drawn. */
  chairs: readonly messages.Chair[];
  first: boolean;
}

const SIDE = 1080;
const FACE = 68;
const SHOW = "Fredoka, ui-rounded, system-ui, sans-serif";

/** Draws it: the game, who won and why, and everyone's place. */
export async function drawPicture(
  game: string,
  title: string,
  why: string,
  rows: readonly Standing[],
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  const shade = pen.createLinearGradient(0, 0, 0, SIDE);
  shade.addColorStop(0, "#fff6e4");
  shade.addColorStop(1, "#f4d9a8");
  pen.fillStyle = shade;
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = "#2a2430";
  pen.textAlign = "center";
  line(pen, game, 130, `600 44px ${SHOW}`);
  line(pen, title, 225, `750 84px ${SHOW}`);
  line(pen, why, 295, `500 36px ${SHOW}`);
  const shown = rows.slice(0, 6);
  const high = Math.min(120, 640 / Math.max(1, shown.length));
  for (const [i, row] of shown.entries()) {
    const top = 350 + i * high;
    pen.fillStyle = row.first ? "#ffd34d" : "#fffaf0";
    pen.beginPath();
    pen.roundRect(80, top, SIDE - 160, high - 14, 28);
    pen.fill();
    pen.fillStyle = "#2a2430";
    pen.textAlign = "left";
    const middle = top + (high - 14) / 2 + 14;
    pen.font = `750 48px ${SHOW}`;
    pen.fillText(row.place, 110, middle + 2);
    let x = 170;
    for (const chair of row.chairs) {
      const drawn = await image(chair);
      if (drawn) pen.drawImage(drawn, x, top + (high - 14) / 2 - 34, FACE, FACE);
      x += 76;
    }
    pen.font = `600 40px ${SHOW}`;
    pen.fillText(row.names, x + 12, middle, SIDE - 380 - x);
    pen.textAlign = "right";
    pen.fillText(row.score, SIDE - 110, middle, 240);
  }
  pen.textAlign = "center";
  line(pen, say("over.picture.made"), SIDE - 40, `500 30px ${SHOW}`);
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Sends a picture where the device can, and saves it elsewhere; returns what became of it. */
export async function sharePicture(picture: Blob | null, name: string): Promise<"sent" | "saved" | "failed"> {
  if (!picture) return "failed";
  const file = new File([picture], `${name}.png`, { type: "image/png" });
  // Only a secure page has these at all.
  const device: Partial<Pick<Navigator, "share" | "canShare">> = navigator;
  if (device.share && device.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file] }).catch(() => {});
    return "sent";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}

function line(pen: CanvasRenderingContext2D, text: string, at: number, font: string): void {
  pen.font = font;
  pen.fillText(text, SIDE / 2, at, SIDE - 120);
}

/** Draws the face of somebody as the page does. */
async function image(chair: messages.Chair): Promise<HTMLImageElement | null> {
  const target = document.createElement("div");
  const props = { name: nameOf(chair), face: chair.face, bot: chair.bot !== "", size: FACE };
  const avatar = mount(Avatar, { target, props });
  const face = [...target.children].map((svg) => new XMLSerializer().serializeToString(svg)).join("");
  void unmount(avatar);
  const drawn = new Image(FACE, FACE);
  drawn.src = `data:image/svg+xml,${encodeURIComponent(face)}`;
  return await drawn.decode().then(
    () => drawn,
    () => null,
  );
}
