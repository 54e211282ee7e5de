import {
  BODY_SCHEMAS,
  DEFAULT_ADMIN_PASSWORD,
  ENDPOINTS,
  type PostName,
  RESULT_CODES,
  readLenientJson,
  readSerial,
} from '@heliograph/contract';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { goodQuery } from '@heliograph/testbed/gateway/good-queries.ts';
import { createTestPlatform, NO_TIME_SERVER } from '@heliograph/testbed/gateway/platform.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import { mutatedJson } from '../tools/input/mutate-json.ts';
import { passwordAfter } from '../tools/input/password-after.ts';
import { GUESSED_AT } from '../tools/input/post-target.ts';

/** Mutated values in any order to a whole gateway, so that what is accepted of them also takes effect. */

const row = openRow('B1');
const CODES: readonly unknown[] = Object.values(RESULT_CODES).map(({ code }) => code);
const HERE = { mqtt_hostname: '127.0.0.1', mqtt_port: 9 };

const orders = fc
  .constantFrom(...(Object.keys(POST_CASES) as PostName[]))
  .chain((name) => {
    const good = name.includes('Mqtt') ? { ...POST_CASES[name].good, ...HERE } : POST_CASES[name].good;
    return mutatedJson(good).map((data) => ({ name, data }));
  })
  .filter(({ name, data }) => data.length < 10_000 && !hasOwnTests(name, data));

/** After a factory reset nothing else is saved; and nobody but this machine is asked for a broker or a device. */
function hasOwnTests(name: PostName, data: string): boolean {
  const json = readLenientJson(data);
  if (!json.ok) return false;
  if (name === 'deleteConfig' || name === 'deleteAllFiles') {
    return BODY_SCHEMAS[name].safeParse(json.value).data?.delete === true;
  }
  if (name === 'testTimeServer') {
    const { ntp_server: server = '' } = BODY_SCHEMAS[name].safeParse(json.value).data ?? {};
    return server !== '' && server !== NO_TIME_SERVER; // others are waited for
  }
  if (name === 'saveSource' || name === 'testSource') {
    const { host = '' } = BODY_SCHEMAS[name].safeParse(json.value).data ?? {};
    return host !== '' && host !== POST_CASES[name].good.host;
  }
  if (name !== 'setMqttConfig' && name !== 'testMqttConnection') return false;
  const { mqtt_hostname: host = '' } = BODY_SCHEMAS[name].safeParse(json.value).data ?? {};
  return host !== '' && host !== HERE.mqtt_hostname;
}

it('orders with mistakes, in any order, leave a gateway that works and starts', {
  timeout: row.scale(120_000, 600_000),
}, async () => {
  const dataFolder = await temporaryFolder();
  const gateway = await startTestGateway({ dataFolder });
  const { port, logLines } = gateway;
  let password: string = DEFAULT_ADMIN_PASSWORD;
  const badAnswers: string[] = [];

  const property = fc.asyncProperty(orders, async ({ name, data }) => {
    const headers = { ...login(password), 'content-type': 'multipart/form-data; boundary=B' };
    const body = `--B\r\nContent-Disposition: form-data; name="data"\r\n\r\n${data}\r\n--B--\r\n`;
    const { status, text } = await send(port, ENDPOINTS[name].path, { method: 'POST', headers, body });
    if (status === 429 && GUESSED_AT.includes(name)) return; // so many of them have failed by then
    const { code } = status === 200 ? JSON.parse(text) : { code: 'none' };
    if (!CODES.includes(code)) badAnswers.push(`${status} ${text} to ${name} ${data}`);
    // What was accepted as a password is one: the next order comes with it.
    if (name === 'setSecurityConfig' && code === 1001) password = passwordAfter(data, password);
  });
  await fc.assert(property, { numRuns: row.scale(60, 3000), seed: row.seed, endOnFailure: true });
  row.figure({
    ...{ what: 'answers of a whole gateway that are none of ours', value: badAnswers.length },
    goal: { exactly: 0 },
  });
  expect(badAnswers).toEqual([]);

  // What was added is polled, what was ordered is sent, and another pin profile makes the gateway restart.
  await gateway.clock.advanceAsync(20_000);
  const authenticate = () => send(port, ENDPOINTS.authenticate.path, { headers: login(password) });
  await advanceUntil(gateway.clock, async () => (await authenticate()).status === 200);
  for (const { method, path, query } of Object.values(ENDPOINTS)) {
    if (method !== 'GET') continue;
    const { status, text, headers } = await send(port, `${path}${goodQuery(query)}`, {
      headers: login(password),
    });
    expect([path, status]).toEqual([path, 200]);
    // Metrics and spreadsheets are plain text, and the backup of everything is a database.
    if (/^application\/json/.test(String(headers['content-type']))) JSON.parse(text);
  }
  const errors = logLines.filter((line) => /^\S+ error /.test(line) || line.includes('\n'));
  row.figure({ what: 'errors in the log of a whole gateway', value: errors.length, goal: { exactly: 0 } });
  expect(errors).toEqual([]);
  const { inverter } = JSON.parse(
    (await send(port, ENDPOINTS.getInverterList.path, { headers: login(password) })).text,
  ) as { readonly inverter: readonly { readonly id: number; readonly serial: string }[] };
  await gateway.gateway.stop();
  const settings = await openTestSettings(createTestPlatform(), dataFolder);
  const kept = inverter.map(({ id, serial }) => ({ id, serial: readSerial(serial) }));
  expect(settings.get('inverters').inverter.map(({ id, serial }) => ({ id, serial }))).toEqual(kept);
});
