import { isDeepStrictEqual } from 'node:util';
import type { ChangeRecord } from './settings-database.ts';
import type { StoredSection } from './stored-section.ts';

/** Who changes settings. */
export type Actor =
  /** Whoever is logged in. */
  | 'admin'
  /** Whoever restores a backup or resets everything. */
  | 'restore'
  | 'reset'
  /** The gateway itself: at its first start, with an update, at the takeover of a folder of release 0.1.0. */
  | 'first-start'
  | 'update'
  | 'takeover'
  | 'gateway';

type SectionChange = ChangeRecord['sections'][number];

/** What is never kept: a change that is taken back must not bring back a password of before. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['password_hash']);
/** Says nothing of the settings. */
const VERSION_KEY = 'version';

/** What differs, key by key; undefined where nothing does. Of what is never kept it says null. */
export function sectionChange(
  section: string,
  before: StoredSection | undefined,
  after: StoredSection,
): SectionChange | undefined {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter(
    (key) => key !== VERSION_KEY && !isDeepStrictEqual(before?.[key], after[key]),
  );
  if (keys.length === 0) return undefined;
  const pick = (stored: StoredSection) =>
    JSON.stringify(
      Object.fromEntries(
        keys
          .filter((key) => Object.hasOwn(stored, key))
          .map((key) => [key, NEVER_KEPT.has(key) ? null : stored[key]]),
      ),
    );
  return { section, before: pick(before ?? {}), after: pick(after) };
}
