/** Presses that no gesture swallows. */

/** How long after a finger's press its click may still come, in milliseconds. */
const ECHO = 700;

/**
 * Presses when a finger lifts, and by any other click.
 *
 * Right after a quick drag the browser may take a tap for the end of a fling: it then tells of the finger, but sends no click.
 */
export function tap(press: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    let finger: number | null = null;
    let pressed = -Infinity;

    function down(event: PointerEvent): void {
      finger = event.pointerType === "touch" ? event.pointerId : null;
    }
    function up(event: PointerEvent): void {
      if (event.pointerId !== finger) return;
      finger = null;
      const { left, right, top, bottom } = node.getBoundingClientRect();
      if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom)
        return;
      pressed = event.timeStamp;
      press();
    }
    function click(event: MouseEvent): void {
      const echo = event.detail > 0 && event.timeStamp - pressed < ECHO;
      pressed = -Infinity;
      if (!echo) press();
    }

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointerup", up);
    node.addEventListener("click", click);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("click", click);
    };
  };
}
