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
  /** False: the end is not kept in sight, by hand or because the lines are held. */
  readonly follows: boolean;
  /** How many came since the lines are held; with a filter, as far as they are kept and it lets them through. */
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
  /** Whether the end is to be kept in sight; what comes is shown in either case. */
  follow(follows: boolean): void;
  /** Holds what is shown as it is, or lets it go on as before. */
  hold(isHeld: boolean): void;
  /** Shows only lines with this text in them, whatever the case. */
  filter(text: string): void;
  clear(): void;
  /** What the filter lets through, with what waits. */
  all(): readonly ConsoleLine[];
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
  const lines = [...old.lines.filter(isOlder), ...fresh.lines].slice(
    __WITHOUT__.consoleLines ? 0 : -LINES_MAX,
  );
  const oldestId = lines[0]?.id ?? 0;
  const matching = [...old.matching.filter(isOlder), ...fresh.matching];
  return { lines, matching: matching.filter(({ id }) => id >= oldestId) };
}

/** How many came after a line; without a filter also those that are not kept any more. */
function countAfter(lastId: number, { lines, matching }: Kept, wanted: string): number {
  if (wanted === '') return (lines.at(-1)?.id ?? lastId) - lastId;
  return matching.filter(({ id }) => id > lastId).length;
}

/** Each line once; one that has grown as it is now. */
function bothOf(old: readonly ConsoleLine[], now: readonly ConsoleLine[]): readonly ConsoleLine[] {
  const firstId = now[0]?.id ?? Number.POSITIVE_INFINITY;
  return [...old.filter(({ id }) => id < firstId), ...now];
}

/** However often it is wanted, `action` is done once before the next picture. */
function oncePerFrame(onFrame: ConsoleStorePorts['onFrame'], action: () => void): () => void {
  let isWanted = false;
  return () => {
    if (isWanted) return;
    isWanted = true;
    onFrame(() => {
      isWanted = false;
      action();
    });
  };
}

export function createConsoleStore({ now, onFrame }: ConsoleStorePorts): ConsoleStore {
  const subscribers = createSubscribers();
  const reader = createLineReader();
  /** What came since the last picture. */
  let fresh: ConsoleLine[] = [];
  let kept = NOTHING;
  let held: Kept | undefined;
  let isOff = false;
  let wanted = '';
  let hasDropped = false;
  let longest = 0;
  let shown: ConsoleContent;
  const wantPicture = oncePerFrame(onFrame, () => {
    keepFresh();
    publish();
  });
  publish();

  function publish(): void {
    const { lines, matching } = held ?? kept;
    shown = {
      lines: matching,
      lineCount: lines.length,
      follows: held === undefined && !isOff,
      waiting: held === undefined ? 0 : countAfter(lines.at(-1)?.id ?? 0, kept, wanted),
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
    wantPicture();
  }

  /** Nothing is left to hold; the end stays out of sight. */
  function letGo(): void {
    isOff ||= held !== undefined;
    held = undefined;
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
      isOff = !follows;
      held = undefined;
      publish();
    },
    hold(isHeld) {
      if (isHeld === (held !== undefined) || (isHeld && kept.matching.length === 0)) return;
      held = isHeld ? kept : undefined;
      publish();
    },
    filter(text) {
      wanted = text.toLowerCase();
      kept = filtered(kept.lines, wanted);
      held = held && filtered(held.lines, wanted);
      if (held?.matching.length === 0) letGo();
      publish();
    },
    clear() {
      reader.endLine();
      fresh = [];
      kept = NOTHING;
      letGo();
      hasDropped = false;
      longest = 0;
      publish();
    },
    all: () => (held === undefined ? kept.matching : bothOf(held.matching, kept.matching)),
    snapshot: () => shown,
    subscribe: subscribers.subscribe,
  };
}
