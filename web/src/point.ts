/** A place on a plane, in whatever it is measured. */
export interface Point {
  x: number;
  y: number;
}
