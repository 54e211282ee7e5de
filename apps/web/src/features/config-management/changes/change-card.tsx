import type { ChangedValue, SettingsChange } from '@heliograph/contract';
import { useI18n } from '../../../shared/i18n/i18n-context.ts';
import { Button } from '../../../shared/ui/button.tsx';
import cardStyles from '../../../shared/ui/card.module.css';
import { changeName } from './change-names.ts';
import { changeWords } from './change-words.ts';
import styles from './changes.module.css';
import { useNamingTexts } from './use-naming-texts.ts';

/** So many stand there at once: a restore may have changed a hundred. */
const SHOWN = 6;

interface ChangeCardProps {
  readonly change: SettingsChange;
  readonly onTakeBack: () => void;
}

/** One save: when, by whom, why, and what it has changed. */
export function ChangeCard({ change, onTakeBack }: ChangeCardProps) {
  const { format } = useI18n();
  const { changes: t } = useNamingTexts().history;
  const { at, actor, reason, takes_back: takesBack } = change;
  const when = at === undefined ? t.noClock : format.dateTime(1000 * at);
  const values = valuesOf(change);
  // One that would hide a single value is no shorter than the value.
  const shown = values.length <= SHOWN + 1 ? values.length : SHOWN;
  const rest = values.slice(shown);
  return (
    // No region of its own: two saves may be of the same second, and regions must have names of their own.
    <article className={cardStyles.card}>
      <div className={cardStyles.header}>
        <h2>{when}</h2>
        <p className={cardStyles.aside}>{t.actors[actor]}</p>
      </div>
      <p className={styles.quiet}>{t.reasons[reason]}</p>
      {values.length > 0 && <Values values={values.slice(0, shown)} />}
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{format.count(rest.length, t.more)}</summary>
          <Values values={rest} />
        </details>
      )}
      {takesBack && (
        <div>
          <Button aria-label={t.takeBackOf(when)} onClick={onTakeBack}>
            {t.takeBack}
          </Button>
        </div>
      )}
    </article>
  );
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
