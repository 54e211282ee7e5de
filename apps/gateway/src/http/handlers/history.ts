import {
  type Handlers,
  HISTORY_CSV_STEPS,
  HISTORY_MEASURES,
  HISTORY_STEPS,
  type HistoryBar,
  type HistoryCsv,
  type HistoryCurve,
  type HistoryImport,
  type HistoryPlace,
  result,
  timezoneOf,
} from '@heliograph/contract';
import { canonicalSerial } from '@heliograph/domain';
import type { Fleet } from '../../fleet/fleet.ts';
import type { History } from '../../history/start-history.ts';
import { dateText } from '../../history/tiers.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import { withReplaced } from '../../settings/plant-places.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

type HistoryHandlers = Pick<
  Handlers,
  | 'getHistory'
  | 'getHistoryCurve'
  | 'getHistoryCsv'
  | 'getHistoryEnergy'
  | 'getHistorySettings'
  | 'setHistorySettings'
  | 'importHistory'
  | 'replaceInHistory'
>;

export interface HistoryHandlerOptions {
  readonly history: Omit<History, 'forget' | 'stop'>;
  readonly settings: SettingsStore;
  readonly fleet: Pick<Fleet, 'find'>;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
}

const POINTS_DEFAULT = 1000;
const POINTS_MAX = 4000;
const DAY_S = 86_400;

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
      const { problem, sizeBytes, freeBytes, places, ...days } = await history.status();
      const { raw_days, minute_days, write_interval: _writeInterval, ...prices } = settings.get('history');
      return {
        ...(problem !== undefined && { problem }),
        size: sizeBytes,
        ...(freeBytes !== undefined && { free: freeBytes }),
        ...{ raw_days, minute_days, ...sentDays(days) },
        timezone: settings.get('ntp').ntp_timezone,
        prices,
        places: places.map((place) => sentPlace(place, fleet)),
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
    async getHistoryCsv(_, query) {
      const span = spanOf(query);
      const step = HISTORY_CSV_STEPS.find((known) => known === query.step);
      const { serial } = subjectOf(query);
      const plan = span && step && (await history.planCsv({ serial, step, ...span }));
      return plan === undefined ? noCsv() : { rows: plan.rows, pieces: piecesOf(history, plan) };
    },
    getHistorySettings: () => settings.get('history'),
    async setHistorySettings(update) {
      await settings.update('history', () => update);
      return result('SettingsSaved');
    },
    async importHistory({ days }) {
      const read = readDays(days);
      const { utcOffsetS } = timezoneOf(settings.get('ntp').ntp_timezone);
      const nowS = deviceClock.unixMs() / 1000;
      const today = Math.floor((nowS + utcOffsetS(nowS)) / DAY_S);
      const hasComeOnce = new Set(read.map(({ day }) => day)).size === read.length;
      // Without a clock nobody knows what is still to come.
      const hasCome = !deviceClock.isSet() || read.every(({ day }) => day <= today);
      if (!hasComeOnce || !hasCome || read.some(({ isDay }) => !isDay)) return result('HistoryImportDays');
      return history.importDays(read).then(
        () => result('HistoryImported'),
        () => result('HistoryNotKept'),
      );
    },
    async replaceInHistory({ old_serial: oldSerial, new_serial: newSerial }) {
      if (fleet.find(oldSerial) !== undefined) return result('HistoryReplaceThere');
      const there = fleet.find(newSerial);
      if (there === undefined) return result('HistoryReplaceNew');
      const replacing = await history.replace(oldSerial, there.serial).catch(() => undefined);
      if (replacing === undefined) return result('HistoryNotKept');
      if (replacing === 'done') {
        const old = canonicalSerial(oldSerial) ?? oldSerial;
        await settings.update('plant', (plant) => withReplaced(plant, old, there.serial));
      }
      return result(REPLACED[replacing]);
    },
  };
}

const REPLACED = {
  done: 'HistoryReplaced',
  unknown: 'HistoryReplaceUnknown',
  overlap: 'HistoryReplaceOverlap',
} as const;

type Status = Awaited<ReturnType<History['status']>>;

const sentDays = ({ firstDay, lastDay }: Pick<Status, 'firstDay' | 'lastDay'>) => ({
  ...(firstDay !== undefined && { first_day: firstDay }),
  ...(lastDay !== undefined && { last_day: lastDay }),
});

/** An inverter that is there is called what it is called now. */
function sentPlace(
  { serials, name, stringNames, ...days }: Status['places'][number],
  fleet: Pick<Fleet, 'find'>,
): HistoryPlace {
  const there = fleet.find(serials[0] ?? '');
  return {
    ...{ serials, name: there?.name ?? name },
    strings: stringNames.map((string, index) => there?.strings[index]?.name ?? string),
    ...sentDays(days),
    present: there !== undefined,
  };
}

/** Of what nothing is kept. */
const noCsv = (): HistoryCsv => ({
  rows: 0,
  pieces: (async function* () {
    yield 'local_time,time\r\n';
  })(),
});

type Plan = Awaited<ReturnType<History['planCsv']>> & object;

/** Each piece is made when the one before is on its way; whoever has gone away gets none. */
async function* piecesOf(history: Pick<History, 'csvPiece'>, plan: Plan): AsyncGenerator<string> {
  yield plan.head;
  for (let key: number | undefined = plan.firstKey; key !== undefined; ) {
    const { text, nextKey }: Awaited<ReturnType<History['csvPiece']>> = await history.csvPiece(plan, key);
    if (text !== '') yield text;
    key = nextKey;
  }
}

const NO_CURVE: HistoryCurve = { tier: 'minute', step: 60, at: [], mean: [], min: [], max: [] };

function sentCurve({ tier, stepS, atS, mean, min, max }: Awaited<ReturnType<History['curve']>> & object) {
  return { tier, step: stepS, at: atS, mean, min, max };
}

type Bar = (Awaited<ReturnType<History['energy']>> & object)[number];

function sentBar({ name, startS, energyWh, isEstimated, peakW, peakAtS, missedS }: Bar): HistoryBar {
  return {
    ...{ name, start: startS, energy: energyWh },
    ...(isEstimated && { estimated: true }),
    ...(peakW !== undefined && { peak: peakW }),
    ...(peakAtS !== undefined && { peak_at: peakAtS }),
    ...(missedS > 0 && { missed: missedS }),
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

/** In days since 1970. Some readers of dates take the 31st of February for the 3rd of March: that is no day. */
function readDays(days: HistoryImport['days']) {
  return days.map(({ date, energy }) => {
    const day = Date.parse(`${date}T00:00Z`) / DAY_S / 1000;
    return { day, energyWh: energy, isDay: Number.isInteger(day) && dateText('day', day) === date };
  });
}
