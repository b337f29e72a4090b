/** How large the screen of a game is, and how much of it is left for the table. */
export class Frame {
  width = $state(0);
  height = $state(0);
  clearWidth = $state(0);
  clearHeight = $state(0);
  /** How high what is said below the cards is. */
  foot = $state(0);
  root: HTMLElement | undefined;
  /** What lies between the hands. */
  clear: HTMLElement | undefined;

  /** Returns where the screen and what is left of it begin, once they are drawn. */
  corners(): { root: DOMRect; clear: DOMRect } | null {
    if (!this.root || !this.clear || this.clearWidth === 0 || this.clearHeight === 0) return null;
    return { root: this.root.getBoundingClientRect(), clear: this.clear.getBoundingClientRect() };
  }
}
