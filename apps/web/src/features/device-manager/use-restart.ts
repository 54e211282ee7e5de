import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { waitForRestart } from '../../shared/api/wait-for-restart.ts';

/** `expected`: it is about to go, or is away; `done`: it is back. */
type Restart = 'expected' | 'done' | undefined;

/** Away for up to 15 s on an original device; after this long something else is wrong. */
const GIVE_UP_AFTER_MS = 60_000;

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
    if (!isExpected) return;
    const isWanted = (passedMs: number) => isShown.current && passedMs < GIVE_UP_AFTER_MS;
    const end = await waitForRestart(services, services.clock.elapsedMs(), isWanted);
    setRestart(end?.kind === 'back' ? 'done' : undefined);
  }

  return { restart, follow };
}
