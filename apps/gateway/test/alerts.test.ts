import { createServer } from 'node:http';
import type { AlertList, AlertSettings } from '@heliograph/contract';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { expect, it, onTestFinished, vi } from 'vitest';

/** Alerts of a whole gateway: set up, tried, and their secrets kept. */

const SETTINGS = '/api/heliograph/alert-settings';
const TEST = '/api/heliograph/alert-test';
const RULE_TEST = '/api/heliograph/alert-rule-test';
const SECRET = 'canary 7';

async function started() {
  const heard: { readonly authorization: string | undefined; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString(),
      });
      response.end();
    });
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  const gateway = await startTestGateway();
  const json = async (path: string, headers = {}) =>
    JSON.parse((await send(gateway.port, path, { headers })).text);
  return {
    ...{ heard, json },
    post: async (path: string, body: object) => JSON.parse((await postData(gateway.port, path, body)).text),
    channel: {
      ...POST_CASES.testAlertChannel.good,
      ...{ enabled: true, address: `http://127.0.0.1:${port}/hook?key=path-canary`, user: 'me' },
      ...{ secret: SECRET, template: '{"text":"{title}"}' },
    },
  };
}

it('a channel is tried before it is saved, and its secret goes to nobody else', async () => {
  const { heard, json, post, channel } = await started();
  expect(await post(TEST, channel)).toMatchObject({ type: 'success', code: 22_010 });
  expect(heard).toEqual([
    { authorization: `Basic ${btoa(`me:${SECRET}`)}`, body: '{"text":"Heliograph: test"}' },
  ]);
  expect(await post(TEST, { ...channel, address: 'http://127.0.0.1:1/' })).toMatchObject({
    problem: 'unreachable',
  });
  expect(await post(TEST, { ...channel, kind: 'mqtt', target: 'a/b' })).toMatchObject({
    problem: 'mqtt-off',
  });

  const settings: AlertSettings = await json(SETTINGS, login());
  expect(settings.channels).toEqual([]);
  expect(await post(RULE_TEST, { rule: 'disk' })).toMatchObject({ code: 22_012, now: [] });
  const full = { ...settings, channels: [channel], language: 'fr', quiet_from: 0, quiet_to: 1439 };
  expect(await post(SETTINGS, full)).toMatchObject({ code: 1001 });
  const saved: AlertSettings = await json(SETTINGS, login());
  expect(saved.channels).toMatchObject([{ secret: '••••••••' }]);

  // The placeholder stands for the secret of the channel of that id, in a test and in a save.
  expect(await post(SETTINGS, saved)).toMatchObject({ code: 1001 });
  expect(await post(TEST, saved.channels[0] ?? {})).toMatchObject({ code: 22_010 });
  expect(heard.at(-1)?.authorization).toBe(`Basic ${btoa(`me:${SECRET}`)}`);
  expect(await post(RULE_TEST, { rule: 'disk' })).toMatchObject({ code: 22_011, now: [] });
  await vi.waitFor(() => expect(heard.at(-1)?.body).toContain('Exemple'));

  const list: AlertList = await json('/api/heliograph/alerts');
  expect(list).toMatchObject({ alerts: [], channels: [{ name: 'Hook', sent_today: 0 }], has_clock: true });
  const changes = await json('/api/heliograph/changes', login());
  expect(JSON.stringify(changes)).toContain('alerts');
  for (const told of [saved, list, changes]) expect(JSON.stringify(told)).not.toContain(SECRET);
  for (const told of [list, changes]) expect(JSON.stringify(told)).not.toContain('path-canary');
});

it('the broker of the settings gets an alert on its topic', async () => {
  const broker = await startTestBroker();
  const { post, channel } = await started();
  const mqtt = {
    ...POST_CASES.setMqttConfig.good,
    ...{ mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: broker.port, mqtt_tls: false },
    ...{ mqtt_username: '', mqtt_password: '', mqtt_tls_cert_login: false },
  };
  expect(await post('/api/mqtt/config', mqtt)).toMatchObject({ type: 'success' });
  expect(await post(TEST, { ...channel, kind: 'mqtt', target: 'house/alerts' })).toMatchObject({
    code: 22_010,
  });
  await vi.waitFor(() => {
    expect(JSON.parse(broker.last('house/alerts') ?? '')).toMatchObject({
      title: 'Heliograph: test',
      rule: 'test',
    });
  });
});
