import type { InverterConfig } from '@heliograph/contract';
import { canonicalSerial, type InverterSettings } from '@heliograph/domain';
import { modelFamilyOf } from '@heliograph/protocol';

/**
 * The stored settings of those inverters that we can talk to: the others stay out. Of two with the same serial the first
 * counts.
 */
export function supportedInverters(configs: readonly InverterConfig[]): readonly InverterSettings[] {
  const bySerial = new Map<string, InverterSettings>();
  for (const config of configs) {
    const settings = settingsOf(config);
    if (settings !== undefined && !bySerial.has(settings.serial)) bySerial.set(settings.serial, settings);
  }
  return [...bySerial.values()];
}

function settingsOf({ serial: serialText, name, channel }: InverterConfig): InverterSettings | undefined {
  const serial = canonicalSerial(serialText);
  const family = serial === undefined ? undefined : modelFamilyOf(serial);
  if (serial === undefined || family === undefined) return undefined;
  const { typeText, stringCount, phaseCount } = family;
  const strings = Array.from({ length: stringCount }, (_, index) => ({
    name: channel[index]?.name ?? '',
    maxPowerW: channel[index]?.max_power ?? 0,
  }));
  return { serial, name, strings, model: { typeText, stringCount, phaseCount } };
}
