import { join } from 'node:path';
import type { ScenarioName } from '@heliograph/simulator';
import { createGateway, type Gateway, type GatewayOptions } from '../../../apps/gateway/src/gateway.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import type { VirtualClock } from '../clock.ts';
import { CHEAP_HASH, createVirtualPlatform } from './platform.ts';

/** What a gateway of a test is started with unless the test says otherwise: on any free port, without a web app. */
export const gatewayDefaults = (dataFolder: string): GatewayOptions => ({
  port: 0,
  host: '127.0.0.1',
  dataFolder,
  webFolder: join(dataFolder, 'no-web-app'),
  scenario: 'three-inverters',
  speed: 1,
  seed: 1,
  firstPassword: undefined,
  hashCost: CHEAP_HASH,
  // It costs every test a file that only few look at.
  keepsHistory: false,
});

export interface LoneGatewayOptions {
  readonly dataFolder: string;
  readonly scenario: ScenarioName;
  readonly seed?: number;
}

export interface LoneGateway {
  readonly gateway: Gateway;
  readonly clock: VirtualClock;
}

/**
 * A gateway in a program of its own that looks at its memory: nothing of the test runner is there, and nobody keeps what
 * it logs.
 */
export function createLoneGateway({ dataFolder, ...options }: LoneGatewayOptions): LoneGateway {
  const platform = createVirtualPlatform(createLog({ level: 'info', writeLine: () => undefined }));
  const gateway = createGateway(platform, { ...gatewayDefaults(dataFolder), ...options });
  return { gateway, clock: platform.clock };
}
