import {
  HISTORY_WRITE_INTERVAL_MAX_S,
  type HistoryCurve,
  quantityOf,
  type ReceivedInverter,
  type ReceivedLiveData,
} from '@heliograph/contract';
import { useLinkSnapshot } from '../api/services.ts';

/** Whose power is meant: the plant for an empty serial, an inverter, or one of its strings, from 1. */
export interface PowerSubject {
  readonly serial: string;
  readonly string: number | undefined;
}

/** A power, and when it was. */
export interface Newest {
  readonly atS: number;
  readonly powerW: number;
}

/** What time it was at the plant at a moment of our own clock. */
export interface PlantMoment {
  readonly unixS: number;
  readonly elapsedMs: number;
}

/** What has come since history was asked: only while it is fresh. */
export function useNewest(subject: PowerSubject, moment: PlantMoment | undefined): Newest | undefined {
  const { live, stale, sinceMs, phase } = useLinkSnapshot();
  if (live === undefined || stale || phase !== 'live' || moment === undefined) return undefined;
  const powerW = powerOf(subject, live);
  // In the time of the plant, not in that of this browser.
  const atS = moment.unixS + Math.round((sinceMs - moment.elapsedMs) / 1000);
  return powerW === undefined ? undefined : { atS, powerW };
}

function powerOf({ serial, string }: PowerSubject, live: ReceivedLiveData): number | undefined {
  if (serial === '') return live.plant.answering > 0 ? (live.totals.power.value ?? undefined) : undefined;
  const inverter = live.inverters.find((one) => one.serial === serial);
  if (!inverter?.isAnswering) return undefined;
  const channel =
    string === undefined ? inverter.phase : inverter.strings.find(({ number }) => Number(number) === string);
  return quantityOf(channel, 'power')?.value ?? undefined;
}

/** Longer than history may take to write what it hears, and a page to ask for it again: nothing was heard meanwhile. */
const GAP_FROM_S = HISTORY_WRITE_INTERVAL_MAX_S + 300;

/** A curve and what is known since its last point; behind a longer time of which nothing is known, after a gap. */
export function withNewest(curve: HistoryCurve, { atS, powerW }: Newest): HistoryCurve {
  const lastS = curve.at.at(-1);
  if (atS <= (lastS ?? 0)) return curve;
  const isBehindGap = lastS !== undefined && atS - lastS > GAP_FROM_S;
  const added = isBehindGap ? [null, powerW] : [powerW];
  return {
    ...curve,
    at: [...curve.at, ...(isBehindGap ? [lastS + curve.step, atS] : [atS])],
    mean: [...curve.mean, ...added],
    min: [...curve.min, ...added],
    max: [...curve.max, ...added],
  };
}

/** A limit of everything is none; it is told in per cent, and drawn in watts where these are known. */
const NO_LIMIT_PERCENT = 99.5;

/** What all inverters together can, in W; NaN where nobody knows it of one. */
export function ratedPowerW({ serial }: PowerSubject, live: ReceivedLiveData | undefined): number {
  const inverters = (live?.inverters ?? []).filter((one) => serial === '' || one.serial === serial);
  return inverters.reduce((sum, { limit }) => sum + maxPowerW(limit), 0);
}

/** Up to where power was allowed, in W; undefined where there was no limit, or nobody knows what all would be. */
export function limitCurve(percent: HistoryCurve | undefined, ratedW: number): HistoryCurve | undefined {
  if (percent === undefined || !(ratedW > 0)) return undefined;
  if (!percent.mean.some((value) => value !== null && value < NO_LIMIT_PERCENT)) return undefined;
  const watts = percent.mean.map((value) =>
    value === null || value >= NO_LIMIT_PERCENT ? null : (value * ratedW) / 100,
  );
  return { ...percent, mean: watts, min: watts, max: watts };
}

function maxPowerW({ watts, percent }: ReceivedInverter['limit']): number {
  return watts !== undefined && percent ? (watts / percent) * 100 : Number.NaN;
}
