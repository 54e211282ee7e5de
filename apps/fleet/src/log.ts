import { pino } from 'pino';

/** What lines of the log may say beside their messages. None of these ever holds a secret: addresses are written without their logins. */
export interface LogFacts {
  readonly address?: string;
  readonly count?: number;
  readonly failure?: string;
  readonly port?: number;
  readonly site?: string;
  readonly status?: number;
}

/** Where the fleet page tells what it does. */
export interface Log {
  error(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
}

/** One line of JSON each, on standard output. */
export function createLog(level: string): Log {
  const logger = pino({ level, base: null });
  return {
    error: (message, facts = {}) => logger.error(facts, message),
    warn: (message, facts = {}) => logger.warn(facts, message),
    info: (message, facts = {}) => logger.info(facts, message),
  };
}

const LOGIN_IN_ADDRESS = /\/\/[^\s/@]*@/g;

/** Messages of others may hold an address with its login. */
export const failureText = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error))
    .replace(LOGIN_IN_ADDRESS, '//')
    .slice(0, 300);
