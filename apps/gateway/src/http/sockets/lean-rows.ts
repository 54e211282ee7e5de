import { type LiveData, type LiveInverter, SHOWN_STRINGS } from '@heliograph/contract';
import { inverterJson, liveDataJson, plantMembersJson } from '../../encoding/live-data-json.ts';
import {
  agesRowJson,
  leanLiveData,
  newsOfRow,
  newsOfStrings,
  powerRowJson,
  type RowNews,
  shownIn,
  stringsOf,
  stringsRowJson,
  summaryOf,
} from './lean-live-data.ts';

/** What one page was told: it is told again only what has changed since. */
export interface LeanPage {
  /** The inverter that it shows; `SHOWN_STRINGS`: the strings of all. */
  shownSerial: string;
  /** Which summaries it has been told. */
  kind: RowKind;
  /** Which list of inverters it has; undefined: none yet. */
  list: number | undefined;
  /** Of each summary, at which round it was told. */
  readonly toldAt: Map<string, number>;
  /** Of the inverter that it shows, and of the plant, what was told last. */
  detail: { readonly serial: string; readonly news: string } | undefined;
  plant: string;
}

export function newLeanPage(): LeanPage {
  return {
    shownSerial: '',
    kind: 'powers',
    list: undefined,
    toldAt: new Map(),
    detail: undefined,
    plant: '',
  };
}

/** The summaries of all inverters, and since when each is as it is; kept once for all pages. */
export interface LeanRows {
  /** Live data as of now; each call begins a round. */
  take(data: LiveData): void;
  /**
   * What is new for a page, or, where nothing is, undefined unless `isDue`. It is not longer than `LEAN_MESSAGE_MAX_BYTES`, but
   * for the first one, which has everything: what does not fit comes with the next ones, what the page was told longest ago
   * first.
   */
  messageFor(page: LeanPage, isDue: boolean): string | undefined;
}

/**
 * A page of a plant of any size gets at most this in a second, of which the inverter that it shows takes up to three
 * thousand.
 */
export const LEAN_MESSAGE_MAX_BYTES = 7_500;

/** Of each inverter its power, or that of all its strings. */
type RowKind = 'powers' | 'strings';

function kindOf({ shownSerial }: LeanPage): RowKind {
  return shownSerial === SHOWN_STRINGS ? 'strings' : 'powers';
}

/** The rows of one kind, and of which round they are. */
interface Table {
  round: number;
  rows: ReadonlyMap<string, Row>;
}

interface Row {
  readonly summary: string;
  readonly power: string;
  readonly news: RowNews;
  /** The rounds at which they became so. */
  readonly statusAt: number;
  readonly powerAt: number;
}

export function createLeanRows(): LeanRows {
  let round = 0;
  let list = 0;
  let serials = '';
  let current: LiveData | undefined;
  const tables: Record<RowKind, Table> = {
    powers: { round: 0, rows: new Map() },
    strings: { round: 0, rows: new Map() },
  };

  /** The rows of this round; those that no page wants are not made. */
  function rowsOf(kind: RowKind): ReadonlyMap<string, Row> {
    const table = tables[kind];
    if (table.round !== round) {
      const inverters = current?.inverters ?? [];
      const { rows } = table;
      table.rows = new Map(inverters.map((inverter) => [inverter.serial, rowOf(inverter, kind, rows)]));
      table.round = round;
    }
    return table.rows;
  }

  function rowOf(inverter: LiveInverter, kind: RowKind, rows: ReadonlyMap<string, Row>): Row {
    const isOfStrings = kind === 'strings';
    const short = isOfStrings ? stringsOf(inverter) : summaryOf(inverter);
    const summary = inverterJson(short);
    const news = isOfStrings ? newsOfStrings(short) : newsOfRow(summary);
    const before = rows.get(inverter.serial);
    return {
      summary,
      power: isOfStrings ? stringsRowJson(short) : powerRowJson(short),
      news,
      statusAt: before?.news.status === news.status ? before.statusAt : round,
      powerAt: before?.news.power === news.power ? before.powerAt : round,
    };
  }

  function everything(page: LeanPage, data: LiveData): string {
    page.list = list;
    page.kind = kindOf(page);
    for (const serial of rowsOf(page.kind).keys()) page.toldAt.set(serial, round);
    const shown = shownIn(data, page.shownSerial);
    page.detail = shown && { serial: shown.serial, news: newsOf(shown) };
    page.plant = plantMembersJson(data);
    return `{"all":true,${liveDataJson(leanLiveData(data, page.shownSerial)).slice(1)}`;
  }

  /** What a page has to be told of other inverters than the one that it shows, as far as there is room for it. */
  function newsFor({ toldAt, detail, kind }: LeanPage, roomBytes: number): readonly string[] {
    const waiting = [...rowsOf(kind)]
      .map(([serial, row]) => ({ serial, row, atRound: toldAt.get(serial) ?? -1 }))
      .filter(({ serial, row, atRound }) => {
        return serial !== detail?.serial && Math.max(row.statusAt, row.powerAt) > atRound;
      })
      .map((each) => ({ ...each, isStatus: each.row.statusAt > each.atRound }))
      .sort((one, other) => Number(other.isStatus) - Number(one.isStatus) || one.atRound - other.atRound);
    const told: string[] = [];
    let room = roomBytes;
    for (const { serial, row, isStatus } of waiting) {
      const text = isStatus ? row.summary : row.power;
      room -= Buffer.byteLength(text) + 1;
      if (room < 0) break;
      told.push(text);
      toldAt.set(serial, round);
    }
    return told;
  }

  function changes(page: LeanPage, data: LiveData, isDue: boolean): string | undefined {
    const shown = shownIn(data, page.shownSerial);
    const before = page.detail;
    const news = shown && newsOf(shown);
    const isNewDetail = before?.serial !== shown?.serial || before?.news !== news;
    // The page has all of the inverter that it has shown, and from now on keeps up with its summary only.
    if (before !== undefined && before.serial !== shown?.serial) page.toldAt.delete(before.serial);
    page.detail = shown && { serial: shown.serial, news: news ?? '' };
    const plant = plantMembersJson(data);
    const detail = shown === undefined ? [] : [isNewDetail ? inverterJson(shown) : agesRowJson(shown)];
    const roomBytes = LEAN_MESSAGE_MAX_BYTES - Buffer.byteLength(detail.join('') + plant) - FRAME_BYTES;
    const others = newsFor(page, roomBytes);
    if (!isDue && !isNewDetail && others.length === 0 && plant === page.plant) return undefined;
    page.plant = plant;
    return `{"all":false,"inverters":[${[...detail, ...others].join(',')}],${plant}}`;
  }

  return {
    take(data) {
      round += 1;
      current = data;
      const next = data.inverters.map(({ serial }) => serial).join();
      if (next !== serials) list += 1;
      serials = next;
    },
    messageFor(page, isDue) {
      if (current === undefined) return undefined;
      return page.list === list && page.kind === kindOf(page)
        ? changes(page, current, isDue)
        : everything(page, current);
    },
  };
}

/** What stands around the members of a message. */
const FRAME_BYTES = 40;

/** What of the inverter that is shown has changed: everything but its ages. */
function newsOf(shown: LiveInverter): string {
  return inverterJson({ ...shown, data_age: 0, added_age: 0 });
}
