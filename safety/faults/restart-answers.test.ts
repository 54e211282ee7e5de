import { ENDPOINTS, SOCKETS } from '@heliograph/contract';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../apps/gateway/src/platform/clock.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { startChaosProxy } from '../tools/network/chaos-proxy.ts';

/** F11: a restart while its answer is on a slow line. */

const row = openRow('F11');
const TIMEOUT = { timeout: 600_000 };
/** Four times that of the plan; the answer has a second. */
const LATENCY_MS = 200;
const ORDERS = [
  [ENDPOINTS.reboot.path, { reboot: true }, 6001],
  [ENDPOINTS.deleteConfig.path, { delete: true }, 3002],
] as const;

interface Outcome {
  /** Orders whose answer came not at all, or later than the close of the sockets. */
  readonly late: number;
  /** Orders that were answered something else, or nothing: for what was sent the line is slow, but it loses nothing. */
  readonly wrongAnswers: number;
  /** Sockets that were closed with another code than 1012. */
  readonly wrongCodes: number;
}

/** The sockets have no slow line: they hear of the end as early as anybody can. */
async function restart(gateway: TestGateway, order: (typeof ORDERS)[number]): Promise<Outcome> {
  const [path, data, code] = order;
  const proxy = await startChaosProxy(gateway.port, { latencyMs: LATENCY_MS });
  try {
    const sockets = await Promise.all(
      Object.values(SOCKETS).map((socket) => openSocket(gateway.port, {}, socket.path)),
    );
    const closed = Promise.all(sockets.map((socket) => socket.closed));
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    const answer = await postData(proxy.port, path, data).catch(() => undefined);
    const isInTime = answer !== undefined && !isClosed;
    const codes = await closed;
    return {
      late: Number(!isInTime),
      wrongAnswers: Number(answer === undefined || resultOf(answer) !== code),
      wrongCodes: codes.filter((closeCode) => closeCode !== 1012).length,
    };
  } finally {
    await proxy.close();
  }
}

/** Waits until it is back from its restart number `count`. */
const isBack = ({ port, logLines }: TestGateway, count: number) =>
  vi.waitFor(
    async () => {
      expect(logLines.filter((line) => line.includes('The gateway is restarting.'))).toHaveLength(count);
      expect((await send(port, ENDPOINTS.getSystemStatus.path, { headers: login() })).status).toBe(200);
    },
    { timeout: 60_000, interval: 20 },
  );

/** Ends early when an answer was late. */
async function restartsOf(times: number): Promise<Outcome> {
  const platform = { ...createTestPlatform(), clock: { ...createTestPlatform().clock, ...systemClock } };
  const gateway = await startTestGateway({ platform, scenario: 'no-inverters' });
  let outcome: Outcome = { late: 0, wrongAnswers: 0, wrongCodes: 0 };
  for (let count = 1; count <= times && outcome.late === 0; count++) {
    const { late, wrongAnswers, wrongCodes } = await restart(gateway, ORDERS[count % 2 === 1 ? 0 : 1]);
    outcome = {
      late: outcome.late + late,
      wrongAnswers: outcome.wrongAnswers + wrongAnswers,
      wrongCodes: outcome.wrongCodes + wrongCodes,
    };
    await isBack(gateway, count);
  }
  return outcome;
}

const TIMES = row.scale(2, 20);
/** Mostly the first one is late; on a busy machine the end may be, too. */
const TRIES = 10;
const WHAT = 'answers to reboot and reset that came late or not at all';
const NONE = { exactly: 0 } as const;

describe('a reboot and a reset', TIMEOUT, () => {
  it('are answered before the sockets are closed with 1012', async () => {
    const { late, wrongAnswers, wrongCodes } = await restartsOf(TIMES);
    row.figure({ what: `${WHAT}, of ${TIMES}`, value: late, goal: NONE, isTimed: true });
    row.figure({ what: 'other answers than 6001 and 3002, or none', value: wrongAnswers, goal: NONE });
    row.figure({ what: 'sockets closed with another code than 1012', value: wrongCodes, goal: NONE });
  });

  it('would be answered too late', async () => {
    const { late } = await without(['secondBeforeRestart'], () => restartsOf(TRIES));
    row.counterProof({ what: WHAT, without: SEAMS.secondBeforeRestart, value: late, goal: NONE });
  });
});
