import { CONFIG_FILE, ENDPOINTS, REQUESTED_WITH_HEADER, UPLOADS } from '@heliograph/contract';
import { createSimulatedRadio, type SimulatedRadioOptions } from '@heliograph/simulator';
import { LOST_REQUESTS } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, FORM_TYPE, formOf } from '@heliograph/testbed/gateway/upload-form.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import {
  type Call,
  login,
  SOCKET_HANDSHAKE,
  send,
  sendRaw,
} from '@heliograph/testbed/outside/http-client.ts';
import { openSocket, type SocketClient } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { formsOf } from '../tools/access/secret-forms.ts';

/** Marks that must not leave, one for each way a secret comes in; with what escapes change. */
const canary = (name: string) => `canary/${name}+"\\%&=é;`;
const ADMIN = canary('admin');
const NEW_ADMIN = canary('new-admin');
const WRONG = canary('wrong');
const WIFI = canary('wifi');
const MQTT = canary('mqtt');
const COOKIE = 'canarycookie0123456789';
const BEARER = 'canarybearer0123456789';
const QUERY = 'canaryquery0123456789';
const CANARIES = [ADMIN, NEW_ADMIN, WRONG, WIFI, MQTT, COOKIE, BEARER, QUERY];
const NOTHING = { exactly: 0 } as const;
/** They hold passwords: they would be none without. */
const BACKUPS = [ENDPOINTS.getConfigFile.path, ENDPOINTS.getFile.path, ENDPOINTS.getBackup.path];

const form = (data: string): Call => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `data=${encodeURIComponent(data)}`,
});
const withHeaders = (call: Call, headers: Readonly<Record<string, string>>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/**
 * A gateway whose inverters do not answer, at a broker, with sockets open, and every byte that it lets out: to
 * callers, to sockets, to the broker, to the log. What a backup says to the admin is kept apart.
 */
async function startOverheard({ logsHeaders = false } = {}) {
  const broker = await startTestBroker();
  const platform = createTestPlatform();
  const gateway = await startTestGateway({
    platform,
    firstPassword: new Secret(ADMIN),
    createRadio(options: SimulatedRadioOptions) {
      const radio = createSimulatedRadio(options);
      radio.setAir(LOST_REQUESTS);
      return radio;
    },
  });
  const { port, clock, logLines } = gateway;
  const answers: string[] = [];
  const sockets: SocketClient[] = [];
  return {
    broker,
    async call(path: string, call: Call = {}) {
      const answer = await send(port, path, call);
      const facts = { path, headers: call.headers };
      if (logsHeaders) platform.log.debug('Answered a request.', facts);
      const isBackup = BACKUPS.some((file) => path.startsWith(file)) && answer.status === 200;
      // The handshake of a socket repeats the protocol that its caller proposed.
      const { 'sec-websocket-protocol': _, ...headers } = answer.headers;
      if (!isBackup) answers.push(answer.text, JSON.stringify(headers));
      return answer;
    },
    async callRaw(text: string) {
      answers.push(await sendRaw(port, text));
    },
    cookie: `wsid_${port}=${COOKIE}; other=${COOKIE}`,
    async openSockets(password: string) {
      for (const path of ['/console', '/livedata', '/livedata/lean'])
        sockets.push(await openSocket(port, { headers: login(password) }, path));
    },
    async settle(seconds = 1) {
      for (let second = 0; second < seconds; second++) {
        await clock.advanceAsync(1_000);
        await Promise.all(sockets.map((socket) => socket.settle()));
      }
    },
    /** Everything, by the way it took. */
    told: () => ({
      answers: answers.join('\n'),
      sockets: sockets.flatMap(({ messages }) => messages).join(''),
      broker: broker.heard.map(({ topic, payload }) => `${topic} ${payload}`).join('\n'),
      log: logLines.join('\n'),
    }),
  };
}

type Overheard = Awaited<ReturnType<typeof startOverheard>>;

/** Saves a page's settings as they are, but for `changed`. */
async function save({ call }: Overheard, path: string, changed: object): Promise<void> {
  const current = JSON.parse((await call(path, { headers: login(ADMIN) })).text);
  await call(path, withHeaders(form(JSON.stringify({ ...current, ...changed })), login(ADMIN)));
}

async function saveSecrets(gateway: Overheard): Promise<void> {
  await save(gateway, ENDPOINTS.setNetworkConfig.path, { password: WIFI });
  await save(gateway, ENDPOINTS.setMqttConfig.path, {
    ...{ mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: gateway.broker.port },
    mqtt_password: MQTT,
  });
}

/** Every call with secrets in its body, its query and its headers, one after the other. */
async function callEverything({ call, settle, cookie }: Overheard): Promise<void> {
  const secrets = { password: NEW_ADMIN, network_password: WIFI, mqtt_password: MQTT };
  const bodies = [JSON.stringify(secrets), `${JSON.stringify(secrets)}x`, JSON.stringify([secrets]), WIFI];
  const query = `?password=${QUERY}&%70assword=${QUERY}&x=${QUERY}`;
  for (const { method, path } of Object.values(ENDPOINTS)) {
    // A password that is accepted would end the other calls.
    const credentials = method === 'POST' && path.includes('security') ? {} : login(ADMIN);
    for (const one of method === 'POST' ? bodies.map(form) : [{ method }]) {
      await call(path + query, withHeaders(one, { ...credentials, cookie }));
      await call(path, withHeaders(one, { authorization: BEARER, cookie }));
    }
    await settle();
  }
}

/** A backup full of secrets that is refused for another reason, to each of the uploads. */
async function uploadSecrets({ call, cookie }: Overheard): Promise<void> {
  const wifi = { ip: 'nowhere', ssid: 'x', password: WIFI };
  const backup = { wifi, mqtt: { password: MQTT, username: 'x' }, security: { password: NEW_ADMIN } };
  const body = formOf([configPart(JSON.stringify(backup))]).toString();
  for (const { method, path } of Object.values(UPLOADS)) {
    const mark = { [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value };
    const headers = { ...login(ADMIN), ...mark, 'content-type': FORM_TYPE, cookie };
    const { status } = await call(`${path}?file=${CONFIG_FILE}&password=${QUERY}`, { method, headers, body });
    expect(status).toBe(500);
  }
}

/** Handshakes, good and bad, addresses with a login in them, and what is no HTTP. */
async function shakeHands({ call, callRaw, cookie }: Overheard): Promise<void> {
  for (const headers of [{ cookie }, login(WRONG), { 'sec-websocket-protocol': COOKIE }]) {
    await call('/console', { headers: { ...SOCKET_HANDSHAKE, ...headers } });
    await call(`/nothing?token=${QUERY}`, { headers: { ...SOCKET_HANDSHAKE, ...headers } });
  }
  await call(`http://admin:${QUERY}@127.0.0.1/api/livedata/status?token=${QUERY}`);
  const secrets = `Authorization: Bearer ${BEARER}\r\nCookie: ${COOKIE}\r\n`;
  await callRaw(`GET /%zz?${QUERY} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${secrets}\r\n`);
  await callRaw(`GET /?${QUERY} HTTP/1.1\r\nHost: ${QUERY}.test\r\nConnection: close\r\n${secrets}\r\n`);
  await callRaw(`${QUERY} / HTTP/1.1\r\n${secrets}\r\n`);
  await callRaw(`GET / HTTP/1.1\r\nHost: localhost\r\n${secrets}X: ${'x'.repeat(20_000)}\r\n\r\n`);
}

async function logInWrongly({ call }: Overheard): Promise<void> {
  for (const headers of [login(WRONG), { authorization: `Bearer ${BEARER}` }, { authorization: BEARER }]) {
    expect((await call(ENDPOINTS.authenticate.path, { headers })).status).toBe(401);
  }
}

/** Where which canary was found. */
function hits(told: Readonly<Record<string, string>>): string[] {
  return Object.entries(told).flatMap(([way, text]) =>
    CANARIES.filter((secret) => formsOf(secret).some((shape) => text.includes(shape))).map(
      (secret) => `${secret} in the ${way}`,
    ),
  );
}

/** To a gateway that logs too much, as by the slip of somebody who looks for a mistake. */
async function hitsOfShortVisit(): Promise<string[]> {
  const gateway = await startOverheard({ logsHeaders: true });
  await saveSecrets(gateway);
  await logInWrongly(gateway);
  for (const path of [ENDPOINTS.getNetworkConfig.path, `/api/nothing?password=${QUERY}`])
    await gateway.call(path, { headers: { ...login(ADMIN), cookie: gateway.cookie } });
  return hits(gateway.told());
}

describe('secrets (A9)', { timeout: 300_000 }, () => {
  it('are in no byte that leaves, whatever happens', async () => {
    const row = openRow('A9');
    const gateway = await startOverheard();
    await gateway.openSockets(ADMIN);
    const loggedIn = await gateway.call(ENDPOINTS.authenticate.path, { headers: login(ADMIN) });
    const ticket = /=(\w{16,});/.exec(loggedIn.headers['set-cookie']?.[0] ?? '')?.[1] ?? 'no ticket';
    await logInWrongly(gateway);
    await saveSecrets(gateway);
    await callEverything(gateway);
    await uploadSecrets(gateway);
    await shakeHands(gateway);
    await gateway.settle(15); // polls that fail, rounds of the broker
    await expect.poll(() => gateway.broker.heard.length).toBeGreaterThan(10);
    const backup = await gateway.call(ENDPOINTS.getConfigFile.path, { headers: login(ADMIN) });
    await save(gateway, ENDPOINTS.setSecurityConfig.path, { password: NEW_ADMIN });
    await gateway.openSockets(NEW_ADMIN);
    await gateway.settle();

    const told = gateway.told();
    // The backup is the one answer that has them, for the admin alone: it would be none without.
    const inBackup = hits({ backup: backup.text });
    const meant = [`${WIFI} in the backup`, `${MQTT} in the backup`];
    const found = hits(told);
    expect.soft(found).toEqual([]);
    const parts = ['A login was refused.', 'Answered a request.', 'TX ', 'gave up', 'client came.'];
    const unsaid = parts.filter((part) => !told.log.includes(part) || !told.sockets.includes(part));
    expect.soft(unsaid).toEqual([]);
    const looked = CANARIES.flatMap(formsOf).length * Object.keys(told).length;
    row.figure({ what: 'forms of secrets looked for, by ways out', value: looked, goal: { atLeast: 300 } });
    row.figure({ what: HITS, value: found.length, goal: NOTHING });
    const ofTickets = (told.log + told.sockets).includes(ticket) ? 1 : 0;
    row.figure({ what: 'tickets for sockets in log and sockets', value: ofTickets, goal: NOTHING });
    const others = inBackup.filter((hit) => !meant.includes(hit)).length;
    row.figure({
      what: 'secrets in the backup beside the two that a restore needs',
      value: others,
      goal: NOTHING,
    });
    expect.soft(inBackup).toEqual(meant);

    const slipped = await hitsOfShortVisit();
    expect.soft(slipped).toEqual([]);
    row.figure({ what: `${HITS}, with ${SLIP}`, value: slipped.length, goal: NOTHING });
    const bare = await without(['logRedaction', 'secretPlaceholder'], hitsOfShortVisit);
    const inLog = bare.filter((hit) => hit.endsWith('log')).length;
    row.counterProof({
      what: `${HITS}, with ${SLIP}`,
      without: SEAMS.logRedaction,
      value: inLog,
      goal: NOTHING,
    });
    const inAnswers = bare.filter((hit) => hit.endsWith('answers')).length;
    row.counterProof({ what: HITS, without: SEAMS.secretPlaceholder, value: inAnswers, goal: NOTHING });
  });
});

const HITS = 'secrets found';
const SLIP = 'a log line with all headers (a mistake put in)';
