/** What the plan says of a row. */
export interface RowPlan {
  readonly title: string;
  /** All goals in one sentence; each figure is held against a number of its own. */
  readonly goal: string;
  /** What the row found in the product, and how that was mended. */
  readonly found?: readonly string[];
  /** What of the row is not run, and why, in a sentence. */
  readonly leftOut?: string;
  /** Why nothing of the row is run, in a sentence. */
  readonly notRun?: string;
  /** Why nothing proves a guard here. Without it a row without a counter-proof is incomplete. */
  readonly noCounterProof?: string;
}
