const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
const TIME_STEPS_S = [1, 2, 5, 10, 15, 30]
  .map((n) => n * MINUTE_S)
  .concat([1, 2, 3, 4, 6, 12].map((n) => n * HOUR_S));

/** Round local times between two unix times in seconds, at most so many; of the zone in force there. */
export function timeTicks(
  fromS: number,
  toS: number,
  countMax: number,
  utcOffsetS: (unixS: number) => number,
): number[] {
  const stepS = TIME_STEPS_S.find((step) => (toS - fromS) / step <= countMax) ?? DAY_S;
  const ticks: number[] = [];
  // A change of the clock moves what follows, so each tick asks for its own offset.
  let wallS = Math.ceil((fromS + utcOffsetS(fromS)) / stepS) * stepS;
  for (;;) {
    const guessS = wallS - utcOffsetS(wallS - utcOffsetS(fromS));
    if (guessS > toS) return ticks;
    if (guessS >= fromS && guessS > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(guessS);
    wallS += stepS;
  }
}

/** Where the clock is put back, it tells the times of one hour twice: there the zone stands behind them. */
export function timeWithZone(
  unixS: number,
  utcOffsetS: (unixS: number) => number,
  timeText: (unixS: number) => string,
): string {
  const offsetS = utcOffsetS(unixS);
  const isTwice = [-DAY_S / 2, DAY_S / 2].some((apartS) => {
    const otherS = utcOffsetS(unixS + apartS);
    return otherS !== offsetS && utcOffsetS(unixS + offsetS - otherS) === otherS;
  });
  const hours = offsetS / HOUR_S;
  return `${timeText(unixS)}${isTwice ? ` UTC${hours < 0 ? '\u2212' : '+'}${Math.abs(hours)}` : ''}`;
}

/** Round numbers from zero to at least `max`, so many or a few less. */
export function valueTicks(max: number, count: number): number[] {
  const top = max > 0 ? max : 1;
  const least = top / count;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
  const steps = Math.ceil((top / step) * (1 - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Every how many names of a row one is shown, so that at most so many are. */
export function nameStep(count: number, countMax: number): number {
  return [1, 2, 5, 10, 20, 50, 100].find((step) => count / step <= countMax) ?? count;
}
