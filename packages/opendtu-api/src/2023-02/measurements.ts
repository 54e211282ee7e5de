import type { Reading } from '@heliograph/domain';
import type { DeviceString } from '../live-data.ts';
import { gridValues, reactiveValues, stringValues, sumValues, wireValue } from '../measured-values.ts';

/**
 * All measurements in numbered channels: 0 is the inverter itself, the strings begin with 1. This generation knows one
 * phase. Source: docs/reference/original-device.md#measurements.
 */
export function measurements(
  reading: Reading,
  strings: readonly DeviceString[],
): Readonly<Record<string, object>> {
  const channels: Record<string, object> = {
    0: {
      ...gridValues(reading),
      ...sumValues(reading),
      Frequency: wireValue('Frequency', reading.frequencyHz),
      Temperature: wireValue('Temperature', reading.temperatureC),
      ...reactiveValues(reading),
      Efficiency: wireValue('Efficiency', reading.efficiencyPercent),
    },
  };
  reading.strings.forEach((string, index) => {
    const { name = '', maxPowerW } = strings[index] ?? {};
    channels[index + 1] = stringValues(string, name, maxPowerW ?? 0);
  });
  return channels;
}
