import { ENDPOINTS } from '@heliograph/contract';
import { createSimulatedRadio } from '@heliograph/simulator';
import { describe, expect, it } from 'vitest';
import { Secret } from '../src/platform/secret.ts';
import { type Call, login, SOCKET_HANDSHAKE, send } from './http-client.ts';
import { LOST_REQUESTS } from './plant-gateway.ts';
import { openSocket, type SocketClient } from './socket-client.ts';
import { startTestGateway } from './start-test-gateway.ts';

/** Marks that must not appear in the log, one for each way a secret comes in; with what escapes change. */
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

/** The text as it is and in every form in which it travels. */
function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const asciiJson = json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const plain = [text, json, asciiJson, JSON.stringify(json).slice(1, -1)];
  const form = new URLSearchParams({ text }).toString().slice('text='.length);
  return [
    ...plain,
    ...plain.map(encodeURIComponent),
    form,
    ...base64Of(text),
    Buffer.from(text).toString('hex'),
  ];
}

/** Base64 of anything that holds the text: the digits that do not depend on what stands around, for each alignment. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return digits.slice(offset === 0 ? 0 : offset + 1, -2);
  });
}

const form = (data: string): Call => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `data=${encodeURIComponent(data)}`,
});
const withHeaders = (call: Call, headers: Readonly<Record<string, string>>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

describe('base64 at any alignment', () => {
  it.each([0, 1, 2, 3, 4])('is found behind %i other bytes', (offset) => {
    const holder = Buffer.concat([Buffer.from('x'.repeat(offset)), Buffer.from(WIFI), Buffer.from('yz')]);
    expect(base64Of(WIFI).some((digits) => holder.toString('base64').includes(digits))).toBe(true);
  });
});

/** A gateway whose inverters do not answer, with consoles open, and what all of them and the log were told. */
async function watchedGateway() {
  const gateway = await startTestGateway({
    firstPassword: new Secret(ADMIN),
    createRadio(options) {
      const radio = createSimulatedRadio(options);
      radio.setAir(LOST_REQUESTS);
      return radio;
    },
  });
  const consoles: SocketClient[] = [];
  return {
    ...gateway,
    async openConsole(password: string) {
      consoles.push(await openSocket(gateway.port, { headers: login(password) }, '/console'));
    },
    async settle(seconds = 1) {
      for (let second = 0; second < seconds; second++) {
        await gateway.clock.advanceAsync(1_000);
        await Promise.all(consoles.map((console) => console.settle()));
      }
    },
    written: () => [consoles.map(({ messages }) => messages.join('')).join(''), gateway.logLines.join('\n')],
  };
}

/** Every call with secrets in its body, its query and its headers, one after the other. */
async function callEverything(port: number, settle: () => Promise<void>): Promise<void> {
  const secrets = { password: NEW_ADMIN, network_password: WIFI, mqtt_password: MQTT };
  const bodies = [JSON.stringify(secrets), `${JSON.stringify(secrets)}x`, JSON.stringify([secrets]), WIFI];
  const query = `?password=${QUERY}&%70assword=${QUERY}&x=${QUERY}`;
  for (const { method, path } of Object.values(ENDPOINTS)) {
    // A password that is accepted would end the other calls.
    const credentials = path.includes('security') ? {} : login(ADMIN);
    for (const call of method === 'POST' ? bodies.map(form) : [{ method }]) {
      await send(port, path + query, withHeaders(call, { ...credentials, cookie: cookieOf(port) }));
    }
    await settle();
  }
}

/** Reads a page's settings and saves them with `changed`, where there is such a page. */
async function save(port: number, path: string, changed: object): Promise<void> {
  const current = await send(port, path, { headers: login(ADMIN) });
  if (current.status !== 200) return;
  const body = JSON.stringify({ ...JSON.parse(current.text), ...changed });
  await send(port, path, withHeaders(form(body), login(ADMIN)));
}

/** Handshakes, good and bad, and addresses with a login in them. */
async function shakeHands(port: number): Promise<void> {
  const cookie = cookieOf(port);
  for (const headers of [{ cookie }, login(WRONG), { 'sec-websocket-protocol': COOKIE }]) {
    await send(port, '/console', { headers: { ...SOCKET_HANDSHAKE, ...headers } });
    await send(port, `/nothing?token=${QUERY}`, { headers: { ...SOCKET_HANDSHAKE, ...headers } });
  }
  await send(port, `http://admin:${QUERY}@127.0.0.1/api/livedata/status?token=${QUERY}`);
}

const cookieOf = (port: number) => `wsid_${port}=${COOKIE}; other=${COOKIE}`;

describe('secrets', () => {
  it('are in no byte of the console and in no line of the log, whatever happens', async () => {
    const { port, settle, openConsole, written } = await watchedGateway();
    await openConsole(ADMIN);
    const authenticate = (headers: Readonly<Record<string, string>>) =>
      send(port, '/api/security/authenticate', { headers });
    const loggedIn = await authenticate(login(ADMIN));
    const ticket = /=(\w{16,});/.exec(loggedIn.headers['set-cookie']?.[0] ?? '')?.[1];
    if (ticket === undefined) throw new Error('the login gave no ticket');
    for (const headers of [login(WRONG), { authorization: `Bearer ${BEARER}` }, { authorization: BEARER }]) {
      expect((await authenticate(headers)).status).toBe(401);
    }
    await callEverything(port, settle);
    await shakeHands(port);
    await save(port, '/api/network/config', { password: WIFI });
    await save(port, '/api/mqtt/config', { mqtt_password: MQTT });
    await settle(15); // polls that fail
    await save(port, '/api/security/config', { password: NEW_ADMIN });
    await openConsole(NEW_ADMIN);
    await settle();

    const shapes = [...CANARIES, ticket].flatMap(formsOf);
    for (const text of written()) {
      expect(shapes.filter((shape) => text.includes(shape))).toEqual([]);
      for (const part of ['A login was refused.', 'Answered a request.', 'TX ', 'gave up', 'client came.']) {
        expect(text).toContain(part);
      }
    }
  });
});
