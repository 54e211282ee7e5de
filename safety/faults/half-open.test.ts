import { network, watchGatewayEnds } from '@heliograph/testbed/gateway/gateway-ends.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { type ChaosProxy, startChaosProxy } from '../tools/network/chaos-proxy.ts';
import { heldConnections } from '../tools/network/held-connections.ts';
import { openSlowClient } from '../tools/network/slow-client.ts';
import { startGatewayProcess } from '../tools/process/gateway-process.ts';

const row = openRow('F14');
const QUIET = { scenario: 'no-inverters' } as const;
/** Of each kind. */
const CLIENTS = row.scale(3, 8);
/** Two ping periods. */
const DROPPED_MAX_S = 60;

async function openProxy(port: number): Promise<ChaosProxy> {
  const proxy = await startChaosProxy(port);
  onTestFinished(proxy.close);
  return proxy;
}

const LIVE_PATHS = ['/livedata', '/livedata/lean'] as const;
const times = <T>(make: (_: unknown, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CLIENTS }, make));

/** Opens sockets of all kinds. */
async function openSockets(proxy: ChaosProxy): Promise<void> {
  const live = await times((_, index) => openSocket(proxy.port, {}, LIVE_PATHS[index % 2]));
  const consoles = await times(() => openSocket(proxy.port, {}, '/console'));
  onTestFinished(() => {
    for (const { socket } of [...live, ...consoles]) socket.terminate();
  });
}

/** Opens connections that wait for a request, and uploads that have begun. */
async function openRequests(proxy: ChaosProxy): Promise<void> {
  const idle = await times(() => openSlowClient('empty lines after an answer', proxy.port));
  const uploads = await times(() => openSlowClient('upload', proxy.port));
  onTestFinished(() => {
    for (const { socket } of [...idle, ...uploads]) socket.destroy();
  });
  const sentBytes = [...idle, ...uploads].reduce((sum, { socket }) => sum + socket.bytesWritten, 0);
  await expect.poll(() => proxy.bytesTo('server')).toBe(sentBytes);
  await expect.poll(() => idle.every(({ receivedBytes }) => receivedBytes() > 0)).toBe(true);
}

/** Seconds of the virtual clock until the gateway has ended all that came through the proxy; ten too many at most. */
async function secondsHeld(
  { port, clock }: TestGateway,
  open: (proxy: ChaosProxy) => Promise<void>,
): Promise<number> {
  const proxy = await openProxy(port);
  const ends = watchGatewayEnds(port);
  await open(proxy);
  await expect.poll(() => ends.bytesRead()).toBe(proxy.bytesTo('server'));
  expect(ends.countAll()).toBe(2 * CLIENTS);
  proxy.set({ blackHole: true });
  let seconds = 0;
  for (; seconds < DROPPED_MAX_S + 10 && ends.countAll() > 0; seconds++) {
    await clock.advanceAsync(1000);
    await network();
  }
  return seconds;
}

describe('connections that nothing comes through any more', { timeout: row.scale(180_000, 300_000) }, () => {
  it.each([
    ['sockets', openSockets, ['pingAnswers']],
    ['requests', openRequests, ['connectionWatch', 'uploadPace']],
  ] as const)('are dropped in time: %s', async (what, open, seams) => {
    const dropped = { what: `half-open ${what} dropped after`, unit: 's', goal: { atMost: DROPPED_MAX_S } };
    row.figure({ ...dropped, value: await secondsHeld(await startTestGateway(QUIET), open) });
    for (const seam of seams) {
      const value = await without([seam], async () => secondsHeld(await startTestGateway(QUIET), open));
      row.counterProof({ ...dropped, without: SEAMS[seam], value });
    }
  });

  it.runIf(row.isNightly)('are dropped by a whole gateway, in real time', async () => {
    const gateway = await startGatewayProcess();
    onTestFinished(gateway.dispose);
    const [proxy, another] = [await openProxy(gateway.port), await openProxy(gateway.port)];
    await openSockets(proxy);
    await openRequests(another);
    expect(heldConnections(gateway.port).size).toBe(4 * CLIENTS);
    for (const { set } of [proxy, another]) set({ blackHole: true });
    const startMs = performance.now();
    await expect.poll(() => heldConnections(gateway.port).size, { timeout: 200_000, interval: 100 }).toBe(0);
    row.figure({
      what: 'half-open sockets and requests dropped by a whole gateway after',
      value: Math.round((performance.now() - startMs) / 100) / 10,
      unit: 's',
      goal: { atMost: DROPPED_MAX_S + 1 }, // real timers are late on a busy machine
      isTimed: true,
    });
  });
});
