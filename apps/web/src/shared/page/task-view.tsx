import { useLayoutEffect, useRef } from 'react';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import { MemoryBar } from '../ui/memory-bar.tsx';
import { RestartView } from './restart-view.tsx';
import { TaskNotice } from './task-notice.tsx';
import styles from './task-view.module.css';
import { isSent, type TaskState } from './use-task.ts';

interface TaskViewProps {
  readonly state: TaskState;
  /** Stands above the reasons when it fails. */
  readonly failed?: string | undefined;
  readonly onCancel: () => void;
  readonly onLeave: () => void;
}

/** What a task is doing, asks, or has come to. A change is read out, but not every percent and second. */
export function TaskView(props: TaskViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const { kind } = props.state;
  // What had the focus goes with each kind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when
  useLayoutEffect(() => place.current?.focus(), [kind]);
  return (
    <div ref={place} className={styles.place} role="status" tabIndex={-1}>
      <Content {...props} />
    </div>
  );
}

function Content({ state, failed, onCancel, onLeave }: TaskViewProps) {
  const { common, maintenance: t } = useTexts('common', 'maintenance');
  const back = <Button onClick={onLeave}>{t.back}</Button>;
  switch (state.kind) {
    case 'busy':
      return (
        <TaskNotice
          kind="info"
          actions={!isSent(state) && <Button onClick={onCancel}>{t.leaving.discard}</Button>}
        >
          <Progress phase={t.phases[state.phase]} percent={state.percent} />
        </TaskNotice>
      );
    case 'asking':
      return (
        <TaskNotice
          kind="warning"
          lines={state.doubts}
          actions={
            <>
              {back}
              <Button onClick={state.goOn}>{t.sendAnyway}</Button>
            </>
          }
        />
      );
    case 'unsent':
      return <TaskNotice kind="warning" lines={[state.reason, t.unsent]} actions={back} />;
    case 'cancelled':
      return <TaskNotice kind="info" lines={[t.cancelled, t.unchanged]} actions={back} />;
    case 'failed':
      return (
        <TaskNotice
          kind="danger"
          title={failed}
          lines={[...state.reasons, ...(state.mayBeDone ? [] : [t.unchanged])]}
          actions={
            <>
              {back}
              {state.retry && <Button onClick={state.retry}>{common.reload}</Button>}
            </>
          }
        />
      );
    case 'restarting':
      return <RestartView restarting={state} onBack={onLeave} />;
  }
}

function Progress({ phase, percent }: { readonly phase: string; readonly percent: number | undefined }) {
  const { format } = useI18n();
  if (percent === undefined) return <p>{phase}</p>;
  return (
    <>
      <p className={styles.phase}>
        {phase}
        {percent < 100 && <span aria-hidden="true">{format.percent(percent)}</span>}
      </p>
      <div role="progressbar" aria-label={phase} aria-valuenow={percent}>
        <MemoryBar percent={percent} />
      </div>
    </>
  );
}
