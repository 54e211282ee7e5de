import { describe, expect, it } from 'vitest';
import { Secret } from '../src/platform/secret.ts';
import { createStoredSecurity } from '../src/settings/first-settings.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';
import { login, send } from './http-client.ts';
import { openSocket } from './socket-client.ts';
import { CHEAP_HASH, createTestPlatform } from './start-test-gateway.ts';
import { startTestRim } from './start-test-rim.ts';

async function changePassword(settings: SettingsStore, password: string): Promise<void> {
  const stored = await createStoredSecurity({
    password: new Secret(password),
    allowReadonly: settings.get('security').allow_readonly,
    randomBytes: createTestPlatform().randomBytes,
    hashCost: CHEAP_HASH,
  });
  await settings.update('security', () => stored);
}

const authenticate = (port: number, headers: Readonly<Record<string, string>>) =>
  send(port, '/api/security/authenticate', { headers });

describe('a new password', () => {
  it('counts from the next request on, also for a header that was just right', async () => {
    const { port, settings } = await startTestRim();
    expect((await authenticate(port, login())).status).toBe(200);
    expect((await authenticate(port, login('another one'))).status).toBe(401);
    await changePassword(settings, 'another one');
    expect((await authenticate(port, login())).status).toBe(401);
    expect((await authenticate(port, login('another one'))).status).toBe(200);
  });

  it('closes open sockets with 4401 and ends their tickets', async () => {
    const { port, settings } = await startTestRim();
    await settings.update('security', (security) => ({ ...security, allow_readonly: false }));
    const cookie = (await authenticate(port, login())).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const byTicket = { headers: { cookie, origin: `http://127.0.0.1:${port}` } };
    const sockets = [await openSocket(port, byTicket), await openSocket(port, { headers: login() })];
    await changePassword(settings, 'another one');
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    await expect(openSocket(port, byTicket)).rejects.toThrow('401');
    await expect(openSocket(port, { headers: login() })).rejects.toThrow('401');
    (await openSocket(port, { headers: login('another one') })).socket.terminate();
  });
});

describe('reading without a login', () => {
  it('ends and comes back with the switch, for open sockets too', async () => {
    const { port, settings } = await startTestRim();
    const allow = (allow_readonly: boolean) =>
      settings.update('security', (security) => ({ ...security, allow_readonly }));
    const socket = await openSocket(port);
    await allow(false);
    expect(await socket.closed).toBe(4401);
    expect((await send(port, '/api/livedata/status')).status).toBe(401);
    await expect(openSocket(port)).rejects.toThrow('401');
    await allow(true);
    expect((await send(port, '/api/livedata/status')).status).toBe(200);
    (await openSocket(port)).socket.terminate();
  });
});
