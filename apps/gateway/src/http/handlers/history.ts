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
  type ImportedEnergy,
  result,
  timezoneOf,
} from '@heliograph/contract';
import { canonicalSerial } from '@heliograph/domain';
import type { Fleet } from '../../fleet/fleet.ts';
import { consumedWh, ownUseWh } from '../../history/meter-bucket.ts';
import type { History } from '../../history/start-history.ts';
import { dateText, FIRST_PLAUSIBLE_DAY } from '../../history/tiers.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import { replacementChange } from '../../settings/changes.ts';
import { withReplaced } from '../../settings/plant-places.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { ParameterError } from '../answers/nothing-there-error.ts';
import { noInverter } from './by-serial.ts';
import { numberIn, oneOf, type Query } from './query-values.ts';

type HistoryHandlers = Pick<
  Handlers,
  | 'getHistory'
  | 'getHistoryCurve'
  | 'getHistoryCsv'
  | 'getHistoryEnergy'
  | 'getHistorySettings'
  | 'setHistorySettings'
  | 'importHistory'
  | 'getHistoryImports'
  | 'takeImportBack'
  | 'replaceInHistory'
>;

export interface HistoryHandlerOptions {
  readonly history: Omit<History, 'forget' | 'stop'>;
  readonly settings: SettingsStore;
  readonly fleet: Pick<Fleet, 'find'>;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
}

const POINTS_DEFAULT = 1000;
/** A curve has a begin and an end. */
const POINTS_MIN = 2;
const POINTS_MAX = 4000;
const DAY_S = 86_400;
/** The begin of the year 2100. */
const HISTORY_TO_MAX_S = 4_102_444_800;

export function createHistoryHandlers(options: HistoryHandlerOptions): HistoryHandlers {
  const { history, settings, fleet, deviceClock } = options;

  /** Whose history is meant. An inverter that is not there any more has one, too; throws an `InverterNameError` for one that never was. */
  async function subjectOf(query: Query) {
    const { inv = '' } = query;
    const number = numberIn(query, 'string') ?? 0;
    const there = fleet.find(inv);
    const serial = there?.serial ?? inv.toLowerCase();
    if (there === undefined && serial !== '' && !(await history.hasPlace(serial))) noInverter();
    return { serial, string: number > 0 ? number - 1 : undefined };
  }

  return {
    async getHistory() {
      const { problem, sizeBytes, freeBytes, places, meter, ...days } = await history.status();
      const { raw_days, minute_days, write_interval: _writeInterval, ...prices } = settings.get('history');
      return {
        ...(problem !== undefined && { problem }),
        size: sizeBytes,
        ...(freeBytes !== undefined && { free: freeBytes }),
        ...{ raw_days, minute_days, ...sentDays(days) },
        ...(meter.firstDay !== undefined && { meter_first_day: meter.firstDay }),
        timezone: settings.get('ntp').ntp_timezone,
        prices,
        places: places.map((place) => sentPlace(place, fleet)),
      };
    },
    async getHistoryCurve(_, query) {
      const points = numberIn(query, 'points') ?? POINTS_DEFAULT;
      if (points < POINTS_MIN) throw new ParameterError(`points must be at least ${POINTS_MIN}.`);
      const curve = await history.curve({
        ...spanOf(query),
        measure: oneOf(HISTORY_MEASURES, query, 'measure') ?? 'power',
        ...(await subjectOf(query)),
        pointsMax: Math.min(points, POINTS_MAX),
        nowS: Math.floor(deviceClock.unixMs() / 1000),
      });
      return curve === undefined ? NO_CURVE : sentCurve(curve);
    },
    async getHistoryEnergy(_, query) {
      const step = oneOf(HISTORY_STEPS, query, 'step') ?? missing('step');
      const bars = await history.energy({ ...spanOf(query), ...(await subjectOf(query)), step });
      return { bars: (bars ?? []).map(sentBar) };
    },
    async getHistoryCsv(_, query) {
      const step = oneOf(HISTORY_CSV_STEPS, query, 'step') ?? missing('step');
      const span = spanOf(query);
      const { serial } = await subjectOf(query);
      const plan = await history.planCsv({ serial, step, ...span });
      return plan === undefined ? noCsv() : { rows: plan.rows, pieces: piecesOf(history, plan) };
    },
    getHistorySettings: () => settings.get('history'),
    async setHistorySettings(update) {
      await settings.update('history', () => update);
      return result('SettingsSaved');
    },
    async importHistory({ days, import: part }) {
      const read = readDays(days);
      const { utcOffsetS } = timezoneOf(settings.get('ntp').ntp_timezone);
      const nowS = deviceClock.unixMs() / 1000;
      const today = Math.floor((nowS + utcOffsetS(nowS)) / DAY_S);
      const hasComeOnce = new Set(read.map(({ day }) => day)).size === read.length;
      // Without a clock nobody knows what is still to come.
      const hasCome = !deviceClock.isSet() || read.every(({ day }) => day <= today);
      // What an earlier version has taken can still be forgotten.
      const isFit = read.every(
        ({ isDay, day, energyWh }) => isDay && (day >= FIRST_PLAUSIBLE_DAY || energyWh === null),
      );
      if (!hasComeOnce || !hasCome || !isFit) return result('HistoryImportDays');
      return history.importDays(read, { id: part, atS: nowOf(deviceClock) }).then(
        (id) => ({ ...result('HistoryImported'), ...(id !== undefined && { import: id }) }),
        () => result('HistoryNotKept'),
      );
    },
    getHistoryImports: async () => ({ imports: (await history.imports()).map(sentImport) }),
    takeImportBack: ({ id }) =>
      history.takeImportBack(id, nowOf(deviceClock)).then(
        (back) =>
          back.kind === 'done'
            ? {
                ...result('HistoryImportTakenBack'),
                ...(back.stayingDays > 0 && { staying_days: back.stayingDays }),
              }
            : result(back.kind === 'unknown' ? 'ChangeUnknown' : 'ChangeNothingLeft'),
        () => result('HistoryNotKept'),
      ),
    async replaceInHistory({ old_serial: oldSerial, new_serial: newSerial }) {
      if (fleet.find(oldSerial) !== undefined) return result('HistoryReplaceThere');
      const there = fleet.find(newSerial);
      if (there === undefined) return result('HistoryReplaceNew');
      const replacing = await history.replace(oldSerial, there.serial).catch(() => undefined);
      if (replacing === undefined) return result('HistoryNotKept');
      if (replacing === 'done') {
        const old = canonicalSerial(oldSerial) ?? oldSerial;
        const kept = await history.replacements();
        const id = kept.find(({ newSerial: serial }) => serial === there.serial)?.id;
        await settings.updateSeveral(
          ({ plant }) => ({ plant: withReplaced(plant, old, there.serial) }),
          { actor: 'admin', reason: 'replaced' },
          id === undefined ? [] : [replacementChange(old, there.serial, id)],
        );
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

function sentBar({ name, startS, energyWh, isEstimated, peakW, peakAtS, missedS, meter }: Bar): HistoryBar {
  return {
    ...{ name, start: startS, energy: energyWh },
    ...(isEstimated && { estimated: true }),
    ...(peakW !== undefined && { peak: peakW }),
    ...(peakAtS !== undefined && { peak_at: peakAtS }),
    ...(missedS > 0 && { missed: missedS }),
    ...(meter && {
      ...{ imported: meter.importedWh, exported: meter.exportedWh, consumption: consumedWh(meter) },
      ...{ own_use: ownUseWh(meter), metered: Math.round(meter.meteredS) },
    }),
  };
}

/** Throws a `ParameterError` where the question makes no sense. */
function spanOf(query: Query) {
  const [fromS, toS] = [numberIn(query, 'from') ?? missing('from'), numberIn(query, 'to') ?? missing('to')];
  if (toS <= fromS) throw new ParameterError('to must be later than from.');
  if (toS > HISTORY_TO_MAX_S)
    throw new ParameterError(`to must be at most ${HISTORY_TO_MAX_S}, the end of the year 2099.`);
  return { fromS, toS };
}

function sentImport(one: Awaited<ReturnType<History['imports']>>[number]): ImportedEnergy {
  const { id, atS, first, last, dayCount: days, beforeWh: before, afterWh: after, takenBackAtS } = one;
  return {
    ...{ id, ...(atS !== undefined && { at: atS }), actor: 'admin' },
    ...{ first_day: dateText('day', first), last_day: dateText('day', last), days, before, after },
    ...(one.isTakenBack && { taken_back: true }),
    ...(takenBackAtS !== undefined && { taken_back_at: takenBackAtS }),
    takes_back: one.takesBack,
  };
}

/** Unix seconds; undefined where nobody has set the clock. */
const nowOf = (clock: Pick<DeviceClock, 'isSet' | 'unixMs'>) =>
  clock.isSet() ? Math.floor(clock.unixMs() / 1000) : undefined;

function missing(name: string): never {
  throw new ParameterError(`The parameter ${name} is missing.`);
}

/** In days since 1970. Some readers of dates take the 31st of February for the 3rd of March: that is no day. */
function readDays(days: HistoryImport['days']) {
  return days.map(({ date, energy }) => {
    const day = Date.parse(`${date}T00:00Z`) / DAY_S / 1000;
    return { day, energyWh: energy, isDay: Number.isInteger(day) && dateText('day', day) === date };
  });
}
