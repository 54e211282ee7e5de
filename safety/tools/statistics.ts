/** The smallest of the values below or at which so large a share of them lies; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The straight line through points by least squares: how much y grows for each x; 0 for fewer than two points. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  let together = 0;
  let spread = 0;
  for (const [x, y] of points) {
    together += (x - meanX) * (y - meanY);
    spread += (x - meanX) ** 2;
  }
  return spread === 0 ? 0 : together / spread;
}

/** The longest time in which nothing came, of what came at these times, between a beginning and an end. */
export function longestGap(times: readonly number[], from: number, until: number): number {
  const inside = times.filter((time) => time >= from && time <= until);
  const ends = [...inside, until];
  return highest(ends.map((time, index) => time - (inside[index - 1] ?? from)));
}

export function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
