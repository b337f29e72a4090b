/** Carrying something to another place, with a mouse or a finger. */

/** A press that moves less than this many pixels is a tap. */
const STILL = 8;

export interface Carried {
  /** The attribute whose values are the places that it may be carried to. */
  onto: string;
  /** Called with the place that it is over: null over none, undefined when it is let go. */
  over: (place: string | null | undefined) => void;
  /** Told where it was let go. */
  drop: (place: string) => void;
}

/** Makes something carriable sideways; up and down still scrolls the page under a finger. */
export function carry({ onto, over, drop }: Carried): (node: HTMLElement) => () => void {
  return (node) => {
    let from: { x: number; y: number; pointer: number } | null = null;
    let moving = false;

    const place = (event: PointerEvent): string | null =>
      document
        .elementsFromPoint(event.clientX, event.clientY)
        .filter((one) => !node.contains(one))
        .map((one) => one.closest(`[${onto}]`))
        .find((one) => one !== null)
        ?.getAttribute(onto) ?? null;

    function down(event: PointerEvent): void {
      if (event.button === 0) from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    }
    function move(event: PointerEvent): void {
      if (from?.pointer !== event.pointerId) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moving && Math.hypot(x, y) < STILL) return;
      if (!moving) node.setPointerCapture(event.pointerId);
      moving = true;
      node.dataset["carried"] = "";
      node.style.translate = `${x}px ${y}px`;
      over(place(event));
    }
    function end(event: PointerEvent): void {
      if (from?.pointer !== event.pointerId) return;
      const target = moving && event.type === "pointerup" ? place(event) : null;
      if (moving) over(undefined);
      from = null;
      node.style.translate = "";
      delete node.dataset["carried"];
      // The click that follows a release is not a tap; it comes before the next task.
      setTimeout(() => (moving = false));
      if (target !== null) drop(target);
    }
    function click(event: MouseEvent): void {
      if (!moving) return;
      event.preventDefault();
      event.stopPropagation();
    }

    node.style.touchAction = "pan-y";
    const stop = new AbortController();
    const { signal } = stop;
    node.addEventListener("pointerdown", down, { signal });
    node.addEventListener("pointermove", move, { signal });
    node.addEventListener("pointerup", end, { signal });
    node.addEventListener("pointercancel", end, { signal });
    node.addEventListener("click", click, { capture: true, signal });
    node.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
    return () => stop.abort();
  };
}
