import type { ChangeActor, ChangedValue, ImportedEnergy, SettingsChange } from '@heliograph/contract';
import { type ReactNode, useMemo } from 'react';
import { amountText } from '../../../shared/i18n/amount-text.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { createDateNames } from '../../../shared/i18n/plant-time.ts';
import { Button } from '../../../shared/ui/button.tsx';
import cardStyles from '../../../shared/ui/card.module.css';
import { changeName } from './change-names.ts';
import { changeWords } from './change-words.ts';
import styles from './changes.module.css';
import { useNamingTexts } from './use-naming-texts.ts';

/** So many stand there at once: a restore may have changed a hundred. */
const SHOWN = 6;

interface EntryProps {
  readonly at: number | undefined;
  readonly actor: ChangeActor;
  /** Of the account or the program, where it is known. */
  readonly name?: string | undefined;
  readonly reason: string;
  /** What it has changed. */
  readonly children: ReactNode;
  /** What is said in the place of the way back. */
  readonly note: string | undefined;
  /** The way back, read out. */
  readonly label: (when: string) => string;
  /** Undefined: there is none. */
  readonly onTakeBack: (() => void) | undefined;
}

/** Something of the list: when, by whom and why; what it has changed, and the way back. */
function Entry({ at, actor, name, reason, children, note, label, onTakeBack }: EntryProps) {
  const { format } = useI18n();
  const { changes: t } = useTexts('history').history;
  const when = at === undefined ? t.noClock : format.dateTime(1000 * at);
  return (
    // No region of its own: two saves may be of the same second, and regions must have names of their own.
    <article className={cardStyles.card}>
      <div className={cardStyles.header}>
        <h2>{when}</h2>
        <p className={cardStyles.aside}>{name === undefined ? t.actors[actor] : <bdi>{name}</bdi>}</p>
      </div>
      <p className={styles.quiet}>{reason}</p>
      {children}
      {note !== undefined && <p className={styles.quiet}>{note}</p>}
      {onTakeBack !== undefined && (
        <div>
          <Button aria-label={label(when)} onClick={onTakeBack}>
            {t.takeBack}
          </Button>
        </div>
      )}
    </article>
  );
}

interface ChangeCardProps {
  readonly change: SettingsChange;
  readonly onTakeBack: () => void;
}

/** One save. */
export function ChangeCard({ change, onTakeBack }: ChangeCardProps) {
  const { format } = useI18n();
  const { changes: t } = useNamingTexts().history;
  const { at, actor, name, reason, takes_back: takesBack, already_back: isAlreadyBack = false } = change;
  const values = valuesOf(change);
  // One that would hide a single value is no shorter than the value.
  const shown = values.length <= SHOWN + 1 ? values.length : SHOWN;
  const rest = values.slice(shown);
  return (
    <Entry
      {...{ at, actor, name, reason: t.reasons[reason], label: t.takeBackOf }}
      note={takesBack && isAlreadyBack ? t.alreadyBack : undefined}
      onTakeBack={takesBack && !isAlreadyBack ? onTakeBack : undefined}
    >
      {values.length > 0 && <Values values={values.slice(0, shown)} />}
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{format.count(rest.length, t.more)}</summary>
          <Values values={rest} />
        </details>
      )}
    </Entry>
  );
}

interface ImportCardProps {
  readonly imported: ImportedEnergy;
  readonly onTakeBack: () => void;
}

/** One import of energy. */
export function ImportCard({ imported, onTakeBack }: ImportCardProps) {
  const { format } = useI18n();
  const { changes: t } = useTexts('history').history;
  const { at, actor, takes_back: takesBack, taken_back: isBack = false, taken_back_at: backAt } = imported;
  const back = backAt === undefined ? t.isTakenBack : t.takenBackAt(format.dateTime(1000 * backAt));
  const unknown = takesBack ? undefined : t.notKnown;
  return (
    <Entry
      {...{ at, actor, reason: t.imported, label: t.takeImportBackOf }}
      note={isBack ? back : unknown}
      onTakeBack={takesBack ? onTakeBack : undefined}
    >
      <ImportedDays imported={imported} />
    </Entry>
  );
}

/** Which days an import has changed, and what it has made of them. */
export function ImportedDays({ imported, isBack = false }: ImportedDaysProps) {
  const { format } = useI18n();
  const { changes: t, data } = useTexts('history').history;
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const { first_day: first, last_day: last, days, before, after } = imported;
  const wh = (energyWh: number) => amountText(format, energyWh, 'Wh');
  const [from, to] = isBack ? [after, before] : [before, after];
  return (
    <ul className={styles.values}>
      <li>
        <p>{format.count(days, t.days)}</p>
        <p className={styles.value}>
          {first === last ? names.day(first) : data.fromTo(names.day(first), names.day(last))}
        </p>
      </li>
      <li>
        <p>{t.energy}</p>
        <p className={styles.value}>{`${wh(from)} → ${wh(to)}`}</p>
      </li>
    </ul>
  );
}

interface ImportedDaysProps {
  readonly imported: ImportedEnergy;
  /** What taking it back would make of them is shown instead. */
  readonly isBack?: boolean;
}

export interface NamedValue extends ChangedValue {
  readonly section: string;
}

/** All values of a change, each with its section. */
export function valuesOf({ sections }: SettingsChange): readonly NamedValue[] {
  return sections.flatMap(({ section, values }) => values.map((value) => ({ section, ...value })));
}

interface ValuesProps {
  readonly values: readonly NamedValue[];
  /** What is said of each; what the change has made of it where that is not given. */
  readonly words?: typeof changeWords;
}

export function Values({ values, words = changeWords }: ValuesProps) {
  const { t: frame, format } = useI18n();
  const texts = useNamingTexts();
  return (
    <ul className={styles.values}>
      {values.map((value) => (
        <li key={`${value.section} ${value.path.join('.')}`}>
          <p>{changeName(frame, texts, value.section, value.path)}</p>
          <p className={styles.value}>{words(texts, format, value)}</p>
        </li>
      ))}
    </ul>
  );
}
