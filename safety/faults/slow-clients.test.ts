import { describe, expect, it } from 'vitest';
import { send } from '../../apps/gateway/test/http-client.ts';
import { startSharedGateway, type TestGateway } from '../../apps/gateway/test/start-test-gateway.ts';
import { openRow } from '../plan/row.ts';
import { countHeld } from '../tools/held-connections.ts';
import { openRawConnection } from '../tools/raw-connection.ts';
import { openSlowClient, SLOW_KINDS, type SlowClient, type SlowKind } from '../tools/slow-client.ts';
import { CLIENT_GUARDS, startUnguardedGateway } from '../tools/unguarded-gateway.ts';

const row = openRow('F20');
/** Of each kind. */
const CLIENTS = row.scale(4, 100);

/** The guard against each, and the seconds that it leaves. */
const LIMITS: { readonly [K in SlowKind]: readonly [guard: keyof typeof CLIENT_GUARDS, atMostS: number] } = {
  headers: ['headers', 10],
  'headers after an answer': ['headers', 10],
  'empty lines after an answer': ['watch', 21],
  body: ['bodyTime', 20],
  'body in chunks': ['bodyTime', 20],
  upload: ['pace', 21],
  // Twenty, and one for each kilobyte of the answer that waits.
  reading: ['watch', 45],
};
const CROWD = { scenario: 'ten-inverters' } as const;
const isTimedByNode = (kind: SlowKind) => LIMITS[kind][0] === 'headers';

function openAll(kinds: readonly SlowKind[], { port }: TestGateway): Promise<SlowClient[]> {
  const kindOfEach = kinds.flatMap((kind) => Array<SlowKind>(CLIENTS).fill(kind));
  return Promise.all(
    kindOfEach.map((kind, index) => openSlowClient(kind, port, `127.0.${1 + Math.floor(index / 100)}.1`)),
  );
}

/** Seconds of the virtual clock after which the gateway holds none of them; no more than `maxS`. */
async function secondsHeld(gateway: TestGateway, clients: readonly SlowClient[], maxS: number) {
  await expect.poll(() => clients.every(({ receivedBytes }) => receivedBytes() >= 0)).toBe(true);
  let seconds = 0;
  for (; seconds < maxS && countHeld(gateway.port, clients) > 0; seconds++) {
    for (const client of clients) client.drip();
    await gateway.clock.advanceAsync(1000);
    // What was written and cut meanwhile arrives.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  return seconds;
}

describe('slow clients', { timeout: row.scale(120_000, 900_000) }, () => {
  it('are closed in time, whatever they are slow at', async () => {
    const [gateway, bare] = [await startSharedGateway(CROWD), await startUnguardedGateway(CROWD)];
    try {
      for (const kind of SLOW_KINDS.filter((kind) => !isTimedByNode(kind))) {
        const [name, atMostS] = LIMITS[kind];
        const goal = { atMost: atMostS };
        const [clients, others] = [await openAll([kind], gateway), await openAll([kind], bare)];
        const value = await secondsHeld(gateway, clients, atMostS + 30);
        row.figure({ what: `slow at ${kind}: closed after`, value, unit: 's', goal });
        const without = CLIENT_GUARDS[name].name;
        const heldS = await secondsHeld(bare, others, atMostS + 1);
        row.counterProof({ what: `slow at ${kind}: closed after`, without, value: heldS, unit: 's', goal });
        for (const { socket } of [...clients, ...others]) socket.destroy();
      }
      expect((await send(gateway.port, '/api/livedata/status')).status).toBe(200);
    } finally {
      await Promise.all([gateway.dispose(), bare.dispose()]);
    }
  });

  it('at headers are closed by Node, which has a clock of its own', async () => {
    const [gateway, bare] = [await startSharedGateway(), await startUnguardedGateway()];
    const kinds = SLOW_KINDS.filter(isTimedByNode);
    const [clients, others] = [await openAll(kinds, gateway), await openAll(kinds, bare)];
    const dripping = setInterval(() => {
      for (const client of [...clients, ...others]) client.drip();
    }, 1000);
    const startMs = performance.now();
    try {
      await expect.poll(() => countHeld(gateway.port, clients), { timeout: 90_000, interval: 100 }).toBe(0);
      const value = (performance.now() - startMs) / 1000;
      row.figure({
        what: 'slow at headers: closed after',
        value,
        unit: 's',
        goal: { atMost: 10 },
        isTimed: true,
      });
      row.counterProof({
        what: 'slow at headers: held at that time',
        without: CLIENT_GUARDS.headers.name,
        value: countHeld(bare.port, others),
        goal: { exactly: 0 },
      });
    } finally {
      clearInterval(dripping);
      for (const { socket } of [...clients, ...others]) socket.destroy();
      await Promise.all([gateway.dispose(), bare.dispose()]);
    }
  });

  it('cannot take more than their share of the connections', async () => {
    const [gateway, bare] = [await startSharedGateway(), await startUnguardedGateway()];
    const flood = async ({ port, clock }: TestGateway) => {
      const from = (count: number, address: string) =>
        Array.from({ length: count }, () => openRawConnection(port, { from: address }));
      const one = await Promise.all(from(200, '127.0.0.2'));
      const two = await Promise.all([...from(100, '127.0.0.3'), ...from(100, '127.0.0.4')]);
      for (let round = 0; round < 2; round++) {
        await send(port, '/').catch(() => undefined); // all that came before have been looked at
        await clock.advanceAsync(2000); // who is told that there is no room has so long to hear it
      }
      const counts = [countHeld(port, one), countHeld(port, [...one, ...two])] as const;
      for (const { socket } of [...one, ...two]) socket.destroy();
      return counts;
    };
    try {
      const measured = [
        ['of one address', 128],
        ['in all', 256],
      ] as const;
      const [held, heldByBare] = [await flood(gateway), await flood(bare)];
      measured.forEach(([what, atMost], index) => {
        const figure = { what: `connections ${what}`, goal: { atMost } };
        row.figure({ ...figure, value: held[index] ?? 0 });
        row.counterProof({ ...figure, without: CLIENT_GUARDS.counts.name, value: heldByBare[index] ?? 0 });
      });
      expect(held).toEqual([128, 256]);
    } finally {
      await Promise.all([gateway.dispose(), bare.dispose()]);
    }
  });
});
