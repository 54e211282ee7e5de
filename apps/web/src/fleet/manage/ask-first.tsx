import { AskDialog } from '../../shared/form/ask-dialog.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import type { FleetResult } from '../api/call-fleet.ts';
import { outcomeOf } from '../outcome.ts';

interface AskProps<Answer> {
  readonly title: string;
  /** What follows. */
  readonly text: string;
  readonly action: string;
  readonly call: () => Promise<FleetResult<Answer>>;
  /** What is said when it is done. */
  readonly done: string;
  readonly onDone: (answer: Answer) => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function AskFirst<Answer>({ title, text, action, call, done, onDone, onClose }: AskProps<Answer>) {
  const { fleet, fleetManage: t } = useTexts('fleet', 'fleetManage');
  const { format } = useI18n();
  const { announce } = useNotices();
  return (
    <AskDialog
      title={title}
      action={action}
      acting={t.working}
      variant="danger"
      onClose={onClose}
      act={async () =>
        outcomeOf(fleet, format, await call(), (answer) => {
          onClose();
          if (done !== '') announce(done);
          onDone(answer);
        })
      }
    >
      <p>{text}</p>
    </AskDialog>
  );
}
