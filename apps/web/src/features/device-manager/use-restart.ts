import { getSystemStatus } from '@heliograph/contract';
import { useEffect, useRef, useState } from 'react';
import { type Services, useServices } from '../../shared/api/services.ts';

/** `expected`: it is about to go, or is away; `done`: it is back. */
type Restart = 'expected' | 'done' | undefined;

const ASK_EVERY_MS = 2000;
/** It begins about a second after the answer: who is still there after this long does not restart. */
const BEGINS_WITHIN_MS = 5000;
/** Away for up to 15 s on an original device; after this long something else is wrong. */
const GIVE_UP_AFTER_MS = 60_000;

/** Whether a gateway that was told to restart has done so; undefined also when it does not come back. */
async function waitForRestart(
  { call, clock }: Pick<Services, 'call' | 'clock'>,
  isWanted: () => boolean,
): Promise<'done' | undefined> {
  const toldMs = clock.elapsedMs();
  let passedMs = 0;
  while (passedMs < GIVE_UP_AFTER_MS && isWanted()) {
    await new Promise<void>((resolve) => clock.after(ASK_EVERY_MS, resolve));
    const result = await call(getSystemStatus);
    passedMs = clock.elapsedMs() - toldMs;
    const { uptime } = result.kind === 'answered' ? result.answer : {};
    const upMs = uptime === undefined ? undefined : uptime * 1000;
    if (upMs !== undefined && upMs < passedMs) return 'done';
    if (upMs !== undefined && passedMs > BEGINS_WITHIN_MS) return undefined;
  }
  return undefined;
}

/** Follows a restart of the gateway: `follow` ends when that is over, one way or another, or the page is left. */
export function useRestart(): {
  readonly restart: Restart;
  readonly follow: (isExpected: boolean) => Promise<void>;
} {
  const services = useServices();
  const [restart, setRestart] = useState<Restart>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function follow(isExpected: boolean): Promise<void> {
    setRestart(isExpected ? 'expected' : undefined);
    if (isExpected) setRestart(await waitForRestart(services, () => isShown.current));
  }

  return { restart, follow };
}
