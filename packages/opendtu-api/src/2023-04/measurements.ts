import type { Reading } from '@heliograph/domain';
import type { Capabilities } from '../capabilities.ts';
import type { DeviceString } from '../live-data.ts';
import {
  gridValues,
  phaseValues,
  reactiveValues,
  stringValues,
  sumValues,
  wireValue,
} from '../measured-values.ts';

/**
 * Measurements in groups, of which the grid side also has what the strings deliver together. Source:
 * docs/reference/api-generations.md#three-shapes-of-live-data.
 */
export function measurements(
  reading: Reading,
  strings: readonly DeviceString[],
  capabilities: Capabilities,
): Readonly<Record<string, object>> {
  const ac = {
    ...gridValues(reading),
    ...phaseValues(reading),
    ...sumValues(reading),
    Frequency: wireValue('Frequency', reading.frequencyHz),
    ...reactiveValues(reading),
    Efficiency: wireValue('Efficiency', reading.efficiencyPercent),
  };
  const inv = { Temperature: wireValue('Temperature', reading.temperatureC) };
  return { AC: { 0: ac }, DC: stringGroups(reading, strings, capabilities), INV: { 0: inv } };
}

/** Every string by its number, from 0. */
export function stringGroups(
  reading: Reading,
  strings: readonly DeviceString[],
  { stringPeakPower }: Pick<Capabilities, 'stringPeakPower'>,
): Readonly<Record<string, object>> {
  const groups = reading.strings.map((string, index) => {
    const { name = '', maxPowerW = 0 } = strings[index] ?? {};
    return [index, stringValues(string, name, maxPowerW, stringPeakPower ? { max: maxPowerW } : {})];
  });
  return Object.fromEntries(groups);
}
