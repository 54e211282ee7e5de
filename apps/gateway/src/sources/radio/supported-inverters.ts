import type { InverterConfig, SlotString, TreatmentConfig } from '@heliograph/contract';
import {
  canonicalSerial,
  type InverterSettings,
  type InverterTreatment,
  USUAL_TREATMENT,
} from '@heliograph/domain';
import { type ModelFamily, modelFamilyOf } from '@heliograph/protocol';

/** An inverter as it is stored, of which nobody may have said how it is to be treated. */
interface StoredInverter extends InverterConfig, TreatmentConfig {
  readonly channel: SlotString[];
}

/** What an inverter can be heard by. */
type Band = ModelFamily['radio'];

/** A simulated radio has no frequency, and hears everybody. */
const EVERY_BAND: readonly Band[] = ['nrf24', 'sub-ghz'];

export const bandsOf = ({ isRadioSimulated }: { readonly isRadioSimulated: boolean }): readonly Band[] =>
  isRadioSimulated ? EVERY_BAND : ['nrf24'];

/** Stored inverters that we know, and that never hear a radio of these bands. */
export function outOfBand<Stored extends Pick<InverterConfig, 'serial'>>(
  configs: readonly Stored[],
  bands: readonly Band[],
): readonly Stored[] {
  return configs.filter((config) => {
    const serial = canonicalSerial(config.serial);
    const family = serial === undefined ? undefined : modelFamilyOf(serial);
    return family !== undefined && !bands.includes(family.radio);
  });
}

/**
 * The stored settings of those inverters that we can talk to: the others stay out, and so do those that the radio cannot reach, so that
 * nobody asks them in vain and a device may bring them. Of two with the same serial the first counts.
 */
export function supportedInverters(
  stored: readonly StoredInverter[],
  bands: readonly Band[] = EVERY_BAND,
): readonly InverterSettings[] {
  const unreached = outOfBand(stored, bands);
  const configs = stored.filter((config) => !unreached.includes(config));
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
