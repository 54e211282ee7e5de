/**
 * The registers in which a SunSpec device tells what it is and does, one block from 40000 on. Source:
 * docs/reference/sunspec.md#the-map, which has what each point means.
 *
 *   40000  "SunS"
 *   40002  model 1    66   who it is
 *   40070  model 101  50   what it does (103 with three phases)
 *   40122  model 120  26   what it can
 *   40150  model 123  24   what it may
 *   40176  end        0
 */

/** An inverter, or the whole plant as if it were one. A number that is not known is NaN. */
export interface SunspecUnit {
  readonly unit: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly version: string;
  readonly serial: string;
  readonly phaseCount: number;
  /** More than this it never makes, in W: the scales follow from it, and must not change while it runs. */
  readonly ceilingW: number;
  readonly ratedW: number;
  readonly powerW: number;
  readonly dcPowerW: number;
  readonly reactivePowerVar: number;
  readonly frequencyHz: number;
  readonly temperatureC: number;
  /** Of all phases together. */
  readonly currentA: number;
  /** One for each phase. */
  readonly phaseCurrentsA: readonly number[];
  readonly phaseVoltagesV: readonly number[];
  readonly lineVoltagesV: readonly number[];
  /** Since it was built; never goes back. */
  readonly energyWh: number;
  readonly state: SunspecState;
  readonly limit: SunspecLimit;
}

/** Source: docs/reference/sunspec.md#states. */
const STATES = { off: 1, asleep: 2, producing: 4, limited: 5, waiting: 8 } as const;
export type SunspecState = keyof typeof STATES;

/** What a client has limited a unit to. */
export interface SunspecLimit {
  readonly percent: number;
  readonly isEnabled: boolean;
  /** Seconds after which it ends where nothing more is written; 0: as the owner has set it. */
  readonly revertS: number;
}

export const FIRST_REGISTER = 40_000;
/** Model 123 from its head on; what a client may write lies in it. */
export const CONTROLS_REGISTER = 40_150;
/** Of a client's percentage: hundredths. */
export const PERCENT_SCALE = -2;
/** Where a limit may be written, counted from the head of model 123. */
export const LIMIT_POINTS = { percent: 5, windowS: 6, revertS: 7, rampS: 8, isEnabled: 9 } as const;

const UNKNOWN_UNSIGNED = 0xffff;
const UNKNOWN_SIGNED = 0x8000;
const PHASE_COUNT = 3;

/** All registers of a unit, the one at 40000 first. */
export function sunspecRegisters(unit: SunspecUnit): readonly number[] {
  return [
    ...textRegisters('SunS', 2),
    ...model(1, commonPoints(unit)),
    ...model(unit.phaseCount > 1 ? 103 : 101, inverterPoints(unit)),
    ...model(120, nameplatePoints(unit)),
    ...model(123, controlPoints(unit.limit)),
    ...[0xffff, 0],
  ];
}

function model(id: number, points: readonly number[]): readonly number[] {
  return [id, points.length, ...points];
}

function commonPoints({ manufacturer, model: name, version, serial, unit }: SunspecUnit): readonly number[] {
  return [
    ...textRegisters(manufacturer, 16),
    ...textRegisters(name, 16),
    ...textRegisters('', 8), // options
    ...textRegisters(version, 8),
    ...textRegisters(serial, 16),
    ...[unit, UNKNOWN_SIGNED], // the last one fills up
  ];
}

function inverterPoints(unit: SunspecUnit): readonly number[] {
  const { phaseCount, ceilingW } = unit;
  const amperes = scaleFor(ceilingW / LOW_VOLTAGE_V, FINEST_CURRENT, UNSIGNED_MAX);
  const watts = powerScale(ceilingW);
  const phases = (values: readonly number[], scale: number) =>
    Array.from({ length: PHASE_COUNT }, (_, phase) =>
      unsigned(phase < phaseCount ? (values[phase] ?? NaN) : NaN, scale),
    );
  const hasVars = !Number.isNaN(unit.reactivePowerVar);
  return [
    ...[unsigned(unit.currentA, amperes), ...phases(unit.phaseCurrentsA, amperes), signedRegister(amperes)],
    ...[...phases(unit.lineVoltagesV, -1), ...phases(unit.phaseVoltagesV, -1), signedRegister(-1)],
    ...[signed(unit.powerW, watts), signedRegister(watts)],
    ...[unsigned(unit.frequencyHz, -2), signedRegister(-2)],
    ...[UNKNOWN_SIGNED, UNKNOWN_SIGNED], // apparent power
    ...[signed(unit.reactivePowerVar, watts), hasVars ? signedRegister(watts) : UNKNOWN_SIGNED],
    ...[UNKNOWN_SIGNED, UNKNOWN_SIGNED], // power factor
    ...[...counter(unit.energyWh), 0],
    ...[UNKNOWN_UNSIGNED, UNKNOWN_SIGNED, UNKNOWN_UNSIGNED, UNKNOWN_SIGNED], // one current and voltage of several strings
    ...[signed(unit.dcPowerW, watts), signedRegister(watts)],
    ...[signed(unit.temperatureC, -1), UNKNOWN_SIGNED, UNKNOWN_SIGNED, UNKNOWN_SIGNED, signedRegister(-1)],
    ...[STATES[unit.state], UNKNOWN_UNSIGNED],
    ...[0, 0, 0, 0], // no event of those that SunSpec knows
    ...Array.from({ length: 8 }, () => UNKNOWN_UNSIGNED),
  ];
}

function nameplatePoints({ ratedW, ceilingW }: SunspecUnit): readonly number[] {
  const watts = scaleFor(ceilingW, 0, UNSIGNED_MAX);
  return [
    4, // photovoltaic
    ...[unsigned(ratedW, watts), signedRegister(watts)],
    ...[UNKNOWN_UNSIGNED, UNKNOWN_SIGNED], // apparent power
    ...Array.from({ length: 5 }, () => UNKNOWN_SIGNED), // reactive power
    ...[UNKNOWN_UNSIGNED, UNKNOWN_SIGNED], // current
    ...Array.from({ length: 5 }, () => UNKNOWN_SIGNED), // power factor
    ...Array.from({ length: 4 }, () => [UNKNOWN_UNSIGNED, UNKNOWN_SIGNED]).flat(), // there is no storage
    UNKNOWN_SIGNED,
  ];
}

function controlPoints({ percent, isEnabled, revertS }: SunspecLimit): readonly number[] {
  return [
    ...[UNKNOWN_UNSIGNED, UNKNOWN_UNSIGNED, 1], // connected, and nobody can change that here
    ...[unsigned(percent, PERCENT_SCALE), UNKNOWN_UNSIGNED, revertS, UNKNOWN_UNSIGNED, isEnabled ? 1 : 0],
    ...[UNKNOWN_SIGNED, UNKNOWN_UNSIGNED, UNKNOWN_UNSIGNED, UNKNOWN_UNSIGNED, 0], // power factor: never held
    ...[UNKNOWN_SIGNED, UNKNOWN_SIGNED, UNKNOWN_SIGNED], // reactive power
    ...[UNKNOWN_UNSIGNED, UNKNOWN_UNSIGNED, UNKNOWN_UNSIGNED, UNKNOWN_UNSIGNED, 0],
    ...[signedRegister(PERCENT_SCALE), UNKNOWN_SIGNED, UNKNOWN_SIGNED],
  ];
}

const SIGNED_MAX = 0x7fff;
const UNSIGNED_MAX = 0xfffe;
/** Tenths of a watt, where they fit. */
const FINEST_POWER = -1;
/** Hundredths of an ampere, where they fit. */
const FINEST_CURRENT = -2;
/** Where a grid has less, no inverter feeds in. */
const LOW_VOLTAGE_V = 100;
/** Clouds make the sun brighter than bright for a moment, and nobody has measured by how much. */
const MARGIN = 1.25;

function powerScale(ceilingW: number): number {
  return scaleFor(ceilingW, FINEST_POWER, SIGNED_MAX);
}

/** The finest power of ten in which a number fits into a register. */
function scaleFor(most: number, finest: number, max: number): number {
  let scale = finest;
  while ((most * MARGIN) / 10 ** scale > max) scale += 1;
  return scale;
}

function unsigned(value: number, scale: number): number {
  if (Number.isNaN(value)) return UNKNOWN_UNSIGNED;
  return Math.min(UNSIGNED_MAX, Math.max(0, Math.round(value / 10 ** scale)));
}

function signed(value: number, scale: number): number {
  if (Number.isNaN(value)) return UNKNOWN_SIGNED;
  return signedRegister(Math.min(SIGNED_MAX, Math.max(-SIGNED_MAX, Math.round(value / 10 ** scale))));
}

/** The two's complement. */
function signedRegister(value: number): number {
  return value & 0xffff;
}

/** A counter begins at 0 again after its last number; 0 also stands for one that is not known. */
function counter(value: number): readonly number[] {
  const whole = Number.isNaN(value) ? 0 : Math.floor(value) % 2 ** 32;
  return [Math.floor(whole / 0x10000), whole % 0x10000];
}

/** Letters of ASCII, two in a register, filled up with zeros; of any other letter nobody knows what a client makes. */
function textRegisters(text: string, count: number): readonly number[] {
  const bytes = [...text].map((letter) => (/^[\x20-\x7e]$/.test(letter) ? letter.charCodeAt(0) : 0x3f));
  return Array.from({ length: count }, (_, place) => {
    const [high = 0, low = 0] = bytes.slice(place * 2, place * 2 + 2);
    return (high << 8) | low;
  });
}
