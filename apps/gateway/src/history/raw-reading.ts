import type { HistoryReading } from './history-batch.ts';
import { decodeNumbers, encodeNumbers } from './numbers-codec.ts';

/** A reading as it was; that of the plant has all strings as one. Undefined: not told. */
export interface RawReading
  extends Partial<Pick<HistoryReading, 'voltageV' | 'frequencyHz' | 'temperatureC' | 'limitPercent'>> {
  readonly powerW: number;
  readonly strings: readonly RawString[];
}

export interface RawString {
  readonly powerW: number | undefined;
  readonly voltageV: number | undefined;
  readonly currentA: number | undefined;
  readonly todayWh: number | undefined;
}

const LAYOUT = 1;
const FIXED_NUMBERS = 6;
const STRING_NUMBERS = 4;

/** The bytes of a reading: numbers in this order. Tenths of W, V, °C and per cent, hundredths of Hz and A, whole Wh. */
export function encodeRaw(reading: RawReading): Uint8Array {
  const { powerW, voltageV, frequencyHz, temperatureC, limitPercent, strings } = reading;
  return encodeNumbers([
    ...[LAYOUT, scaled(powerW, 10), scaled(voltageV, 10), scaled(frequencyHz, 100)],
    ...[scaled(temperatureC, 10), scaled(limitPercent, 10)],
    ...strings.flatMap((string) => [
      ...[scaled(string.powerW, 10), scaled(string.voltageV, 10)],
      ...[scaled(string.currentA, 100), scaled(string.todayWh, 1)],
    ]),
  ]);
}

/** Reads what `encodeRaw` has written; undefined for anything else. */
export function decodeRaw(bytes: Uint8Array): RawReading | undefined {
  const numbers = decodeNumbers(bytes);
  if (numbers === undefined || numbers[0] !== LAYOUT || numbers.length < FIXED_NUMBERS) return undefined;
  const strings: RawString[] = [];
  for (let at = FIXED_NUMBERS; at + STRING_NUMBERS <= numbers.length; at += STRING_NUMBERS) {
    strings.push({
      powerW: unscaled(numbers[at], 10),
      voltageV: unscaled(numbers[at + 1], 10),
      currentA: unscaled(numbers[at + 2], 100),
      todayWh: numbers[at + 3],
    });
  }
  return {
    powerW: unscaled(numbers[1], 10) ?? 0,
    voltageV: unscaled(numbers[2], 10),
    frequencyHz: unscaled(numbers[3], 100),
    temperatureC: unscaled(numbers[4], 10),
    limitPercent: unscaled(numbers[5], 10),
    strings,
  };
}

const scaled = (value: number | undefined, factor: number) =>
  value === undefined || !Number.isFinite(value) ? undefined : Math.round(value * factor);
const unscaled = (value: number | undefined, factor: number) =>
  value === undefined ? undefined : value / factor;
