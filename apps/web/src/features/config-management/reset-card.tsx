import { DEFAULT_ADMIN_PASSWORD, deleteConfig, encodeCredentials } from '@heliograph/contract';
import { lazy, Suspense, useRef, useState } from 'react';
import { useServices, useUser } from '../../shared/api/services.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { type OnOrdered, OrderDialog } from '../../shared/page/order-dialog.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { plainField } from './plain-field.ts';

/** The same in all languages: it is typed, and stands beside what is to be typed. */
const WORD = 'RESET';
const ORDER = { body: { delete: true } };

const ResetLosesMore = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./gateway-part.tsx')).ResetLosesMore,
}));
const BackupBeforeReset = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./gateway-part.tsx')).BackupBeforeReset,
}));

/** Forgets everything that is set. */
export function ResetCard({ onReset }: { readonly onReset: ResetDialogProps['onReset'] }) {
  const { maintenance: t } = useTexts('maintenance');
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={t.reset}>
      <p>{t.resetLost}</p>
      {!__FOR_DEVICE__ && (
        <Suspense>
          <ResetLosesMore />
        </Suspense>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t.resetAction}
      </Button>
      {isAsking && <ResetDialog onReset={onReset} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface ResetDialogProps {
  readonly onReset: (...order: [...Parameters<OnOrdered>, note?: 'resetLogin' | undefined]) => void;
  readonly onClose: () => void;
}

function ResetDialog({ onReset, onClose }: ResetDialogProps) {
  const { call } = useServices();
  const { maintenance: t } = useTexts('maintenance');
  // Whoever still logs in with the default password stays logged in.
  const endsLogin = useUser()?.authdata !== encodeCredentials('admin', DEFAULT_ADMIN_PASSWORD);
  const [typed, type] = useState('');
  const [isRefused, refuse] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const label = t.resetWord(WORD);
  const isRight = typed.trim().toUpperCase() === WORD;

  function send() {
    if (isRight) return call(deleteConfig, ORDER);
    refuse(true);
    field.current?.focus();
    return undefined;
  }

  return (
    <OrderDialog
      title={t.reset}
      action={t.resetAction}
      send={send}
      onDone={(answer, restartMs) => onReset(answer, restartMs, endsLogin ? 'resetLogin' : undefined)}
      onClose={onClose}
      holdsInput={typed !== ''}
    >
      <p>{t.resetLost}</p>
      {!__FOR_DEVICE__ && (
        <Suspense>
          <ResetLosesMore />
          <div>
            <BackupBeforeReset />
          </div>
        </Suspense>
      )}
      {endsLogin && <p>{t.resetLogin}</p>}
      <TextField
        ref={field}
        label={label}
        autoCapitalize="characters"
        spellCheck={false}
        field={plainField(typed, type, isRefused && !isRight ? t.wrongWord(WORD) : undefined)}
      />
    </OrderDialog>
  );
}
