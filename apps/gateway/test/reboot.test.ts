import { ENDPOINTS } from '@heliograph/contract';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

/** Source: docs/reference/original-device.md#restart and docs/decisions/0015-restart-inside-the-process.md. */

const json = async ({ port }: TestGateway, path: string) =>
  JSON.parse((await send(port, path, { headers: login() })).text);
const reboot = ({ port }: TestGateway, order: unknown) =>
  postData(port, ENDPOINTS.reboot.path, { reboot: order });
const restarts = ({ logLines }: TestGateway) =>
  logLines.filter((line) => line.includes('is restarting')).length;

describe('an order to restart', () => {
  it('is answered before the gateway goes, and asked for again it restarts once', async () => {
    const gateway = await startTestGateway();
    const { closed } = await openSocket(gateway.port);
    for (let count = 0; count < 3; count++) expect(resultOf(await reboot(gateway, true))).toBe(6001);
    await gateway.clock.advanceAsync(999);
    expect(restarts(gateway)).toBe(0);
    expect((await json(gateway, ENDPOINTS.getSystemStatus.path)).resetreason_0).toBe('Program started');
    await gateway.clock.advanceAsync(1);
    expect(await closed).toBe(1012);
    await restarted(gateway);
    await gateway.clock.advanceAsync(5000);
    expect(restarts(gateway)).toBe(1);
  });

  it('that is none is a warning, and nothing happens', async () => {
    const gateway = await startTestGateway();
    for (const order of [false, 0, null]) expect(resultOf(await reboot(gateway, order))).toBe(6002);
    await gateway.clock.advanceAsync(5000);
    expect(restarts(gateway)).toBe(0);
  });

  it('loses no setting that was acknowledged, however close it came', async () => {
    const gateway = await startTestGateway();
    const dtu = await json(gateway, ENDPOINTS.getDtuConfig.path);
    const save = (seconds: number) =>
      postData(gateway.port, ENDPOINTS.setDtuConfig.path, { ...dtu, dtu_pollinterval: seconds });
    expect(resultOf(await save(2))).toBe(1001);
    expect(resultOf(await reboot(gateway, true))).toBe(6001);
    let acknowledged = 2;
    let isGone = false;
    const saving = (async () => {
      for (let seconds = 3; !isGone; seconds++) {
        if ((await save(seconds)).status === 200) acknowledged = seconds;
      }
    })().catch(() => undefined); // the gateway went away
    await gateway.clock.advanceAsync(1000);
    await restarted(gateway);
    isGone = true;
    await saving;
    const { dtu_pollinterval: saved } = await json(gateway, ENDPOINTS.getDtuConfig.path);
    // One more may have been saved whose answer was cut off.
    expect([acknowledged, acknowledged + 1]).toContain(saved);
  });
});
