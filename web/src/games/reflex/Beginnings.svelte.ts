/** Several people at one screen: the symbols that they have pressed on their own cards, each the beginning of a call. */

export interface Beginning {
  seat: number;
  /** Their own card. */
  card: number;
  symbol: number;
  /** When it was pressed. */
  at: number;
}

/** How long a beginning stands, in milliseconds (SPOT-12). */
const STANDS = 3000;
/** No hand goes from one card to another in less, in milliseconds: of two presses that are closer, each is a beginning (SPOT-12). */
const REACH = 250;

/** Tells whether the hand that made a beginning can have come to another card since. */
export function reached(beginning: Pick<Beginning, "at">, at: number): boolean {
  return at - beginning.at >= REACH;
}

export class Beginnings {
  /** What stands, one a seat, oldest first; it reserves nothing. */
  all: readonly Beginning[] = $state.raw([]);

  /** Notes what a seat begins with; the same again takes it back. */
  begin(beginning: Beginning, lapses: boolean): void {
    const { seat, symbol } = beginning;
    const again = this.all.some((one) => one.seat === seat && one.symbol === symbol);
    this.withdraw(seat);
    if (again) return;
    this.all = [...this.all, beginning];
    if (lapses) setTimeout(() => (this.all = this.all.filter((one) => one !== beginning)), STANDS);
  }

  /** Takes back what a seat has begun, or what all have. */
  withdraw(seat?: number): void {
    this.all = seat === undefined ? [] : this.all.filter((one) => one.seat !== seat);
  }
}
