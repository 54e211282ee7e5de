import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import { createLog } from '../src/platform/log.ts';
import type { ServerAnswer } from '../src/time/server-query.ts';
import { createTimeSync } from '../src/time/time-sync.ts';

export const HOST_START = Date.UTC(2026, 5, 21, 9, 30);

interface TestbedOptions {
  readonly startSet?: boolean;
  readonly random?: () => number;
}

/** A device whose time server knows the real time; until a test says otherwise it is that of the host. */
export function createTimeSyncTestbed({ startSet = true, random = () => 0 }: TestbedOptions = {}) {
  const clock = createVirtualClock(HOST_START);
  const deviceClock = createDeviceClock({ clock, startSet });
  const lines: string[] = [];
  const asked: { readonly server: string; readonly atMs: number; readonly signal: AbortSignal }[] = [];
  let realMs = () => HOST_START + clock.monotonicMs();
  const right = (): ServerAnswer => ({
    kind: 'time',
    unixMs: realMs(),
    atMonotonicMs: clock.monotonicMs(),
    address: '192.0.2.1',
  });
  let answer: () => ServerAnswer | Promise<ServerAnswer> = right;
  const sync = createTimeSync({
    clock,
    deviceClock,
    log: createLog({ level: 'debug', writeLine: (line) => lines.push(line) }),
    random,
    server: 'pool.example',
    query: async (server, signal) => {
      asked.push({ server, atMs: clock.monotonicMs(), signal });
      return answer();
    },
  });
  return {
    clock,
    deviceClock,
    sync,
    asked,
    right,
    /** Milliseconds by which the device's clock is wrong. */
    errorMs: () => deviceClock.unixMs() - realMs(),
    askedAtMs: () => asked.map(({ atMs }) => atMs),
    /** How often a line of this level was logged. */
    logged: (level: string) => lines.filter((line) => line.includes(level)).length,
    answerWith(next: typeof answer) {
      answer = next;
    },
    /** The real time is this much ahead of what the host's clock showed at the start. */
    setRealOffset(offsetMs: number) {
      realMs = () => HOST_START + clock.monotonicMs() + offsetMs;
    },
    /** Long enough for what is due now. */
    settle: () => clock.advanceAsync(0),
  };
}
