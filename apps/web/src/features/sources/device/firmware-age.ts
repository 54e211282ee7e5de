import type { SourceStatus } from '@heliograph/contract';
import type { Texts } from '../../../shared/i18n/texts.ts';

type Numbers = readonly [number, number, number];

/** The numbers of `v26.3.30`; `rest` is what a build between two releases has behind them. */
function readVersion(text: string): { readonly numbers: Numbers; readonly rest: string } | undefined {
  const [, ...found] = /^v?(\d+)\.(\d+)\.(\d+)(.*)$/.exec(text) ?? [];
  const [year, month, day, rest = ''] = found;
  return year === undefined ? undefined : { numbers: [Number(year), Number(month), Number(day)], rest };
}

const FIRST_GENERATION = '2023-02';

/** Whether a newer firmware is known, in a sentence; undefined where the gateway knows no releases of such a device. */
export function firmwareSentence(
  t: Texts['sources']['device'],
  {
    version = '',
    newest_version: newest = '',
    generation,
    kind,
  }: Pick<SourceStatus, 'version' | 'newest_version' | 'generation' | 'kind'>,
): string | undefined {
  const known = readVersion(newest);
  if (known === undefined) return kind === 'onbattery' ? t.newestUnknown : undefined;
  const own = readVersion(version);
  // Of the first generation there were no releases, so all of them are older.
  if (own === undefined) return generation === FIRST_GENERATION ? t.newer(newest) : t.notComparable(newest);
  const differs = own.numbers.findIndex((number, index) => number !== known.numbers[index]);
  if (differs < 0) return own.rest === '' ? t.newest : t.beyond(newest);
  return (own.numbers[differs] ?? 0) < (known.numbers[differs] ?? 0) ? t.newer(newest) : t.beyond(newest);
}
