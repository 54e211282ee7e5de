import type { PhaseReading, RadioStatistics, Reading, StringReading } from '@heliograph/domain';
import type {
  DeviceHints,
  DeviceInverter,
  DeviceLimit,
  DeviceLiveData,
  DeviceString,
  DeviceTotal,
} from './live-data.ts';
import { LINE_VOLTAGES, measured, PHASE_CURRENTS, PHASE_VOLTAGES } from './measured-values.ts';
import {
  amountIn,
  countIn,
  flagIn,
  listIn,
  nameIn,
  numberIn,
  objectAt,
  objectIn,
  serialIn,
  valueIn,
  type WireObject,
} from './untrusted-values.ts';

/** No inverter has more strings. Source: docs/reference/api-generations.md#settings. */
const STRINGS_MAX = 6;

/**
 * Reads live data of any generation: an answer of `/api/livedata/status` with or without `?inv=`, or a message of the
 * socket. Which generation it is shows in each inverter, and a document that has the keys of several is read too.
 * An inverter without a serial is left out, and of two with the same the second. Undefined where it is no live data, such as
 * the `{}` and the `null` that sockets send under pressure. Source: docs/reference/original-device.md#live-data and
 * docs/reference/api-generations.md#three-shapes-of-live-data.
 */
export function decodeLiveData(document: unknown): DeviceLiveData | undefined {
  const object = objectIn(document);
  const sent = listIn(valueIn(object, 'inverters'));
  if (sent === undefined) return undefined;
  const inverters = new Map<string, DeviceInverter>();
  for (const value of sent) {
    const inverter = decodeInverter(objectIn(value));
    if (inverter !== undefined && !inverters.has(inverter.serial)) inverters.set(inverter.serial, inverter);
  }
  return {
    inverters: [...inverters.values()],
    total: decodeTotal(objectAt(object, 'total')),
    hints: decodeHints(objectAt(object, 'hints')),
  };
}

function decodeTotal(total: WireObject | undefined): DeviceTotal {
  return {
    powerW: measured([total], 'Power'),
    yieldTodayWh: measured([total], 'YieldDay'),
    yieldTotalKWh: measured([total], 'YieldTotal'),
  };
}

/** The name of the first is the wire's: true means that the clock is not in step. */
function decodeHints(hints: WireObject | undefined): DeviceHints {
  const isSet = (key: string) => flagIn(valueIn(hints, key)) ?? false;
  return {
    isClockUnset: isSet('time_sync'),
    hasRadioProblem: isSet('radio_problem'),
    hasDefaultPassword: isSet('default_password'),
    hasPinProblem: isSet('pin_mapping_issue'),
  };
}

function decodeInverter(sent: WireObject | undefined): DeviceInverter | undefined {
  const serial = serialIn(valueIn(sent, 'serial'));
  if (sent === undefined || serial === undefined) return undefined;
  const groups = groupsOf(sent);
  const reading = decodeReading(groups);
  return {
    serial,
    name: nameIn(valueIn(sent, 'name')) ?? '',
    order: countIn(valueIn(sent, 'order')),
    dataAgeMs: decodeAge(sent),
    isReachable: flagIn(valueIn(sent, 'reachable')) ?? false,
    isProducing: flagIn(valueIn(sent, 'producing')) ?? false,
    isPolled: flagIn(valueIn(sent, 'poll_enabled')) ?? true,
    limit: decodeLimit(sent),
    eventCount: countIn(valueIn(sent, 'events')),
    radio: decodeRadio(objectAt(sent, 'radio_stats')),
    isSummary: groups.isEmpty,
    reading: reading !== undefined && hasAnswered(reading) ? reading : undefined,
    strings: groups.strings.map(decodeString),
  };
}

function decodeAge(sent: WireObject): number | undefined {
  const seconds = amountIn(valueIn(sent, 'data_age'));
  return amountIn(valueIn(sent, 'data_age_ms')) ?? (seconds === undefined ? undefined : seconds * 1000);
}

function decodeLimit(sent: WireObject): DeviceLimit {
  const percent = amountIn(valueIn(sent, 'limit_relative'));
  return {
    percent: percent === undefined ? undefined : Math.fround(percent),
    watts: amountIn(valueIn(sent, 'limit_absolute')),
  };
}

function decodeRadio(sent: WireObject | undefined): RadioStatistics | undefined {
  if (sent === undefined) return undefined;
  const count = (key: string) => countIn(valueIn(sent, key)) ?? 0;
  return {
    requests: count('tx_request'),
    repeatedRequests: count('tx_re_request'),
    answers: count('rx_success'),
    silences: count('rx_fail_nothing'),
    partialAnswers: count('rx_fail_partial'),
    corruptAnswers: count('rx_fail_corrupt'),
    rssiDbm: numberIn(valueIn(sent, 'rssi')),
  };
}

/** Where the values of an inverter stand, whatever the generation: the first object that has one counts. */
interface Groups {
  readonly isEmpty: boolean;
  /** For what the grid side measures, */
  readonly ac: readonly (WireObject | undefined)[];
  /** and for what is of the whole inverter. */
  readonly unit: readonly (WireObject | undefined)[];
  readonly strings: readonly WireObject[];
}

/**
 * The oldest generation numbers the AC side 0 and the strings from 1; the next one has groups, of which `AC` also holds
 * what the newest one tells in `INV`.
 */
function groupsOf(sent: WireObject): Groups {
  const groups = [objectAt(sent, 'AC'), objectAt(sent, 'INV'), objectAt(sent, 'DC')];
  const [ac, inv, dc] = groups;
  const numbered = objectAt(sent, '0');
  const [acFirst, invFirst] = [objectAt(ac, '0'), objectAt(inv, '0')];
  return {
    isEmpty: groups.every((group) => group === undefined) && numbered === undefined,
    ac: [acFirst, numbered, invFirst],
    unit: [invFirst, acFirst, numbered],
    strings: dc === undefined ? numberedFrom(sent, 1) : numberedFrom(dc, 0),
  };
}

/** The objects below the keys `first`, `first + 1` and so on, up to the first that is missing. */
function numberedFrom(object: WireObject, first: number): readonly WireObject[] {
  const found: WireObject[] = [];
  while (found.length < STRINGS_MAX) {
    const next = objectAt(object, String(first + found.length));
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}

/** Undefined without power or yields: nothing may stand for those. */
function decodeReading({ ac, unit, strings }: Groups): Reading | undefined {
  const reading: Reading = {
    powerW: measured(ac, 'Power'),
    dcPowerW: measured(unit, 'Power DC'),
    yieldTodayWh: measured(unit, 'YieldDay'),
    yieldTotalKWh: measured(unit, 'YieldTotal'),
    frequencyHz: measured(ac, 'Frequency'),
    temperatureC: measured(unit, 'Temperature'),
    powerFactor: measured(ac, 'PowerFactor'),
    reactivePowerVar: measured(ac, 'ReactivePower'),
    efficiencyPercent: measured(unit, 'Efficiency'),
    eventCount: Number.NaN,
    phases: decodePhases(ac),
    lineVoltagesV: decodeLineVoltages(ac),
    strings: strings.map(decodeStringReading),
  };
  const { powerW, yieldTodayWh, yieldTotalKWh } = reading;
  return [powerW, yieldTodayWh, yieldTotalKWh].some(Number.isNaN) ? undefined : reading;
}

/** An inverter with three phases names each of them; of another one the voltage and the current are those of its phase. */
function decodePhases(ac: Groups['ac']): readonly PhaseReading[] {
  const phases = PHASE_VOLTAGES.map((voltage, index) => ({
    voltageV: measured(ac, voltage),
    currentA: measured(ac, PHASE_CURRENTS[index] ?? ''),
  }));
  const isTold = ({ voltageV, currentA }: PhaseReading) => !Number.isNaN(voltageV) || !Number.isNaN(currentA);
  if (phases.some(isTold)) return phases;
  return [{ voltageV: measured(ac, 'Voltage'), currentA: measured(ac, 'Current') }];
}

function decodeLineVoltages(ac: Groups['ac']): readonly number[] {
  const voltages = LINE_VOLTAGES.map((name) => measured(ac, name));
  return voltages.every(Number.isNaN) ? [] : voltages;
}

function decodeStringReading(group: WireObject): StringReading {
  return {
    voltageV: measured([group], 'Voltage'),
    currentA: measured([group], 'Current'),
    powerW: measured([group], 'Power'),
    yieldTodayWh: measured([group], 'YieldDay'),
    yieldTotalKWh: measured([group], 'YieldTotal'),
  };
}

/** Irradiation is only told where a peak power is set, by newer devices with that peak power. */
function decodeString(group: WireObject): DeviceString {
  const irradiation = objectAt(group, 'Irradiation');
  return {
    name: nameIn(valueIn(objectAt(group, 'name'), 'u')) ?? '',
    maxPowerW: irradiation === undefined ? 0 : amountIn(valueIn(irradiation, 'max')),
  };
}

/**
 * Real values are never all zero: an inverter that answers has a frequency, a voltage and a temperature, and one that fell
 * silent keeps its total yield. Zeros everywhere stand for an inverter that has not answered since the device started.
 * Source: docs/reference/original-device.md#live-data.
 */
function hasAnswered({ phases, lineVoltagesV, strings, ...sums }: Reading): boolean {
  const values = [sums, ...phases, ...strings, lineVoltagesV].flatMap((group) => Object.values(group));
  return values.some((value) => !Number.isNaN(value) && value !== 0);
}
