import { setTimeout as sleep } from 'node:timers/promises';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, it } from 'vitest';
import { IS_NIGHTLY } from '../plan/lane.ts';
import { openRow } from '../plan/row.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';
import { percentile } from '../tools/statistics.ts';

const GUESSES = 1_000;
const MINUTE_MS = 60_000;
const OWNER = '127.0.0.200';
const READER = '127.0.0.201';
const AUTHENTICATE = '/api/security/authenticate';
const NOTHING = { exactly: 0 } as const;

const guessers = (count: number) => Array.from({ length: count }, (_, index) => `127.0.0.${index + 2}`);

async function answerTo({ port }: GatewayProcess, path: string, from: string, password?: string) {
  const headers = password === undefined ? {} : login(password);
  return send(port, path, { headers, from });
}
const statusOf = async (...asked: Parameters<typeof answerTo>) => (await answerTo(...asked)).status;
const logIn = (gateway: GatewayProcess, from: string, password = 'openDTU42') =>
  statusOf(gateway, AUTHENTICATE, from, password);

const refusals = (gateway: GatewayProcess) => gateway.output().split('A login was refused.').length - 1;

/** Calls `act` evenly, `times` in `duringMs`, whether the one before is done or not. */
async function evenly(times: number, duringMs: number, act: (index: number) => Promise<void>): Promise<void> {
  const startMs = performance.now();
  const acts: Promise<void>[] = [];
  for (let index = 0; index < times; index++) {
    acts.push(act(index));
    await sleep(Math.max(0, startMs + ((index + 1) * duringMs) / times - performance.now()));
  }
  await Promise.all(acts);
}

/** After a restart nothing is remembered; the owner tries every 5 s. */
async function secondsToGetIn(gateway: GatewayProcess): Promise<number> {
  await gateway.end();
  await gateway.startAgain();
  const startMs = performance.now();
  let isIn = false;
  const attacking = evenly(4 * GUESSES, 4 * MINUTE_MS, async (guess) => {
    if (!isIn) await logIn(gateway, guessers(50)[guess % 50] ?? '', `later guess ${guess}`);
  });
  while (!isIn && performance.now() - startMs < 4 * MINUTE_MS) {
    await sleep(5_000);
    isIn = (await logIn(gateway, OWNER)) === 200;
  }
  const seconds = isIn ? (performance.now() - startMs) / 1_000 : 900;
  await attacking;
  return seconds;
}

/** The real cost of a hash, the real clock, real addresses. */
describe('who guesses passwords at a gateway in a process of its own (A5)', { timeout: 600_000 }, () => {
  it.runIf(IS_NIGHTLY)('is slowed down, and neither the owner nor visitors notice', async () => {
    const row = openRow('A5');
    const gateway = await startGatewayProcess();
    let ownerRefused = 0;
    let notTold = 0;
    let toldToWait = 0;
    const tookMs: number[] = [];

    async function attack(addresses: readonly string[]): Promise<number> {
      const before = refusals(gateway);
      await Promise.all([
        evenly(GUESSES, MINUTE_MS, async (guess) => {
          const from = addresses[guess % addresses.length] ?? '';
          const { status, headers } = await answerTo(gateway, AUTHENTICATE, from, `guess ${guess}`);
          const isToldToWait = status === 429 && Number(headers['retry-after']) >= 1;
          if (isToldToWait) toldToWait += 1;
          else if (status !== 401) notTold += 1;
        }),
        evenly(120, MINUTE_MS, async () => {
          if ((await logIn(gateway, OWNER)) !== 200) ownerRefused += 1;
        }),
        evenly(240, MINUTE_MS, async () => {
          const startMs = performance.now();
          await statusOf(gateway, '/api/livedata/status', READER);
          tookMs.push(performance.now() - startMs);
        }),
      ]);
      return refusals(gateway) - before;
    }

    try {
      await logIn(gateway, OWNER);
      const ofOne = await attack(guessers(1));
      await sleep(MINUTE_MS);
      const inAll = await attack(guessers(50));
      const timed = { unit: 'ms', isTimed: true } as const;
      row.figure({
        what: 'hashes a minute for one address, in a process, by its log',
        value: ofOne,
        goal: { atMost: 10 },
      });
      row.figure({
        what: 'hashes a minute for fifty addresses, in a process, by its log',
        value: inAll,
        goal: { atMost: 30 },
      });
      row.figure({ what: 'calls of the owner refused, in a process', value: ownerRefused, goal: NOTHING });
      row.figure({
        what: 'guesses answered 429 with Retry-After',
        value: toldToWait,
        goal: { atLeast: GUESSES },
      });
      row.figure({ what: 'guesses answered neither so nor with 401', value: notTold, goal: NOTHING });
      row.figure({
        what: 'p99 of live data meanwhile',
        value: percentile(tookMs, 0.99),
        goal: { below: 100 },
        ...timed,
      });
      const value = await secondsToGetIn(gateway);
      const what = 'until the owner logs in after a restart, in a process';
      row.figure({ what, value, unit: 's', goal: { atMost: 240 } });
    } finally {
      await gateway.dispose();
    }
  });
});
