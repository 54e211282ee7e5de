import { irradiationPercent, type Reading, type StringReading } from '@heliograph/domain';
import { numberIn, objectIn, valueIn, type WireObject } from './untrusted-values.ts';

// Measured values on the wire: `{"v": value, "u": unit, "d": decimals to show}` below a name.

/** A value as it is sent. */
export interface WireValue {
  /** Null: not a number. */
  readonly v: number | null;
  readonly u: string;
  readonly d: number;
}

interface Form {
  readonly unit: string;
  /** Decimals to show. */
  readonly digits: number;
}

/** Units and decimals of all values. Source: docs/reference/original-device.md#measurements. */
const FORMS = {
  Power: { unit: 'W', digits: 1 },
  Voltage: { unit: 'V', digits: 1 },
  Current: { unit: 'A', digits: 2 },
  'Power DC': { unit: 'W', digits: 1 },
  YieldDay: { unit: 'Wh', digits: 0 },
  YieldTotal: { unit: 'kWh', digits: 3 },
  Frequency: { unit: 'Hz', digits: 2 },
  Temperature: { unit: '°C', digits: 1 },
  PowerFactor: { unit: '', digits: 3 },
  ReactivePower: { unit: 'var', digits: 1 },
  Efficiency: { unit: '%', digits: 3 },
  Irradiation: { unit: '%', digits: 3 },
} as const satisfies Record<string, Form>;

export type ValueName = keyof typeof FORMS;

/** Voltages of an inverter with three phases, against the neutral wire and from one phase to the next; and its currents. */
export const PHASE_VOLTAGES = ['Voltage Ph1-N', 'Voltage Ph2-N', 'Voltage Ph3-N'] as const;
export const LINE_VOLTAGES = ['Voltage Ph1-Ph2', 'Voltage Ph2-Ph3', 'Voltage Ph3-Ph1'] as const;
export const PHASE_CURRENTS = ['Current Ph1', 'Current Ph2', 'Current Ph3'] as const;

/** A value as the device would send it. */
export function wireValue(name: ValueName, value: number): WireValue {
  const { unit, digits } = FORMS[name];
  return { v: printedFloat(value), u: unit, d: digits };
}

/** The first of these objects that has the value says it; NaN: none does. */
export function measured(groups: readonly (WireObject | undefined)[], name: string): number {
  for (const group of groups) {
    const value = numberIn(valueIn(objectIn(valueIn(group, name)), 'v'));
    if (value !== undefined) return Math.fround(value);
  }
  return Number.NaN;
}

/** Digits of the whole part plus decimals are never more than this. */
const DIGITS_MAX = 10;
/** Smaller numbers have an exponent, and all of their digits behind it. Those from 1e7 up are whole in single precision. */
const EXPONENT_BELOW = 1e-5;

/**
 * A 32-bit float with the digits that the device prints; null where it is no number. Source:
 * docs/reference/original-device.md#json-that-the-device-sends.
 */
export function printedFloat(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const single = Math.fround(value);
  const size = Math.abs(single);
  if (Number.isInteger(single)) return single;
  if (size < EXPONENT_BELOW) return Number(single.toPrecision(DIGITS_MAX));
  const decimals = DIGITS_MAX - String(Math.trunc(size)).length;
  return Number(single.toFixed(decimals));
}

/** Values below their names, in the order in which they are sent. */
export type WireValues = Readonly<Record<string, WireValue>>;

/** What the grid side measures as a whole. Of several phases voltage and current are those of the first. */
export function gridValues({ powerW, phases }: Reading): WireValues {
  return {
    Power: wireValue('Power', powerW),
    Voltage: wireValue('Voltage', phases[0]?.voltageV ?? 0),
    Current: wireValue('Current', phases[0]?.currentA ?? 0),
  };
}

/** What an inverter with three phases tells besides; nothing for one phase. Source: docs/reference/api-generations.md#three-phases. */
export function phaseValues({ phases, lineVoltagesV }: Reading): WireValues {
  if (phases.length < 2) return {};
  const rows = [
    ...phases.map(({ voltageV }, index) => [PHASE_VOLTAGES[index], wireValue('Voltage', voltageV)]),
    ...lineVoltagesV.map((voltageV, index) => [LINE_VOLTAGES[index], wireValue('Voltage', voltageV)]),
    ...phases.map(({ currentA }, index) => [PHASE_CURRENTS[index], wireValue('Current', currentA)]),
  ];
  return Object.fromEntries(rows.filter(([name]) => name !== undefined));
}

/** What the strings deliver together. */
export function sumValues({ dcPowerW, yieldTodayWh, yieldTotalKWh }: Reading): WireValues {
  return {
    'Power DC': wireValue('Power DC', dcPowerW),
    YieldDay: wireValue('YieldDay', yieldTodayWh),
    YieldTotal: wireValue('YieldTotal', yieldTotalKWh),
  };
}

/** Cosine of phi and reactive power, which stand together in every generation. */
export function reactiveValues({ powerFactor, reactivePowerVar }: Reading): WireValues {
  return {
    PowerFactor: wireValue('PowerFactor', powerFactor),
    ReactivePower: wireValue('ReactivePower', reactivePowerVar),
  };
}

/** One string with its name. `more`: what stands beside the irradiation, which is told where a peak power is set. */
export function stringValues(
  string: StringReading,
  name: string,
  maxPowerW: number,
  more: object = {},
): Readonly<Record<string, object>> {
  const irradiation = wireValue('Irradiation', irradiationPercent(string.powerW, maxPowerW));
  return {
    name: { u: name },
    Power: wireValue('Power', string.powerW),
    Voltage: wireValue('Voltage', string.voltageV),
    Current: wireValue('Current', string.currentA),
    YieldDay: wireValue('YieldDay', string.yieldTodayWh),
    YieldTotal: wireValue('YieldTotal', string.yieldTotalKWh),
    ...(maxPowerW > 0 ? { Irradiation: { ...irradiation, ...more } } : {}),
  };
}
