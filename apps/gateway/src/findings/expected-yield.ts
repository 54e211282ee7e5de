import { clearSkyOn, type Plane, type Site, sunAt } from './clear-sky.ts';
import { SLOT_S } from './string-memory.ts';

/** How a plane is known: by what the owner says, from clear days, or not at all. */
export type PlaneOrigin = 'set' | 'learnt' | 'rough';

export interface ExpectedString {
  readonly peakW: number;
  /** Undefined: not known. */
  readonly plane: Plane | undefined;
  readonly origin: PlaneOrigin;
  /** What it gives of its peak power in 1000 W/m2, where that was learnt. */
  readonly performance: number | undefined;
}

export interface ExpectedInverter {
  /** More than this it does not put out; undefined: not known. */
  readonly maxPowerW: number | undefined;
  readonly strings: readonly ExpectedString[];
}

/** What a plant yields under a clear sky, as a band: in the middle of each quarter of an hour, and together. */
export interface ExpectedYield {
  /** Unix seconds at which each quarter of an hour begins. */
  readonly atS: readonly number[];
  readonly lowW: readonly number[];
  readonly highW: readonly number[];
  readonly lowWh: number;
  readonly highWh: number;
  /** Of some strings nobody knows which way they look. */
  readonly isRough: boolean;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Heat, dirt, cables and the inverter itself take more or less of what the label of a panel promises. */
const USUAL: Range = { low: 0.78, high: 0.96 };
/** Days differ by so much from what was learnt. */
const LEARNT: Range = { low: 0.92, high: 1.06 };
/** Of panels that look nobody knows where. */
const ROUGH: Range = { low: 0.5, high: 1 };
/** Nothing is known, so it lies flat. */
const FLAT: Plane = { azimuthDeg: 180, tiltDeg: 0 };
const STANDARD_W_M2 = 1000;

/** What is to be expected from one unix time to another under a clear sky; of grey days nobody says anything here. */
export function expectedYield(
  inverters: readonly ExpectedInverter[],
  site: Site,
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): ExpectedYield {
  const atS: number[] = [];
  for (let at = Math.ceil(fromS / SLOT_S) * SLOT_S; at < toS; at += SLOT_S) atS.push(at);
  const ranges = atS.map((at) => powerIn(inverters, sunAt((at + SLOT_S / 2) * 1000, site)));
  const lowW = ranges.map(({ low }) => Math.round(low));
  const highW = ranges.map(({ high }) => Math.round(high));
  return {
    ...{ atS, lowW, highW, lowWh: energyOf(lowW), highWh: energyOf(highW) },
    isRough: inverters.some(({ strings }) => strings.some(({ origin }) => origin === 'rough')),
  };
}

const energyOf = (powersW: readonly number[]) =>
  Math.round((powersW.reduce((sum, powerW) => sum + powerW, 0) * SLOT_S) / 3600);

function powerIn(inverters: readonly ExpectedInverter[], sun: ReturnType<typeof sunAt>): Range {
  let [low, high] = [0, 0];
  for (const { maxPowerW = Number.POSITIVE_INFINITY, strings } of inverters) {
    const ranges = strings.map((string) => ({ string, range: rangeOf(string) }));
    const sumOf = (bound: keyof Range) =>
      ranges.reduce(
        (sum, { string: { plane = FLAT, peakW }, range }) =>
          sum + (peakW * range[bound] * clearSkyOn(plane, sun)) / STANDARD_W_M2,
        0,
      );
    low += Math.min(maxPowerW, sumOf('low'));
    high += Math.min(maxPowerW, sumOf('high'));
  }
  return { low, high };
}

function rangeOf({ origin, performance }: ExpectedString): Range {
  if (performance !== undefined) return { low: LEARNT.low * performance, high: LEARNT.high * performance };
  return origin === 'rough' ? ROUGH : USUAL;
}
