/** What a scenario is made of. Plain data: a test may take one and change a part. */

import type { DataCommandKind } from '@heliograph/protocol';
import type { RadioStatus, RfChannel } from '@heliograph/radio';

export type ScenarioName =
  | 'three-inverters'
  | 'one-inverter'
  | 'ten-inverters'
  | 'large-inverters'
  | 'weak-signal'
  | 'night'
  | 'unreachable'
  | 'real-sun'
  | 'dead-string'
  | 'weak-string'
  | 'clock-not-set'
  | 'captured'
  | 'radio-problem'
  | 'chip'
  | 'no-inverters'
  | 'two-devices'
  | 'farm';

/** What a simulated device runs: one of each generation, the newest, and the fork OpenDTU-OnBattery. */
export type FirmwareName = '2023-02' | 'v23.4.4' | 'v24.2.12' | 'v26.3.30' | 'onbattery';

export interface Site {
  /** Degrees, north is positive. */
  readonly latitude: number;
  /** Degrees, east is positive. */
  readonly longitude: number;
}

/** Where simulated plants stand: in southern Germany. */
export const SIMULATED_SITE: Site = { latitude: 48.1, longitude: 11.6 };

/** The sun of a site, or one that is always up or always down, wherever and whenever it is looked at. */
export type SunKind = 'always-day' | 'always-night' | 'real';

/** How the air treats packets. Shares are probabilities from 0 to 1, drawn for each packet. */
export interface AirConditions {
  /** Of requests at the lowest PA level; each level above it takes a quarter of this off. */
  readonly requestLoss: number;
  readonly answerLoss: number;
  /** Answers that are heard twice. */
  readonly duplication: number;
  /** Packets, both ways, of which some bits flip or the end is missing. */
  readonly corruption: number;
  /** Lateness of single answer packets: up to so much more than the model of the RF channels says. */
  readonly jitterMs: number;
  /** Additional loss, both ways, of single RF channels: other networks. */
  readonly rfChannelLoss: Readonly<Partial<Record<RfChannel, number>>>;
}

export type InverterModel =
  | 'HM-300'
  | 'HM-400'
  | 'HM-600'
  | 'HM-800'
  | 'HM-1200'
  | 'HM-1500'
  | 'HMS-500'
  | 'HMS-500 v2'
  | 'HMS-800'
  | 'HMS-2000'
  | 'HMT-2000'
  | 'HMT-2250'
  | 'HERF-300'
  | 'HERF-800'
  | 'HERF-1800';

/** One DC input with its panel. */
export interface ScenarioString {
  /** As configured; empty for none. */
  readonly name: string;
  /** Peak power as configured, W; 0 for not set. */
  readonly maxPowerW: number;
  /** Peak power of what is really there, W. */
  readonly panelW: number;
  readonly tiltDeg: number;
  /** Degrees clockwise from north. */
  readonly azimuthDeg: number;
  /** Delivers nothing, whatever the light. */
  readonly isDead: boolean;
  /** Some days after the start only a share of its power is left, as behind a torn cable. */
  readonly weakens?: { readonly afterDays: number; readonly left: number };
}

/** Packets of real devices, hex, in order of their fragments; they are sent instead of simulated ones. */
export type CapturedAnswers = Readonly<Partial<Record<DataCommandKind, readonly string[]>>>;

export interface ScenarioInverter {
  /** Canonical text: lower case, no leading zeros. */
  readonly serial: string;
  readonly name: string;
  readonly model: InverterModel;
  readonly strings: readonly ScenarioString[];
  /** False: it is configured, but nobody ever hears of it. */
  readonly isPresent: boolean;
  readonly captured?: CapturedAnswers;
}

/** An original device beside the gateway, with inverters of its own. */
export interface ScenarioDevice {
  /** Names it over restarts of the simulation. */
  readonly id: string;
  readonly hostName: string;
  readonly firmware: FirmwareName;
  readonly inverters: readonly ScenarioInverter[];
}

export interface Scenario {
  readonly name: ScenarioName;
  /** One English sentence. */
  readonly title: string;
  /** Those of the gateway's own radio. */
  readonly inverters: readonly ScenarioInverter[];
  /** They stand under the same sun. */
  readonly devices: readonly ScenarioDevice[];
  readonly sun: SunKind;
  readonly air: AirConditions;
  /** False: the gateway starts with a clock that is not set. */
  readonly clockSet: boolean;
  readonly radio: RadioStatus;
}
