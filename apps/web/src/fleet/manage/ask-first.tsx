import { Suspense } from 'react';
import { AskDialog, type Outcome } from '../../shared/form/ask-dialog.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { type Send, useSend } from './use-send.ts';

/** What is asked before something that cannot be taken back. */
export interface Question {
  /** What follows. */
  readonly text: string;
  readonly act: (send: Send) => Promise<Outcome>;
  /** What is said when it is done; nothing where something else is shown then. */
  readonly done?: string;
}

interface AskProps {
  readonly title: string;
  readonly action: string;
  readonly question: Question;
  readonly onClose: () => void;
}

export function AskFirst({ title, action, question, onClose }: AskProps) {
  const { fleetManage: t } = useTexts('fleetManage');
  const { announce } = useNotices();
  const send = useSend();
  const sendAndClose: Send = (name, body, onDone) =>
    send(name, body, (answer) => {
      onClose();
      if (question.done !== undefined) announce(question.done);
      onDone(answer);
    });
  return (
    // Its words may still be on their way: the page stays meanwhile, and the keyboard where it was pressed.
    <Suspense>
      <AskDialog
        title={title}
        action={action}
        acting={t.working}
        variant="danger"
        onClose={onClose}
        act={() => question.act(sendAndClose)}
      >
        <p>{question.text}</p>
      </AskDialog>
    </Suspense>
  );
}
