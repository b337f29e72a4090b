/** What an analysis shows on the table: where a card would have been better, and the rows that make it so. */

import type { Place, RowSwing } from "../../messages";

export interface Advice {
  better: Place;
  rows: readonly RowSwing[];
}
