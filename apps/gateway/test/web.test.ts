import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

const INDEX =
  '<!doctype html><title>Heliograph</title><script type="module" src="/assets/app-B3xY.js"></script>';
const SCRIPT = 'console.log("live");'.repeat(100);

/** A build as Vite leaves it, with the packed forms beside what is worth packing. */
async function webFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  const files = {
    'index.html': INDEX,
    'favicon.svg': '<svg/>',
    'assets/app-B3xY.js': SCRIPT,
    'assets/app-B3xY.js.br': brotliCompressSync(SCRIPT),
    'assets/app-B3xY.js.gz': gzipSync(SCRIPT),
    'assets/logo-1a2b.svg': '<svg/>',
    'manifest.webmanifest': '{"name":"Heliograph"}',
    'offline-worker.js': 'self.skipWaiting();',
    'icon-192.png': 'a picture',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await writeFile(join(folder, '..', 'secret.txt'), 'not for anybody');
  return folder;
}

const startWeb = async () => startTestGateway({ webFolder: await webFolder() });

describe('the web app', () => {
  it('is the index at / and at every route of its own', async () => {
    const { port } = await startWeb();
    for (const path of [
      '/',
      '/index.html',
      '/login?returnUrl=%2F',
      '/settings/inverter',
      '/livedata',
      '/%zz',
      '//x',
    ]) {
      const answer = await send(port, path);
      expect(answer.status, path).toBe(path === '/%zz' ? 400 : 200);
      if (answer.status !== 200) continue;
      expect(answer.text).toBe(INDEX);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('has a strict policy that works over plain http', async () => {
    const { port } = await startWeb();
    const { headers } = await send(port, '/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("connect-src 'self' https://api.github.com;");
    for (const weak of ['unsafe', 'upgrade-insecure-requests', '*', 'http:'])
      expect(policy).not.toContain(weak);
    expect(policy).toContain("manifest-src 'self';");
    // Of trusted types only those for workers: whatever gets into the page makes none of its own.
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types worker 'allow-duplicates'");
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  it.each([
    ['br, gzip, deflate', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['deflate', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ])('sends what was packed at build time to who accepts %j', async (accepted, encoding, unpack) => {
    const { port } = await startWeb();
    const headers = { 'accept-encoding': accepted };
    const answer = await send(port, '/assets/app-B3xY.js', { headers });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(unpack(answer.bytes).toString()).toBe(SCRIPT);
  });

  it('sends plainly what was not worth packing', async () => {
    const { port } = await startWeb();
    const answer = await send(port, '/favicon.svg', { headers: { 'accept-encoding': 'br' } });
    expect(answer).toMatchObject({ status: 200, text: '<svg/>' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('may be kept for ever where the name has a hash, and is asked for again elsewhere', async () => {
    const { port } = await startWeb();
    expect((await send(port, '/assets/logo-1a2b.svg')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    const first = await send(port, '/');
    const etag = String(first.headers.etag);
    const again = await send(port, '/', { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(again.headers.etag).toBe(etag);
    expect(again.headers['content-length']).toBeUndefined(); // it would be that of the page
    expect((await send(port, '/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it.each([
    ['manifest.webmanifest', 'application/manifest+json'],
    ['offline-worker.js', 'text/javascript; charset=utf-8'],
    ['icon-192.png', 'image/png'],
  ])('gives %s to everybody who installs the page, and is asked for it again', async (file, type) => {
    const { port } = await startTestGateway({
      webFolder: await webFolder(),
      prepare: (settings) =>
        settings.update('security', (security) => ({ ...security, allow_readonly: false })),
    });
    const answer = await send(port, `/${file}`, { headers: { accept: '*/*' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' });
    const etag = String(answer.headers.etag);
    expect((await send(port, `/${file}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('has other tags for other encodings', async () => {
    const { port } = await startWeb();
    const tags = ['br', 'gzip', ''].map(async (accepted) => {
      const headers = { 'accept-encoding': accepted };
      return (await send(port, '/assets/app-B3xY.js', { headers })).headers.etag;
    });
    expect(new Set(await Promise.all(tags)).size).toBe(3);
  });

  it('says so when a file of an older build is gone', async () => {
    const { port } = await startWeb();
    expect((await send(port, '/assets/app-OLD.js')).status).toBe(404);
    expect((await send(port, '/assets/app-B3xY.js.br')).status).toBe(404);
    expect((await send(port, '/assets/')).status).toBe(404);
  });

  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each([
    ['a file that is not there', '/favicon.ico', BROWSER],
    ['a worker that is not there', '/sw.js', '*/*'],
    ['a folder of files', '/assets/', BROWSER],
    ['a hidden file', '/settings/.env', BROWSER],
    [
      'metrics, by who scrapes',
      '/metrics',
      'application/openmetrics-text;version=1.0.0,text/plain;q=0.5,*/*;q=0.1',
    ],
    ['anything, by a program', '/metrics', '*/*'],
    ['data, at a route', '/settings/ntp', 'application/json'],
  ])('is no answer to who asks for %s', async (_name, path, accept) => {
    const { port } = await startWeb();
    const answer = await send(port, path, { headers: { accept } });
    expect(answer).toMatchObject({ status: 404, text: 'There is nothing at this address.\n' });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['/settings/ntp', '/metrics', '/v1.0/nothing', '/'])(
    'is the page for a browser at %s',
    async (path) => {
      const { port } = await startWeb();
      const answer = await send(port, path, { headers: { accept: BROWSER } });
      expect(answer).toMatchObject({ status: 200, text: INDEX });
      expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
    },
  );

  it('is at its address for everybody', async () => {
    const { port } = await startWeb();
    expect((await send(port, '/', { headers: { accept: '*/*' } })).text).toBe(INDEX);
  });

  it('answers HEAD without a body', async () => {
    const { port } = await startWeb();
    const answer = await send(port, '/', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers['content-length']).toBe(String(INDEX.length));
  });

  it('refuses other methods', async () => {
    const { port } = await startWeb();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await send(port, '/', { method })).status, method).toBe(404);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e%5csecret.txt',
    '/..;/secret.txt',
    '/assets/%252e%252e/%252e%252e/secret.txt',
    '/assets/app-B3xY.js%00.txt',
  ])('never leaves its folder: %s', async (path) => {
    const { port } = await startWeb();
    const answer = await send(port, path);
    expect(answer.text).not.toContain('not for anybody');
    expect([200, 400, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).toBe(INDEX);
  });

  it('that was not built says what to do, and the API works', async () => {
    const { port, logLines } = await startTestGateway();
    const answer = await send(port, '/');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('npm run build');
    expect((await send(port, '/api/livedata/status')).status).toBe(200);
    expect(logLines.some((line) => line.includes('web app is not built'))).toBe(true);
  });
});
