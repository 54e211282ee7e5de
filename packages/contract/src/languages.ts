import type { Endpoint } from './endpoint.ts';

/** A language that somebody has added to an original device. */
export interface LanguagePack {
  readonly code: string;
  readonly name: string;
}

/**
 * Languages beside those that everyone has. The gateway takes none, so the list is empty; programs that ask who is there
 * recognise a device of today by it. Source: docs/reference/api-generations.md#console-prometheus-languages.
 */
export const getLanguages: Endpoint<readonly LanguagePack[], readonly unknown[]> = {
  method: 'GET',
  path: '/api/i18n/languages',
  access: 'open',
  query: [],
  read: (value) => (Array.isArray(value) ? value : undefined),
};
