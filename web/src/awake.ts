/** Keeps the screen on during a game. */

/** Keeps the screen on until the function it returns is called. */
export function keepAwake(): () => void {
  return "wakeLock" in navigator ? lock() : film();
}

function lock(): () => void {
  let held: WakeLockSentinel | undefined;
  let over = false;
  const request = async (): Promise<void> => {
    if (document.visibilityState !== "visible") return;
    try {
      held = await navigator.wakeLock.request("screen");
      if (over) await held.release();
    } catch {
      // A low battery may refuse it; the game goes on all the same.
    }
  };
  const take = (): void => void request();
  document.addEventListener("visibilitychange", take);
  take();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", take);
    void held?.release();
  };
}

/**
 * Plain http has no wake lock: a silent film that is always playing keeps phones awake as well.
 *
 * It was made with `ffmpeg -f lavfi -i color=gray:s=32x32:r=1 -f lavfi -i anullsrc=r=8000:cl=mono -t 10 -c:v libx264
 * -profile:v baseline -pix_fmt yuv420p -c:a aac -movflags +faststart public/awake.mp4.
 */
function film(): () => void {
  const video = document.createElement("video");
  Object.assign(video, { src: "/awake.mp4", muted: true, loop: true, playsInline: true });
  video.style.cssText = "position:fixed;width:1px;height:1px;opacity:0;pointer-events:none";
  document.body.append(video);
  const start = (): void => void video.play().catch(() => {});
  start();
  addEventListener("pointerdown", start, { once: true });
  return () => {
    removeEventListener("pointerdown", start);
    video.remove();
  };
}
