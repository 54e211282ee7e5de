import type { ReceivedSystemStatus } from '@heliograph/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { isProgram, runningVersion } from '../api/running-version.ts';
import { useElapsedSince, useServices } from '../api/services.ts';
import { type RestartEnd, waitForRestart } from '../api/wait-for-restart.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { resultText } from '../i18n/result-text.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { Button } from '../ui/button.tsx';
import { TaskNotice } from './task-notice.tsx';
import type { Restarting } from './use-task.ts';

/** An original device is away for up to 15 s; after this long something may be wrong. */
const LATE_AFTER_MS = 60_000;

interface RestartViewProps {
  readonly restarting: Restarting;
  readonly onBack: () => void;
}

/** Waits for a gateway that restarts, however long it takes, counts the seconds, and proves that it is back. */
export function RestartView({ restarting, onBack }: RestartViewProps) {
  const { t: frame, format } = useI18n();
  const texts = useTexts('common', 'device', 'gateway', 'maintenance', 'info');
  const { device, gateway, maintenance: t } = texts;
  const { restartMs, before, answer, note, about } = restarting;
  const { session } = useServices();
  const end = useRestartEnd(restartMs);
  const isBack = end?.kind === 'back';
  useEffect(() => {
    // The gateway has forgotten the login with its settings, and the bar must not show one.
    if (isBack && note !== undefined) session.logOut();
  }, [isBack, note, session]);
  const notes = note === undefined ? [] : [t[note]];
  const back = <Button onClick={onBack}>{t.back}</Button>;
  const actions = (
    <>
      {back}
      <Button variant="primary" onClick={() => window.location.reload()}>
        {frame.reload}
      </Button>
    </>
  );

  if (end === undefined) {
    const sent = before
      ? [!__FOR_DEVICE__ && isProgram(before) ? gateway.program.kept : t.firmwareTaken]
      : [];
    const lines = [...(answer ? [resultText(texts, answer)] : []), device.expected, ...sent, ...notes];
    return <Waiting restartMs={restartMs} lines={lines} about={about} actions={actions} />;
  }
  if (end.kind === 'stayed') return <TaskNotice kind="warning" lines={[t.stayed]} actions={back} />;
  return (
    <TaskNotice
      kind="success"
      lines={[
        `${device.done} ${t.took(format.duration(end.tookMs))}`,
        ...(before ? firmwareLines(texts, before, end.status) : []),
        ...(note === undefined ? [] : [t.loggedOut[note]]),
      ]}
      actions={actions}
    >
      {about}
    </TaskNotice>
  );
}

/** What became of the firmware that was sent. */
function firmwareLines(
  { gateway, info, maintenance: t }: TextsOf<'gateway' | 'info' | 'maintenance'>,
  before: Partial<ReceivedSystemStatus>,
  now: ReceivedSystemStatus,
): readonly string[] {
  const [old, fresh] = [runningVersion(before), runningVersion(now)];
  if (!__FOR_DEVICE__ && isProgram(now)) {
    const { program } = gateway;
    const [oldImage = '', image = ''] = [before.storedImage, now.storedImage];
    return [`${program.image}: ${oldImage || program.noImage} → ${image}`, program.runsOn(fresh)];
  }
  return [...(old && fresh ? [`${info.system.version} ${old} → ${fresh}`] : []), t.firmwareDone];
}

function useRestartEnd(restartMs: number): RestartEnd | undefined {
  const services = useServices();
  const [end, setEnd] = useState<RestartEnd>();
  useEffect(() => {
    let isShown = true;
    void waitForRestart(services, restartMs, () => isShown).then((result) => {
      if (isShown) setEnd(result);
    });
    return () => {
      isShown = false;
    };
  }, [services, restartMs]);
  return end;
}

interface WaitingProps {
  readonly restartMs: number;
  readonly lines: readonly string[];
  readonly about: ReactNode;
  /** For when it takes too long. */
  readonly actions: ReactNode;
}

function Waiting({ restartMs, lines, about, actions }: WaitingProps) {
  const { format } = useI18n();
  const { maintenance: t } = useTexts('maintenance');
  const elapsedMs = useElapsedSince(restartMs);
  const isLate = elapsedMs > LATE_AFTER_MS;
  return (
    <TaskNotice
      kind={isLate ? 'warning' : 'info'}
      lines={[...lines, ...(isLate ? [t.late] : [])]}
      actions={isLate && actions}
    >
      <p aria-hidden="true">{t.waited(format.duration(elapsedMs))}</p>
      {about}
    </TaskNotice>
  );
}
