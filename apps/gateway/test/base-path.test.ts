import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';

const PAGE =
  '<!doctype html><link rel="icon" href="/favicon.svg"><script src="/assets/index-1.js"></script><a href="https://a.test/">';

async function startBelow(basePath: string) {
  const webFolder = await temporaryFolder();
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), PAGE);
  await writeFile(join(webFolder, 'assets', 'index-1.js'), 'here();');
  return startTestGateway({ basePath, webFolder });
}

/** As it is sent, without what clients do to paths by themselves. */
function get(port: number, path: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ status: number; location: string; body: Buffer; cookies: readonly string[] }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? '',
            body: Buffer.concat(parts),
            cookies: answer.headers['set-cookie'] ?? [],
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

it('serves everything below a base path, and to a proxy that has taken it off', async () => {
  const { port } = await startBelow('/dtu/');
  for (const before of ['/dtu', '']) {
    const page = await get(port, `${before}/settings/network`);
    expect(page.body.toString()).toBe(
      PAGE.replaceAll('"/', '"/dtu/'), // where a browser finds them
    );
    const zipped = await get(port, `${before}/`, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.body).toString()).toBe(page.body.toString());
    expect((await get(port, `${before}/assets/index-1.js`)).body.toString()).toBe('here();');
    expect((await get(port, `${before}/assets/index-2.js`)).status).toBe(404);
    expect((await get(port, `${before}/api/system/status`)).status).toBe(200);
    expect((await get(port, `${before}/api/dtu/config`)).status).toBe(401);
    expect((await get(port, `${before}/api/nothing`)).status).toBe(404);
  }
});

it('tells who forgets the last slash where it is', async () => {
  const { port } = await startBelow('/dtu/');
  const { status, location } = await get(port, '/dtu');
  expect([status, location]).toEqual([308, '/dtu/']);
  expect((await get(port, '/dtu?a=/b')).location).toBe('/dtu/?a=/b');
  expect((await get(port, '/dtus')).status).toBe(200); // a page of the app, which knows no such route
});

it('has sockets and the cookie for them below it', async () => {
  const { port, userName, defaultPassword } = await startBelow('/sun/roof/');
  const login = Buffer.from(`${userName}:${defaultPassword}`).toString('base64');
  const { cookies } = await get(port, '/sun/roof/api/security/authenticate', {
    authorization: `Basic ${login}`,
  });
  expect(cookies.join()).toContain('; Path=/sun/roof/;');
  for (const before of ['/sun/roof', '']) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${before}/livedata`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.terminate();
  }
  expect((await get(port, '/sun/roof/sun/roof/api/system/status')).status).toBe(200); // the page again
  expect((await get(port, '/sun/roof/sun/roof/api/system/status')).body.toString()).toContain('<!doctype');
});

it('understands who names the gateway before the path, as to a proxy', async () => {
  const { port } = await startBelow('/dtu/');
  const before = `http://127.0.0.1:${port}`;
  expect((await get(port, `${before}/dtu/api/dtu/config`)).status).toBe(401);
  expect((await get(port, `${before}/dtu?a`)).location).toBe('/dtu/?a');
  expect((await get(port, '//127.0.0.1/dtu/api/dtu/config')).body.toString()).toContain('<!doctype');
});

it('changes nothing where there is none', async () => {
  const { port } = await startBelow('/');
  expect((await get(port, '/about')).body.toString()).toBe(PAGE);
  expect((await get(port, '/dtu/api/system/status')).body.toString()).toBe(PAGE);
});
