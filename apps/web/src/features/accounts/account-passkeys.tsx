import { removePasskeysOf } from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { AskDialog, outcomeWithWords } from '../../shared/form/ask-dialog.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import styles from './accounts.module.css';

interface AccountPasskeysProps {
  /** Of the account. */
  readonly name: string;
  readonly count: number;
  readonly onChanged: () => void;
}

/** How many passkeys an account has, with what removes them; nothing where it has none. */
export function AccountPasskeys({ name, count, onChanged }: AccountPasskeysProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const { announce } = useNotices();
  const texts = useTexts('accounts', 'passkeys');
  const { others: t, card, results } = texts.passkeys;
  const [isAsking, setAsking] = useState(false);

  function done(): void {
    announce(t.removed);
    setAsking(false);
    onChanged();
  }

  return (
    <div className={styles.passkeys}>
      <span className={styles.quiet}>{format.count(count, t.count)}</span>
      <Button aria-label={t.removeOf(name)} onClick={() => setAsking(true)}>
        {t.remove}
      </Button>
      {isAsking && (
        <AskDialog
          title={t.removeOf(name)}
          action={card.remove}
          acting={card.removing}
          variant="danger"
          act={async () =>
            outcomeWithWords(
              { ...texts.accounts.results, ...results },
              await call(removePasskeysOf, { body: { name } }),
              done,
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>{t.text(name)}</p>
        </AskDialog>
      )}
    </div>
  );
}
