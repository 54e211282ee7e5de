import { Plus } from 'lucide';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './manage.module.css';

/** One thing that is managed: what it is called, what there is to say of it, and what may be done. */
export interface Thing {
  readonly key: string;
  readonly name: ReactNode;
  readonly about?: ReactNode;
  readonly actions: readonly ThingAction[];
}

export interface ThingAction {
  readonly word: string;
  /** With the name of the thing, for whoever hears it alone. */
  readonly label: string;
  readonly act: () => void;
}

/** Things below each other; on a phone what may be done stands below them. */
export function Things({ label, things }: { readonly label: string; readonly things: readonly Thing[] }) {
  const { fleetManage: t } = useTexts('fleetManage');
  if (things.length === 0) return <p className={styles.quiet}>{t.none}</p>;
  return (
    <ul className={styles.things} aria-label={label}>
      {things.map(({ key, name, about, actions }) => (
        <li key={key}>
          <div className={styles.about}>
            <b>{name}</b>
            {about !== undefined && <span className={styles.quiet}>{about}</span>}
          </div>
          <div className={styles.actions}>
            {actions.map(({ word, label: full, act }) => (
              <Button key={word} aria-label={full} title={full} onClick={act}>
                {word}
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
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
