/** All scenarios by name. Plain data: importing this brings neither sun nor bytes along. */

import { CAPTURED_INVERTERS } from './captured-inverters.ts';
import {
  FARM,
  LARGE_INVERTERS,
  ONE_INVERTER,
  ONE_STRING_DEAD,
  ONE_STRING_WEAKENS,
  SECOND_UNREACHABLE,
  TEN_INVERTERS,
  THREE_INVERTERS,
  TWO_DEVICES,
} from './plants.ts';
import {
  type AirConditions,
  type Scenario,
  type ScenarioDevice,
  type ScenarioName,
  SIMULATED_SITE,
  type Site,
} from './scenario.ts';

export { CAPTURED_EXPECTATIONS, type CapturedExpectation } from './captured-expectations.ts';
export type {
  AirConditions,
  CapturedAnswers,
  FirmwareName,
  InverterModel,
  Scenario,
  ScenarioDevice,
  ScenarioInverter,
  ScenarioName,
  ScenarioString,
  Site,
  SunKind,
} from './scenario.ts';

/** What the gateway keeps of an inverter in its settings. */
export interface ConfiguredInverter {
  serial: string;
  name: string;
  channel: { name: string; max_power: number }[];
}

export const DEFAULT_SCENARIO: ScenarioName = 'three-inverters';

/** Everything arrives, and in order. */
const GOOD_AIR: AirConditions = {
  requestLoss: 0,
  answerLoss: 0,
  duplication: 0,
  corruption: 0,
  jitterMs: 1,
  rfChannelLoss: {},
};

/** Far away, behind walls, next to a wireless network: most polls succeed, hardly one without asking twice. */
const WEAK_AIR: AirConditions = {
  requestLoss: 0.16,
  answerLoss: 0.18,
  duplication: 0.06,
  corruption: 0.04,
  jitterMs: 15,
  rfChannelLoss: { 23: 0.1, 40: 0.15 },
};

const DAYLIGHT: Omit<Scenario, 'name' | 'title'> = {
  inverters: THREE_INVERTERS,
  sun: 'always-day',
  air: GOOD_AIR,
  clockSet: true,
  radio: { connected: true, plusVariant: true },
  devices: [],
};

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  'three-inverters': {
    ...DAYLIGHT,
    name: 'three-inverters',
    title: 'Three inverters with one, two and four strings in daylight at any hour.',
  },
  'one-inverter': {
    ...DAYLIGHT,
    name: 'one-inverter',
    title: 'A single inverter with two strings in daylight.',
    inverters: ONE_INVERTER,
  },
  'ten-inverters': {
    ...DAYLIGHT,
    name: 'ten-inverters',
    title: 'Ten inverters, as many as can be configured, in daylight.',
    inverters: TEN_INVERTERS,
  },
  'large-inverters': {
    ...DAYLIGHT,
    name: 'large-inverters',
    title: 'Two large inverters in daylight: an HMS-2000, and an HMT-2250 with three phases and six strings.',
    inverters: LARGE_INVERTERS,
  },
  'weak-signal': {
    ...DAYLIGHT,
    name: 'weak-signal',
    title: 'Three inverters with a weak radio signal: lost, late, duplicated and damaged packets.',
    air: WEAK_AIR,
  },
  night: {
    ...DAYLIGHT,
    name: 'night',
    title: 'Three inverters in the dark: none of them answers.',
    sun: 'always-night',
  },
  unreachable: {
    ...DAYLIGHT,
    name: 'unreachable',
    title: 'Three inverters, one of which never answers.',
    inverters: SECOND_UNREACHABLE,
  },
  'real-sun': {
    ...DAYLIGHT,
    name: 'real-sun',
    title: 'Three inverters under the real sun of a place in southern Germany, by day and by night.',
    sun: 'real',
  },
  'dead-string': {
    ...DAYLIGHT,
    name: 'dead-string',
    title: 'Three inverters; one string of the largest has no power.',
    inverters: ONE_STRING_DEAD,
  },
  'weak-string': {
    ...DAYLIGHT,
    name: 'weak-string',
    title: 'Six strings under the real sun, of which one loses a quarter of its power after four days.',
    inverters: ONE_STRING_WEAKENS,
    sun: 'real',
  },
  'clock-not-set': {
    ...DAYLIGHT,
    name: 'clock-not-set',
    title: 'Three inverters that are not polled, because the gateway does not know the time.',
    clockSet: false,
  },
  captured: {
    ...DAYLIGHT,
    name: 'captured',
    title:
      'Inverters that answer with packets recorded from real devices; they accept commands without following them.',
    inverters: CAPTURED_INVERTERS,
  },
  'radio-problem': {
    ...DAYLIGHT,
    name: 'radio-problem',
    title: 'Three inverters, but the radio chip does not answer.',
    radio: { connected: false, plusVariant: false },
  },
  chip: {
    ...DAYLIGHT,
    name: 'chip',
    title: 'Three inverters behind a simulated nRF24L01+ chip.',
  },
  'no-inverters': {
    ...DAYLIGHT,
    name: 'no-inverters',
    title: 'A new gateway without any inverter.',
    inverters: [],
  },
  'two-devices': {
    ...DAYLIGHT,
    name: 'two-devices',
    title: 'Three inverters, and two OpenDTU devices with two more each: one of February 2023, one of today.',
    devices: TWO_DEVICES,
  },
  farm: {
    ...DAYLIGHT,
    name: 'farm',
    title: 'Twenty OpenDTU devices of every age with ten inverters each.',
    inverters: [],
    devices: FARM,
  },
};

/** The place at which the sun of a scenario rises and sets; undefined for a sun that never does. */
export function placeOfSun({ sun }: Scenario): Site | undefined {
  return sun === 'real' ? SIMULATED_SITE : undefined;
}

/** A device of a scenario with its own plant, as if it were the only one. */
export function ownScenario(scenario: Scenario, { inverters }: ScenarioDevice): Scenario {
  return { ...scenario, inverters, devices: [] };
}

/** What the gateway's first start writes into its settings. */
export function configuredInverters(scenario: Scenario): ConfiguredInverter[] {
  return scenario.inverters.map(({ serial, name, strings }) => ({
    serial,
    name,
    channel: strings.map((string) => ({ name: string.name, max_power: string.maxPowerW })),
  }));
}
