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
export declare function createLog(level: string): Log;
/** Messages of others may hold an address with its login. */
export declare const failureText: (error: unknown) => string;
