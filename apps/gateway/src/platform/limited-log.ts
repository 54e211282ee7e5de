import type { Clock } from './clock.ts';
import type { Log, LogFacts } from './log.ts';

/**
 * A log for what others can cause as often as they like: whoever reaches the gateway or its broker would otherwise fill
 * the disk, and drown everything else. Of each message the first lines are written, then one a minute, and how many
 * were left out. All of them are told at debug.
 */
export interface LimitedLog extends Log {
  /** Says at once what was left out and not said yet. */
  stop(): void;
}

/** Of each message. */
const LINES_MAX = 20;
const LINE_EVERY_MS = 60_000;
const SUM_EVERY_MS = 60_000;
/** Messages are sentences of ours, of which there are few; where somebody hands in others, these share one place. */
const MESSAGES_MAX = 64;
const OTHER_MESSAGES = 'Other messages.';

type LimitedLevel = 'error' | 'warn' | 'info';

interface Kind {
  /** Lines that may be written now. */
  lines: number;
  /** When `lines` was last reckoned up. */
  atMs: number;
  leftOut: number;
  level: LimitedLevel;
}

export function createLimitedLog({ log, clock }: { readonly log: Log; readonly clock: Clock }): LimitedLog {
  const kinds = new Map<string, Kind>();
  let cancelSum: (() => void) | undefined;

  function kindOf(message: string, nowMs: number): Kind {
    const key = kinds.has(message) || kinds.size < MESSAGES_MAX ? message : OTHER_MESSAGES;
    const kind = kinds.get(key) ?? { lines: LINES_MAX, atMs: nowMs, leftOut: 0, level: 'info' };
    kinds.set(key, kind);
    kind.lines = Math.min(LINES_MAX, kind.lines + (nowMs - kind.atMs) / LINE_EVERY_MS);
    kind.atMs = nowMs;
    return kind;
  }

  function sum(): void {
    cancelSum?.();
    cancelSum = undefined;
    for (const [message, kind] of kinds) {
      const { leftOut, level } = kind;
      if (leftOut > 0)
        log[level]('Further lines like this one were left out.', { line: message, count: leftOut });
      kind.leftOut = 0;
    }
  }

  function writer(level: LimitedLevel) {
    return (message: string, facts: LogFacts = {}) => {
      const kind = kindOf(message, clock.monotonicMs());
      if (kind.lines >= 1 || __WITHOUT__.repeatedLines) {
        kind.lines -= 1;
        log[level](message, facts);
        return;
      }
      kind.leftOut += 1;
      kind.level = level;
      cancelSum ??= clock.after(SUM_EVERY_MS, sum);
      log.debug(message, facts);
    };
  }

  return { ...log, error: writer('error'), warn: writer('warn'), info: writer('info'), stop: sum };
}
