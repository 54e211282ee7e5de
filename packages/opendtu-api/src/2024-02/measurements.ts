import type { Reading } from '@heliograph/domain';
import { stringGroups } from '../2023-04/measurements.ts';
import type { DeviceString } from '../live-data.ts';
import { gridValues, phaseValues, reactiveValues, sumValues, wireValue } from '../measured-values.ts';

/**
 * Measurements in groups: what is of the whole inverter stands in `INV`. Source:
 * docs/reference/api-generations.md#three-shapes-of-live-data.
 */
export function measurements(
  reading: Reading,
  strings: readonly DeviceString[],
): Readonly<Record<string, object>> {
  const ac = {
    ...gridValues(reading),
    ...phaseValues(reading),
    Frequency: wireValue('Frequency', reading.frequencyHz),
    ...reactiveValues(reading),
  };
  const inv = {
    ...sumValues(reading),
    Temperature: wireValue('Temperature', reading.temperatureC),
    Efficiency: wireValue('Efficiency', reading.efficiencyPercent),
  };
  return { AC: { 0: ac }, DC: stringGroups(reading, strings, { stringPeakPower: true }), INV: { 0: inv } };
}
