import { HISTORY_IMPORT_DAYS_MAX, HISTORY_IMPORT_WH_MAX } from './constants.ts';
import type { HistoryBar } from './history.ts';

/**
 * Reads energy by days out of a text with separated values, as spreadsheets, data loggers and Home Assistant write it. Nobody
 * has to say how: separator, decimal mark, order of the date and unit are found out, and what is not sure is not taken.
 */

/** Energy of a day as an import takes it. */
export interface EnergyDay {
  readonly date: string;
  /** In whole Wh. */
  readonly energy: number;
}

/**
 * Why a line was left out. `date`: it has no date that can be read. `energy`: no number. `negative`, `too-large`: a number that
 * cannot be. `columns`: without a first line that names the columns, it is not clear which one counts. `twice`: an earlier line has
 * told another energy of this day. `future`: the day is still to come. `past`: it is before the year 2000, which no plant has measured. `not-solar`: it tells something else than what was produced, so
 * nothing is missing.
 */
export const ENERGY_CSV_REASONS = [
  'date',
  'energy',
  'negative',
  'too-large',
  'columns',
  'twice',
  'future',
  'past',
  'not-solar',
] as const;
export type EnergyCsvReason = (typeof ENERGY_CSV_REASONS)[number];

export interface EnergyCsvProblem {
  /** From 1. */
  readonly line: number;
  readonly reason: EnergyCsvReason;
  /** The line as it is, but no more than its beginning. */
  readonly text: string;
}

export interface EnergyCsv {
  /** Each day once, in order. */
  readonly days: readonly EnergyDay[];
  readonly problems: readonly EnergyCsvProblem[];
  /** How dates with slashes were read, where both ways are possible for all of them: somebody has to say. */
  readonly unsureOrder: DateOrder | undefined;
  /** The numbers rise from line to line and never fall, as those of a counter do, and were not read as one. */
  readonly isLikeCounter: boolean;
  /** The numbers were read as those of a counter, because such files have them, but fall as those of days do: somebody has to say. */
  readonly isFallingCounter: boolean;
  /** They were read so, and only rise; but days might have such numbers as well. */
  readonly isSmallCounter: boolean;
}

/** What stands first in a date with slashes. */
export type DateOrder = 'day-first' | 'month-first';

export interface EnergyCsvOptions {
  /** Days behind this one, such as `2026-06-21`, are refused. */
  readonly today?: string;
  /** As somebody has said; otherwise it is found out. */
  readonly dateOrder?: DateOrder | undefined;
  /** The numbers are what a counter stood at: energy is what it went on by. False: of days, as somebody has said. */
  readonly isCounter?: boolean;
  /** Of the plant: to which local day a moment belongs that is told with its time zone. */
  readonly utcOffsetS: (unixS: number) => number;
}

interface Line {
  readonly number: number;
  readonly cells: readonly string[];
  readonly text: string;
}

/** What a line has told. */
type Told =
  | {
      readonly kind: 'day';
      readonly date: string;
      readonly ofWhatCame: string;
      readonly wh: number;
      readonly isPart: boolean;
    }
  | { readonly kind: 'problem'; readonly reason: EnergyCsvReason };

const TEXT_SHOWN_MAX = 80;
const WH_PER_KWH = 1000;

/**
 * Work that is done in pieces, so that a page stays alive meanwhile: after each it says how much of all is done, from 0 to 1, and goes
 * on when it is asked to.
 */
export type InPieces<Result> = Generator<number, Result, undefined>;

/** What can be read of such a text. */
export function* readEnergyCsv(text: string, options: EnergyCsvOptions): InPieces<EnergyCsv> {
  const lines = yield* linesOf(text);
  const [head] = lines;
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (names[0] === 'entity_id' && names[1] === 'type') return yield* readEnergyDashboard(lines, options);
  const states = stateColumnsOf(names);
  if (states !== undefined) return yield* readCounterStates(lines, states, options);
  const statistics = statisticColumnsOf(names);
  if (statistics !== undefined) return yield* readStatistics(lines, statistics, options);
  return yield* readTable(lines, options);
}

/** The share of all work that cutting a text into lines takes, about; the rest is for what stands in them. */
const CUTTING_SHARE = 0.4;
/** So many lines, or cells of a long one, are read in one piece: a few milliseconds on a phone. */
const PIECE_LINES = 500;
const PIECE_CHARACTERS = 50_000;

/** `work` with each of them. */
function* forEach<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
  [from, to]: readonly [number, number] = [CUTTING_SHARE, 1],
): InPieces<void> {
  for (const [index, item] of items.entries()) {
    if (index % PIECE_LINES === 0) yield from + ((to - from) * index) / items.length;
    work(item, index);
  }
}

/** Home Assistant's energy page: a line for each entity, a column for each hour or day. */
function* readEnergyDashboard(
  [head, ...lines]: readonly Line[],
  options: EnergyCsvOptions,
): InPieces<EnergyCsv> {
  const sums = createSums(options);
  const dates = (head?.cells ?? []).slice(3).map((cell) => readDate(cell, 'day-first', options)?.date);
  for (const line of lines) {
    const [, type, unit = '', ...values] = line.cells;
    if (type !== 'solar_production') {
      sums.refuse(line, 'not-solar');
      continue;
    }
    const whPerUnit = whOfUnit(unit) ?? WH_PER_KWH;
    yield* forEach(values, (value, index) => {
      if (value.trim() !== '') addValue(line, dates[index], Number(value) * whPerUnit);
    });
  }
  return sums.result();

  function addValue(line: Line, date: string | undefined, wh: number): void {
    if (date === undefined) sums.refuse(line, 'date');
    else if (Number.isFinite(wh)) sums.add(line, date, wh, true);
    else sums.refuse(line, 'energy');
  }
}

/** The share of all work that is done once it is known what a counter stood at. */
const STANDS_SHARE = 0.8;

interface StateColumns {
  readonly entity: number;
  readonly state: number;
  readonly at: number;
}

function stateColumnsOf(names: readonly string[]): StateColumns | undefined {
  const [entity, state] = [names.indexOf('entity_id'), names.indexOf('state')];
  const at = names.findIndex((name) => /^last_(changed|updated)$/.test(name));
  return entity < 0 || state < 0 || at < 0 ? undefined : { entity, state, at };
}

/** Home Assistant's history page: what a counter stood at, whenever that changed; or the energy of a day, as far as it had come. */
function* readCounterStates(
  [, ...lines]: readonly Line[],
  columns: StateColumns,
  options: EnergyCsvOptions,
): InPieces<EnergyCsv> {
  const sums = createSums(options);
  const told: ToldStand[] = [];
  const take = (line: Line) => {
    const [entity = '', state = '', at = ''] = [columns.entity, columns.state, columns.at].map(
      (column) => line.cells[column],
    );
    if (/^(unavailable|unknown)$/.test(state)) return; // it says so itself
    const stand = state.trim() === '' ? Number.NaN : Number(state);
    const found = readDate(at, 'day-first', options);
    if (found !== undefined && Number.isFinite(stand)) {
      told.push({ line, entity, date: stand === 0 ? found.date : found.ofWhatCame, stand });
    } else sums.refuse(line, found === undefined ? 'date' : 'energy');
  };
  yield* forEach(lines, take, [CUTTING_SHARE, STANDS_SHARE]);
  if (options.isCounter === false) {
    yield* addHighest(told, sums);
    return sums.result();
  }
  const hasFallen = yield* addStands(told, sums);
  const isUnsaid = options.isCounter === undefined;
  return {
    ...sums.result(),
    isFallingCounter: isUnsaid && hasFallen,
    isSmallCounter: isUnsaid && !hasFallen && isLikeDays(told),
  };
}

/** No plant of a house makes more in a day; the counter of one that is a year old stands higher. */
const DAY_MAX_KWH = 500;

/** Of several days, and so small that each might be what a day has brought. */
function isLikeDays(told: readonly ToldStand[]): boolean {
  return told.some(({ date }) => date !== told[0]?.date) && told.every(({ stand }) => stand <= DAY_MAX_KWH);
}

interface StatisticColumns {
  readonly id: number;
  readonly unit: number;
  readonly start: number;
  readonly end: number;
  readonly change: number;
  /** What it has summed up to at the end of each line's time. */
  readonly sum: number;
}

function statisticColumnsOf(names: readonly string[]): StatisticColumns | undefined {
  const column = (form: RegExp) => names.findIndex((name) => form.test(name));
  const [id, start, end] = [column(/^statistic_id$/), column(/^start(_ts)?$/), column(/^end(_ts)?$/)];
  const [unit, change] = [column(/^unit(_of_measurement)?$/), column(/^change$/)];
  const sum = [column(/^sum$/), column(/^state$/)].find((found) => found >= 0) ?? -1;
  if (id < 0 || Math.max(start, end) < 0 || Math.max(change, sum) < 0) return undefined;
  return { id, unit, start, end, change, sum };
}

/** Home Assistant's statistics: a line for each of them and each hour, with what it has summed up to at its end, or what that hour brought. */
function* readStatistics(
  [, ...lines]: readonly Line[],
  columns: StatisticColumns,
  options: EnergyCsvOptions,
): InPieces<EnergyCsv> {
  const sums = createSums(options);
  const ids = new Set(lines.map(({ cells }) => cells[columns.id] ?? ''));
  const isAnySolar = [...ids].some((id) => SOLAR_NAME.test(id));
  const before = new Map<string, number>();
  const cameSince = (id: string, wh: number) => {
    const earlier = before.get(id);
    before.set(id, wh);
    return earlier === undefined ? undefined : counted(earlier, wh);
  };
  const otherReason: EnergyCsvReason = isAnySolar ? 'not-solar' : 'columns';
  const take = (line: Line) => {
    const { id, date, wh = 0, isChange, reason } = readStatistic(line, columns, options);
    const isOther = ids.size > 1 && !SOLAR_NAME.test(id);
    if (date === undefined || reason !== undefined || isOther) {
      sums.refuse(line, reason === 'not-solar' || !isOther ? (reason ?? 'date') : otherReason);
      return;
    }
    const came = isChange ? wh : cameSince(id, wh);
    if (came !== undefined) sums.add(line, date, came, true);
  };
  yield* forEach(lines, take);
  return sums.result();
}

function readStatistic({ cells }: Line, columns: StatisticColumns, options: EnergyCsvOptions) {
  const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? '').trim());
  const [start, end, change] = [cell(columns.start), cell(columns.end), cell(columns.change)];
  const found = readDate(momentOf(start || end), 'day-first', options);
  const value = change || cell(columns.sum);
  const whPerUnit = whOfUnit(cell(columns.unit) || 'kWh');
  const wh = whPerUnit && Number(value.replace(',', '.')) * whPerUnit;
  return {
    ...{ id: cell(columns.id), wh, isChange: change !== '' },
    date: start === '' ? found?.ofWhatCame : found?.date,
    reason: reasonAgainst(wh, found, value),
  };
}

function reasonAgainst(
  wh: number | undefined,
  date: ReadDate | undefined,
  value: string,
): EnergyCsvReason | undefined {
  if (wh === undefined) return 'not-solar';
  if (date === undefined) return 'date';
  return value === '' || Number.isNaN(wh) ? 'energy' : undefined;
}

/** Some files tell unix time, in seconds or milliseconds. */
function momentOf(cell: string): string {
  if (!/^(\d{10}|\d{13})(\.\d+)?$/.test(cell)) return cell;
  const unixMs = Number(cell) * (/^\d{10}(\.|$)/.test(cell) ? 1000 : 1);
  return new Date(unixMs).toISOString();
}

interface ToldStand {
  readonly line: Line;
  readonly entity: string;
  readonly date: string;
  readonly stand: number;
}

/** What each counter went on by; whether one has fallen as counters do not. */
function* addStands(told: readonly ToldStand[], sums: ReturnType<typeof createSums>): InPieces<boolean> {
  const before = new Map<string, number>();
  let hasFallen = false;
  const add = ({ line, entity, date, stand }: ToldStand) => {
    const earlier = before.get(entity);
    before.set(entity, stand);
    if (earlier === undefined) return;
    hasFallen ||= isFall(earlier, stand);
    sums.add(line, date, counted(earlier, stand) * WH_PER_KWH, true);
  };
  yield* forEach(told, add, [STANDS_SHARE, 1]);
  return hasFallen;
}

/** Of numbers that begin anew each day: the highest of it. */
function* addHighest(told: readonly ToldStand[], sums: ReturnType<typeof createSums>): InPieces<void> {
  const highest = new Map<string, ToldStand>();
  const take = (one: ToldStand) => {
    const day = `${one.date} ${one.entity}`;
    if (one.stand > (highest.get(day)?.stand ?? Number.NEGATIVE_INFINITY)) highest.set(day, one);
  };
  yield* forEach(told, take, [STANDS_SHARE, 1]);
  for (const { line, date, stand } of highest.values()) sums.add(line, date, stand * WH_PER_KWH, true);
}

/** So much of its stand a counter may lose that had not stored it. */
const LOST_SHARE_MAX = 0.01;

/** Not as a counter falls that begins anew at 0, or has lost a little. */
const isFall = (before: number, is: number) => is !== 0 && is < before * (1 - LOST_SHARE_MAX);

/** A counter that stands far lower than before has begun anew; one that stands a little lower has lost what it had not stored. */
function counted(before: number, is: number): number {
  if (is >= before) return is - before;
  return is < before / 2 ? is : 0;
}

interface Columns {
  readonly date: number;
  readonly energy: number;
  readonly whPerUnit: number;
}

/** Anything else: a line for each day, or several. */
function* readTable(lines: readonly Line[], options: EnergyCsvOptions): InPieces<EnergyCsv> {
  const sums = createSums(options);
  const [first, ...rest] = lines;
  const hasHead = lines.slice(0, 1).some(({ cells }) => cells.every((cell) => !isDate(cell, options)));
  const named = hasHead ? columnsOf(first?.cells ?? []) : undefined;
  const body = hasHead ? rest : lines;
  const columns = named ?? { date: 0, energy: 1, whPerUnit: WH_PER_KWH };
  const found = yield* dateOrderOf(body.map(({ cells }) => cells[columns.date] ?? ''));
  const order = options.dateOrder ?? found.order;
  const decimal = yield* decimalMarkOf(body.map(({ cells }) => cells[columns.energy] ?? ''));
  if (hasHead && named === undefined && first !== undefined) sums.refuse(first, 'columns');
  const form = { ...columns, isNamed: named !== undefined, order, decimal, options };
  const inTime = yield* readRows(body, form, sums);
  if (options.isCounter === true) addSteps(inTime, sums);
  else for (const { line, date, wh, isPart } of inTime) sums.add(line, date, wh, isPart);
  return {
    ...sums.result(),
    unsureOrder: found.isSure ? undefined : order,
    isLikeCounter: options.isCounter !== true && isRising(inTime),
  };
}

/** What can be read of them, the earliest first; some files begin with the newest. */
function* readRows(
  body: readonly Line[],
  form: RowForm,
  sums: ReturnType<typeof createSums>,
): InPieces<ToldDay[]> {
  const told: ToldDay[] = [];
  const take = (line: Line) => {
    const row = readRow(line, form);
    if (row.kind === 'day') told.push({ line, ...row });
    else sums.refuse(line, row.reason);
  };
  yield* forEach(body, take, [WRITING_SHARES[2], 1]);
  return (told[0]?.date ?? '') > (told.at(-1)?.date ?? '') ? told.reverse() : told;
}

interface ToldDay {
  readonly line: Line;
  readonly date: string;
  readonly ofWhatCame: string;
  readonly wh: number;
  readonly isPart: boolean;
}

/** What a counter went on by, of the day at which it stood there; where it began nobody knows. */
function addSteps(told: readonly ToldDay[], sums: ReturnType<typeof createSums>): void {
  told.forEach(({ line, ofWhatCame, wh }, index) => {
    const before = told[index - 1];
    if (before !== undefined) sums.add(line, ofWhatCame, counted(before.wh, wh), true);
  });
}

/** Fewer days may rise by the weather. */
const RISING_MIN = 3;

function isRising(told: readonly ToldDay[]): boolean {
  const [first, last] = [told[0]?.wh ?? 0, told.at(-1)?.wh ?? 0];
  const neverFalls = told.every(({ wh }, index) => wh >= (told[index - 1]?.wh ?? 0));
  return told.length >= RISING_MIN && first > 0 && last > first && neverFalls;
}

const isDate = (cell: string, options: EnergyCsvOptions) =>
  readDate(cell, 'day-first', options) !== undefined;

interface RowForm extends Columns {
  readonly isNamed: boolean;
  readonly order: DateOrder;
  readonly decimal: DecimalMark;
  readonly options: EnergyCsvOptions;
}

function readRow({ cells }: Line, form: RowForm): Told {
  const date = readDate(cells[form.date] ?? '', form.order, form.options);
  if (date === undefined) return { kind: 'problem', reason: 'date' };
  if (!form.isNamed && cells.slice(2).some((cell) => cell.trim() !== '')) {
    return { kind: 'problem', reason: 'columns' };
  }
  const { amount, unit } = readAmount(cells[form.energy] ?? '', form.decimal);
  if (amount === undefined) return { kind: 'problem', reason: 'energy' };
  return {
    kind: 'day',
    ...{ date: date.date, ofWhatCame: date.ofWhatCame },
    wh: amount * (whOfUnit(unit) ?? form.whPerUnit),
    isPart: date.hasTime,
  };
}

/** Before this no day is taken; what a file has of the year 1 comes from a program without a clock. */
const FIRST_DATE = '2000-01-01';

/** Adds up what belongs to a day, and keeps what does not. */
function createSums({ today }: Pick<EnergyCsvOptions, 'today'>) {
  const days = new Map<string, { wh: number; isPart: boolean; line: Line }>();
  const problems: EnergyCsvProblem[] = [];

  function refuse({ number, text }: Line, reason: EnergyCsvReason): void {
    const before = problems.at(-1);
    if (before?.line === number && before.reason === reason) return;
    problems.push({ line: number, reason, text: text.slice(0, TEXT_SHOWN_MAX) });
  }

  return {
    refuse,
    /** `isPart`: other lines may tell more of the same day. */
    add(line: Line, date: string, wh: number, isPart: boolean): void {
      const known = days.get(date);
      if (today !== undefined && date > today) refuse(line, 'future');
      else if (date < FIRST_DATE) refuse(line, 'past');
      else if (known === undefined) days.set(date, { wh, isPart, line });
      else if (isPart && known.isPart) days.set(date, { wh: known.wh + wh, isPart, line });
      else if (known.wh !== wh) refuse(line, 'twice');
    },
    result(): EnergyCsv {
      const good: EnergyDay[] = [];
      for (const [date, { wh, line }] of days) {
        const energy = Math.round(wh);
        if (energy < 0) refuse(line, 'negative');
        else if (energy > HISTORY_IMPORT_WH_MAX) refuse(line, 'too-large');
        else good.push({ date, energy });
      }
      return {
        days: good.sort((one, other) => (one.date < other.date ? -1 : 1)),
        problems: problems.sort((one, other) => one.line - other.line),
        ...{ unsureOrder: undefined, isLikeCounter: false },
        ...{ isFallingCounter: false, isSmallCounter: false },
      };
    },
  };
}

/** Lines with something in them, cut into cells. Excel begins some files with `sep=;`. */
function* linesOf(text: string): InPieces<Line[]> {
  const whole = text.replace(/^\uFEFF/, '');
  const told = /^sep=(.)\r?\n/i.exec(whole);
  const separator = told?.[1] ?? separatorOf(whole);
  const lines = yield* cutLines(whole, separator);
  return lines.slice(told === null ? 0 : 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** A tab or a semicolon in the first line is no part of a value; a comma may be one. */
function separatorOf(text: string): string {
  const begin = text.search(/\S/);
  const [from, to] = [text.lastIndexOf('\n', begin) + 1, text.indexOf('\n', begin)];
  const first = text.slice(from, to < 0 ? undefined : to);
  return ['\t', ';'].find((separator) => first.includes(separator)) ?? ',';
}

/** Source of the quotes: RFC 4180, section 2. */
function* cutLines(text: string, separator: string): InPieces<Line[]> {
  if (!text.includes('"')) return yield* cutPlainLines(text, separator);
  const lines: Line[] = [];
  const cellEnd = new RegExp(`[\\n\\u{${separator.codePointAt(0)?.toString(16)}}]`, 'gu');
  let cells: string[] = [];
  let [begin, beginNumber, number, pieceEnd] = [0, 1, 1, 0];
  const endLine = (end: number) => {
    lines.push({ number: beginNumber, cells, text: text.slice(begin, end).replace(/\r$/, '') });
    cells = [];
    begin = end + 1;
    number += 1;
    beginNumber = number;
  };
  for (let at = 0; at < text.length; ) {
    if (at >= pieceEnd) {
      yield (CUTTING_SHARE * at) / text.length;
      pieceEnd = at + PIECE_CHARACTERS;
    }
    const { cell, end } = cellAt(text, at, cellEnd);
    cells.push(cell);
    number += cell.split('\n').length - 1;
    if (text[end] === separator) {
      // Nothing stands behind it.
      if (end + 1 === text.length) cells.push('');
    } else endLine(end);
    at = end + 1;
  }
  if (cells.length > 0) endLine(text.length);
  return lines;
}

/** The cell that begins there, and where what ends it stands. */
function cellAt(
  text: string,
  begin: number,
  cellEnd: RegExp,
): { readonly cell: string; readonly end: number } {
  let at = begin;
  let quoted = '';
  if (text[begin] === '"') {
    let close = text.indexOf('"', begin + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close < 0) close = text.length;
    quoted = text.slice(begin + 1, close).replaceAll('""', '"');
    at = Math.min(close + 1, text.length);
  }
  cellEnd.lastIndex = at;
  const end = cellEnd.exec(text)?.index ?? text.length;
  return { cell: quoted + text.slice(at, end).replaceAll('\r', ''), end };
}

/** Where nothing is in quotes, every end of a line ends a row, and nobody has to look at each character. */
function* cutPlainLines(text: string, separator: string): InPieces<Line[]> {
  const lines: Line[] = [];
  const cut = (line: string, index: number) => {
    const whole = line.replaceAll('\r', '');
    lines.push({ number: index + 1, cells: whole.split(separator), text: whole });
  };
  yield* forEach(text.split('\n'), cut, [0, CUTTING_SHARE]);
  return lines;
}

const DATE_NAME = /^(local_time|date|datum|day|tag|jour|time|zeit|heure|timestamp|start)/i;
const SOLAR_NAME = /solar|pv|yield|ertrag|erzeug|produ/i;
const ENERGY_NAME = /energ|énerg|yield|ertrag|erzeug|produ|wert|value|valeur/i;

/** Undefined where the names do not tell which is which. */
function columnsOf(names: readonly string[]): Columns | undefined {
  const date = names.findIndex((name) => DATE_NAME.test(name.trim()));
  const others = names.map((name, index) => ({ name, index })).filter(({ index }) => index !== date);
  const inWh = others.filter(({ name }) => whOfUnit(unitOf(name)) !== undefined);
  const best =
    inWh.find(({ name }) => SOLAR_NAME.test(name)) ??
    inWh[0] ??
    others.find(({ name }) => SOLAR_NAME.test(name)) ??
    others.find(({ name }) => ENERGY_NAME.test(name)) ??
    (names.length === 2 ? others[0] : undefined);
  if (date < 0 || best === undefined) return undefined;
  return { date, energy: best.index, whPerUnit: whOfUnit(unitOf(best.name)) ?? WH_PER_KWH };
}

/** `kwh`, `wh` or `mwh` where a name has one as a word; empty otherwise. */
const unitOf = (name: string) => /(?:^|[^a-z])([km]?wh)(?:$|[^a-z])/i.exec(name)?.[1] ?? '';

const WH_OF_UNITS: ReadonlyMap<string, number> = new Map([
  ['wh', 1],
  ['kwh', WH_PER_KWH],
  ['mwh', 1_000_000],
]);
const whOfUnit = (unit: string) => WH_OF_UNITS.get(unit.trim().toLowerCase());

const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?=$|[ T,])/;

/** How far the work is while it is found out how dates and numbers are written. */
const WRITING_SHARES = [CUTTING_SHARE, 0.5, 0.6] as const;

/** With slashes the day is first, as in Europe, unless that cannot be for one of them and the other order can for all. */
function* dateOrderOf(
  cells: readonly string[],
): InPieces<{ readonly order: DateOrder; readonly isSure: boolean }> {
  let [firstMax, secondMax, differ] = [0, 0, false];
  const look = (cell: string) => {
    const found = SLASHED.exec(cell.trim());
    if (found === null) return;
    const [first, second] = [Number(found[1]), Number(found[2])];
    firstMax = Math.max(firstMax, first);
    secondMax = Math.max(secondMax, second);
    differ ||= first !== second; // the fifth of May is the same in both
  };
  yield* forEach(cells, look, [WRITING_SHARES[0], WRITING_SHARES[1]]);
  const isMonthFirst = secondMax > 12 && firstMax <= 12;
  const isUnsure = firstMax <= 12 && secondMax <= 12 && differ;
  return { order: isMonthFirst ? 'month-first' : 'day-first', isSure: !isUnsure };
}

interface ReadDate {
  /** `2026-06-21`. */
  readonly date: string;
  /** A time of the day is told, too, so a day may have several. */
  readonly hasTime: boolean;
  /** The day of what came until then: that before where it is midnight. */
  readonly ofWhatCame: string;
}

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[ T,])/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?=$|[ T,])/;

/** Undefined: that is no date, or none that there is. */
function readDate(cell: string, order: DateOrder, { utcOffsetS }: EnergyCsvOptions): ReadDate | undefined {
  const text = cell.trim();
  if (MOMENT.test(text)) {
    const unixS = Date.parse(text.replace(' ', 'T')) / 1000;
    if (!Number.isFinite(unixS)) return undefined;
    const localS = unixS + utcOffsetS(unixS);
    return { date: dayText(localS), hasTime: true, ofWhatCame: dayText(localS - MIDNIGHT_S) };
  }
  const hasTime = timeIn(text);
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst !== null) return dateOf(yearFirst[1], yearFirst[2], yearFirst[3], hasTime);
  const dotted = DOTTED.exec(text);
  if (dotted !== null) return dateOf(dotted[3], dotted[2], dotted[1], hasTime);
  const slashed = SLASHED.exec(text);
  if (slashed === null) return undefined;
  const [, first, second, year] = slashed;
  return order === 'day-first' ? dateOf(year, second, first, hasTime) : dateOf(year, first, second, hasTime);
}

/** Seconds after midnight in which something may still be told of the day before. */
const MIDNIGHT_S = 60;

/** Undefined: none is told. */
function timeIn(text: string): 'midnight' | 'other' | undefined {
  const time = /(\d{1,2}):(\d\d)(:\d\d)?\s*(am|pm)?/i.exec(text);
  if (time === null) return undefined;
  const [, hour = '', minute = '', , half = ''] = time;
  const isMidnight = Number(minute) === 0 && (half === '' ? Number(hour) === 0 : /^12am$/i.test(hour + half));
  return isMidnight ? 'midnight' : 'other';
}

function dateOf(
  year = '',
  month = '',
  day = '',
  time: 'midnight' | 'other' | undefined = undefined,
): ReadDate | undefined {
  const wholeYear = year.length === 2 ? `20${year}` : year;
  const date = `${wholeYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const unixS = Date.parse(`${date}T00:00Z`) / 1000;
  // Some readers of dates take the 31st of February for the 3rd of March.
  if (!Number.isFinite(unixS) || dayText(unixS) !== date) return undefined;
  return {
    ...{ date, hasTime: time !== undefined },
    ofWhatCame: time === 'midnight' ? dayText(unixS - MIDNIGHT_S) : date,
  };
}

const dayText = (localS: number) => new Date(localS * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);

type DecimalMark = ',' | '.';

/** Of all numbers of a file: the mark that stands last in one with both; else a comma, unless one has two groups of three behind two of them. */
function* decimalMarkOf(cells: readonly string[]): InPieces<DecimalMark> {
  let both: string | undefined;
  let [hasComma, hasThousandsByComma, hasThousandsByPoint] = [false, false, false];
  const look = (cell: string) => {
    const [comma, point] = [cell.includes(','), cell.includes('.')];
    if (comma && point) both ??= cell;
    hasComma ||= comma;
    hasThousandsByComma ||= comma && /^\D*\d{1,3}(,\d{3}){2,}\D*$/.test(cell);
    hasThousandsByPoint ||= point && /^\D*\d{1,3}(\.\d{3}){2,}\D*$/.test(cell);
  };
  yield* forEach(cells, look, [WRITING_SHARES[1], WRITING_SHARES[2]]);
  if (both !== undefined) return both.lastIndexOf(',') > both.lastIndexOf('.') ? ',' : '.';
  if (hasThousandsByComma) return '.';
  return hasThousandsByPoint || hasComma ? ',' : '.';
}

/** A number and, where it stands behind it, its unit. */
function readAmount(cell: string, decimal: DecimalMark): { amount: number | undefined; unit: string } {
  const [, digits = '', unit = ''] = /^([-+\d.,'’\s]*?)\s*([km]?wh)?$/i.exec(cell.trim()) ?? [];
  const thousands = decimal === ',' ? '.' : ',';
  const bare = digits.replace(/[\s'’]/g, '');
  const [whole = '', fraction, ...more] = bare.split(decimal);
  const isGrouped = /^[-+]?\d{1,3}([.,]\d{3})+$/.test(whole);
  const plain = isGrouped ? whole.replaceAll(thousands, '') : whole;
  const text = fraction === undefined ? plain : `${plain}.${fraction}`;
  const isNumber = more.length === 0 && /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(text);
  return { amount: isNumber ? Number(text) : undefined, unit };
}

/** What an import would do. */
export interface ImportPreview {
  /** Days of which nothing is kept yet. */
  readonly added: readonly EnergyDay[];
  /** Days of which something else is kept, in Wh. */
  readonly replaced: readonly (EnergyDay & { readonly before: number })[];
  /** How many days are kept just so already. */
  readonly same: number;
  /** The first and the last day that would change, and their energy in Wh before and after; undefined: none would. */
  readonly change:
    | { readonly first: string; readonly last: string; readonly beforeWh: number; readonly afterWh: number }
    | undefined;
}

/** What an import would do to what is kept: `bars` are the days of that time. */
export function previewImport(days: readonly EnergyDay[], bars: readonly HistoryBar[]): ImportPreview {
  const kept = new Map(bars.map(({ name, energy }) => [name, energy]));
  const replaced = days.flatMap((day) => {
    const before = kept.get(day.date);
    return before === undefined || before === day.energy ? [] : [{ ...day, before }];
  });
  const added = days.filter(({ date }) => !kept.has(date));
  const changed = [...added, ...replaced].map(({ date }) => date).sort();
  const [first, last] = [changed[0], changed.at(-1)];
  return {
    ...{ added, replaced, same: days.length - added.length - replaced.length },
    change:
      first === undefined || last === undefined
        ? undefined
        : {
            ...{ first, last },
            beforeWh: sumOf(replaced.map(({ before }) => before)),
            afterWh: sumOf([...added, ...replaced].map(({ energy }) => energy)),
          },
  };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The days of each call of an import, which takes so many at a time. */
export function importBatches<Day>(days: readonly Day[]): Day[][] {
  const count = Math.ceil(days.length / HISTORY_IMPORT_DAYS_MAX);
  return Array.from({ length: count }, (_, index) =>
    days.slice(index * HISTORY_IMPORT_DAYS_MAX, (index + 1) * HISTORY_IMPORT_DAYS_MAX),
  );
}
