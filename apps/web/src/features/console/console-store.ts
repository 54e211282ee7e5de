import { createSubscribers } from '../../shared/lib/subscribers.ts';
import { type ConsoleLine, createLineReader } from './console-lines.ts';

/** Older ones are dropped. */
export const LINES_MAX = 2_000;

/** What there is to show now. The same object until something changes. */
export interface ConsoleContent {
  /** Those that the filter lets through, oldest first. */
  readonly lines: readonly ConsoleLine[];
  /** With those that it does not. */
  readonly lineCount: number;
  /** False: the lines are held as they are. */
  readonly follows: boolean;
  /** How many came since, as far as they are kept and the filter lets them through. */
  readonly waiting: number;
  readonly hasDropped: boolean;
  /** Characters of the longest line since the last clearing. */
  readonly longest: number;
}

/** The lines of the console: at most `LINES_MAX`, and while they are held as many new ones. */
export interface ConsoleStore {
  add(text: string): void;
  /** Adds a line of this page's own. */
  note(text: string): void;
  /** Goes on showing what comes, or holds what is shown. */
  follow(follows: boolean): void;
  /** Shows only lines with this text in them, whatever the case. */
  filter(text: string): void;
  clear(): void;
  snapshot(): ConsoleContent;
  subscribe(listener: () => void): () => void;
}

interface ConsoleStorePorts {
  readonly now: () => Date;
  /** Calls `action` before the next picture is drawn. What comes until then is shown at once. */
  readonly onFrame: (action: () => void) => void;
}

interface Kept {
  readonly lines: readonly ConsoleLine[];
  /** Those that the filter lets through. */
  readonly matching: readonly ConsoleLine[];
}

const NOTHING: Kept = { lines: [], matching: [] };

function filtered(lines: readonly ConsoleLine[], wanted: string): Kept {
  const matching = wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted));
  return { lines, matching };
}

/** The newest of both; the first new line may be the last old one, grown. */
function joined(old: Kept, fresh: Kept): Kept {
  const firstId = fresh.lines[0]?.id ?? 0;
  const isOlder = ({ id }: ConsoleLine) => id < firstId;
  const lines = [...old.lines.filter(isOlder), ...fresh.lines].slice(-LINES_MAX);
  const oldestId = lines[0]?.id ?? 0;
  const matching = [...old.matching.filter(isOlder), ...fresh.matching];
  return { lines, matching: matching.filter(({ id }) => id >= oldestId) };
}

function countAfter(lines: readonly ConsoleLine[], last: ConsoleLine | undefined): number {
  return lines.filter(({ id }) => id > (last?.id ?? -1)).length;
}

export function createConsoleStore({ now, onFrame }: ConsoleStorePorts): ConsoleStore {
  const subscribers = createSubscribers();
  const reader = createLineReader();
  /** What came since the last picture. */
  let fresh: ConsoleLine[] = [];
  let isFrameWanted = false;
  let kept = NOTHING;
  let held: Kept | undefined;
  let wanted = '';
  let hasDropped = false;
  let longest = 0;
  let shown: ConsoleContent;
  publish();

  function publish(): void {
    const { lines, matching } = held ?? kept;
    shown = {
      lines: matching,
      lineCount: lines.length,
      follows: held === undefined,
      waiting: held === undefined ? 0 : countAfter(kept.matching, lines.at(-1)),
      hasDropped,
      longest,
    };
    subscribers.notify();
  }

  function take(line: ConsoleLine): void {
    if (fresh.at(-1)?.id === line.id) fresh.pop();
    fresh.push(line);
    longest = Math.max(longest, line.text.length);
    if (fresh.length >= LINES_MAX) keepFresh(); // a page that is hidden is not drawn
    if (isFrameWanted) return;
    isFrameWanted = true;
    onFrame(() => {
      isFrameWanted = false;
      keepFresh();
      publish();
    });
  }

  function keepFresh(): void {
    const [oldest] = kept.lines;
    if (fresh.length > 0) kept = joined(kept, filtered(fresh, wanted));
    hasDropped ||= oldest !== undefined && oldest.id !== kept.lines[0]?.id;
    fresh = [];
  }

  return {
    add(text) {
      for (const line of reader.read(text, now())) take(line);
    },
    note: (text) => take(reader.note(text, now())),
    follow(follows) {
      if (follows === shown.follows) return;
      held = follows ? undefined : kept;
      publish();
    },
    filter(text) {
      wanted = text.toLowerCase();
      kept = filtered(kept.lines, wanted);
      held = held && filtered(held.lines, wanted);
      publish();
    },
    clear() {
      reader.endLine();
      fresh = [];
      kept = NOTHING;
      held = undefined;
      hasDropped = false;
      longest = 0;
      publish();
    },
    snapshot: () => shown,
    subscribe: subscribers.subscribe,
  };
}
