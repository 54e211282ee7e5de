import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { HistoryReading } from '../../../apps/gateway/src/history/history-batch.ts';
import { without } from '../../../seams/without.ts';
import { createVirtualClock } from '../clock.ts';
import { listen } from '../outside/listen.ts';
import { figure } from './figure.ts';
import { IS_FLEET_BUILT } from './fleet-page.ts';
import {
  fleetFolder,
  NATS_SERVER,
  POSTGRES,
  startVictoria,
  VICTORIA_METRICS,
  type Victoria,
} from './fleet-servers.ts';
import { sendThroughKills, startSender } from './real-sender.ts';

/** The writer of a gateway and a real VictoriaMetrics: what is counted there is what was measured, whatever came between. */

const SERIALS = ['116180000001', '116180000002', '116180000003'];
const START_S = Date.UTC(2026, 5, 21, 6) / 1000;
const EVERY_S = 5;
const KILLS = 8;
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Stands before the database, and can keep its answers for itself. */
async function startTollGate(victoria: Victoria) {
  const gate = { swallows: false, swallowed: 0, posts: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      gate.posts += 1;
      const swallows = gate.swallows;
      const answer = await fetch(`${victoria.url}/write`, {
        method: 'POST',
        body: Buffer.concat(chunks),
      }).catch(() => undefined);
      if (answer === undefined) return void request.socket.destroy();
      if (!swallows) return void response.writeHead(answer.status).end();
      gate.swallowed += 1;
      request.socket.destroy();
    });
  });
  const { port, close } = await listen(server);
  ends.push(() => {
    server.closeAllConnections();
    return close();
  });
  return { gate, address: `http://127.0.0.1:${port}/write` };
}

/** A gateway that measures for as long as a test lets it, by a clock of its own. */
async function startGateway(address: string) {
  const clock = createVirtualClock(START_S * 1000);
  const { history, sender, stop } = await startSender(clock, { address });
  ends.push(stop);
  const told = { samples: 0, sum: 0 };

  function record(): void {
    const atMs = Math.floor(clock.unixMs() / 1000) * 1000;
    const readings = SERIALS.map((serial, index): HistoryReading => {
      const powerW = ((atMs / 1000) % 977) + index;
      told.samples += 1;
      told.sum += powerW;
      return {
        ...{ serial, atMs, powerW, voltageV: 230, frequencyHz: 50, temperatureC: 20 },
        ...{ limitPercent: 100, strings: [] },
      };
    });
    history.record({ readings, plantPower: [], missed: [], names: [] });
  }

  return {
    told,
    sender,
    async pass(seconds: number, measures = true) {
      for (let second = 0; second < seconds; second += EVERY_S) {
        await clock.advanceAsync(EVERY_S * 1000);
        if (measures) record();
        await new Promise((resolve) => setTimeout(resolve, 8)); // what was sent takes real time
      }
    },
    async isBehind() {
      return (await sender.status()).waiting !== undefined;
    },
  };
}

async function counted(victoria: Victoria) {
  await victoria.flush();
  const atS = START_S + 6 * 3600;
  const of = (operation: string) =>
    victoria.number(`sum(${operation}(heliograph_inverter_power_w{site="barn"}[6h]))`, atS);
  return { samples: await of('count_over_time'), sum: await of('sum_over_time') };
}

async function startDatabase(flags?: readonly string[]) {
  const { folder, remove } = await fleetFolder();
  const victoria = await startVictoria(folder, flags);
  ends.push(async () => {
    await victoria.end('SIGKILL');
    await remove();
  });
  return victoria;
}

async function settle(gateway: Awaited<ReturnType<typeof startGateway>>): Promise<void> {
  for (let turn = 0; turn < 100 && (turn < 3 || (await gateway.isBehind())); turn += 1)
    await gateway.pass(10, false);
  await gateway.sender.stop();
}

const HAS_FLEET = [NATS_SERVER, POSTGRES].every(Boolean) && IS_FLEET_BUILT;

describe.skipIf(VICTORIA_METRICS === undefined)('the readings of a gateway in VictoriaMetrics', () => {
  it('are all there and each once, after the database was away for ten minutes and answers were lost', async () => {
    const victoria = await startDatabase();
    const { gate, address } = await startTollGate(victoria);
    const gateway = await startGateway(address);
    await gateway.pass(300);
    await victoria.end();
    await gateway.pass(600);
    expect(await gateway.sender.status()).toMatchObject({ problem: 'unreachable' });
    await victoria.start();
    await gateway.pass(600);
    for (let turn = 0; turn < 5; turn += 1) {
      gate.swallows = true;
      await gateway.pass(30);
      gate.swallows = false;
      await gateway.pass(60);
    }
    await settle(gateway);
    const { told } = gateway;
    const { samples = 0, sum } = await counted(victoria);
    figure(
      `writer: ${told.samples} samples measured, ${samples} counted, ${gate.swallowed} of ${gate.posts} answers lost`,
    );
    expect(gate.swallowed).toBeGreaterThan(3);
    expect({ samples, sum }).toEqual({ samples: told.samples, sum: told.sum });
  });

  it.skipIf(!HAS_FLEET)(
    'are all there and each once, however often the database was killed, unseen by the gateway',
    async () => {
      const { told, counted } = await sendThroughKills(KILLS);
      figure(`writer: VictoriaMetrics killed ${KILLS} times: ${told} samples measured, ${counted} counted`);
      expect(counted).toBe(told);
    },
  );

  // The counter-proof: it does lose what it had in memory.
  it.skipIf(!HAS_FLEET)('would be fewer if the last half minute were not sent again', async () => {
    const { told, counted } = await without(['unsureSentAgain'], () => sendThroughKills(KILLS));
    figure(`writer: the same without sending it again: ${told} samples measured, ${counted} counted`);
    expect(counted).toBeLessThan(told);
  });

  // The counter-proof: that a lost answer doubles nothing is by a flag of the database, and the count sees it.
  it('would be there twice without the flag that deploy/fleet sets', async () => {
    const victoria = await startDatabase(['-dedup.minScrapeInterval=0s']);
    const { gate, address } = await startTollGate(victoria);
    const gateway = await startGateway(address);
    await gateway.pass(100);
    gate.swallows = true;
    await gateway.pass(60);
    gate.swallows = false;
    await gateway.pass(100);
    await settle(gateway);
    expect(gate.swallowed).toBeGreaterThan(0);
    expect((await counted(victoria)).samples ?? 0).toBeGreaterThan(gateway.told.samples);
  });
});
