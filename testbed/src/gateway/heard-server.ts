import { configuredInverters, createSimulatedRadio, type Scenario } from '@heliograph/simulator';
import { createFleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import { createGatewayServer } from '../../../apps/gateway/src/http/gateway-server.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';
import { createAir } from '../../../apps/gateway/src/sources/radio/air.ts';
import { supportedInverters } from '../../../apps/gateway/src/sources/radio/supported-inverters.ts';
import type { VirtualPlatform } from './platform.ts';
import { serverParts } from './server-parts.ts';
import { openTestSettings } from './test-settings.ts';
import { testTotals } from './totals.ts';

/** A gateway's server over a fleet that has heard from its inverters, of which there may be more than can be set up. */
export interface HeardServer {
  readonly port: number;
  /** Something changes, and everybody is told. */
  push(): void;
  stop(): Promise<void>;
}

export interface HeardServerOptions {
  readonly platform: VirtualPlatform;
  readonly dataFolder: string;
  readonly scenario: Scenario;
  readonly seed: number;
  /** How long it listens before it serves: all inverters must have been heard by then. */
  readonly heardForMs: number;
}

export async function startHeardServer(options: HeardServerOptions): Promise<HeardServer> {
  const { platform, dataFolder, scenario, seed } = options;
  const { clock } = platform;
  const configs = configuredInverters(scenario);
  const settings = await openTestSettings(platform, dataFolder);
  const fleet = createFleet({ clock, configs: supportedInverters(configs) });
  const radio = createSimulatedRadio({ scenario, clock, seed, speed: 1 });
  const deviceClock = createDeviceClock({ clock, startSet: true });
  const air = createAir({ radio, fleet, clock, deviceClock, dtu: settings.get('dtu'), log: () => undefined });
  air.start();
  clock.advance(options.heardForMs);
  air.stop();
  radio.stop();
  const server = await createGatewayServer({
    ...(await serverParts(platform, dataFolder, settings)),
    platform,
    settings,
    fleet,
    totals: testTotals(fleet, clock),
  });
  return {
    port: await server.listen({ port: 0, host: '127.0.0.1' }),
    push() {
      fleet.update(configs[0]?.serial ?? '', (_, nowMs) => ({ readingAtMs: nowMs }));
      clock.advance(1000);
    },
    async stop() {
      const stopped = server.stop();
      await clock.advanceAsync(3000);
      await stopped;
    },
  };
}
