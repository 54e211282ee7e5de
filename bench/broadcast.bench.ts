/**
 * What one push of live data costs, from the change in the fleet until the last client has it: building, printing
 * and sending, for 1 and 10 inverters and 1, 8 and 32 clients.
 *
 * The floor, measured in turns with it in the same run, is a bare `ws` server that sends the same bytes, made
 * beforehand, to as many clients. Clients and server share this process both times.
 *
 * Exits non-zero when a client does not get what was pushed, never because the machine is slow.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCENARIOS, type ScenarioName } from '@heliograph/simulator';
import { startHeardServer } from '@heliograph/testbed/gateway/heard-server.ts';
import { createVirtualPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { createLog } from '../apps/gateway/src/platform/log.ts';
import { measureDelivery, type Sender } from './measure/delivery-cost.ts';
import { reportFigure } from './measure/report-figure.ts';

const CLIENT_COUNTS = [1, 8, 32];
const PUSHES_PER_ROUND = 40;

interface Pusher extends Sender {
  stop(): Promise<void>;
}

async function createGatewayPusher(scenarioName: ScenarioName): Promise<Pusher> {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const dataFolder = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
  const { port, push, stop } = await startHeardServer({
    platform: createVirtualPlatform(log),
    dataFolder,
    scenario: SCENARIOS[scenarioName],
    seed: 1,
    heardForMs: 60_000,
  });
  return {
    port,
    send: push,
    async stop() {
      await stop();
      await rm(dataFolder, { recursive: true });
    },
  };
}

async function measure(gateway: Pusher, inverterCount: number, clientCount: number): Promise<void> {
  let isChecked = false;
  const { costUs, floorUs, messageBytes } = await measureDelivery(gateway, {
    path: '/livedata',
    clientCount,
    messagesPerRound: PUSHES_PER_ROUND,
    check(message) {
      if (isChecked) return; // reading it again and again would be measured
      isChecked = true;
      if (JSON.parse(message.toString()).inverters.length !== inverterCount)
        throw new Error('wrong live data');
    },
  });
  const ratio = costUs / floorUs;
  const name = `push ${inverterCount} inverters (${messageBytes} bytes) to ${clientCount} clients`;
  console.log(`${name}: ${costUs.toFixed(0)} us, bare ws ${floorUs.toFixed(0)} us, ${ratio.toFixed(2)} x`);
  reportFigure(name, costUs, 'us');
  reportFigure(`${name} over bare ws`, ratio, 'x');
}

for (const [scenario, inverterCount] of [
  ['one-inverter', 1],
  ['ten-inverters', 10],
] as const) {
  const gateway = await createGatewayPusher(scenario);
  for (const clientCount of CLIENT_COUNTS) await measure(gateway, inverterCount, clientCount);
  await gateway.stop();
}
