import { setTimeout as wait } from 'node:timers/promises';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import {
  addressesOf,
  countStatus,
  type Listener,
  type ListenerOptions,
  letIn,
  offBeatMs,
  openListener,
} from '../tools/network/listeners.ts';
import { withGatewayProcess } from '../tools/process/gateway-process.ts';
import { highest, longestGap } from '../tools/statistics.ts';

/** L3: far more sockets than there are places. */

const row = openRow('L3');
const ATTEMPTS = row.scale(120, 1_000);
const ADDRESSES = 20;
const AT_ONCE = 20;
const LISTEN_MS = 40_000;
const PATIENCE = { timeout: 60_000 };
const PLACES = 64;
/** Of the places; the others are the admin's. */
const VISITORS = 56;
const ADMIN = '127.0.4.2';
const REFUSED_ADMINS = 'consoles that the admin does not get, of 12';
const WHAT = `sockets let in, of ${ATTEMPTS}`;

const HOUSE = { scenario: 'ten-inverters', seed: row.seed } as const;

type Opened = Awaited<ReturnType<typeof openListener>>;

/** Both have the same places. */
const LIVE_PATHS = ['/livedata', '/livedata/lean'] as const;

/** So many handshakes from many addresses, some of them at a time: each address stays within its budget of requests. */
async function storm(port: number, count: number): Promise<readonly Opened[]> {
  const addresses = addressesOf(ADDRESSES, 1);
  const opened: Opened[] = [];
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, (_, index) =>
      openListener(port, {
        from: addresses[index % ADDRESSES] ?? '',
        path: LIVE_PATHS[index % 2] ?? '/livedata',
      }),
    );
    opened.push(...(await Promise.all(batch)));
  }
  return opened;
}

type Path = NonNullable<ListenerOptions['path']>;

function openFrom(port: number, from: string, count: number, path: Path = '/livedata') {
  return Promise.all(Array.from({ length: count }, () => openListener(port, { from, path })));
}

/** One after the other, so that it is known who came last. */
async function openAsAdmin(port: number, count: number, path: Path): Promise<readonly Opened[]> {
  const headers = login();
  await send(port, '/api/security/authenticate', { headers, from: ADMIN });
  const opened: Opened[] = [];
  while (opened.length < count) opened.push(await openListener(port, { from: ADMIN, headers, path }));
  return opened;
}

const stillOpen = (listeners: readonly Listener[]) =>
  listeners.filter(({ socket }) => socket.readyState === socket.OPEN);

/** Two strangers come first, and open as many consoles as they can. */
async function openStrangers(port: number): Promise<readonly Listener[]> {
  const opened = [];
  for (const from of ['127.0.3.2', '127.0.3.3']) opened.push(...(await openFrom(port, from, 12, '/console')));
  return letIn(opened);
}

const close = (listeners: readonly Listener[]) => {
  for (const { socket } of listeners) socket.terminate();
};

describe('a thousand sockets', { timeout: 300_000 }, () => {
  it('find 64 places, with a share for each address and more of them for the admin', async () => {
    await withGatewayProcess(HOUSE, async ({ port, isRunning }) => {
      const home = '127.0.0.2';
      const guests = await openFrom(port, home, 20);
      row.figure({ what: 'places of an address', value: letIn(guests).length, goal: { exactly: 8 } });
      const opened = [...guests, ...(await storm(port, ATTEMPTS - 20))];
      const visitors = letIn(opened);
      row.figure({ what: WHAT, value: visitors.length, goal: { exactly: VISITORS } });
      const refused = ATTEMPTS - VISITORS;
      row.figure({ what: 'answered 503', value: countStatus(opened, 503), goal: { exactly: refused } });
      const admins = letIn(await openAsAdmin(port, 20, '/livedata'));
      row.figure({ what: 'then let in as the admin, of 20', value: admins.length, goal: { exactly: 16 } });
      await expect.poll(() => stillOpen(visitors).length, PATIENCE).toBe(PLACES - 16);
      const inside = [...stillOpen(visitors), ...admins];
      row.figure({ what: 'sockets open in the end', value: inside.length, goal: { exactly: PLACES } });
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

  it('leave consoles to the admin, who gets more of them at the cost of visitors', async () => {
    await withGatewayProcess(HOUSE, async ({ port }) => {
      const strangers = await openStrangers(port);
      const what = 'consoles that two strangers get, of 16';
      row.figure({ what, value: strangers.length, goal: { exactly: 8 } });
      const admins = letIn(await openAsAdmin(port, 12, '/console'));
      row.figure({ what: REFUSED_ADMINS, value: 12 - admins.length, goal: { exactly: 0 } });
      await expect.poll(() => stillOpen(strangers).length, PATIENCE).toBe(4);
      close([...strangers, ...admins]);
    });
  });

  it.runIf(row.isNightly)(
    'would keep the admin out if no consoles were kept or taken from visitors',
    async () => {
      await withGatewayProcess({ ...HOUSE, without: ['adminPlaces'] }, async ({ port }) => {
        const strangers = await openStrangers(port);
        const admins = letIn(await openAsAdmin(port, 12, '/console'));
        const value = 12 - admins.length;
        row.counterProof({ what: REFUSED_ADMINS, without: SEAMS.adminPlaces, value, goal: { exactly: 0 } });
        close([...strangers, ...admins]);
      });
    },
  );

  it.runIf(row.isNightly)('would all but fill the gateway without the ceiling', async () => {
    await withGatewayProcess({ ...HOUSE, without: ['socketPlaces'] }, async ({ port }) => {
      const inside = letIn(await storm(port, ATTEMPTS));
      row.counterProof({
        ...{ what: WHAT, without: SEAMS.socketPlaces, value: inside.length, goal: { exactly: VISITORS } },
      });
      close(inside);
    });
  });
});
