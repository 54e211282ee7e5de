import type { LiveHints } from '@heliograph/contract';
import { onTestFinished } from 'vitest';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import { createHttpRim } from '../src/http/http-rim.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';
import { rimParts } from './rim-parts.ts';
import { createTestPlatform, openTestSettings, temporaryFolder } from './start-test-gateway.ts';
import { testTotals } from './test-totals.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** One inverter with one string. */
export const TEST_SERIAL = '112100000001';

export interface TestRim {
  readonly port: number;
  readonly clock: VirtualClock;
  readonly settings: SettingsStore;
  readonly fleet: Fleet;
  setHints(hints: Partial<LiveHints>): void;
}

/** The HTTP rim over a real fleet and real settings, which the test changes while it runs. */
export async function startTestRim(): Promise<TestRim> {
  const platform = createTestPlatform();
  const { clock } = platform;
  const dataFolder = await temporaryFolder();
  const settings = await openTestSettings(platform, dataFolder);
  const configs = [{ serial: TEST_SERIAL, name: 'Garage', channel: [{ name: '', max_power: 400 }] }];
  const fleet = createFleet({ clock, configs });
  let hints: LiveHints = { time_sync: false, radio_problem: false, default_password: false };
  const parts = await rimParts(platform, dataFolder);
  const rim = await createHttpRim({
    ...parts,
    platform,
    settings,
    fleet,
    totals: testTotals(fleet, clock),
    hints: () => hints,
  });
  onTestFinished(async () => {
    const stopped = rim.stop();
    await clock.advanceAsync(2000);
    await stopped;
  });
  return {
    port: await rim.listen({ port: 0, host: '127.0.0.1' }),
    clock,
    settings,
    fleet,
    setHints: (changed) => {
      hints = { ...hints, ...changed };
    },
  };
}
