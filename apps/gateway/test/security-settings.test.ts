import { ENDPOINTS, SECRET_PLACEHOLDER, SOCKETS } from '@heliograph/contract';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

/**
 * The admin's password and what visitors may read. Source: docs/reference/original-device.md#security,
 * docs/decisions/0005-first-credentials.md, docs/decisions/0008-anonymous-reading.md and
 * docs/decisions/0012-socket-login.md.
 */

const AUTHENTICATE = ENDPOINTS.authenticate.path;
const NEW = 'another one';

async function save(
  { port }: TestGateway,
  config: { password: string; allow_readonly: boolean },
  headers = login(),
): Promise<unknown> {
  const { text } = await send(port, ENDPOINTS.setSecurityConfig.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: `data=${encodeURIComponent(JSON.stringify(config))}`,
  });
  return JSON.parse(text).code;
}

const statusOf = async ({ port }: TestGateway, headers = {}, path: string = AUTHENTICATE) =>
  (await send(port, path, { headers })).status;
const hint = async ({ port }: TestGateway, headers = {}) =>
  JSON.parse((await send(port, ENDPOINTS.getLiveData.path, { headers })).text).hints.default_password;

/** A login as a browser has it: the header of its calls, and the ticket of its sockets. */
async function logIn({ port }: TestGateway, password = 'openDTU42') {
  const headers = login(password);
  const answer = await send(port, AUTHENTICATE, { headers });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { headers, ticket: { headers: { cookie, origin: `http://127.0.0.1:${port}` } } };
}

/** Both sockets, opened with these headers. */
const openAll = ({ port }: TestGateway, options = {}) =>
  Promise.all(Object.values(SOCKETS).map(({ path }) => openSocket(port, options, path)));
const closeCodes = (sockets: Awaited<ReturnType<typeof openAll>>) =>
  Promise.all(sockets.map(({ closed }) => closed));

describe('a new password', () => {
  it('is there after a restart, and its hint with it', async () => {
    const gateway = await startTestGateway();
    expect(await hint(gateway)).toBe(true);
    await save(gateway, { password: NEW, allow_readonly: true });
    expect(await hint(gateway)).toBe(false);
    await gateway.stopNow();
    const next = await startTestGateway({ dataFolder: gateway.dataFolder });
    expect([await statusOf(next, login(NEW)), await statusOf(next, login())]).toEqual([200, 401]);
    expect(next.defaultPassword).toBeUndefined();
    await save(next, { password: 'openDTU42', allow_readonly: true }, login(NEW));
    expect(await hint(next)).toBe(true);
  });
});

describe('a save that changes nothing', () => {
  it.each([SECRET_PLACEHOLDER, 'openDTU42'])('ends nobody and writes nothing: %j', async (password) => {
    const gateway = await startTestGateway();
    const { ticket } = await logIn(gateway);
    const sockets = [...(await openAll(gateway, ticket)), ...(await openAll(gateway))];
    const savesBefore = await saveCount(gateway);
    expect(await save(gateway, { password, allow_readonly: true })).toBe(1001);
    await Promise.all(sockets.map((socket) => socket.settle()));
    for (const { socket } of sockets) expect(socket.readyState).toBe(socket.OPEN);
    expect(await saveCount(gateway)).toBe(savesBefore);
    for (const { socket } of sockets) socket.terminate();
  });

  async function saveCount({ port }: TestGateway): Promise<unknown> {
    return JSON.parse((await send(port, ENDPOINTS.getSystemStatus.path)).text).cfgsavecount;
  }
});

describe('reading without a login', () => {
  it('ends at once for calls and sockets, and whoever is logged in comes back in with their ticket', async () => {
    const gateway = await startTestGateway();
    const { headers, ticket } = await logIn(gateway);
    const sockets = [...(await openAll(gateway)), ...(await openAll(gateway, ticket))];
    expect(await save(gateway, { password: SECRET_PLACEHOLDER, allow_readonly: false })).toBe(1001);
    expect(await closeCodes(sockets)).toEqual(sockets.map(() => 4401));
    await expect(openAll(gateway)).rejects.toThrow('401');
    for (const { path, access } of Object.values(ENDPOINTS)) {
      if (access === 'readonly') expect([path, await statusOf(gateway, {}, path)]).toEqual([path, 401]);
    }
    expect(await statusOf(gateway, headers)).toBe(200);
    for (const { socket } of await openAll(gateway, ticket)) socket.terminate();
  });

  it('comes back without ending anybody', async () => {
    const gateway = await startTestGateway();
    await save(gateway, { password: SECRET_PLACEHOLDER, allow_readonly: false });
    const { ticket } = await logIn(gateway);
    const sockets = await openAll(gateway, ticket);
    expect(await save(gateway, { password: 'openDTU42', allow_readonly: true })).toBe(1001);
    sockets.push(...(await openAll(gateway)));
    await Promise.all(sockets.map((socket) => socket.settle()));
    for (const { socket } of sockets) expect(socket.readyState).toBe(socket.OPEN);
    for (const { socket } of sockets) socket.terminate();
  });
});

describe('a request that came in by the old password', () => {
  it('does not take back what another one changed while its own password was hashed', async () => {
    const gateway = await startTestGateway();
    const codes = await Promise.all([
      save(gateway, { password: 'first of two', allow_readonly: true }),
      save(gateway, { password: 'second of two', allow_readonly: true }),
    ]);
    expect(codes.filter((code) => code === 1001)).toHaveLength(1);
  });

  it('is not kept waiting for the failures of others: the new one is known without hashing', async () => {
    const gateway = await startTestGateway();
    await logIn(gateway);
    for (let attempt = 0; attempt < 12; attempt++) await statusOf(gateway, login(`wrong ${attempt}`));
    expect(await statusOf(gateway, login('wrong at last'))).toBe(429);
    expect(await save(gateway, { password: NEW, allow_readonly: true })).toBe(1001);
    expect(await statusOf(gateway, login(NEW))).toBe(200);
  });
});
