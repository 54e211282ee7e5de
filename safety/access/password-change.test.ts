import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENDPOINTS, SOCKETS } from '@heliograph/contract';
import { restarted, restore } from '@heliograph/testbed/gateway/config-calls.ts';
import { originalBackup } from '@heliograph/testbed/gateway/original-backup.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import type { ClientOptions } from 'ws';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const AUTHENTICATE = ENDPOINTS.authenticate.path;
const NEW = 'another one';
const FIRST = 'the very first one';
const NOTHING = { exactly: 0 } as const;
/** Of the gateway's clock: then it restarts. */
const SECOND_MS = 1_000;
/** For a machine that is very busy. */
const CLOSED_WITHIN_MS = 30_000;

const save = async ({ port }: TestGateway, password: string) =>
  JSON.parse(
    (await postData(port, ENDPOINTS.setSecurityConfig.path, { password, allow_readonly: false })).text,
  ).code;
const statusOf = async ({ port }: TestGateway, headers: Readonly<Record<string, string>>) =>
  (await send(port, AUTHENTICATE, { headers })).status;

/** A login as a browser has it, with both sockets open by its ticket, and both of a visitor. */
async function openAll(gateway: TestGateway) {
  const { port } = gateway;
  const answer = await send(port, AUTHENTICATE, { headers: login() });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const byTicket = { headers: { cookie, origin: `http://127.0.0.1:${port}` } };
  const ways = [byTicket, { headers: login() }, {}];
  const opened = ways.flatMap((options) =>
    Object.values(SOCKETS).map(({ path }) => openSocket(port, options, path)),
  );
  return { byTicket, sockets: await Promise.all(opened) };
}

/** 1 when a socket can be opened. */
function opens({ port }: TestGateway, options: ClientOptions): Promise<number> {
  return openSocket(port, options).then(
    ({ socket }) => socket.terminate() ?? 1,
    () => 0,
  );
}

/** Changes the first password to the one that everybody here logs in with. */
async function setFirst({ port }: TestGateway): Promise<void> {
  const data = JSON.stringify({ password: 'openDTU42', allow_readonly: true });
  const { text } = await send(port, ENDPOINTS.setSecurityConfig.path, {
    method: 'POST',
    headers: { ...login(FIRST), 'content-type': 'application/x-www-form-urlencoded' },
    body: `data=${encodeURIComponent(data)}`,
  });
  expect(JSON.parse(text).code).toBe(1001);
}

interface Change {
  /** Resolves when the gateway has answered. */
  make(gateway: TestGateway): Promise<unknown>;
  /** Where it comes by a restart: resolves when the gateway is back. */
  comesBack?(gateway: TestGateway): Promise<void>;
}

/** What works by the old password after `change`, and how long the last socket lived after its answer. */
async function leftAfter({ make, comesBack }: Change) {
  const gateway = await startTestGateway({ firstPassword: new Secret(FIRST) });
  await setFirst(gateway);
  const { byTicket, sockets } = await openAll(gateway);
  await make(gateway);
  // Where it comes by a restart, that begins a second of the gateway's clock later, which takes no time here.
  const startMs = performance.now();
  const allClosed = Promise.all(sockets.map(({ closed }) => closed));
  const stillOpen = () => sockets.filter(({ socket }) => socket.readyState === socket.OPEN);
  if (comesBack === undefined) {
    // Whatever was sent before has arrived: nothing may be open any more.
    await Promise.all(stillOpen().map((socket) => socket.settle()));
  } else {
    await gateway.clock.advanceAsync(SECOND_MS);
    await Promise.race([allClosed, sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
  }
  const left = stillOpen();
  const codes = left.length > 0 ? [] : await allClosed;
  const lastMs = performance.now() - startMs;
  await comesBack?.(gateway);
  const oldLogins = (await statusOf(gateway, login())) === 401 ? 0 : 1;
  // Where visitors may read again, a socket says nothing of a ticket.
  const oldTickets = Math.max(0, (await opens(gateway, byTicket)) - (await opens(gateway, {})));
  for (const { socket } of left) socket.terminate();
  return { oldLogins: oldLogins + oldTickets, sockets: left.length, codes, lastMs };
}

const NEW_PASSWORD: Change = { make: (gateway) => save(gateway, NEW) };

const CHANGES: Readonly<Record<string, Change>> = {
  'a new password': NEW_PASSWORD,
  'a restored backup': {
    make: (gateway) => restore(gateway, originalBackup()),
    comesBack: (gateway) => restarted(gateway, originalBackup().security.password),
  },
  'a reset to the first settings': {
    make: ({ port }) => postData(port, ENDPOINTS.deleteConfig.path, { delete: true }),
    comesBack: (gateway) => restarted(gateway, FIRST),
  },
};

describe('the old password (A4)', { timeout: 120_000 }, () => {
  const row = openRow('A4');

  it.each(Object.entries(CHANGES))('ends with %s', async (name, change) => {
    const left = await leftAfter(change);
    row.figure({ what: `old logins that are good after ${name}`, value: left.oldLogins, goal: NOTHING });
    row.figure({ what: `sockets that are open after ${name}`, value: left.sockets, goal: NOTHING });
    const timed = { value: left.lastMs, unit: 'ms', goal: { atMost: 1_000 }, isTimed: true };
    const since = change.comesBack === undefined ? 'the answer' : 'the restart began';
    row.figure({ what: `until the last socket was closed after ${name}, since ${since}`, ...timed });
    if (name === 'a new password') expect(new Set(left.codes)).toEqual(new Set([4401]));
  });

  it('ends only because all that hangs on it is ended', async () => {
    const left = await without(['endWithPassword'], () => leftAfter(NEW_PASSWORD));
    const proof = { without: SEAMS.endWithPassword, goal: NOTHING };
    row.counterProof({ ...proof, what: 'old logins that are good', value: left.oldLogins });
    row.counterProof({ ...proof, what: 'sockets that are open', value: left.sockets });
  });

  it('changes nothing any more once there is a new one, however long a body takes', async () => {
    const what = 'changes by a request that came in by the old password';
    row.figure({ what, value: await changesOfSlowOne(), goal: NOTHING });
    const value = await without(['secondLook'], changesOfSlowOne);
    row.counterProof({ what, without: SEAMS.secondLook, value, goal: NOTHING });
  });
});

/** A request's head comes before the change, its body after it: 1 when it is carried out. */
async function changesOfSlowOne(): Promise<number> {
  const gateway = await startTestGateway();
  const data = { dtu_serial: '199980112345', dtu_pollinterval: 77, dtu_palevel: 2 };
  const body = `data=${encodeURIComponent(JSON.stringify(data))}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
  const slow = request({
    ...{ host: '127.0.0.1', port: gateway.port, path: ENDPOINTS.setDtuConfig.path, method: 'POST' },
    headers: { ...login(), ...form },
  });
  const answered = new Promise((resolve, reject) => {
    slow.on('response', (response) => resolve(response.resume())).on('error', reject);
  });
  await new Promise((resolve) => slow.write(body.slice(0, 4), resolve));
  await statusOf(gateway, login()); // by now its head was read, for this came later
  expect(await save(gateway, NEW)).toBe(1001);
  slow.end(body.slice(4));
  await answered;
  const { text } = await send(gateway.port, ENDPOINTS.getDtuConfig.path, { headers: login(NEW) });
  return JSON.parse(text).dtu_pollinterval === 77 ? 1 : 0;
}
