/** Why a database could not be read or written, as far as SQLite tells. */
export type DatabaseProblem =
  | 'full'
  | 'read-only'
  | 'damaged'
  /** Somebody else has it open. */
  | 'busy';

/** SQLite's result codes. Source: https://www.sqlite.org/rescode.html. */
const PROBLEMS: Readonly<Record<number, DatabaseProblem>> = {
  5: 'busy', // SQLITE_BUSY
  8: 'read-only', // SQLITE_READONLY
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  26: 'damaged', // SQLITE_NOTADB
};

/** What an error says that has come from another thread, and has left its code there. */
const MESSAGES: readonly (readonly [RegExp, DatabaseProblem])[] = [
  [/database is locked/, 'busy'],
  [/readonly database/, 'read-only'],
  [/malformed/, 'damaged'],
  [/disk is full/, 'full'],
  [/not a database/, 'damaged'],
];

/** What an error of either engine means; undefined where it is none of SQLite's, or one that says nothing of the disk. */
export function databaseProblemOf(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, rawCode } = error as Error & { readonly errcode?: unknown; readonly rawCode?: unknown };
  const code = errcode ?? rawCode; // of node:sqlite, of libsql
  if (typeof code === 'number') return PROBLEMS[code & 0xff]; // the other bits say more about it
  return MESSAGES.find(([message]) => message.test(error.message))?.[1];
}
