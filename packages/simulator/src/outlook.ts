import { createDcString, type DcSupply, type Light } from './dc-string.ts';
import type { ScenarioString } from './scenarios/scenario.ts';
import { seedFor } from './seeded-random.ts';
import type { Sky } from './sun.ts';
import type { Weather } from './weather.ts';

/** What the strings see at one moment, and what they could deliver. */
export interface View {
  readonly light: Light;
  readonly supplies: readonly DcSupply[];
  readonly offeredW: number;
}

export type Outlook = (timeMs: number) => View;

/** The strings of one inverter under this sky; `seed` tells its panels from all others. */
export function createOutlook(
  scenarioStrings: readonly ScenarioString[],
  { sky, weather }: { readonly sky: Sky; readonly weather: Weather },
  seed: number,
): Outlook {
  const strings = scenarioStrings.map((string, index) =>
    createDcString(string, seedFor(seed, `string ${index}`), sky.historyStartMs),
  );
  return (timeMs) => {
    const sun = sky.sunAt(timeMs);
    const airTemperatureC = weather.airTemperatureC(timeMs, sun);
    const light = { timeMs, sun, cloud: weather.cloudAt(timeMs), airTemperatureC };
    const supplies = strings.map((string) => string(light));
    return { light, supplies, offeredW: supplies.reduce((sum, { powerW }) => sum + powerW, 0) };
  };
}
