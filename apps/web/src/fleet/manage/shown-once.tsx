import type { ReactNode } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What the server tells this once: it stays until somebody says that they have it. */
export function ShownOnce({ title, onClose, children }: ShownOnceProps) {
  const { t: common } = useI18n();
  const { fleetManage: t } = useTexts('fleetManage');
  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      onClose={onClose}
      holdsInput
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {t.copied}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
