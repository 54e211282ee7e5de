import { ENDPOINTS, type EndpointName, SECRET_PLACEHOLDER } from '@heliograph/contract';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** What whoever may read gets to know of the owner's network, and what only who is logged in. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  const mqtt = JSON.parse((await send(gateway.port, '/api/mqtt/config', { headers: login() })).text);
  const set = { ...mqtt, mqtt_hostname: 'nas.smith.test', mqtt_username: 'john' };
  await postData(gateway.port, '/api/mqtt/config', set);
  return gateway.dispose;
});

const statusOf = async (path: string, headers = {}) =>
  JSON.parse((await send(gateway.port, path, { headers })).text);
const PRIVATE = (Object.keys(ENDPOINTS) as EndpointName[])
  .map((name) => ENDPOINTS[name])
  .flatMap(({ path, privateKeys }) => (privateKeys === undefined ? [] : [{ path, privateKeys }]));

describe('names of servers and users, and addresses', () => {
  it('are what the contract says', () => {
    expect(PRIVATE.flatMap(({ path, privateKeys }) => privateKeys.map((key) => `${path} ${key}`))).toEqual([
      ...['sta_ssid', 'network_hostname', 'network_ip', 'network_netmask', 'network_gateway'].map(
        (key) => `/api/network/status ${key}`,
      ),
      ...['network_dns1', 'network_dns2', 'network_mac', 'ap_ssid', 'ap_ip', 'ap_mac'].map(
        (key) => `/api/network/status ${key}`,
      ),
      '/api/ntp/status ntp_server',
      ...['ntp_address', 'sun_risetime', 'sun_settime'].map((key) => `/api/ntp/status ${key}`),
      ...['mqtt_hostname', 'mqtt_username', 'mqtt_root_ca_cert_info'].map((key) => `/api/mqtt/status ${key}`),
      ...['mqtt_clientid', 'mqtt_client_cert_info'].map((key) => `/api/mqtt/status ${key}`),
      '/api/system/status hostname',
    ]);
  });

  it.each(PRIVATE)(
    'are masked in $path for whoever is not logged in, and nothing else is',
    async (endpoint) => {
      const { path, privateKeys } = endpoint;
      const whole = await statusOf(path, login());
      const masked = await statusOf(path);
      expect(Object.keys(masked)).toEqual(Object.keys(whole));
      for (const [key, value] of Object.entries(whole)) {
        const isMasked = privateKeys.includes(key) && value !== '';
        if (key !== 'uptime' && !key.endsWith('used'))
          expect(masked[key], key).toEqual(isMasked ? SECRET_PLACEHOLDER : value);
        if (isMasked) expect(value, key).not.toBe(SECRET_PLACEHOLDER);
      }
    },
  );

  it('stand in no answer to anybody', async () => {
    const whole = [...(await Promise.all(PRIVATE.map(({ path }) => statusOf(path, login()))))];
    const secrets = PRIVATE.flatMap(({ privateKeys }, index) => privateKeys.map((key) => whole[index][key]));
    const known = secrets.filter((text) => text !== '' && text !== '0.0.0.0');
    expect(known).toEqual(expect.arrayContaining(['nas.smith.test', 'john', '192.168.4.20']));
    for (const { path, access } of Object.values(ENDPOINTS)) {
      if (access === 'admin') continue;
      const { text } = await send(gateway.port, path);
      for (const secret of known) expect(text, `${secret} in ${path}`).not.toContain(secret);
    }
  });

  it('are masked for a wrong password as for none', async () => {
    expect((await statusOf('/api/ntp/status', login('wrong'))).ntp_server).toBe(SECRET_PLACEHOLDER);
    expect((await statusOf('/api/ntp/status', { cookie: 'wsid_1=x' })).ntp_server).toBe(SECRET_PLACEHOLDER);
  });

  it('are in the metrics of a scraper that logs in', async () => {
    const path = ENDPOINTS.getPrometheusMetrics.path;
    const [open, whole] = [
      await send(gateway.port, path),
      await send(gateway.port, path, { headers: login() }),
    ];
    expect(whole.text).toContain('OpenDTU-ABCDEF');
    expect(whole.text).toContain('mac="02:00:00:AB:CD:EF"');
    expect(open.text).toContain(`name="${SECRET_PLACEHOLDER}"`);
    expect(open.text).toContain(`mac="${SECRET_PLACEHOLDER}"`);
    const shape = (text: string) => text.replaceAll(/"[^"]*"/g, '""').replaceAll(/[\d.]+$/gm, '0');
    expect(shape(open.text)).toBe(shape(whole.text));
  });

  it('are there for whoever may read nothing without a login', async () => {
    const { port } = await startTestGateway({
      prepare: (settings) =>
        settings.update('security', (security) => ({ ...security, allow_readonly: false })),
    });
    expect((await send(port, '/api/ntp/status')).status).toBe(401);
    const { text } = await send(port, '/api/ntp/status', { headers: login() });
    expect(text).not.toContain(SECRET_PLACEHOLDER);
  });
});
