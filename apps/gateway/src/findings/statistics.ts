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

/**
 * The median of the first `count` numbers, whose order is lost: only as much is sorted as it takes, in place. For what is
 * worked out of thousands of numbers while live values wait.
 */
export function medianInPlace(numbers: Float64Array, count: number): number {
  if (count === 0) return Number.NaN;
  const upperAt = count >> 1;
  const upper = selectInPlace(numbers, count, upperAt);
  if (count % 2 === 1) return upper;
  let lower = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < upperAt; index += 1) lower = Math.max(lower, numbers[index] ?? lower);
  return (upper + lower) / 2;
}

/** What would be at this place if they were sorted; before it there is nothing larger then. By C. A. R. Hoare, 1961. */
function selectInPlace(numbers: Float64Array, count: number, place: number): number {
  let [from, to] = [0, count - 1];
  while (from < to) {
    const { left, right } = part(numbers, from, to);
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else break;
  }
  return numbers[place] ?? Number.NaN;
}

/** Puts what is small before what is large: up to `right` nothing is larger than anything from `left` on. */
function part(numbers: Float64Array, from: number, to: number): { left: number; right: number } {
  const pivot = numbers[(from + to) >> 1] ?? 0;
  let [left, right] = [from, to];
  while (left <= right) {
    while ((numbers[left] ?? pivot) < pivot) left += 1;
    while ((numbers[right] ?? pivot) > pivot) right -= 1;
    if (left > right) break;
    const moved = numbers[left] ?? 0;
    numbers[left] = numbers[right] ?? 0;
    numbers[right] = moved;
    left += 1;
    right -= 1;
  }
  return { left, right };
}
