import {
  type ReceivedApiResult,
  type SourceConfig,
  type SourceNeighbours,
  type SourceStatus,
  setSourcePolling,
  sourceNeighbours,
} from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { withUnit } from '../../shared/i18n/with-unit.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { sourceName } from './source-name.ts';
import styles from './sources.module.css';

interface NeighboursCardProps {
  readonly sources: readonly SourceStatus[];
  readonly configs: readonly SourceConfig[];
  /** The gateway keeps their poll intervals apart. */
  readonly isStaggered: boolean;
  readonly onSaved: (answer: ReceivedApiResult) => void;
}

/** Sources that are on the air together, and whether the gateway keeps them apart; nothing where there are none. */
export function NeighboursCard({ sources, configs, isStaggered, onSaved }: NeighboursCardProps) {
  const { format } = useI18n();
  const texts = useTexts('plant', 'sources');
  const { neighbours: t } = texts.sources;
  const { call } = useServices();
  /** Until the gateway says the same. */
  const [wanted, setWanted] = useState<boolean>();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  if (wanted === isStaggered && !isSaving) setWanted(undefined);
  const nameOf = (source: SourceStatus) =>
    sourceName(
      texts,
      source,
      configs.find(({ id }) => id === source.id),
    );
  // Another gateway may bring inverters of devices too, whose radios are not meant.
  const radioName = (source: SourceStatus) =>
    source.kind === 'heliograph' ? t.radioOf(nameOf(source)) : nameOf(source);
  const notes = neighbourNotes(texts, format, sources, radioName);
  const changed = sources.filter(({ poll_interval_before: beforeS }) => beforeS !== undefined);
  if (notes.length === 0 && changed.length === 0 && !isStaggered) return null;

  async function save(value: boolean): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setWanted(value);
    setFailure(undefined);
    const result = await call(setSourcePolling, { body: { stagger_polls: value } });
    setSaving(false);
    if (result.kind === 'answered' && result.answer.type === 'success') return onSaved(result.answer);
    setWanted(undefined);
    setFailure(result.kind === 'answered' ? { kind: 'rejected', answer: result.answer } : result);
  }

  return (
    <Card title={t.title}>
      {notes.map(({ text, mayCollide }) => (
        <Alert key={text} kind={mayCollide ? 'warning' : 'info'}>
          <p>{text}</p>
          {mayCollide && isStaggered && <p>{t.waiting}</p>}
        </Alert>
      ))}
      {changed.length > 0 && (
        <ul className={styles.changed}>
          {changed.map((source) => (
            <li key={source.id}>
              {t.changed(
                nameOf(source),
                withUnit(format, source.poll_interval_before, 's'),
                withUnit(format, source.poll_interval, 's'),
              )}
            </li>
          ))}
        </ul>
      )}
      {failure !== undefined && <FailureAlert failure={failure} />}
      <SwitchField
        label={t.stagger}
        hint={t.staggerHint}
        field={{
          name: 'stagger_polls',
          value: wanted ?? isStaggered,
          error: undefined,
          readOnly: isSaving,
          onFlag: (value) => void save(value),
        }}
      />
    </Card>
  );
}

interface NeighbourNote {
  readonly text: string;
  /** They poll at the same interval. */
  readonly mayCollide: boolean;
}

/** What is to be said of the sources that are on the air together. */
function neighbourNotes(
  texts: TextsOf<'sources'>,
  format: Formats,
  sources: readonly SourceStatus[],
  nameOf: (source: SourceStatus) => string,
): readonly NeighbourNote[] {
  return sourceNeighbours(sources).flatMap((group) => notesOf(texts, format, group, nameOf));
}

function notesOf(
  { sources: { neighbours: t } }: TextsOf<'sources'>,
  format: Formats,
  { frequencyHz, sources }: SourceNeighbours,
  nameOf: (source: SourceStatus) => string,
): readonly NeighbourNote[] {
  const namesOf = (some: readonly SourceStatus[]) =>
    new Intl.ListFormat(format.tag, { type: 'conjunction' }).format(some.map(nameOf));
  const where =
    frequencyHz === undefined
      ? t.hmChannels
      : t.onFrequency(`${format.decimal(frequencyHz / 1e6)}${format.unitGap('MHz')}MHz`);
  const intervals = [...new Set(sources.map(({ poll_interval: intervalS }) => intervalS))];
  const equal = intervals
    .map((intervalS) => sources.filter(({ poll_interval: own }) => own === intervalS))
    .filter((together) => together.length > 1)
    .map((together) => ({
      text: t.collide(namesOf(together), where, withUnit(format, together[0]?.poll_interval, 's')),
      mayCollide: true,
    }));
  // For HM inverters there are no other channels to go to.
  const isFixed = frequencyHz === undefined || equal.length > 0;
  return isFixed ? equal : [{ text: t.apart(namesOf(sources), where), mayCollide: false }];
}
