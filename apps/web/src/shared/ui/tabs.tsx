import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { indexAfterKey } from '../lib/index-after-key.ts';
import styles from './tabs.module.css';

interface TabsProps<Key extends string> {
  /** What the tabs are parts of. */
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly label: string }[];
  readonly shown: Key;
  readonly onShow: (key: Key) => void;
  /** What stands in the tab that is shown. */
  readonly children: ReactNode;
}

/** Cards of which one is shown. One tab stop; arrow keys move inside. */
export function Tabs<Key extends string>({ label, tabs, shown, onShow, children }: TabsProps<Key>) {
  const id = useId();

  function move(event: KeyboardEvent, from: number): void {
    const target = tabs[indexAfterKey(event.key, from, tabs.length) ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    onShow(target.key);
    document.getElementById(id + target.key)?.focus();
  }

  return (
    <div className={styles.box}>
      <div role="tablist" aria-label={label} className={styles.tabs}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={id + tab.key}
            aria-selected={tab.key === shown}
            aria-controls={tab.key === shown ? id : undefined}
            tabIndex={tab.key === shown ? 0 : -1}
            onClick={() => onShow(tab.key)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={id + shown} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
