import { CHANNEL_NUMBERS, type ChannelNumber, PROPERTY_NAMES, type PropertyName } from '@heliograph/contract';
import { irradiationPercent, type Reading, type StringReading } from '@heliograph/domain';
import type { InverterState } from '../fleet/inverter.ts';

/** A measured value in the words of original devices. */
export interface MeasuredField {
  /** Empty for a plain number. */
  readonly unit: string;
  /** Decimals for display. */
  readonly digits: number;
  /** Its value on the AC side; undefined: that has none. */
  readonly ofAc?: (reading: Reading) => number;
  /** Its value of a string, whose panels have this peak power; undefined: strings have none. */
  readonly ofString?: (string: StringReading, maxPowerW: number) => number;
}

/**
 * Every measured value, what it is called on the way out, and where it is read from. The AC side is told as if it had
 * one phase: original devices of 2023 know no other. Source: docs/reference/original-device.md#measurements.
 */
export const MEASURED_FIELDS: Readonly<Record<PropertyName, MeasuredField>> = {
  Power: { unit: 'W', digits: 1, ofAc: ({ powerW }) => powerW, ofString: ({ powerW }) => powerW },
  Voltage: {
    unit: 'V',
    digits: 1,
    ofAc: ({ phases }) => phases[0]?.voltageV ?? 0,
    ofString: ({ voltageV }) => voltageV,
  },
  Current: {
    unit: 'A',
    digits: 2,
    ofAc: ({ phases }) => phases[0]?.currentA ?? 0,
    ofString: ({ currentA }) => currentA,
  },
  'Power DC': { unit: 'W', digits: 1, ofAc: ({ dcPowerW }) => dcPowerW },
  YieldDay: {
    unit: 'Wh',
    digits: 0,
    ofAc: ({ yieldTodayWh }) => yieldTodayWh,
    ofString: ({ yieldTodayWh }) => yieldTodayWh,
  },
  YieldTotal: {
    unit: 'kWh',
    digits: 3,
    ofAc: ({ yieldTotalKWh }) => yieldTotalKWh,
    ofString: ({ yieldTotalKWh }) => yieldTotalKWh,
  },
  Frequency: { unit: 'Hz', digits: 2, ofAc: ({ frequencyHz }) => frequencyHz },
  Temperature: { unit: '°C', digits: 1, ofAc: ({ temperatureC }) => temperatureC },
  PowerFactor: { unit: '', digits: 3, ofAc: ({ powerFactor }) => powerFactor },
  ReactivePower: { unit: 'var', digits: 1, ofAc: ({ reactivePowerVar }) => reactivePowerVar },
  Efficiency: { unit: '%', digits: 3, ofAc: ({ efficiencyPercent }) => efficiencyPercent },
  Irradiation: {
    unit: '%',
    digits: 3,
    ofString: ({ powerW }, maxPowerW) => irradiationPercent(powerW, maxPowerW),
  },
};

/** The AC side (0) and every string of an inverter that these words have a number for. */
export function channelsOf({ strings }: Pick<InverterState, 'strings'>): readonly ChannelNumber[] {
  return CHANNEL_NUMBERS.slice(0, strings.length + 1);
}

/** What a channel has, in the order of the live data. */
export function fieldsOf(channel: ChannelNumber): readonly PropertyName[] {
  return channel === 0 ? AC_FIELD_NAMES : STRING_FIELD_NAMES;
}

/** The fields of the AC side, ready for whoever tells all of them often. */
export const AC_FIELDS = PROPERTY_NAMES.flatMap((name) => {
  const { unit, digits, ofAc } = MEASURED_FIELDS[name];
  return ofAc === undefined ? [] : [{ name, unit, digits, ofAc }];
});

/** The fields of a string, in the same way. */
export const STRING_FIELDS = PROPERTY_NAMES.flatMap((name) => {
  const { unit, digits, ofString } = MEASURED_FIELDS[name];
  return ofString === undefined ? [] : [{ name, unit, digits, ofString }];
});

const AC_FIELD_NAMES = AC_FIELDS.map(({ name }) => name);
const STRING_FIELD_NAMES = STRING_FIELDS.map(({ name }) => name);

/** The value of a field of a channel as it was measured last; 0 before that, and where the channel has no such field. */
export function measuredValue(
  { reading, strings }: Pick<InverterState, 'reading' | 'strings'>,
  channel: ChannelNumber,
  name: PropertyName,
): number {
  const { ofAc, ofString } = MEASURED_FIELDS[name];
  if (channel === 0) return ofAc?.(reading) ?? 0;
  const string = reading.strings[channel - 1];
  return (string && ofString?.(string, strings[channel - 1]?.maxPowerW ?? 0)) ?? 0;
}
