import type { FileRefusalName } from '@heliograph/contract';

/** The reasons for which a backup can be refused here; the page sends a good form, and no other file. */
export const RECOVERY_REFUSALS = [
  'empty-file',
  'too-large',
  'too-slow',
  'cut-short',
  'image-cut-short',
  'no-json',
  'broken-json',
  'damaged-text',
  'foreign-content',
  'other-kind',
  'newer-version',
  'wrong-type',
  'unfit-value',
  'too-many-items',
  'disk-full',
  'disk-read-only',
  'not-stored',
  'about-to-restart',
  'about-to-end',
  'internal-error',
] as const satisfies readonly FileRefusalName[];

/** Their sentences; `{max}` and the like stand for what the reason tells. */
export type RecoveryRefusalTexts = Readonly<Record<(typeof RECOVERY_REFUSALS)[number], string>>;
