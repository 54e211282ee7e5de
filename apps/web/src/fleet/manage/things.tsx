import { Plus } from 'lucide';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { AskFirst, type Question } from './ask-first.tsx';
import styles from './manage.module.css';

/** One thing that is managed: what it is called, what there is to say of it, and what may be done. */
export interface Thing {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly actions: readonly ThingAction[];
}

export interface ThingAction {
  readonly word: string;
  /** With the name of the thing, for whoever hears it alone, and as the title of a question. */
  readonly label: string;
  /** What it does; a question is asked first, since what follows cannot be taken back. */
  readonly does: (() => void) | Question;
}

interface ThingsProps {
  readonly label: string;
  /** Undefined as long as they are not known. */
  readonly things: readonly Thing[] | undefined;
  /** Why they could not be read. */
  readonly failure?: string | undefined;
}

/** Things below each other; on a phone what may be done stands below them. */
export function Things({ label, things, failure }: ThingsProps) {
  const { fleetManage: t } = useTexts('fleetManage');
  const [asked, setAsked] = useState<ThingAction>();
  const rows = useFocusAfterRemoval(things);
  return (
    // It takes the focus where the last row has gone.
    <section aria-label={label} tabIndex={-1} className={styles.box} {...rows}>
      {failure !== undefined && <Alert kind="warning">{failure}</Alert>}
      {things === undefined && failure === undefined && <Skeleton height="8rem" />}
      {things?.length === 0 && <p className={styles.quiet}>{t.none}</p>}
      {things !== undefined && things.length > 0 && (
        <ul className={styles.things}>
          {things.map(({ key, name, about, actions }) => (
            <li key={key} data-key={key}>
              <div className={styles.about}>
                <b>{name}</b>
                <span className={styles.quiet}>{about}</span>
              </div>
              <div className={styles.actions}>
                {actions.map((action) => (
                  <Button
                    key={action.word}
                    aria-label={action.label}
                    title={action.label}
                    onClick={() => (typeof action.does === 'function' ? action.does() : setAsked(action))}
                  >
                    {action.word}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {asked !== undefined && typeof asked.does !== 'function' && (
        <AskFirst
          title={asked.label}
          action={asked.word}
          question={asked.does}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Takes the focus to the row that has moved up once the one that had it has gone, whoever has removed that. */
function useFocusAfterRemoval(things: readonly Thing[] | undefined) {
  const box = useRef<HTMLElement>(null);
  const last = useRef<{ readonly key: string; readonly place: number }>(undefined);
  useEffect(() => {
    const was = last.current;
    if (was === undefined || things === undefined || things.some(({ key }) => key === was.key)) return;
    const { activeElement } = document;
    if (activeElement?.closest('dialog')) return; // the question is still open
    last.current = undefined;
    const isLost = activeElement === document.body || activeElement?.tagName === 'MAIN';
    if (!isLost) return; // somebody has gone elsewhere meanwhile
    const rows = box.current?.querySelectorAll('li') ?? [];
    const next = rows[Math.min(was.place, rows.length - 1)];
    (next?.querySelector('button') ?? box.current)?.focus({ preventScroll: true });
  });
  return {
    ref: box,
    onFocus({ target }: FocusEvent): void {
      const row = target.closest<HTMLElement>('[data-key]');
      const key = row?.dataset.key;
      if (key === undefined) return;
      last.current = { key, place: things?.findIndex((thing) => thing.key === key) ?? 0 };
    },
  };
}

export function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="primary" className={styles.add} onClick={onClick}>
      <Icon of={Plus} size={18} />
      {label}
    </Button>
  );
}
