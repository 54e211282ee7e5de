import type { InverterModel } from '@heliograph/domain';

/** What a model family's table of byte offsets looks like. All offsets count from the start of the joined payload. */

/** Where the values of one string (DC input) start; every value is 2 bytes long, `yieldTotal` 4. */
export interface StringLayout {
  /** Strings on one tracker share it. */
  readonly voltage: number;
  readonly current: number;
  readonly power: number;
  readonly yieldDay: number;
  readonly yieldTotal: number;
}

/** Where the values of one phase start; each is 2 bytes long. */
export interface PhaseLayout {
  /** Against neutral. */
  readonly voltage: number;
  readonly current: number;
}

/** Where the values of the AC side start; every value is 2 bytes long, `temperature` is signed. */
export interface AcLayout {
  /** One, or three. */
  readonly phases: readonly PhaseLayout[];
  /** Of the voltages between phases 1 and 2, 2 and 3, 3 and 1; empty with one phase. */
  readonly lineVoltages: readonly number[];
  readonly frequency: number;
  readonly power: number;
  readonly reactivePower: number;
  /** Of the HM family it is read without a sign, as the original of 2023 does. */
  readonly isReactivePowerSigned: boolean;
  readonly powerFactor: number;
  readonly temperature: number;
}

export interface PayloadLayout {
  readonly strings: readonly StringLayout[];
  readonly ac: AcLayout;
  readonly eventCount: number;
}

/** The two codes of a limit that the inverter keeps over a night. Source: docs/reference/radio-protocol.md#limit-codes. */
export interface PersistentLimitTypes {
  readonly absolute: 0x0100 | 0x0002;
  readonly relative: 0x0101 | 0x0003;
}

/** Inverters that share one payload layout. */
export interface ModelFamily extends InverterModel {
  readonly name:
    | 'hm-1ch'
    | 'hm-2ch'
    | 'hm-4ch'
    | 'hms-1ch'
    | 'hms-1ch-v2'
    | 'hms-2ch'
    | 'hms-4ch'
    | 'hmt-4ch'
    | 'hmt-6ch'
    | 'herf-1ch'
    | 'herf-2ch'
    | 'herf-4ch';
  readonly stringCount: 1 | 2 | 4 | 6;
  readonly phaseCount: 1 | 3;
  /** What it is heard by: the nRF24 at 2.4 GHz, or another chip at 868 or 915 MHz. */
  readonly radio: 'nrf24' | 'sub-ghz';
  readonly persistentLimitTypes: PersistentLimitTypes;
  /** Bytes of a real-time data payload, without its CRC16. */
  readonly payloadLength: number;
  /** The fewest bytes that are read all the same, where nobody has recorded how many there are. */
  readonly leastPayloadLength?: number;
  readonly layout: PayloadLayout;
  /** Which serials (as 12 digits, lower case) belong here. */
  readonly serials: SerialRules;
}

/** The first four digits decide; of what no family claims by these, digits 2 and 3 do. */
export interface SerialRules {
  readonly prefixes: readonly string[];
  readonly digits2And3?: string;
}
