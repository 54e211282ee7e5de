import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { PageTitle } from '../form/field-help.tsx';
import { LeaveGuard } from '../form/leave-guard.tsx';
import styles from '../form/settings-page.module.css';
import { useTexts } from '../i18n/i18n-context.ts';
import { TaskView } from './task-view.tsx';
import { isSent, type Task } from './use-task.ts';

interface TaskPageProps {
  readonly title: string;
  readonly task: Task;
  /** Stands above the reasons when it fails. */
  readonly failed?: string;
  /** The cards, while nothing is done. */
  readonly children: ReactNode;
}

/** A page that does something with the gateway: what it is doing stands in place of its cards. */
export function TaskPage({ title, task, failed, children }: TaskPageProps) {
  const { common, maintenance } = useTexts('common', 'maintenance');
  const { leaving } = maintenance;
  const leavingSent = { ...maintenance.leavingSent, keepEditing: common.cancel };
  const { state } = task;
  const heading = useRef<HTMLHeadingElement>(null);
  const hadState = useRef(false);

  useLayoutEffect(() => {
    if (state === undefined && hadState.current) heading.current?.focus(); // what had the focus is gone
    hadState.current = state !== undefined;
  }, [state]);

  return (
    <section className={styles.page}>
      {__FOR_DEVICE__ ? (
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <PageTitle ref={heading} title={title} />
      )}
      {state === undefined ? (
        <div className={styles.cards}>{children}</div>
      ) : (
        <TaskView state={state} failed={failed} onCancel={task.cancel} onLeave={task.leave} />
      )}
      {state?.kind === 'busy' && (
        <LeaveGuard isDirty onDiscard={task.leave} texts={isSent(state) ? leavingSent : leaving} />
      )}
    </section>
  );
}
