import type { InverterModel } from '@heliograph/domain';

/** What a model family's table of byte offsets looks like. All offsets count from the start of the joined payload. */

/** Where the values of one string (DC input) start; every value is 2 bytes long, `yieldTotal` 4. */
export interface StringLayout {
  readonly voltage: number;
  readonly current: number;
  readonly power: number;
  readonly yieldDay: number;
  readonly yieldTotal: number;
}

/** Where the values of the AC side start; every value is 2 bytes long, `temperature` is signed. */
export interface AcLayout {
  readonly voltage: number;
  readonly frequency: number;
  readonly power: number;
  readonly reactivePower: number;
  readonly current: number;
  readonly powerFactor: number;
  readonly temperature: number;
}

export interface PayloadLayout {
  readonly strings: readonly StringLayout[];
  readonly ac: AcLayout;
  readonly eventCount: number;
}

/** Inverters that share one payload layout. */
export interface ModelFamily extends InverterModel {
  readonly name: 'hm-1ch' | 'hm-2ch' | 'hm-4ch';
  readonly stringCount: 1 | 2 | 4;
  readonly phaseCount: 1;
  /** Bytes of a real-time data payload, without its CRC16. */
  readonly payloadLength: number;
  readonly layout: PayloadLayout;
  /** Which serials (as 12 digits) belong here: by digits 2 and 3, or by their first four digits. */
  readonly serials: { readonly digits2And3: string; readonly prefixes: readonly string[] };
}
