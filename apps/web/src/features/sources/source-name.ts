import type { SourceConfig, SourceStatus } from '@heliograph/contract';
import type { TextsOf } from '../../shared/i18n/texts.ts';

/** A source in a heading or a sentence: its name, where it has none its address. */
export function sourceName(
  { plant, sources }: TextsOf<'plant' | 'sources'>,
  { kind, name }: Pick<SourceStatus, 'kind' | 'name'>,
  config: SourceConfig | undefined,
): string {
  if (kind === 'radio') return sources.ownRadio;
  return name.trim() || config?.host || plant.unnamed;
}
