import { Plus } from 'lucide';
import { useState } from 'react';
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
  return (
    <>
      {failure !== undefined && <Alert kind="warning">{failure}</Alert>}
      {things === undefined && failure === undefined && <Skeleton height="8rem" />}
      {things?.length === 0 && <p className={styles.quiet}>{t.none}</p>}
      {things !== undefined && things.length > 0 && (
        <ul className={styles.things} aria-label={label}>
          {things.map(({ key, name, about, actions }) => (
            <li key={key}>
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
    </>
  );
}

export function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="primary" className={styles.add} onClick={onClick}>
      <Icon of={Plus} size={18} />
      {label}
    </Button>
  );
}
