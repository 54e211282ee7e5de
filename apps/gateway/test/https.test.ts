import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestGateway, temporaryFolder } from './start-test-gateway.ts';
import { createTestAuthority, hasOpenssl, type TestCertificate } from './test-authority.ts';

const HOUR_MS = 3_600_000;

async function writePair({ certificate, key }: TestCertificate, folder: string) {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, certificate), writeFile(keyFile, key)]);
  return { certFile, keyFile };
}

function get(port: number, ca: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ status: number; cookies: readonly string[]; serial: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, ca, agent: false }, (answer) => {
      const { serialNumber: serial } = (answer.socket as TLSSocket).getPeerCertificate();
      answer.resume().on('end', () =>
        resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [], serial }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe.runIf(hasOpenssl)('a gateway with a certificate', () => {
  it('answers over HTTPS, with sockets, and with a cookie for HTTPS alone', async () => {
    const authority = createTestAuthority();
    const tls = await writePair(authority.issue(), await temporaryFolder());
    const { port, userName, defaultPassword } = await startTestGateway({ tls });
    expect((await get(port, authority.certificate, '/api/system/status')).status).toBe(200);
    const login = Buffer.from(`${userName}:${defaultPassword}`).toString('base64');
    const path = '/api/security/authenticate';
    const { cookies } = await get(port, authority.certificate, path, { authorization: `Basic ${login}` });
    expect(cookies.join()).toMatch(/; SameSite=Strict; Secure$/);
    const socket = new WebSocket(`wss://127.0.0.1:${port}/livedata`, {
      ca: authority.certificate,
      origin: `https://127.0.0.1:${port}`,
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.terminate();
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

  it('does not start with files that are missing or make no pair', async () => {
    const authority = createTestAuthority();
    const folder = await temporaryFolder();
    const tls = await writePair(authority.issue(), folder);
    await expect(startTestGateway({ tls: { ...tls, keyFile: join(folder, 'no.pem') } })).rejects.toThrow(
      /^The key of --tls-key, .*no\.pem, cannot be read/,
    );
    await writeFile(tls.keyFile, authority.issue().key);
    await expect(startTestGateway({ tls })).rejects.toThrow('make no pair');
  });
});
