import { type ReactNode, useState } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What the server tells this once: it stays until somebody says that they have it, and says so to whoever would close it otherwise. */
export function ShownOnce({ title, onClose, children }: ShownOnceProps) {
  const { t: common } = useI18n();
  const { fleetManage: t } = useTexts('fleetManage');
  const [isHeld, setHeld] = useState(false);
  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      onClose={() => setHeld(true)}
      holdsInput
      staysOpen
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {t.copied}
        </Button>
      }
    >
      {isHeld && (
        <Alert kind="warning" announced>
          <p>{t.notAgain}</p>
        </Alert>
      )}
      {children}
    </Dialog>
  );
}
