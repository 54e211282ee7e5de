import type { InverterConfig, SlotString, TreatmentConfig } from '@heliograph/contract';
import {
  canonicalSerial,
  type InverterSettings,
  type InverterTreatment,
  USUAL_TREATMENT,
} from '@heliograph/domain';
import { modelFamilyOf } from '@heliograph/protocol';

/** An inverter as it is stored, of which nobody may have said how it is to be treated. */
interface StoredInverter extends InverterConfig, TreatmentConfig {
  readonly channel: SlotString[];
}

/**
 * The stored settings of those inverters that we can talk to: the others stay out. Of two with the same serial the first
 * counts.
 */
export function supportedInverters(configs: readonly StoredInverter[]): readonly InverterSettings[] {
  const bySerial = new Map<string, InverterSettings>();
  for (const config of configs) {
    const settings = settingsOf(config);
    if (settings !== undefined && !bySerial.has(settings.serial)) bySerial.set(settings.serial, settings);
  }
  return [...bySerial.values()];
}

function settingsOf(stored: StoredInverter): InverterSettings | undefined {
  const { serial: serialText, name, channel } = stored;
  const serial = canonicalSerial(serialText);
  const family = serial === undefined ? undefined : modelFamilyOf(serial);
  if (serial === undefined || family === undefined) return undefined;
  const { typeText, stringCount, phaseCount } = family;
  const strings = Array.from({ length: stringCount }, (_, index) => ({
    name: channel[index]?.name ?? '',
    maxPowerW: channel[index]?.max_power ?? 0,
    yieldTotalOffsetKWh: channel[index]?.yield_total_offset,
  }));
  const model = { typeText, stringCount, phaseCount };
  return { serial, name, strings, model, treatment: treatmentOf(stored) };
}

function treatmentOf(stored: TreatmentConfig): InverterTreatment {
  const usual = USUAL_TREATMENT;
  return {
    isPolled: stored.poll_enable ?? usual.isPolled,
    isPolledAtNight: stored.poll_enable_night ?? usual.isPolledAtNight,
    takesOrders: stored.command_enable ?? usual.takesOrders,
    takesOrdersAtNight: stored.command_enable_night ?? usual.takesOrdersAtNight,
    reachableThreshold: stored.reachable_threshold ?? usual.reachableThreshold,
    isZeroedWhenSilent: stored.zero_runtime ?? usual.isZeroedWhenSilent,
    isYieldZeroedAtMidnight: stored.zero_day ?? usual.isYieldZeroedAtMidnight,
    isYieldCorrected: stored.yieldday_correction ?? usual.isYieldCorrected,
    isEventLogCleared: stored.clear_eventlog ?? usual.isEventLogCleared,
  };
}
