/** Tells a long press and a resting pointer from a tap. */

const LONG = 450;
const REST = 650;

/** Calls `start` when something is held or hovered for a while, `stop` when that is over; a long press is no click. */
export function press(start: () => void, stop: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown = false;
    let held = false;

    const begin = (after: number, touch: boolean): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        shown = true;
        held = touch;
        start();
      }, after);
    };
    const end = (): void => {
      clearTimeout(timer);
      if (shown) stop();
      shown = false;
    };
    const down = (event: PointerEvent): void => {
      held = false;
      if (event.pointerType === "mouse") return end();
      // What is drawn inside may change meanwhile, so the finger is followed on the whole.
      node.setPointerCapture(event.pointerId);
      begin(LONG, true);
    };
    const hover = (event: PointerEvent): void => {
      // A mouse that lay there before the card did asks nothing.
      const moved = event.movementX !== 0 || event.movementY !== 0;
      if (event.pointerType === "mouse" && event.buttons === 0 && moved && !shown) begin(REST, false);
    };
    const click = (event: MouseEvent): void => {
      if (held) event.stopImmediatePropagation();
      held = false;
    };

    const over = new AbortController();
    const { signal } = over;
    node.addEventListener("pointerdown", down, { signal });
    node.addEventListener("pointermove", hover, { signal });
    node.addEventListener("pointerup", end, { signal });
    node.addEventListener("pointerleave", end, { signal });
    node.addEventListener("pointercancel", end, { signal });
    node.addEventListener("blur", end, { signal });
    node.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    node.addEventListener("click", click, { capture: true, signal });
    return () => {
      end();
      over.abort();
    };
  };
}
