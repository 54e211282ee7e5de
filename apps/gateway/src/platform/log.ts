import { pino } from 'pino';
import { redactedFacts, redactedText } from './log-redaction.ts';

/** Stands for a fact that is only for who is logged in; the same bullets as in the answers of the API. */
const HIDDEN_FACT = '••••••••';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * What lines of the log may say beside their messages, and for whom. `private` is what could hold names of servers and
 * users, addresses, or words of others; whoever follows the console without a login gets it masked. A message is a
 * sentence of ours and holds none of it.
 */
const FACTS = {
  bytes: 'public',
  changeS: 'public',
  code: 'public',
  command: 'public',
  count: 'public',
  failure: 'public',
  isTrial: 'public',
  line: 'public',
  method: 'public',
  mode: 'public',
  port: 'public',
  retryS: 'public',
  section: 'public',
  serial: 'public',
  source: 'public',
  status: 'public',
  tls: 'public',
  address: 'private',
  clientId: 'private',
  error: 'private',
  files: 'private',
  note: 'private',
  path: 'private',
  payload: 'private',
  reason: 'private',
  server: 'private',
  topic: 'private',
  topics: 'private',
} as const satisfies Readonly<Record<string, 'public' | 'private'>>;

/** The parts of the gateway whose lines have a level of their own. */
export type LogPart = 'gateway' | 'radio' | 'devices' | 'http' | 'mqtt' | 'settings' | 'history' | 'time';

/** What is told of all, and of parts that have a level of their own: the numbers of `LOG_LEVELS`. */
export interface LogPartLevels {
  readonly default: number;
  readonly modules: readonly { readonly name: string; readonly level: number }[];
}

/** What a log line says beside its message. Secrets belong into a `Secret`, which prints as `[secret]`. */
export type LogFacts = { readonly [Name in keyof typeof FACTS]?: unknown };

/** Where the gateway tells what it does. */
export interface Log {
  error(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  debug(message: string, facts?: LogFacts): void;
  trace(message: string, facts?: LogFacts): void;
  /** Whether lines of this level are wanted by anybody now, for texts that cost something to make. */
  isEnabled(level: LogLevel): boolean;
  /** The same log for one part of the gateway, which has a level of its own. */
  module(name: LogPart): Log;
  /** From now on lines above the level of their part are not told to anybody. At first all are. */
  setLevels(levels: LogPartLevels): void;
  /**
   * Hands every further line to `listener`, whatever its level; returns the function that ends it. Such a line is
   * `info  Poll failed. serial="116180400144"`: no time, no line end.
   */
  onLine(listener: (line: string) => void): () => void;
  /** As `onLine`, with what is private masked: for whoever is not logged in. */
  onPublicLine(listener: (line: string) => void): () => void;
  /** The newest lines of level info and above, with their times and what is private masked: for whoever helps. */
  recentLines(): readonly string[];
}

const LEVEL_NUMBERS: Readonly<Record<LogLevel, number>> = {
  silent: Number.POSITIVE_INFINITY,
  error: 50,
  warn: 40,
  info: 30,
  debug: 20,
  trace: 10,
};
/** By the numbers that the settings have for them. */
const LEVELS_BY_NUMBER = LOG_LEVELS;
const LEVEL_NAMES = new Map(Object.entries(LEVEL_NUMBERS).map(([name, number]) => [number, name]));

/** So many of the newest lines are kept for whoever is asked for help. */
const RECENT_MAX = 500;

/** Nobody reads more of a line. */
const LINE_MAX_CHARACTERS = 2_000;

/**
 * A log that hands each line of `level` and above to `writeLine` (with the time, without line end), and every line to
 * its listeners. Secrets are taken out before either sees it.
 */
export function createLog(options: { level: LogLevel; writeLine: (line: string) => void }): Log {
  const [listeners, publicListeners] = [new Set<(line: string) => void>(), new Set<(line: string) => void>()];
  const recent: string[] = [];
  const logger = pino({ level: options.level, base: null, nestedKey: 'facts' }, { write });

  /** What is told of each part; of those that are not named it is what is told of all. */
  let levels: LogPartLevels = { default: LEVELS_BY_NUMBER.length - 1, modules: [] };
  function isTold(name: LogPart, level: LogLevel): boolean {
    const own = levels.modules.find((one) => one.name === name)?.level ?? -1;
    const told = LEVELS_BY_NUMBER[own < 0 ? levels.default : own] ?? 'trace';
    return LEVEL_NUMBERS[level] >= LEVEL_NUMBERS[told] && logger.isLevelEnabled(level);
  }

  function write(json: string): void {
    const { level, time, msg = '', facts = {} }: LogRecord = JSON.parse(json);
    const line = readableLine(level, msg, facts);
    if (level >= LEVEL_NUMBERS[options.level]) options.writeLine(`${new Date(time).toISOString()} ${line}`);
    for (const listener of [...listeners]) listener(line);
    const isKept = level >= LEVEL_NUMBERS.info;
    if (publicListeners.size === 0 && !isKept) return;
    const publicLine = readableLine(level, msg, publicFacts(facts));
    if (isKept) {
      recent.push(`${new Date(time).toISOString()} ${publicLine}`);
      if (recent.length > RECENT_MAX) recent.shift();
    }
    for (const listener of [...publicListeners]) listener(publicLine);
  }

  function follow(followers: Set<(line: string) => void>, listener: (line: string) => void): () => void {
    const own = (line: string) => listener(line);
    followers.add(own);
    logger.level = 'trace';
    return () => {
      followers.delete(own);
      if (listeners.size + publicListeners.size === 0) logger.level = options.level;
    };
  }

  const writer =
    (name: LogPart, level: Exclude<LogLevel, 'silent'>) =>
    (message: string, facts: LogFacts = {}) => {
      if (!isTold(name, level)) return;
      if (__WITHOUT__.logRedaction) logger[level](facts, message);
      else logger[level](redactedFacts(facts), redactedText(message));
    };
  const logOf = (name: LogPart): Log => ({
    error: writer(name, 'error'),
    warn: writer(name, 'warn'),
    info: writer(name, 'info'),
    debug: writer(name, 'debug'),
    trace: writer(name, 'trace'),
    isEnabled: (level) => isTold(name, level),
    module: logOf,
    setLevels(next) {
      levels = next;
    },
    onLine: (listener) => follow(listeners, listener),
    onPublicLine: (listener) => follow(publicListeners, listener),
    recentLines: () => [...recent],
  });
  return logOf('gateway');
}

interface LogRecord {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** What nobody has thought of is private. */
function publicFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kinds: Readonly<Record<string, 'public' | 'private'>> = FACTS;
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, kinds[name] === 'public' ? value : HIDDEN_FACT]),
  );
}

/** One line whatever the facts hold. */
function readableLine(level: number, message: string, facts: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const text = [(LEVEL_NAMES.get(level) ?? '').padEnd(5), message, ...words].join(' ');
  const isLong = text.length > LINE_MAX_CHARACTERS;
  const line = isLong ? `${text.slice(0, LINE_MAX_CHARACTERS)}…` : text;
  return __WITHOUT__.logEscapes ? line : escapeControls(line);
}

/**
 * Characters that could start a new line, steer a terminal or turn the direction of what follows, and halves of
 * characters, as escape texts.
 */
function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
