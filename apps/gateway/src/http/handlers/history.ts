import {
  type Handlers,
  HISTORY_MEASURES,
  HISTORY_STEPS,
  type HistoryBar,
  type HistoryCurve,
  type HistoryImport,
  result,
} from '@heliograph/contract';
import type { Fleet } from '../../fleet/fleet.ts';
import type { History } from '../../history/start-history.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

type HistoryHandlers = Pick<
  Handlers,
  | 'getHistory'
  | 'getHistoryCurve'
  | 'getHistoryEnergy'
  | 'getHistorySettings'
  | 'setHistorySettings'
  | 'importHistory'
>;

export interface HistoryHandlerOptions {
  readonly history: Pick<History, 'curve' | 'energy' | 'status' | 'importDays'>;
  readonly settings: SettingsStore;
  readonly fleet: Pick<Fleet, 'find'>;
  readonly deviceClock: Pick<DeviceClock, 'unixMs'>;
}

const POINTS_DEFAULT = 1000;
const POINTS_MAX = 4000;
const DAY_MS = 86_400_000;

export function createHistoryHandlers(options: HistoryHandlerOptions): HistoryHandlers {
  const { history, settings, fleet, deviceClock } = options;

  /** Whose history is meant. An inverter that is not there any more has one, too. */
  const subjectOf = ({
    inv = '',
    string,
  }: {
    readonly inv?: string | undefined;
    readonly string?: string | undefined;
  }) => {
    const number = wholeNumber(string) ?? 0;
    return {
      serial: fleet.find(inv)?.serial ?? inv.toLowerCase(),
      string: number > 0 ? number - 1 : undefined,
    };
  };

  return {
    async getHistory() {
      const { problem, sizeBytes, firstDay, lastDay } = await history.status();
      return {
        ...(problem !== undefined && { problem }),
        size: sizeBytes,
        ...(firstDay !== undefined && { first_day: firstDay }),
        ...(lastDay !== undefined && { last_day: lastDay }),
        timezone: settings.get('ntp').ntp_timezone,
      };
    },
    async getHistoryCurve(_, query) {
      const span = spanOf(query);
      const points = wholeNumber(query.points) ?? POINTS_DEFAULT;
      const curve =
        span &&
        (await history.curve({
          ...subjectOf(query),
          ...span,
          measure: HISTORY_MEASURES.find((known) => known === query.measure) ?? 'power',
          pointsMax: Math.min(Math.max(points, 2), POINTS_MAX),
          nowS: Math.floor(deviceClock.unixMs() / 1000),
        }));
      return curve === undefined ? NO_CURVE : sentCurve(curve);
    },
    async getHistoryEnergy(_, query) {
      const span = spanOf(query);
      const step = HISTORY_STEPS.find((known) => known === query.step);
      const bars = span && step && (await history.energy({ ...subjectOf(query), ...span, step }));
      return { bars: (bars ?? []).map(sentBar) };
    },
    getHistorySettings: () => settings.get('history'),
    async setHistorySettings(update) {
      await settings.update('history', () => update);
      return result('SettingsSaved');
    },
    async importHistory({ days }) {
      const read = readDays(days);
      if (read === undefined) return result('ValuesMissing');
      return history.importDays(read).then(
        () => result('HistoryImported'),
        () => result('HistoryNotKept'),
      );
    },
  };
}

const NO_CURVE: HistoryCurve = { tier: 'minute', step: 60, at: [], mean: [], min: [], max: [] };

function sentCurve({ tier, stepS, atS, mean, min, max }: Awaited<ReturnType<History['curve']>> & object) {
  return { tier, step: stepS, at: atS, mean, min, max };
}

type Bar = (Awaited<ReturnType<History['energy']>> & object)[number];

function sentBar({ name, startS, energyWh, isEstimated, peakW, peakAtS }: Bar): HistoryBar {
  return {
    ...{ name, start: startS, energy: energyWh },
    ...(isEstimated && { estimated: true }),
    ...(peakW !== undefined && { peak: peakW }),
    ...(peakAtS !== undefined && { peak_at: peakAtS }),
  };
}

/** Undefined where the question makes no sense. */
function spanOf({
  from = '',
  to = '',
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}) {
  const [fromS, toS] = [wholeNumber(from), wholeNumber(to)];
  return fromS === undefined || toS === undefined || toS <= fromS ? undefined : { fromS, toS };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,11}$/.test(text) ? Number(text) : undefined;
}

/** Undefined where one of them is no day. */
function readDays(days: HistoryImport['days']): { day: number; energyWh: number }[] | undefined {
  const read = days.map(({ date, energy }) => ({
    day: Date.parse(`${date}T00:00Z`) / DAY_MS,
    energyWh: energy,
  }));
  return read.every(({ day }) => Number.isInteger(day)) ? read : undefined;
}
