import type { ReceivedLiveData } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import type { CallResult } from '../src/shared/api/call.ts';
import { createLiveLink } from '../src/shared/api/live-link.ts';
import { FakeSockets } from './fake-socket.ts';
import { liveData, wireInverter, wireMessage } from './live-messages.ts';

export const message = wireMessage([wireInverter()]);
export const answered: CallResult<ReceivedLiveData> = {
  kind: 'answered',
  answer: liveData([wireInverter()]),
};
export const unreachable: CallResult<ReceivedLiveData> = { kind: 'unreachable' };
export const HOUR_MS = 3_600_000;

/** A live link on fake time, sockets and chance; what `world` holds counts at once. */
export function createTestLiveLink(
  options: {
    answer?: CallResult<ReceivedLiveData>;
    random?: number;
    /** The link starts with values from a page that came this long ago. */
    seedAgeMs?: number;
  } = {},
) {
  const clock = createVirtualClock();
  const { seedAgeMs } = options;
  if (seedAgeMs !== undefined) clock.advance(seedAgeMs);
  const sockets = new FakeSockets();
  const world = {
    answer: options.answer ?? answered,
    fetches: 0,
    /** What the last fetch asked for. */
    asked: {},
    /** The sockets that were opened, by their names. */
    opened: [] as string[],
    renewals: 0,
    random: options.random ?? 1,
  };
  const link = createLiveLink({
    clock,
    random: () => world.random,
    openSocket: (name) => {
      world.opened.push(name);
      return sockets.open();
    },
    fetchLiveData: async (query) => {
      world.fetches += 1;
      world.asked = query;
      return world.answer;
    },
    renewLogin: () => {
      world.renewals += 1;
    },
    seed: seedAgeMs === undefined ? undefined : { live: liveData([wireInverter()]), atMs: 0 },
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    clock,
    sockets,
    world,
    link,
    settle,
    phase: () => link.snapshot().phase,
    /** Lets time pass with answers arriving in between. */
    async pass(ms: number, stepMs = 100) {
      for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
        clock.advance(Math.min(stepMs, ms - passedMs));
        await settle();
      }
    },
    /** A link that runs: data was fetched, the socket is open and has pushed, longer ago than a flapping one. */
    async run() {
      link.start();
      await settle();
      sockets.last.opens();
      sockets.last.says(message);
      clock.advance(6000);
      sockets.last.says(message);
    },
  };
}
