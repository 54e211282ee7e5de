import { type LiveData, type OrderList, PAGE_HEADER } from '@heliograph/contract';
import {
  GARAGE,
  LOST_REQUESTS,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { AS_FORM, dataForm, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

/** The time line of orders through a whole gateway, from the call to what its simulated inverter does. */

const list = async (gateway: PlantGateway, path = '/api/orders') =>
  ((await gateway.json(path)) as OrderList).orders;
const statesOf = async (gateway: PlantGateway) =>
  (await list(gateway)).map(({ steps }) => steps.map(({ state }) => state));
const limit = (gateway: PlantGateway, percent: number, serial = SOUTH_ROOF) =>
  gateway.post('/api/limit/config', { serial, limit_value: percent, limit_type: 1 });

describe('the list of orders', () => {
  it('follows a limit until the inverter has told it', async () => {
    const gateway = await startPlantGateway();
    await gateway.advance(20_000);
    expect(await list(gateway)).toEqual([]);
    await limit(gateway, 60);
    expect(await list(gateway)).toEqual([
      {
        id: expect.any(String),
        ...{ serial: SOUTH_ROOF, kind: 'limit', value: 60, relative: true, persistent: false },
        ...{ way: 'http', by: 'api', state: 'asked' },
        steps: [{ state: 'asked', at: gateway.clock.unixMs() / 1000 }],
      },
    ]);
    await gateway.advance(2000);
    expect(await statesOf(gateway)).toEqual([['asked', 'sent', 'acknowledged']]);
    await gateway.advance(600_000);
    const [order] = await list(gateway);
    expect(order?.steps.at(-1)).toMatchObject({ state: 'measured' });
    expect(gateway.truthOf(SOUTH_ROOF).limitPercent).toBe(60);
  });

  it('says who gave an order: the admin at a page of the gateway, or a program', async () => {
    const gateway = await startPlantGateway();
    await limit(gateway, 60);
    const headers = { ...AS_FORM, ...login(), [PAGE_HEADER.name]: PAGE_HEADER.value };
    const body = dataForm({ serial: SOUTH_ROOF, power: true });
    await send(gateway.port(), '/api/power/config', { method: 'POST', headers, body });
    expect((await list(gateway)).map(({ kind, by }) => [kind, by])).toEqual([
      ['power', 'admin'],
      ['limit', 'api'],
    ]);
  });

  it('says that nobody answers, and that a newer order took the place of one', async () => {
    const gateway = await startPlantGateway();
    await gateway.advance(20_000);
    gateway.setAir(LOST_REQUESTS);
    await limit(gateway, 60);
    await gateway.advance(60_000);
    const [steps = []] = await statesOf(gateway);
    const silences = steps.filter((state) => state === 'unanswered');
    expect(steps).toEqual(['asked', 'sent', ...silences]);
    expect(silences.length).toBeGreaterThan(1);
    await limit(gateway, 70);
    expect((await statesOf(gateway))[1]).toEqual([...steps, 'replaced']);
  });

  it('tells with `inv` of that inverter only, in live data too', async () => {
    const gateway = await startPlantGateway();
    await limit(gateway, 60);
    await limit(gateway, 70, GARAGE);
    await gateway.post('/api/power/config', { serial: GARAGE, restart: true });
    expect((await list(gateway)).map(({ kind, value, power }) => [kind, value ?? power])).toEqual([
      ['power', 'restart'],
      ['limit', 70],
      ['limit', 60],
    ]);
    expect(await list(gateway, `/api/orders?inv=${SOUTH_ROOF}`)).toMatchObject([{ value: 60 }]);
    const { status } = await gateway.get('/api/orders?inv=1');
    expect(status).toBe(404);
    const live = async (path: string) => ((await gateway.json(path)) as LiveData).orders;
    expect(await live('/api/livedata/status')).toHaveLength(3);
    expect(await live(`/api/livedata/status?inv=${SOUTH_ROOF}`)).toEqual(
      await list(gateway, `/api/orders?inv=${SOUTH_ROOF}`),
    );
  });

  it('leaves live data a minute after its end, and stays in the list', async () => {
    const gateway = await startPlantGateway();
    const current = async () => ((await gateway.json('/api/livedata/status')) as LiveData).orders;
    expect(await current()).toBeUndefined();
    await gateway.advance(20_000);
    await gateway.post('/api/power/config', { serial: SOUTH_ROOF, power: false });
    await gateway.advance(30_000);
    expect(await current()).toMatchObject([{ power: 'off', state: 'measured' }]);
    await gateway.advance(90_000);
    expect(await current()).toBeUndefined();
    expect(await list(gateway)).toMatchObject([{ power: 'off', state: 'measured' }]);
  });

  it('is kept over a restart: what was open then has expired', async () => {
    const gateway = await startPlantGateway();
    await gateway.advance(20_000);
    gateway.setAir(LOST_REQUESTS);
    await limit(gateway, 60);
    await gateway.restart();
    const [order] = await list(gateway);
    expect(order?.steps.at(-1)).toMatchObject({ state: 'expired', reason: 'gateway-restarted' });
  });

  it('is for whoever may read, and does not say who ordered', async () => {
    const gateway = await startPlantGateway();
    await limit(gateway, 60);
    const { status, text } = await send(gateway.port(), '/api/orders');
    expect(status).toBe(200);
    expect(text).not.toContain('admin');
    await gateway.post('/api/security/config', { password: 'correct horse', allow_readonly: false });
    expect((await send(gateway.port(), '/api/orders')).status).toBe(401);
  });
});
