import { createServer } from 'node:http';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** The power meter of the house: set up, tried, read. */

let gateway: TestGateway;
let port: number;
let close: () => Promise<void>;
beforeAll(async () => {
  gateway = await startSharedGateway();
  const meter = createServer((request, response) => {
    if (request.headers.authorization !== undefined) response.end('{"total_act_power":-12.34}');
    else response.writeHead(401, { 'www-authenticate': 'Digest realm="x", nonce="1", qop="auth"' }).end();
  });
  ({ port, close } = await listen(meter));
});
afterAll(async () => {
  await close();
  await gateway.dispose();
});

const json = async (path: string, headers = {}) =>
  JSON.parse((await send(gateway.port, path, { headers })).text);
const post = async (path: string, body: object) =>
  JSON.parse((await postData(gateway.port, path, body)).text);
const PATH = '/api/heliograph/meter';
const TRIAL = '/api/heliograph/meter-trial';
const READING = '/api/heliograph/meter-reading';
const shelly = () => ({
  ...POST_CASES.setMeter.good,
  ...{
    kind: 'http',
    http_preset: 'shelly-em',
    host: '127.0.0.1',
    port,
    interval: 1,
    factor: 1,
    inverted: false,
  },
});

describe('the meter of a gateway', () => {
  it('is none at first', async () => {
    expect(await json(READING)).toEqual({ problem: 'none', simulated: true });
  });

  it('is tried before it is saved, and the password goes to nobody', async () => {
    expect(await post(TRIAL, shelly())).toMatchObject({ type: 'success', power: -12.3 });
    expect(await post(TRIAL, { ...shelly(), user: '', password: '' })).toMatchObject({ problem: 'login' });
    expect(await post(TRIAL, { ...shelly(), port: 1 })).toMatchObject({ problem: 'unreachable' });
    expect(await post(TRIAL, { ...shelly(), kind: 'mqtt' })).toMatchObject({ problem: 'mqtt-off' });
    expect((await json(PATH, login())).kind).toBe('none');
    await post(PATH, shelly());
    const saved = await json(PATH, login());
    expect(saved).toEqual({ ...shelly(), password: '••••••••' });
    // The placeholder stands for it, in a trial and in a save.
    expect(await post(TRIAL, saved)).toMatchObject({ power: -12.3 });
    // But only for the meter that it was saved for.
    expect(await post(TRIAL, { ...saved, host: 'localhost' })).toMatchObject({ problem: 'login' });
    await post(PATH, saved);
    await vi.waitFor(async () => expect(await json(READING)).toMatchObject({ power: -12.3 }));
    const changes = JSON.stringify(await json('/api/heliograph/changes', login()));
    expect(changes).toContain('house/meter');
    expect(changes).not.toContain('geheim');
    expect(changes).not.toContain('/meter?id=0');
  });

  it.each([
    [{ kind: 'http', host: '' }, 13_002],
    [{ kind: 'modbus', host: '' }, 13_002],
    [{ kind: 'http', http_preset: 'own', path: '' }, 13_004],
    [{ kind: 'mqtt', topic: '' }, 19_204],
  ])('needs what its kind is read by: %j', async (missing, code) => {
    expect(await post(TRIAL, { ...shelly(), ...missing })).toMatchObject({ type: 'warning', code });
  });

  it('is simulated where the inverters are', async () => {
    const trial = await post(TRIAL, { ...shelly(), kind: 'simulated' });
    expect(trial).toMatchObject({ type: 'success', power: expect.any(Number) });
  });

  it('is heard at the broker of the settings', async () => {
    const broker = await startTestBroker();
    const mqtt = await json('/api/mqtt/config', login());
    await postData(gateway.port, '/api/mqtt/config', {
      ...mqtt,
      ...{ mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: broker.port },
    });
    await post(PATH, { ...shelly(), kind: 'mqtt', topic: 'house/meter', value: 'power' });
    await vi.waitFor(
      async () => {
        await broker.say('house/meter', '{"power":428}');
        expect(await json(READING)).toMatchObject({ power: 428 });
      },
      { timeout: 5000 },
    );
    gateway.clock.advance(1000);
    await vi.waitFor(async () => {
      await broker.say('house/meter', '<html>');
      expect(await json(READING)).toMatchObject({ power: 428, problem: 'no-json' });
    });
  });
});
