import { ENDPOINTS } from '@heliograph/contract';
import { SCENARIOS, type Scenario } from '@heliograph/simulator';
import { startHeardServer } from '@heliograph/testbed/gateway/heard-server.ts';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withInverterAdded } from '../../apps/gateway/src/settings/inverter-slots.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { type Listener, letIn, openListener } from '../tools/network/listeners.ts';
import { percentile } from '../tools/statistics.ts';

/** L7: plants of any size, also ones larger than can be set up. */

const row = openRow('L7');
const SIZES = row.isNightly ? [1, 4, 10, 20, 50] : [1, 50];
const CLIENTS = 32;
const PUSHES = row.scale(5, 60);
const KB = 1000;

/** So many inverters, of the kinds of the largest scenario; the digits of a serial that go on the air are their own. */
function plantOf(size: number): Scenario {
  const ten = SCENARIOS['ten-inverters'];
  const inverters = Array.from({ length: size }, (_, index) => {
    const like = ten.inverters[index % ten.inverters.length];
    if (like === undefined) throw new Error('the scenario is empty');
    return { ...like, serial: `${like.serial.slice(0, 4)}${70_000_000 + index}` };
  });
  return { ...ten, inverters };
}

/** The server over a fleet of this size of which all have answered, and clients of its live socket. */
async function startServer(size: number) {
  const { port, push, stop } = await startHeardServer({
    platform: createTestPlatform('silent'),
    dataFolder: await temporaryFolder(),
    scenario: plantOf(size),
    seed: row.seed % 2 ** 31,
    heardForMs: (size + 30) * 2_000,
  });
  const opened = await Promise.all(
    Array.from({ length: CLIENTS }, () => openListener(port, { from: '127.0.0.1' })),
  );
  onTestFinished(async () => {
    for (const { socket } of letIn(opened)) socket.terminate();
    await stop();
  });
  return { port, clients: letIn(opened), push };
}

/** Milliseconds from a change until the last client has it. */
async function pushMs({ clients, push }: Awaited<ReturnType<typeof startServer>>): Promise<number> {
  const counts = clients.map(({ arrivalsMs }) => arrivalsMs.length);
  const all = Promise.all(
    clients.map(({ socket }) => new Promise((resolve) => socket.once('message', resolve))),
  );
  const startMs = performance.now();
  push();
  await all;
  expect(clients.every(({ arrivalsMs }, index) => arrivalsMs.length === (counts[index] ?? 0) + 1)).toBe(true);
  return performance.now() - startMs;
}

const bytesOf = ([client]: readonly Listener[]) => client?.lastBytes() ?? 0;

describe('a plant', { timeout: 120_000 }, () => {
  it.each(SIZES)('of %i inverters fits into a message, and reaches everybody soon', async (size) => {
    const server = await startServer(size);
    expect(server.clients).toHaveLength(CLIENTS);
    const timesMs: number[] = [];
    for (let count = 0; count < PUSHES; count++) timesMs.push(await pushMs(server));
    const { text } = await send(server.port, ENDPOINTS.getLiveData.path);
    for (const [what, bytes, most] of [
      [`live data of ${size} inverters`, Buffer.byteLength(text), 110],
      // On the socket what is measured is told twice, in the words of each generation.
      [`live data of ${size} inverters, in the words of both generations`, bytesOf(server.clients), 150],
    ] as const) {
      const kilobytes = Math.round(bytes / (KB / 10)) / 10;
      row.figure({ what, value: kilobytes, unit: 'kB', goal: { atMost: most } });
    }
    const value = Math.round(percentile(timesMs, 0.5) * 10) / 10;
    const what = `push of ${size} inverters to ${CLIENTS} sockets, the median of ${PUSHES}`;
    row.figure({ what, value, unit: 'ms', goal: { below: 15 }, isTimed: true });
  });

  const WHAT = 'inverters that can be set up';
  const GOAL = { exactly: 10 } as const;

  it('that is full takes no more', async () => {
    const { port } = await startTestGateway({ scenario: 'ten-inverters' });
    const answer = await postData(port, ENDPOINTS.addInverter.path, { serial: '114100000001', name: 'More' });
    const { code } = JSON.parse(answer.text);
    row.figure({ what: 'answer to one inverter more than ten', value: code, goal: { exactly: 4003 } });
    expect(resultOf(answer)).toEqual([4003, { max: 10 }]);
    row.figure({ what: WHAT, value: fill(), goal: GOAL });
  });

  it('would take more without the end of its slots', async () => {
    const value = await without(['inverterSlots'], fill);
    row.counterProof({ what: WHAT, without: SEAMS.inverterSlots, value, goal: GOAL });
  });
});

/** How many of 51 inverters are taken. */
function fill(): number {
  let slots: ReturnType<typeof withInverterAdded> = [];
  for (let count = 0; count < 51; count++) {
    const serial = `1141${70_000_000 + count}`;
    slots = withInverterAdded(slots ?? [], { serial, name: 'x' }) ?? slots;
  }
  return slots?.length ?? 0;
}
