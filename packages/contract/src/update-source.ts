import type { Endpoint } from './endpoint.ts';
import { isRecord } from './unknown-values.ts';

/** Which repository is asked for newer versions. */
export interface UpdateSource {
  /**
   * `owner/name` at the public code host; empty when nobody is to be asked. Source:
   * docs/decisions/0021-update-check.md.
   */
  readonly repository: string;
}

/** An owner's name begins with a letter or digit, a repository's is not only dots. */
const REPOSITORY = /^[A-Za-z\d][A-Za-z\d-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/;

function readUpdateSource(value: unknown): UpdateSource | undefined {
  if (!isRecord(value) || typeof value.repository !== 'string') return undefined;
  return { repository: isRepository(value.repository) ? value.repository : '' };
}

/** Whether a text can be `owner/name`. */
function isRepository(text: string): boolean {
  return REPOSITORY.test(text);
}

/** Which repository is asked for newer versions. For everybody: the about page, which is there before any login, links to the repository. */
export const getUpdateSource: Endpoint<UpdateSource, UpdateSource> = {
  method: 'GET',
  path: '/api/heliograph/update-source',
  access: 'open',
  query: [],
  read: readUpdateSource,
};
