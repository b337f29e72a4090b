/** Keeps the screen on during a game. */

import { atGestures } from "./gestures";

/** Keeps the screen on until the function it returns is called. */
export function keepAwake(): () => void {
  return "wakeLock" in navigator ? lock() : film();
}

/** Asks at once, and at each gesture until it is granted: WebKit grants it only shortly after one. */
function lock(): () => void {
  let held: WakeLockSentinel | undefined;
  let asking = false;
  let over = false;
  const request = async (): Promise<void> => {
    if (asking || held?.released === false || document.visibilityState !== "visible") return;
    asking = true;
    try {
      held = await navigator.wakeLock.request("screen");
      if (over) await held.release();
    } catch {
      // A low battery may refuse it; the game goes on all the same.
    }
    asking = false;
  };
  const take = (): void => void request();
  document.addEventListener("visibilitychange", take);
  const stop = atGestures(take);
  take();
  return () => {
    over = true;
    stop();
    document.removeEventListener("visibilitychange", take);
    void held?.release();
  };
}

/** The film is set back this many seconds before it would end, and is ten seconds long. */
const BACK = 5;

/**
 * Plain http has no wake lock: a film that is always playing keeps phones awake as well.
 *
 * It has a silent track, is not muted and does not loop: WebKit, by its source, counts no other. This was not tried on
 * an iPhone. It was made with `ffmpeg -f lavfi -i color=gray:s=32x32:r=1 -f lavfi -i anullsrc=r=8000:cl=mono -t 10
 * -c:v libx264 -profile:v baseline -pix_fmt yuv420p -c:a aac -movflags +faststart public/awake.mp4`.
 */
function film(): () => void {
  const video = document.createElement("video");
  Object.assign(video, { src: "/awake.mp4", playsInline: true });
  video.style.cssText = "position:fixed;width:1px;height:1px;opacity:0;pointer-events:none";
  video.addEventListener("timeupdate", () => {
    if (video.currentTime > BACK) video.currentTime = 0;
  });
  document.body.append(video);
  const start = (): void => {
    if (video.paused) void video.play().catch(() => {});
  };
  start();
  const stop = atGestures(start);
  return () => {
    stop();
    video.remove();
  };
}
