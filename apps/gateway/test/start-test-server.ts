import type { LiveHints } from '@heliograph/contract';
import type { VirtualClock } from '@heliograph/testbed/clock.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { serverParts } from '@heliograph/testbed/gateway/server-parts.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { onTestFinished } from 'vitest';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import type { History } from '../src/history/start-history.ts';
import { createGatewayServer } from '../src/http/gateway-server.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';
import { supportedInverters } from '../src/sources/radio/supported-inverters.ts';

/** One inverter with one string. */
export const TEST_SERIAL = '112100000001';

export interface TestServer {
  readonly port: number;
  readonly clock: VirtualClock;
  readonly settings: SettingsStore;
  readonly fleet: Fleet;
  setHints(hints: Partial<LiveHints>): void;
}

/** The HTTP server over a real fleet and real settings, which the test changes while it runs. */
export async function startTestServer(history?: History): Promise<TestServer> {
  const platform = createTestPlatform();
  const { clock } = platform;
  const dataFolder = await temporaryFolder();
  const settings = await openTestSettings(platform, dataFolder);
  const configs = [{ serial: TEST_SERIAL, name: 'Garage', channel: [{ name: '', max_power: 400 }] }];
  const fleet = createFleet({ clock, configs: supportedInverters(configs) });
  let hints: LiveHints = { time_sync: false, radio_problem: false, default_password: false };
  const parts = await serverParts(platform, dataFolder, settings);
  const server = await createGatewayServer({
    ...parts,
    ...(history !== undefined && { history }),
    platform,
    settings,
    fleet,
    totals: testTotals(fleet, clock),
    hints: () => hints,
  });
  onTestFinished(async () => {
    const stopped = server.stop();
    await clock.advanceAsync(2000);
    await stopped;
  });
  return {
    port: await server.listen({ port: 0, host: '127.0.0.1' }),
    clock,
    settings,
    fleet,
    setHints: (changed) => {
      hints = { ...hints, ...changed };
    },
  };
}
