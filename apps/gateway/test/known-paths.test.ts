import { GARAGE, SOUTH_ROOF, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Call, jsonOf, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  return gateway.dispose;
});

const ask = (path: string, call: Call = {}) => send(gateway.port, path, call);
const FORM = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };

describe('the path of a call', () => {
  it.each(['/inverters', '/', '//', '/a/b/', '/%zz', '/?x=1'])(
    'may go on behind that of a GET: %s',
    async (more) => {
      const whole = jsonOf(await ask('/api/livedata/status'));
      const { status, headers, text } = await ask(`/api/livedata/status${more}`);
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(Object(whole)));
    },
  );

  it('keeps its gate and its parameters then', async () => {
    expect((await ask('/api/ntp/time/')).status).toBe(401);
    expect((await ask('/api/ntp/time/x', { headers: login() })).status).toBe(200);
    const log = await ask(`/api/eventlog/status/?inv=${SOUTH_ROOF}`);
    expect(Object.keys(Object(jsonOf(log)))[0]).toBe(SOUTH_ROOF);
    expect((await ask('/api/livedata/status/', { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    '/api/livedata',
    '/api/livedata/statusx',
    '/api/',
    '/api/x/livedata/status',
    '/api/livedata/status/%2e.',
  ])('is not another one: %s', async (path) => expect((await ask(path)).status).toBe(404));

  it('may end with a slash where something is changed, and with nothing more', async () => {
    const order = { serial: GARAGE, limit_value: 50, limit_type: 1 };
    const post: Call = { method: 'POST', headers: FORM, body: `data=${JSON.stringify(order)}` };
    expect(jsonOf(await ask('/api/limit/config/', post))).toMatchObject({ code: 1001 });
    expect((await ask(`/api/limit/config/${SOUTH_ROOF}`, post)).status).toBe(404);
    expect((await ask('/api/limit/config/')).status).toBe(404);
  });
});

const PER_INVERTER = [
  '/api/livedata/status',
  '/api/devinfo/status',
  '/api/limit/status',
  '/api/power/status',
  '/api/eventlog/status',
];

describe('an inverter that a call names', () => {
  it('is the only one in the live data, and the sums are those of all', async () => {
    const plant = await startPlantGateway();
    await plant.advance(10_000);
    const all = Object(await plant.json('/api/livedata/status'));
    for (const inv of [SOUTH_ROOF, `000${SOUTH_ROOF}`]) {
      const one = Object(await plant.json(`/api/livedata/status?inv=${inv}`));
      expect(Object.keys(one)).toEqual(Object.keys(all));
      expect(one.inverters.map(({ serial }: { serial: string }) => serial)).toEqual([SOUTH_ROOF]);
      expect(one.total).toEqual({ ...all.total, YieldTotal: { ...all.total.YieldTotal, d: 3 } });
      expect(one.hints).toEqual({ ...all.hints, pin_mapping_issue: false });
    }
  });

  it.each(PER_INVERTER)('is the only one in %s', async (path) => {
    const { status, text } = await ask(`${path}?inv=${SOUTH_ROOF}`);
    expect(status).toBe(200);
    expect(text).toContain(`"${SOUTH_ROOF}"`);
    expect(text).not.toContain(GARAGE);
  });

  it('may be nobody’s in the live data, which then have no inverter', async () => {
    for (const inv of ['116199999999', '0', 'roof', `${SOUTH_ROOF}0`, '__proto__']) {
      const { status, text } = await ask(`/api/livedata/status?inv=${inv}`);
      expect([status, JSON.parse(text).inverters], inv).toEqual([200, []]);
    }
    expect((await ask('/api/livedata/status?inv=')).status).toBe(400);
  });

  it.each(PER_INVERTER.slice(1, 4))('has to be one of ours: %s', async (path) => {
    for (const inv of ['116199999999', '0', 'roof', `${SOUTH_ROOF}0`, '__proto__']) {
      const { status, text } = await ask(`${path}?inv=${inv}`);
      expect([status, text], inv).toEqual([
        404,
        '{"message":"There is no inverter with this serial number."}',
      ]);
    }
    expect((await ask(`${path}?inv=`)).status).toBe(400);
  });

  it.each(PER_INVERTER)('is named once, and by its parameter: %s', async (path) => {
    expect(jsonOf(await ask(`${path}?inv=${GARAGE}&inv=${SOUTH_ROOF}`))).toEqual({
      message: 'Name one inverter at a time.',
    });
    for (const more of [`/${GARAGE}`, `/inverters/${GARAGE}/`]) {
      expect(jsonOf(await ask(`${path}${more}`))).toEqual({
        message: 'Name the inverter with inv=<serial>, not in the path.',
      });
    }
    for (const name of ['serial', 'inverter', 'INV']) {
      const { status, text } = await ask(`${path}?${name}=${GARAGE}`);
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { message: `Name the inverter with inv=<serial>, not with ${name}.` },
      ]);
    }
  });

  it('is refused where a call is not about one, and where an order names it beside its body', async () => {
    for (const path of ['/api/system/status', '/api/prometheus/metrics', '/api/ntp/status']) {
      const { status, text } = await ask(`${path}?inv=${GARAGE}`);
      expect([status, text], path).toEqual([400, '{"message":"This call takes no parameter inv."}']);
    }
    const order = { serial: GARAGE, limit_value: 50, limit_type: 1 };
    const post: Call = { method: 'POST', headers: FORM, body: `data=${JSON.stringify(order)}` };
    expect((await ask(`/api/limit/config?inv=${SOUTH_ROOF}`, post)).status).toBe(400);
    expect((await ask('/api/system/status?x=1')).status).toBe(200);
  });

  it('is nobody’s business who may not read', async () => {
    expect((await ask(`/api/ntp/config?inv=${GARAGE}`)).status).toBe(401);
  });
});
