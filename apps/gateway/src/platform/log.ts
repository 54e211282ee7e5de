import { pino } from 'pino';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a log line says beside its message. Secrets belong into a `Secret`, which prints as `[secret]`. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** Where the gateway tells what it does. */
export interface Log {
  error(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  debug(message: string, facts?: LogFacts): void;
  trace(message: string, facts?: LogFacts): void;
  /** Whether lines of this level are written, for texts that cost something to make. */
  isEnabled(level: LogLevel): boolean;
}

/** Names of facts that are never printed, wherever somebody may put them by mistake. */
const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'authdata',
  '*.authorization',
  '*.cookie',
  '*.password',
];

const LEVEL_NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A log that hands each line (without line end) to `writeLine`. */
export function createLog(options: { level: LogLevel; writeLine: (line: string) => void }): Log {
  const logger = pino(
    { level: options.level, base: null, redact: { paths: REDACTED, censor: '[secret]' } },
    { write: (json: string) => options.writeLine(readableLine(json)) },
  );
  return {
    error: (message, facts = {}) => logger.error(plain(facts), message),
    warn: (message, facts = {}) => logger.warn(plain(facts), message),
    info: (message, facts = {}) => logger.info(plain(facts), message),
    debug: (message, facts = {}) => logger.debug(plain(facts), message),
    trace: (message, facts = {}) => logger.trace(plain(facts), message),
    isEnabled: (level) => logger.isLevelEnabled(level),
  };
}

/** Errors as their message; the stack is for the debugger, not for the log of a product. */
function plain(facts: LogFacts): LogFacts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value instanceof Error ? value.message : value]),
  );
}

interface LogRecord extends Readonly<Record<string, unknown>> {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
}

/** `2024-06-21T09:30:00.000Z info  Poll failed serial="116180400144"`, one line whatever the facts hold. */
function readableLine(json: string): string {
  const { level, time, msg = '', ...facts }: LogRecord = JSON.parse(json);
  const words = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const head = `${new Date(time).toISOString()} ${(LEVEL_NAMES[level] ?? '').padEnd(5)}`;
  return escapeControls([head, msg, ...words].join(' '));
}

/** Characters that could start a new line or steer a terminal, as escape texts. */
function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
