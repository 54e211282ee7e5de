/** The middle of numbers in ascending order; NaN of none. */
export function middleOf(sorted: readonly number[]): number {
  const { length } = sorted;
  const upper = sorted[length >> 1] ?? Number.NaN;
  return length % 2 === 1 ? upper : (upper + (sorted[(length >> 1) - 1] ?? Number.NaN)) / 2;
}

export const medianOf = (numbers: readonly number[]): number =>
  middleOf([...numbers].sort((one, other) => one - other));

/** Of each number the median of all others, sorted only once; NaN where there is no other. */
export function mediansOfOthers(numbers: readonly number[]): number[] {
  const order = numbers.map((_, index) => index).sort((one, other) => at(numbers, one) - at(numbers, other));
  const medians = numbers.map(() => Number.NaN);
  const otherCount = numbers.length - 1;
  order.forEach((index, place) => {
    // The others without the one at `place`: whoever comes behind it moves up.
    const other = (rank: number) => at(numbers, order[rank < place ? rank : rank + 1] ?? -1);
    const upper = otherCount >> 1;
    medians[index] = otherCount % 2 === 1 ? other(upper) : (other(upper) + other(upper - 1)) / 2;
  });
  return medians;
}

const at = (numbers: readonly number[], index: number) => numbers[index] ?? Number.NaN;
