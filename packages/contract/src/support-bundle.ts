import type { Endpoint } from './endpoint.ts';

/** What helps somebody who is asked for help, as one file. */
export interface SupportBundle {
  /** Unix seconds; not there where nobody had set the clock. */
  readonly at?: number;
  readonly version: string;
  readonly git_hash: string;
  readonly installation: string;
  /** The newest lines of the log, 500 at most, each with its time; what is private in them is masked. */
  readonly log: readonly string[];
  /** By the name of the call: what it answers to visitors; of a call that failed nothing is there. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** By section. In place of passwords, keys and certificates stands the placeholder. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The file that goes to whoever helps: log, facts and settings, without secrets. */
export const getSupportBundle: Endpoint<SupportBundle, string> = {
  method: 'GET',
  path: '/api/heliograph/support-bundle',
  access: 'admin',
  query: [],
  read: (value, text) => (typeof value === 'object' ? text : undefined),
};

/** Its name as a file. */
export const SUPPORT_FILE = 'heliograph-support.json';
