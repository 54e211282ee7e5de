import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { addressesOf } from '../tools/network/listeners.ts';
import { type GatewayProcess, withGatewayProcess } from '../tools/process/gateway-process.ts';

/** L11: somebody holds as many connections as there are, and others come. */

const row = openRow('L11');
const CONNECTIONS = 256;
const ASK_EVERY_MS = 5_000;
const FOR_MS = row.scale(1_500, 60_000);
const REFUSED = 'requests of newcomers that were not served, of those of one machine with two addresses';
const NOTHING = { exactly: 0 } as const;

interface Holders {
  end(): void;
}

/** Keeps that many connections, asks on each now and then, and comes again when one is closed. */
async function hold(port: number, addresses: readonly string[], path: string): Promise<Holders> {
  let isOver = false;
  const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  async function ask(agent: Agent, localAddress: string): Promise<void> {
    while (!isOver) {
      await new Promise<void>((resolve) => {
        const outgoing = request({ host: '127.0.0.1', port, path, localAddress, agent }, (incoming) => {
          incoming.resume().once('close', resolve);
        });
        outgoing.once('error', () => resolve()).end(); // it lost its place, and comes again
      });
      await wait(ASK_EVERY_MS);
    }
  }
  for (const [index, agent] of agents.entries()) void ask(agent, addresses[index % addresses.length] ?? '');
  await wait(1_500);
  return {
    end() {
      isOver = true;
      for (const agent of agents) agent.destroy();
    },
  };
}

/** Newcomers over connections of their own, and the check of the process's health, from this machine. */
async function come({ port }: GatewayProcess): Promise<{ asked: number; refused: number; unwell: number }> {
  const untilMs = performance.now() + FOR_MS;
  const statusOf = (path: string, from: string) =>
    send(port, path, { from }).then(
      ({ status }) => status,
      () => 0,
    );
  let asked = 0;
  let refused = 0;
  let unwell = 0;
  while (performance.now() < untilMs) {
    asked += 1;
    if ((await statusOf('/api/livedata/status', `127.0.9.${2 + (asked % 20)}`)) !== 200) refused += 1;
    if ((await statusOf('/healthz', '127.0.0.1')) !== 200) unwell += 1;
    await wait(100);
  }
  return { asked, refused, unwell };
}

const KINDS = [
  ['of one machine with two addresses', addressesOf(2, 3), '/api/livedata/status'],
  ['of the same, which asks for health', addressesOf(2, 3), '/healthz'],
  [
    'of 256 addresses with one each',
    [...addressesOf(128, 3), ...addressesOf(128, 4)],
    '/api/livedata/status',
  ],
] as const;

describe('a gateway whose connections are all taken', { timeout: 400_000 }, () => {
  it('serves newcomers, and says that it lives', async () => {
    await withGatewayProcess({ seed: row.seed }, async (gateway) => {
      for (const [what, addresses, path] of row.isNightly ? KINDS : KINDS.slice(0, 1)) {
        const holders = await hold(gateway.port, addresses, path);
        const { asked, refused, unwell } = await come(gateway);
        holders.end();
        await wait(500);
        expect(asked).toBeGreaterThan(row.scale(2, 100));
        // Among 256 addresses with one connection each nobody has more than a newcomer: one has to be idle for a second.
        const goal = { atMost: addresses.length > 2 ? Math.ceil(asked / 10) : 0 };
        const timed = { isTimed: addresses.length > 2 };
        row.figure({
          ...timed,
          what: `requests of newcomers that were not served, of those ${what}`,
          value: refused,
          goal,
        });
        row.figure({ what: `health checks that failed, ${what}`, value: unwell, goal: NOTHING });
      }
    });
  });

  it.runIf(row.isNightly)('would not without what gives way', async () => {
    await withGatewayProcess({ seed: row.seed, without: ['givingWay'] }, async (gateway) => {
      const [[, addresses, path]] = KINDS;
      const holders = await hold(gateway.port, addresses, path);
      const { refused } = await come(gateway);
      holders.end();
      row.counterProof({ what: REFUSED, without: SEAMS.givingWay, value: refused, goal: NOTHING });
    });
  });
});
