import { clearSkyOn, type Plane, type Site, sunAt } from '../../../apps/gateway/src/findings/clear-sky.ts';
import { openHistory } from '../../../apps/gateway/src/history/history.ts';
import type { HistoryReading } from '../../../apps/gateway/src/history/history-batch.ts';
import { offsetOf } from '../../../apps/gateway/src/history/plant-timezone.ts';
import { historyPath } from '../../../apps/gateway/src/history/start-history.ts';
import { createDice } from '../dice.ts';

/** A history of days that never were, in the file that a gateway finds when it starts: written as its recorder would have. */
export interface PastOptions {
  /** The data folder of that gateway. */
  readonly folder: string;
  readonly site: Site;
  readonly inverters: readonly PastInverter[];
  readonly fromMs: number;
  readonly untilMs: number;
  /** From one reading to the next. */
  readonly stepS: number;
  readonly seed?: number;
  readonly timezone?: string;
}

export interface PastInverter {
  readonly serial: string;
  readonly name: string;
  readonly strings: readonly PastString[];
}

export interface PastString extends Plane {
  readonly name: string;
  readonly peakW: number;
}

const CENTRAL_EUROPE = 'CET-1CEST,M3.5.0,M10.5.0/3';
const HOUR_S = 3600;
const DAY_MS = 86_400_000;
/** Light that a panel's peak power is told for. */
const PEAK_W_M2 = 1000;
const INVERTER_SHARE = 0.95;
/** The longest that history keeps every reading, and every minute. */
const KEPT_FOR = { rawDays: 30, minuteDays: 400 };

export function writePast(options: PastOptions): void {
  const { folder, site, inverters, fromMs, untilMs, stepS, seed = 1, timezone = CENTRAL_EUROPE } = options;
  const history = openHistory({
    ...{ path: historyPath(folder), offsetOf },
    config: { ...KEPT_FOR, timezone },
  });
  const dice = createDice(seed);
  const counters = new Map<string, { todayWh: number; totalWh: number; day: number }>();
  const utcOffsetS = offsetOf(timezone);
  let sky = 0.2;

  function countedAt(key: string, atS: number, powerW: number) {
    const day = Math.floor((atS + utcOffsetS(atS)) / 86_400);
    const before = counters.get(key) ?? { todayWh: 0, totalWh: 500_000, day };
    const energyWh = (powerW * stepS) / HOUR_S;
    const todayWh = (before.day === day ? before.todayWh : 0) + energyWh;
    const after = { todayWh, totalWh: before.totalWh + energyWh, day };
    counters.set(key, after);
    return { todayWh: Math.floor(after.todayWh), totalWh: Math.floor(after.totalWh) };
  }

  function readingAt({ serial, strings }: PastInverter, atMs: number, clear: number): HistoryReading {
    const sun = sunAt(atMs, site);
    const read = strings.map((string, place) => {
      const powerW = (clearSkyOn(string, sun) / PEAK_W_M2) * string.peakW * clear;
      return {
        ...{ powerW, voltageV: 33, currentA: powerW / 33 },
        ...countedAt(`${serial}/${place}`, atMs / 1000, powerW),
      };
    });
    const powerW = read.reduce((sum, one) => sum + one.powerW, 0) * INVERTER_SHARE;
    const rest = { voltageV: 230, frequencyHz: 50, temperatureC: 20 + powerW / 40, limitPercent: 100 };
    return { serial, atMs, powerW, ...rest, strings: read };
  }

  const names = inverters.map(({ serial, name, strings }) => ({
    ...{ serial, name },
    strings: strings.map((string) => string.name),
  }));
  for (let dayMs = fromMs; dayMs < untilMs; dayMs += DAY_MS) {
    const weather = weatherOf(dice);
    const readings: HistoryReading[] = [];
    const plantPower = [];
    for (let atMs = dayMs; atMs < Math.min(dayMs + DAY_MS, untilMs); atMs += stepS * 1000) {
      if (sunAt(atMs, site).altitudeDeg <= 0) continue;
      sky += (weather.mean - sky) * 0.08 + weather.unrest * (dice() - 0.5);
      sky = Math.min(0.9, Math.max(0, sky));
      const all = inverters.map((inverter) => readingAt(inverter, atMs, 1 - sky));
      const powerW = all.reduce((sum, one) => sum + one.powerW, 0);
      readings.push(...all);
      plantPower.push({ atMs, powerW, dcPowerW: powerW / INVERTER_SHARE, limitPercent: 100 });
    }
    history.record({ readings, plantPower, missed: [], names: dayMs === fromMs ? names : [] });
  }
  history.close();
}

/** Clear, broken and grey days in no order: how much of the light clouds keep, and how fast that changes. */
function weatherOf(dice: () => number): { readonly mean: number; readonly unrest: number } {
  const kind = dice();
  if (kind < 0.35) return { mean: 0.02, unrest: 0.01 };
  if (kind < 0.8) return { mean: 0.15 + 0.4 * dice(), unrest: 0.18 };
  return { mean: 0.75, unrest: 0.05 };
}
