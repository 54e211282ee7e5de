import { setTimeout as wait } from 'node:timers/promises';
import { type GatewayEnds, network, watchGatewayEnds } from '@heliograph/testbed/gateway/gateway-ends.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openRawConnection, type RawConnection } from '@heliograph/testbed/outside/raw-connection.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { openSlowClient, type SlowClient, type SlowKind } from '../tools/network/slow-client.ts';

const row = openRow('F20');
/** Of each kind. */
const CLIENTS = row.scale(4, 100);

type Limit = readonly [guard: SeamName, atMostS: number];

/** The guard against each, and the seconds that it leaves. */
const LIMITS = {
  headers: ['headersTime', 10],
  'headers after an answer': ['headersTime', 10],
  'empty lines after an answer': ['connectionWatch', 20],
  body: ['bodyTime', 20],
  'body in chunks': ['bodyTime', 20],
  upload: ['uploadPace', 20],
  ...(row.isNightly ? { 'a long upload': ['uploadTime', 600] as const } : {}),
  // Twenty, and one for each kilobyte of the answer that waits; the plan has no number for it.
  reading: ['connectionWatch', 45],
} as const satisfies { readonly [K in SlowKind]?: Limit };
const KINDS = Object.entries(LIMITS) as (readonly [SlowKind, Limit])[];
const CROWD = { scenario: 'ten-inverters' } as const;
const isTimedByNode = ([, [name]]: readonly [SlowKind, Limit]) => name === 'headersTime';
/** There is one upload of an image at a time. */
const countOf = (kind: SlowKind) => (kind === 'a long upload' ? 1 : CLIENTS);

function openAll(kinds: readonly SlowKind[], { port }: TestGateway): Promise<SlowClient[]> {
  const kindOfEach = kinds.flatMap((kind) => Array<SlowKind>(countOf(kind)).fill(kind));
  return Promise.all(
    kindOfEach.map((kind, index) => openSlowClient(kind, port, `127.0.${1 + Math.floor(index / 100)}.1`)),
  );
}

/** More than the disk needs to take an upload back, while the virtual clock stands still. */
const GRACE_TURNS = 200;

/** Seconds of the virtual clock after which the gateway holds none of them; ten too many at most. */
async function secondsHeld(
  { port, clock }: TestGateway,
  ends: GatewayEnds,
  clients: readonly SlowClient[],
  atMostS: number,
  graceTurns = 0,
) {
  await expect.poll(() => ends.hasAll(clients), { timeout: 60_000 }).toBe(true);
  // A password takes a moment to be looked at; who came before has been let in when this one is.
  expect((await send(port, '/api/security/authenticate', { headers: login() })).status).toBe(200);
  await network();
  // Who reads nothing gets answers until the buffers of the system are full.
  const sentBytes = () => clients.reduce((sum, client) => sum + ends.bytesFor(client), 0);
  for (let before = -1; before !== sentBytes(); await wait(100)) before = sentBytes();
  let seconds = 0;
  for (; seconds < atMostS + 10 && ends.countHeld(clients) > 0; seconds++) {
    for (const client of clients) client.drip();
    await clock.advanceAsync(1000);
    await network();
    if (seconds + 1 < atMostS) continue;
    for (let turn = 0; turn < graceTurns && ends.countHeld(clients) > 0; turn++) await wait(10);
  }
  return seconds;
}

function endAll(clients: readonly RawConnection[]): void {
  for (const { socket } of clients) socket.destroy();
}

describe('slow clients', { timeout: row.scale(180_000, 900_000) }, () => {
  const names = [...new Set(KINDS.filter((one) => !isTimedByNode(one)).map(([, [name]]) => name))];

  it.each(names)('are closed in time: %s', async (guardName) => {
    const gateway = await startTestGateway(CROWD);
    const ends = watchGatewayEnds(gateway.port);
    async function heldBy(kind: SlowKind, atMostS: number, graceTurns?: number): Promise<number> {
      const clients = await openAll([kind], gateway);
      const seconds = await secondsHeld(gateway, ends, clients, atMostS, graceTurns);
      endAll(clients);
      return seconds;
    }
    for (const [kind, [name, atMostS]] of KINDS) {
      if (name !== guardName) continue;
      const closed = { what: `slow at ${kind}: closed after`, unit: 's', goal: { atMost: atMostS } };
      row.figure({ ...closed, value: await heldBy(kind, atMostS, GRACE_TURNS) });
      const value = await without([name], () => heldBy(kind, atMostS));
      row.counterProof({ ...closed, without: SEAMS[name], value });
    }
    expect((await send(gateway.port, '/api/livedata/status')).status).toBe(200);
  });

  it.runIf(row.isNightly)('at headers are closed by Node, which has a clock of its own', async () => {
    const gateway = await startTestGateway(CROWD);
    const bare = await without(['headersTime'], () => startTestGateway(CROWD));
    const [ends, bareEnds] = [watchGatewayEnds(gateway.port), watchGatewayEnds(bare.port)];
    const kinds = KINDS.filter(isTimedByNode).map(([kind]) => kind);
    const [clients, others] = [await openAll(kinds, gateway), await openAll(kinds, bare)];
    const dripping = setInterval(() => {
      for (const client of [...clients, ...others]) client.drip();
    }, 1000);
    onTestFinished(() => clearInterval(dripping));
    await expect.poll(() => ends.hasAll(clients) && bareEnds.hasAll(others), { timeout: 60_000 }).toBe(true);
    const startMs = performance.now();
    await expect.poll(() => ends.countHeld(clients), { timeout: 120_000, interval: 100 }).toBe(0);
    const value = (performance.now() - startMs) / 1000;
    const closed = { what: 'slow at headers: closed after', unit: 's', goal: { atMost: 10 } };
    row.figure({ ...closed, value, isTimed: true });
    const held = { what: 'slow at headers: held at that time', goal: { exactly: 0 } };
    row.counterProof({ ...held, without: SEAMS.headersTime, value: bareEnds.countHeld(others) });
    endAll([...clients, ...others]);
  });

  it('cannot take more than their share of the connections', async () => {
    async function flood() {
      const { port, clock } = await startTestGateway(CROWD);
      const { countHeld } = watchGatewayEnds(port);
      const from = (count: number, address: string) =>
        Array.from({ length: count }, () => openRawConnection(port, { from: address }));
      const settle = async () => {
        for (let round = 0; round < 2; round++) {
          await send(port, '/').catch(() => undefined); // all that came before have been looked at
          await clock.advanceAsync(2000); // who is told that there is no room has so long to hear it
        }
      };
      const one = await Promise.all(from(200, '127.0.0.2'));
      await settle();
      const ofOne = countHeld(one);
      const two = await Promise.all([...from(100, '127.0.0.3'), ...from(100, '127.0.0.4')]);
      await settle();
      const counts = [ofOne, countHeld([...one, ...two]), countHeld(one)] as const;
      endAll([...one, ...two]);
      return counts;
    }
    const [held, heldByBare] = [await flood(), await without(['connectionCount'], flood)];
    const goals = [
      [0, 'of one address', 128],
      [1, 'in all', 256],
      [2, 'of it when two others have come, each with 100', 80],
    ] as const;
    for (const [index, what, atMost] of goals) {
      const figure = { what: `connections ${what}`, goal: { atMost } };
      row.figure({ ...figure, value: held[index] });
      row.counterProof({ ...figure, without: SEAMS.connectionCount, value: heldByBare[index] });
    }
    expect(held).toEqual([128, 240, 80]); // sixteen are kept
  });
});
