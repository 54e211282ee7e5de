import { reboot } from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { OrderDialog } from '../../shared/page/order-dialog.tsx';
import { TaskPage } from '../../shared/page/task-page.tsx';
import { useTask } from '../../shared/page/use-task.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';

const ORDER = { body: { reboot: true } };

/** Restarts the gateway, and waits for it. */
export function RebootPage() {
  const { t: frame } = useI18n();
  const { maintenance: t } = useTexts('maintenance');
  const { call } = useServices();
  const task = useTask();
  const [isAsking, setAsking] = useState(false);
  const title = frame.titles.reboot;
  return (
    <TaskPage title={title} task={task}>
      <Card title={title}>
        <p>{t.rebootNote}</p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t.rebootAction}
        </Button>
        {isAsking && (
          <OrderDialog
            title={t.rebootAsk}
            action={t.rebootAction}
            send={() => call(reboot, ORDER)}
            onDone={(...order) => {
              setAsking(false);
              task.restarts(...order);
            }}
            onClose={() => setAsking(false)}
          >
            <p>{t.rebootNote}</p>
          </OrderDialog>
        )}
      </Card>
    </TaskPage>
  );
}
