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
import {
  configuredInverters,
  createSimulatedRadio,
  SCENARIOS,
  type ScenarioName,
} from '@heliograph/simulator';
import { createVirtualPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { serverParts } from '@heliograph/testbed/gateway/server-parts.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { createAir } from '../apps/gateway/src/air/air.ts';
import { supportedInverters } from '../apps/gateway/src/air/supported-inverters.ts';
import { createFleet } from '../apps/gateway/src/fleet/fleet.ts';
import { createGatewayServer } from '../apps/gateway/src/http/gateway-server.ts';
import { createDeviceClock } from '../apps/gateway/src/platform/device-clock.ts';
import { createLog } from '../apps/gateway/src/platform/log.ts';
import { openSettingsStore } from '../apps/gateway/src/settings/settings-store.ts';
import { measureDelivery, type Sender } from './measure/delivery-cost.ts';
import { reportFigure } from './measure/report-figure.ts';

const CLIENT_COUNTS = [1, 8, 32];
const PUSHES_PER_ROUND = 40;

interface Pusher extends Sender {
  stop(): Promise<void>;
}

/** The gateway's server over a fleet that has heard from all of its inverters. */
async function createGatewayPusher(scenarioName: ScenarioName): Promise<Pusher> {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
  const platform = createVirtualPlatform(log);
  const { clock } = platform;
  const scenario = SCENARIOS[scenarioName];
  const inverters = configuredInverters(scenario);
  const { host, randomBytes } = platform;
  const first = firstTestSettings({ host, randomBytes, inverters, pollIntervalS: 1 });
  const settings = await openSettingsStore({
    directory: await platform.openDataDirectory(folder),
    first,
    log,
  });
  const fleet = createFleet({ clock, configs: supportedInverters(inverters) });
  const radio = createSimulatedRadio({ scenario, clock, seed: 1, speed: 1 });
  const deviceClock = createDeviceClock({ clock, startSet: true });
  const air = createAir({ radio, fleet, clock, deviceClock, dtu: settings.get('dtu'), log: () => undefined });
  air.start();
  clock.advance(60_000);
  air.stop();
  radio.stop();
  const server = await createGatewayServer({
    ...(await serverParts(platform, folder)),
    platform,
    settings,
    fleet,
    totals: testTotals(fleet, clock),
  });
  return {
    port: await server.listen({ port: 0, host: '127.0.0.1' }),
    send() {
      fleet.update(inverters[0]?.serial ?? '', (_, nowMs) => ({ readingAtMs: nowMs }));
      clock.advance(1000);
    },
    async stop() {
      const stopped = server.stop();
      clock.advance(2000);
      await stopped;
      await rm(folder, { recursive: true });
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
