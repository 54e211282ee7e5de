import { once } from 'node:events';
import { createServer } from 'node:net';
import { SECRET_PLACEHOLDER } from '@heliograph/contract';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

/** What original devices have come to set about MQTT: who we are to the broker, and how. */

const PATH = '/api/mqtt/config';

async function config(gateway: TestGateway): Promise<Record<string, unknown>> {
  return jsonOf(await send(gateway.port, PATH, { headers: login() })) as Record<string, unknown>;
}

async function save(gateway: TestGateway, change: object): Promise<unknown> {
  const answer = await postData(gateway.port, PATH, { ...(await config(gateway)), ...change });
  return (jsonOf(answer) as { code: unknown }).code;
}

interface Connect {
  readonly clientId: string;
  readonly isClean: boolean;
  readonly willQos: number;
}

/** Source: MQTT 3.1.1, section 3.1. */
function readConnect(packet: Buffer): Connect {
  const lengthBytes = packet.subarray(1).findIndex((byte) => byte < 128) + 1;
  const flags = packet[1 + lengthBytes + 7] ?? 0;
  const payload = packet.subarray(1 + lengthBytes + 10);
  return {
    clientId: payload.subarray(2, 2 + payload.readUInt16BE()).toString(),
    isClean: (flags & 2) !== 0,
    willQos: (flags >> 3) & 3,
  };
}

/** Where the gateway is to connect to; keeps what each connection begins with. */
async function startListener() {
  const connects: Connect[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (packet) => connects.push(readConnect(packet)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, connects };
}

describe('the settings of the MQTT client', () => {
  it('say to the broker who we are, whether it forgets us, and how sure the last will is', async () => {
    const listener = await startListener();
    const gateway = await startTestGateway();
    const { mqtt_clientid: _, ...of2023 } = await config(gateway);
    const here = { ...of2023, mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: listener.port };
    expect(await save(gateway, here)).toBe(1001);
    await expect.poll(() => listener.connects.length).toBe(1);
    expect(listener.connects[0]).toMatchObject({ isClean: true, willQos: 2 });
    expect(listener.connects[0]?.clientId).toMatch(/^OpenDTU-/);
    const own = { mqtt_clientid: 'Süddach', mqtt_clean_session: false, mqtt_lwt_qos: 1 };
    expect(await save(gateway, own)).toBe(1001);
    await expect.poll(() => listener.connects.length).toBe(2);
    expect(listener.connects[1]).toEqual({ clientId: 'Süddach', isClean: false, willQos: 1 });
    const status = jsonOf(await send(gateway.port, '/api/mqtt/status', { headers: login() }));
    expect(status).toMatchObject({ mqtt_clientid: 'Süddach', mqtt_clean_session: false });
  });

  it('stay where a program of 2023 saves, and the key is told to nobody', async () => {
    const gateway = await startTestGateway();
    const own = { mqtt_client_key: 'KEY', mqtt_client_cert: 'CERT', mqtt_tls_cert_login: true };
    expect(await save(gateway, { ...own, mqtt_lwt_qos: 0, mqtt_clientid: 'x' })).toBe(1001);
    const { text } = await send(gateway.port, PATH, { headers: login() });
    expect(text).not.toContain('KEY');
    expect(await config(gateway)).toMatchObject({ ...own, mqtt_client_key: SECRET_PLACEHOLDER });
    const newer = /^mqtt_(clientid|tls_cert_login|client_cert|client_key|lwt_qos|clean_session)$/;
    const kept = Object.entries(await config(gateway)).filter(([key]) => !newer.test(key));
    const answer = await postData(gateway.port, PATH, Object.fromEntries(kept));
    expect(jsonOf(answer)).toMatchObject({ code: 1001 });
    const file = await send(gateway.port, '/api/config/get', { headers: login() });
    expect(JSON.parse(file.text).mqtt).toMatchObject({
      clientid: 'x',
      lwt: { qos: 0 },
      tls: { certlogin: true, client_cert: 'CERT', client_key: 'KEY' },
    });
    expect(await save(gateway, { mqtt_client_key: '' })).toBe(1001);
    expect(await config(gateway)).toMatchObject({ mqtt_client_key: '', mqtt_client_cert: 'CERT' });
  });

  it('want a slash behind the topic of Home Assistant only with the newest API', async () => {
    const gateway = await startTestGateway();
    const on = { mqtt_enabled: true, mqtt_hostname: 'broker.invalid', mqtt_hass_enabled: true };
    const change = { ...on, mqtt_hass_topic: 'ha' };
    expect(await save(gateway, change)).toBe(1001);
    const network = jsonOf(await send(gateway.port, '/api/network/config', { headers: login() })) as object;
    await postData(gateway.port, '/api/network/config', { ...network, api_generations: 'newest' });
    expect(await save(gateway, change)).toBe(7018);
    expect(await save(gateway, { ...change, mqtt_hass_topic: 'ha/' })).toBe(1001);
  });
});
