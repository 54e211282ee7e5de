/** What has to be known of an inverter to give it a share of a limit. All in watts. */
export interface ShareTaker {
  readonly serial: string;
  /** What it could give if nothing limited it; more is of use only when the others have enough. */
  readonly couldW: number;
  /** Its share is never less, even if that makes the sum too large. */
  readonly minW: number;
  readonly maxW: number;
}

export interface Share {
  readonly serial: string;
  readonly watts: number;
}

export interface Split {
  /** In the order of the takers. Whole watts, as long as the bounds of an inverter are whole. */
  readonly shares: readonly Share[];
  /** What the shares exceed the whole by, because the minima of the inverters ask for it; 0: nothing. */
  readonly exceedsByW: number;
}

/**
 * Splits a limit for several inverters by what each could give: first nobody gets more than that, and what is left then
 * goes to those that may take more, so that it is there when the sun comes back. Together the shares are never more than
 * the whole, unless the minima are.
 */
export function split(watts: number, takers: readonly ShareTaker[]): Split {
  const givenW = Number.isFinite(watts) ? Math.max(0, watts) : 0;
  const wholeW = Math.floor(givenW);
  const floors = takers.map(({ minW }) => Math.max(0, minW));
  const useful = takers.map((taker, index) =>
    clamp(taker.couldW, floors[index] ?? 0, Math.max(taker.maxW, floors[index] ?? 0)),
  );
  const most = takers.map(({ maxW }, index) => Math.max(maxW, floors[index] ?? 0));
  const weights = takers.map(({ couldW }) => Math.max(1, couldW));
  const first = fill(wholeW, floors, useful, weights);
  const second = fill(wholeW, first, most, weights);
  const shares = inWholeWatts(wholeW, second, floors, most);
  return {
    shares: takers.map(({ serial }, index) => ({ serial, watts: shares[index] ?? 0 })),
    exceedsByW: Math.max(0, sum(shares) - givenW),
  };
}

/** Raises everybody from `from` up to `to`, by their weights, until the whole is given out. */
function fill(
  wholeW: number,
  from: readonly number[],
  to: readonly number[],
  weights: readonly number[],
): readonly number[] {
  let shares = [...from];
  // Each round fills somebody up, or gives out everything.
  for (let round = 0; round <= from.length; round += 1) {
    const leftW = wholeW - sum(shares);
    const open = shares.map((share, index) => (to[index] ?? 0) - share > ROUNDING_W);
    const weight = sum(weights.filter((_, index) => open[index]));
    if (leftW <= ROUNDING_W || weight === 0) break;
    shares = shares.map((share, index) =>
      open[index] ? Math.min(to[index] ?? 0, share + (leftW * (weights[index] ?? 0)) / weight) : share,
    );
  }
  return shares;
}

/** Cut to whole watts; what that leaves goes to those who still have room, a watt each. */
function inWholeWatts(
  wholeW: number,
  shares: readonly number[],
  floors: readonly number[],
  most: readonly number[],
): readonly number[] {
  const cut = shares.map((share, index) => Math.max(floors[index] ?? 0, Math.floor(share + ROUNDING_W)));
  let left = Math.floor(wholeW - sum(cut) + ROUNDING_W);
  return cut.map((share, index) => {
    const isShort = (shares[index] ?? 0) - share > ROUNDING_W;
    if (left < 1 || !isShort || share + 1 > (most[index] ?? 0)) return share;
    left -= 1;
    return share + 1;
  });
}

/** Sums of fractions are off by less. */
const ROUNDING_W = 1e-6;

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
