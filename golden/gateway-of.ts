import { join } from 'node:path';
import {
  type GatewayProcess,
  type GatewayProcessOptions,
  startGatewayProcess,
} from '@heliograph/testbed/outside/gateway-process.ts';

/** Starts the gateway of a checkout in which gateway and web app are built; it tells the time of this zone. */
export function startGatewayOf(checkout: string, options: GatewayProcessOptions): Promise<GatewayProcess> {
  const { TZ = 'UTC' } = process.env;
  const main = join(checkout, 'apps/gateway/dist/main.js');
  return startGatewayProcess({ ...options, main, environment: { TZ } });
}
