import {
  CHANNEL_NUMBERS,
  type ChannelNumber,
  PHASE_PROPERTY_NAMES,
  type PhasePropertyName,
  PROPERTY_NAMES,
  type PropertyName,
} from '@heliograph/contract';
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

const VOLTAGE_FORM = { unit: 'V', digits: 1 } as const;
const CURRENT_FORM = { unit: 'A', digits: 2 } as const;

/** Every measured value by its name on the way out. */
export type FieldName = PropertyName | PhasePropertyName;

/**
 * Every measured value, what it is called on the way out, and where it is read from. The AC side is told as if it had
 * one phase, with the voltage of the first and the current of all: original devices of 2023 know no other. An inverter with
 * several phases tells them one by one besides. Source: docs/reference/original-device.md#measurements and
 * docs/reference/api-generations.md#three-phases.
 */
export const MEASURED_FIELDS: Readonly<Record<FieldName, MeasuredField>> = {
  Power: { unit: 'W', digits: 1, ofAc: ({ powerW }) => powerW, ofString: ({ powerW }) => powerW },
  Voltage: {
    ...VOLTAGE_FORM,
    ofAc: ({ phases }) => phases[0]?.voltageV ?? 0,
    ofString: ({ voltageV }) => voltageV,
  },
  Current: {
    ...CURRENT_FORM,
    ofAc: ({ phases }) => phases.reduce((sumA, { currentA }) => Math.fround(sumA + currentA), 0),
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
  'Voltage Ph1-N': { ...VOLTAGE_FORM, ofAc: ({ phases }) => phases[0]?.voltageV ?? Number.NaN },
  'Voltage Ph2-N': { ...VOLTAGE_FORM, ofAc: ({ phases }) => phases[1]?.voltageV ?? Number.NaN },
  'Voltage Ph3-N': { ...VOLTAGE_FORM, ofAc: ({ phases }) => phases[2]?.voltageV ?? Number.NaN },
  'Voltage Ph1-Ph2': { ...VOLTAGE_FORM, ofAc: ({ lineVoltagesV }) => lineVoltagesV[0] ?? Number.NaN },
  'Voltage Ph2-Ph3': { ...VOLTAGE_FORM, ofAc: ({ lineVoltagesV }) => lineVoltagesV[1] ?? Number.NaN },
  'Voltage Ph3-Ph1': { ...VOLTAGE_FORM, ofAc: ({ lineVoltagesV }) => lineVoltagesV[2] ?? Number.NaN },
  'Current Ph1': { ...CURRENT_FORM, ofAc: ({ phases }) => phases[0]?.currentA ?? Number.NaN },
  'Current Ph2': { ...CURRENT_FORM, ofAc: ({ phases }) => phases[1]?.currentA ?? Number.NaN },
  'Current Ph3': { ...CURRENT_FORM, ofAc: ({ phases }) => phases[2]?.currentA ?? Number.NaN },
};

/** The AC side (0) and every string of an inverter that these words have a number for. */
export function channelsOf({ strings }: Pick<InverterState, 'strings'>): readonly ChannelNumber[] {
  return CHANNEL_NUMBERS.slice(0, strings.length + 1);
}

/** Whether the phases are told one by one. */
export function hasPhases({ reading }: Pick<InverterState, 'reading'>): boolean {
  return reading.phases.length > 1;
}

/** What a channel of an inverter has, in the order of the live data. */
export function fieldsOf(
  inverter: Pick<InverterState, 'reading'>,
  channel: ChannelNumber,
): readonly FieldName[] {
  if (channel !== 0) return STRING_FIELD_NAMES;
  return hasPhases(inverter) ? PHASES_FIELD_NAMES : AC_FIELD_NAMES;
}

/** The fields of the AC side, ready for whoever tells all of them often. */
export function acFieldsOf(inverter: Pick<InverterState, 'reading'>): typeof AC_FIELDS {
  return hasPhases(inverter) ? PHASES_FIELDS : AC_FIELDS;
}

const acFields = (names: readonly FieldName[]) =>
  names.flatMap((name) => {
    const { unit, digits, ofAc } = MEASURED_FIELDS[name];
    return ofAc === undefined ? [] : [{ name, unit, digits, ofAc }];
  });
const AC_FIELDS = acFields(PROPERTY_NAMES);
const PHASES_FIELDS = acFields([...PROPERTY_NAMES, ...PHASE_PROPERTY_NAMES]);

/** The fields of a string, in the same way. */
export const STRING_FIELDS = PROPERTY_NAMES.flatMap((name) => {
  const { unit, digits, ofString } = MEASURED_FIELDS[name];
  return ofString === undefined ? [] : [{ name, unit, digits, ofString }];
});

const AC_FIELD_NAMES = AC_FIELDS.map(({ name }) => name);
const PHASES_FIELD_NAMES = PHASES_FIELDS.map(({ name }) => name);
const STRING_FIELD_NAMES = STRING_FIELDS.map(({ name }) => name);

/**
 * The value of a field of a channel as it was measured last; 0 before that, and where the channel has no such field, NaN
 * where nobody has told it.
 */
export function measuredValue(
  { reading, strings }: Pick<InverterState, 'reading' | 'strings'>,
  channel: ChannelNumber,
  name: FieldName,
): number {
  const { ofAc, ofString } = MEASURED_FIELDS[name];
  if (channel === 0) return ofAc?.(reading) ?? 0;
  const string = reading.strings[channel - 1];
  return (string && ofString?.(string, strings[channel - 1]?.maxPowerW ?? 0)) ?? 0;
}
