import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { login } from '../../apps/gateway/test/http-client.ts';
import { openRow } from '../plan/row.ts';
import { crowdGuards, SOCKET_PLACES } from '../tools/copies/crowd-guards.ts';
import type { Guard } from '../tools/copies/guard.ts';
import {
  addressesOf,
  countStatus,
  type Listener,
  letIn,
  offBeatMs,
  openListener,
} from '../tools/network/listeners.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';
import { highest, longestGap } from '../tools/statistics.ts';

/** L3: far more sockets than there are places. */

const row = openRow('L3');
const ATTEMPTS = row.scale(120, 1_000);
const ADDRESSES = 20;
const AT_ONCE = 20;
const LISTEN_MS = 40_000;
const PATIENCE = { timeout: 60_000 };
const PLACES = 64;
const WHAT = `sockets let in, of ${ATTEMPTS}`;

async function withGateway(without: readonly Guard[], work: (gateway: GatewayProcess) => Promise<void>) {
  const gateway = await startGatewayProcess({ scenario: 'ten-inverters', seed: row.seed, without });
  try {
    await work(gateway);
  } finally {
    await gateway.dispose();
  }
}

type Opened = Awaited<ReturnType<typeof openListener>>;

/** So many handshakes from many addresses, some of them at a time: each address stays within its budget of requests. */
async function storm(port: number, count: number): Promise<readonly Opened[]> {
  const addresses = addressesOf(ADDRESSES, 1);
  const opened: Opened[] = [];
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, (_, index) =>
      openListener(port, { from: addresses[index % ADDRESSES] ?? '' }),
    );
    opened.push(...(await Promise.all(batch)));
  }
  return opened;
}

function openFrom(port: number, from: string, count: number, headers = {}): Promise<readonly Opened[]> {
  return Promise.all(Array.from({ length: count }, () => openListener(port, { from, headers })));
}

const close = (listeners: readonly Listener[]) => {
  for (const { socket } of listeners) socket.terminate();
};

describe('a thousand sockets', { timeout: 300_000 }, () => {
  it('find 64 places, with a share for each address and more of them for the admin', async () => {
    await withGateway([], async ({ port, isRunning }) => {
      const home = '127.0.0.2';
      const [guests, admins] = [await openFrom(port, home, 20), await openFrom(port, home, 20, login())];
      row.figure({ what: 'places of an address', value: letIn(guests).length, goal: { exactly: 8 } });
      row.figure({ what: 'more of them for the admin', value: letIn(admins).length, goal: { exactly: 8 } });
      const opened = [...guests, ...admins, ...(await storm(port, ATTEMPTS - 40))];
      const inside = letIn(opened);
      row.figure({ what: WHAT, value: inside.length, goal: { exactly: PLACES } });
      const refused = ATTEMPTS - PLACES;
      row.figure({ what: 'answered 503', value: countStatus(opened, 503), goal: { exactly: refused } });
      const fromMs = performance.now();
      if (row.isNightly) await wait(LISTEN_MS);
      const untilMs = performance.now();
      const silent = () => inside.filter(({ arrivalsMs }) => arrivalsMs.length === 0).length;
      await expect.poll(silent, PATIENCE).toBe(0);
      row.figure({ what: 'of them without a push', value: silent(), goal: { exactly: 0 } });
      const value = Math.round(highest(inside.flatMap(offBeatMs)));
      row.figure({ what: 'push off its second', value, unit: 'ms', goal: { atMost: 200 }, isTimed: true });
      if (row.isNightly) {
        const gapsMs = inside.map(({ arrivalsMs }) => longestGap(arrivalsMs, fromMs, untilMs));
        row.figure({
          ...{ what: 'longest time without a push', value: Math.round(highest(gapsMs)), unit: 'ms' },
          goal: { atMost: 2_200 }, // in one second it may be that nothing has changed
          isTimed: true,
        });
      }
      close(inside.slice(0, 8));
      await expect.poll(async () => letIn(await openFrom(port, '127.0.2.2', 1)).length, PATIENCE).toBe(1);
      expect(isRunning()).toBe(true);
      close(inside);
    });
  });

  it('would all but fill the gateway without the ceiling', async () => {
    await withGateway(crowdGuards(SOCKET_PLACES), async ({ port }) => {
      const inside = letIn(await storm(port, ATTEMPTS));
      row.counterProof({
        ...{ what: WHAT, without: SOCKET_PLACES.name, value: inside.length, goal: { exactly: PLACES } },
      });
      close(inside);
    });
  });
});
