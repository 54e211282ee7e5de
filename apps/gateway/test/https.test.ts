import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { NO_LIMITS, startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import {
  createTestAuthority,
  hasOpenssl,
  type TestCertificate,
} from '@heliograph/testbed/outside/test-authority.ts';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SERVER_LIMITS } from '../src/http/limits/server-limits.ts';
import { stayQuiet } from './stay-quiet.ts';

const HOUR_MS = 3_600_000;

async function writePair({ certificate, key }: TestCertificate, folder: string) {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, certificate), writeFile(keyFile, key)]);
  return { certFile, keyFile };
}

interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  /** The address it comes from. */
  readonly from?: string;
  /** Makes it a POST. */
  readonly body?: string;
}

function get(port: number, ca: string, path: string, { headers = {}, from = '127.0.0.1', body }: Ask = {}) {
  return new Promise<{ status: number; cookies: readonly string[]; serial: string }>((resolve, reject) => {
    const target = { host: '127.0.0.1', port, localAddress: from, ca, agent: false };
    request({ ...target, path, headers, method: body === undefined ? 'GET' : 'POST' }, (answer) => {
      const { serialNumber: serial } = (answer.socket as TLSSocket).getPeerCertificate();
      answer
        .resume()
        .on('end', () =>
          resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [], serial }),
        );
    })
      .on('error', reject)
      .end(body);
  });
}

describe.runIf(hasOpenssl)('a gateway with a certificate', () => {
  it('answers over HTTPS, with sockets, and with a cookie for HTTPS alone', async () => {
    const authority = createTestAuthority();
    const tls = await writePair(authority.issue(), await temporaryFolder());
    const { port } = await startTestGateway({ tls });
    expect((await get(port, authority.certificate, '/api/system/status')).status).toBe(200);
    const path = '/api/security/authenticate';
    const { cookies } = await get(port, authority.certificate, path, {
      headers: login(),
    });
    expect(cookies.join()).toMatch(/; SameSite=Strict; Secure$/);
    const socket = new WebSocket(`wss://127.0.0.1:${port}/livedata`, {
      ca: authority.certificate,
      origin: `https://127.0.0.1:${port}`,
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.terminate();
    const ofPlainPage = { headers: { origin: `http://127.0.0.1:${port}` } };
    expect((await get(port, authority.certificate, '/api/system/status', ofPlainPage)).status).toBe(403);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('takes over a renewed certificate within an hour, and keeps the old one while the new one makes no sense', async () => {
    const authority = createTestAuthority();
    const folder = await temporaryFolder();
    const tls = await writePair(authority.issue(), folder);
    const { port, clock, logLines } = await startTestGateway({ tls });
    const serial = async () => (await get(port, authority.certificate, '/api/system/status')).serial;
    const first = await serial();
    await writeFile(tls.certFile, authority.issue().certificate); // of another key
    await clock.advanceAsync(HOUR_MS);
    await expect.poll(() => logLines.join('\n')).toContain('A new certificate cannot be used');
    expect(await serial()).toBe(first);
    await writePair(authority.issue(), folder);
    await clock.advanceAsync(HOUR_MS);
    await expect.poll(() => logLines.join('\n')).toContain('The gateway uses a new certificate.');
    expect(await serial()).not.toBe(first);
  });

  it('takes over a renewed certificate at once when it is told to, with or without one', async () => {
    const authority = createTestAuthority();
    const folder = await temporaryFolder();
    const tls = await writePair(authority.issue(), folder);
    const { gateway, port, logLines } = await startTestGateway({ tls });
    const serial = async () => (await get(port, authority.certificate, '/api/system/status')).serial;
    const first = await serial();
    await writePair(authority.issue(), folder);
    gateway.renewCertificate();
    gateway.renewCertificate();
    await expect.poll(() => logLines.join('\n')).toContain('The gateway uses a new certificate.');
    expect(await serial()).not.toBe(first);
    const plain = await startTestGateway();
    plain.gateway.renewCertificate();
    expect(plain.logLines.join('\n')).toContain('There is no certificate to read anew.');
  });

  it('comes back from a restart with the old certificate where the new one makes no sense', async () => {
    const authority = createTestAuthority();
    const tls = await writePair(authority.issue(), await temporaryFolder());
    let restarts = 0;
    const onRestarted = () => {
      restarts += 1;
    };
    const { port, clock, logLines } = await startTestGateway({ tls, onRestarted });
    const ask = (path: string, more?: Ask) => get(port, authority.certificate, path, more);
    const { serial } = await ask('/api/system/status');
    await writeFile(tls.certFile, authority.issue().certificate); // of another key
    const headers = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };
    await ask('/api/maintenance/reboot', { headers, body: 'data={"reboot":true}' });
    await advanceUntil(clock, async () => restarts === 1);
    expect((await ask('/api/system/status')).serial).toBe(serial);
    expect(logLines.join('\n')).toContain('A new certificate cannot be used');
  });

  it('does not start with files that are missing or make no pair', async () => {
    const authority = createTestAuthority();
    const folder = await temporaryFolder();
    const tls = await writePair(authority.issue(), folder);
    await expect(startTestGateway({ tls: { ...tls, keyFile: join(folder, 'no.pem') } })).rejects.toThrow(
      /^The key of --tls-key, .*no\.pem, cannot be read/,
    );
    await writeFile(tls.keyFile, authority.issue().key);
    await expect(startTestGateway({ tls })).rejects.toThrow('do not belong together');
  });

  it('counts who never shakes hands as well, so that one address leaves room for others', async () => {
    const authority = createTestAuthority();
    const tls = await writePair(authority.issue(), await temporaryFolder());
    const limits = { ...NO_LIMITS, connectionsMax: 4, connectionsPerAddressMax: 2 };
    const { port, clock } = await startTestGateway({ tls, limits });
    const status = async (from: string) =>
      (await get(port, authority.certificate, '/api/system/status', { from })).status;
    for (let count = 0; count < 2; count++) await stayQuiet(port);
    expect(await status('127.0.0.1')).toBe(503);
    for (let count = 0; count < 4 + SERVER_LIMITS.turnedAwayMax; count++) await stayQuiet(port);
    expect(await status('127.0.0.2')).toBe(200);
    await clock.advanceAsync(SERVER_LIMITS.turnedAwayTimeoutMs); // who was turned away has gone
    expect(await status('127.0.0.1')).toBe(503);
  });

  it('does not wait for handshakes when it stops', async () => {
    const authority = createTestAuthority();
    const tls = await writePair(authority.issue(), await temporaryFolder());
    const { port, stopNow } = await startTestGateway({ tls });
    await stayQuiet(port);
    const startMs = performance.now();
    await stopNow();
    expect(performance.now() - startMs).toBeLessThan(SERVER_LIMITS.headersTimeoutMs / 2);
  });
});
