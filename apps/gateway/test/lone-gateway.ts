import type { ScenarioName } from '@heliograph/simulator';
import { createGateway, type Gateway } from '../src/gateway.ts';
import { createLog } from '../src/platform/log.ts';
import { CHEAP_HASH } from './cheap-hash.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { createVirtualPlatform } from './virtual-platform.ts';

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
export function createLoneGateway({ dataFolder, scenario, seed = 1 }: LoneGatewayOptions): LoneGateway {
  const platform = createVirtualPlatform(createLog({ level: 'info', writeLine: () => undefined }));
  const gateway = createGateway(platform, {
    ...{ port: 0, host: '127.0.0.1', dataFolder, webFolder: dataFolder, firstPassword: undefined },
    ...{ scenario, speed: 1, seed, hashCost: CHEAP_HASH },
  });
  return { gateway, clock: platform.clock };
}
