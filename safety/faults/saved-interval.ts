import { ENDPOINTS } from '@heliograph/contract';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import type { GatewayProcess } from '../tools/process/gateway-process.ts';

/** Settings of the DTU that differ in their poll interval only: one save is told from another by it. */
export const dtuOf = (seconds: number) => ({
  ...{ dtu_serial: '199980000001', dtu_pollinterval: seconds, dtu_palevel: 0 },
});

/** The poll interval that a gateway has now. */
export async function savedInterval({ port }: Pick<GatewayProcess, 'port'>): Promise<number> {
  const { text } = await send(port, ENDPOINTS.getDtuConfig.path, { headers: login() });
  return JSON.parse(text).dtu_pollinterval;
}
