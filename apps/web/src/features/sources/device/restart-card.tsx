import { rebootSource, type SourceProblem } from '@heliograph/contract';
import { useEffect, useRef, useState } from 'react';
import type { CallResult } from '../../../shared/api/call.ts';
import { useServices } from '../../../shared/api/services.ts';
import { waitForRestart } from '../../../shared/api/wait-for-restart.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { type OnOrdered, OrderDialog } from '../../../shared/page/order-dialog.tsx';
import { Alert, type AlertKind } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { problemText } from '../source-values.ts';
import styles from './device.module.css';
import { createDeviceCall } from './device-call.ts';

/** `asked`: it was told to, and still answers. `away`: it does not. The others are ends. */
type Restart =
  | { readonly kind: 'asked' | 'perhapsAsked' | 'away' | 'stayed' | 'notBack' }
  | { readonly kind: 'back'; readonly tookMs: number };

const KINDS: Readonly<Record<Restart['kind'], AlertKind>> = {
  ...{ asked: 'info', perhapsAsked: 'warning', away: 'info' },
  ...{ back: 'success', stayed: 'warning', notBack: 'danger' },
};

/** Longer than any device takes. */
const GIVE_UP_AFTER_MS = 180_000;
/** To these the device may have given in all the same: its answer was lost. */
const LOST_ANSWERS: readonly SourceProblem[] = ['timeout', 'cut-json'];

/** Restarts a device, and tells what becomes of that until the device is back. */
export function RestartCard({ id }: { readonly id: string }) {
  const { format } = useI18n();
  const texts = useTexts('common', 'plant', 'sources');
  const { device: t } = texts.sources;
  const { call } = useServices();
  const [isAsking, setAsking] = useState(false);
  const { restart, follow } = useDeviceRestart(id);
  const isUnderWay =
    restart?.kind === 'asked' || restart?.kind === 'perhapsAsked' || restart?.kind === 'away';

  async function send(): Promise<CallResult<{ readonly type: 'success' | 'warning' }>> {
    const result = await call(rebootSource, { body: { source: id, reboot: true } });
    if (result.kind !== 'answered') return result;
    const { source_problem: problem } = result.answer;
    if (problem === undefined) return result as never;
    if (LOST_ANSWERS.includes(problem)) return { kind: 'unreachable' };
    return { kind: 'answered', answer: { type: 'warning', message: problemText(texts, problem) } as never };
  }

  const done: OnOrdered = (answer, restartMs) => {
    setAsking(false);
    void follow(answer === undefined ? 'perhapsAsked' : 'asked', restartMs);
  };

  return (
    <Card title={t.restartTitle}>
      <p className={styles.quiet}>{t.restartNote}</p>
      <div role="status">
        {restart !== undefined && (
          <Alert kind={KINDS[restart.kind]}>
            {restart.kind === 'back' ? t.isBack(format.duration(restart.tookMs)) : t[restart.kind]}
          </Alert>
        )}
      </div>
      <div>
        <Button aria-disabled={isUnderWay} onClick={() => isUnderWay || setAsking(true)}>
          {t.restart}
        </Button>
      </div>
      {isAsking && (
        <OrderDialog
          title={t.restartAsk}
          action={t.restartAction}
          send={send}
          onDone={done}
          onClose={() => setAsking(false)}
        >
          <p>{t.restartNote}</p>
        </OrderDialog>
      )}
    </Card>
  );
}

/** Follows a restart while the card is there. */
function useDeviceRestart(id: string) {
  const { call, clock } = useServices();
  const [restart, setRestart] = useState<Restart>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function follow(asked: 'asked' | 'perhapsAsked', restartMs: number): Promise<void> {
    setRestart({ kind: asked });
    const ofDevice = createDeviceCall({ call, id, onProblem: () => undefined, problemText: () => '' });
    const isWanted = (passedMs: number) => isShown.current && passedMs < GIVE_UP_AFTER_MS;
    const end = await waitForRestart({ call: ofDevice, clock }, restartMs, isWanted, () =>
      setRestart({ kind: 'away' }),
    );
    if (!isShown.current) return;
    setRestart(end ?? { kind: 'notBack' });
  }

  return { restart, follow };
}
