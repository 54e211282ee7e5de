import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { ENDPOINTS, REQUESTED_WITH_HEADER, SOCKETS } from '@heliograph/contract';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { createTestAuthority, hasOpenssl } from '@heliograph/testbed/outside/test-authority.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { caddyConfig, nginxConfig } from './proxy-files.mjs';

const NGINX = findProgram('nginx');
const CADDY = findProgram('caddy');
for (const [name, program] of Object.entries({ nginx: NGINX, caddy: CADDY })) {
  if (program === undefined)
    process.stderr.write(`Skipped: ${name} as a proxy (Debian: apt-get install ${name}).\n`);
}

/** Runs a proxy until the test ends, and waits until it listens. */
async function run(program: string, args: readonly string[], folder: string, port: number): Promise<void> {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      await ask({ port, name: 'solar.example.org', path: '/healthz' });
    },
    { timeout: 20_000, interval: 50 },
  );
}

interface Asked {
  readonly port: number;
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** As a browser does that finds this machine behind the name. */
function ask({ port, name, path, method = 'GET', headers = {}, body }: Asked) {
  return new Promise<{ status: number; text: string; cookies: string; location: string }>(
    (resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        servername: name,
        path,
        method,
        rejectUnauthorized: false,
        agent: false,
      };
      const host = `${name}:${port}`;
      request({ ...options, headers: { host, ...headers } }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('end', () => {
          const { 'set-cookie': cookies = [], location = '' } = answer.headers;
          resolve({ status: answer.statusCode ?? 0, text, cookies: cookies.join(), location });
        });
      })
        .on('error', reject)
        .end(body);
    },
  );
}

/** A socket of a page: it brings where it comes from, and the ticket. */
async function openSocket(port: number, name: string, path: string, cookie: string): Promise<void> {
  const options: ClientOptions & TlsOptions = {
    servername: name,
    rejectUnauthorized: false,
    headers: { host: `${name}:${port}`, origin: `https://${name}:${port}`, cookie },
  };
  const socket = new WebSocket(`wss://127.0.0.1:${port}${path}`, options);
  onTestFinished(() => socket.terminate());
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(([, answer]) => {
      throw new Error(`${path}: ${answer.statusCode}`);
    }),
  ]);
  socket.ping();
  await once(socket, 'pong');
}

async function startBehind(proxy: 'nginx' | 'caddy', basePath: string) {
  const folder = await temporaryFolder();
  const webFolder = join(folder, 'web');
  await mkdir(webFolder);
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><link href="/style.css">');
  const allowedHosts = ['solar.example.org', 'home.example.org'];
  const gateway = await startTestGateway({ basePath, allowedHosts, webFolder });
  const { certificate, key } = createTestAuthority().issue({ names: 'DNS:*.example.org' });
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, certificate), writeFile(keyFile, key)]);
  const trial = { folder, certFile, keyFile, upstream: `127.0.0.1:${gateway.port}` };
  const [port, plainPort] = [await freePort(), await freePort()];
  const config = join(folder, 'config');
  if (proxy === 'nginx') {
    const [listenTls, listenPlain] = [`127.0.0.1:${port}`, `127.0.0.1:${plainPort}`];
    await writeFile(config, nginxConfig({ ...trial, listenTls, listenPlain }));
    await run(NGINX ?? '', ['-p', folder, '-e', 'stderr', '-c', config], folder, port);
  } else {
    await writeFile(config, caddyConfig({ ...trial, port }));
    await run(CADDY ?? '', ['run', '--adapter', 'caddyfile', '--config', config], folder, port);
  }
  return { ...gateway, port };
}

const CASES = [
  { proxy: 'nginx', program: NGINX, name: 'solar.example.org', basePath: '/' },
  { proxy: 'nginx', program: NGINX, name: 'home.example.org', basePath: '/dtu/' },
  { proxy: 'caddy', program: CADDY, name: 'solar.example.org', basePath: '/' },
  { proxy: 'caddy', program: CADDY, name: 'home.example.org', basePath: '/dtu/' },
] as const;

describe.each(CASES)('behind $proxy at $name, below $basePath', ({ proxy, program, name, basePath }) => {
  it.skipIf(program === undefined || !hasOpenssl)('pages, login, saving and sockets work', async () => {
    const { port, userName, defaultPassword } = await startBehind(proxy, basePath);
    const below = (path: string) => `${basePath.slice(0, -1)}${path}`;
    const page = await ask({ port, name, path: basePath });
    expect([page.status, page.text]).toEqual([200, `<!doctype html><link href="${basePath}style.css">`]);

    const login = Buffer.from(`${userName}:${defaultPassword}`).toString('base64');
    const authorization = `Basic ${login}`;
    const path = below(ENDPOINTS.authenticate.path);
    const { status, cookies } = await ask({ port, name, path, headers: { authorization } });
    expect(status).toBe(200);
    expect(cookies).toMatch(new RegExp(`; Path=${basePath};.*; Secure$`, 'i'));

    const [cookie = ''] = cookies.split(';', 1);
    await openSocket(port, name, below(SOCKETS.liveData.path), cookie);
    await openSocket(port, name, below(SOCKETS.console.path), cookie);

    const saved = await ask({
      ...{ port, name, path: below(ENDPOINTS.setSecurityConfig.path), method: 'POST' },
      headers: {
        ...{ authorization, origin: `https://${name}:${port}` },
        ...{ [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value },
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `data=${encodeURIComponent(JSON.stringify({ password: defaultPassword, allow_readonly: false }))}`,
    });
    expect([saved.status, JSON.parse(saved.text).type]).toEqual([200, 'success']);
    expect((await ask({ port, name, path: below(ENDPOINTS.getPrometheusMetrics.path) })).status).toBe(401);
  });
});

const BELOW_A_PATH = CASES.filter(({ basePath }) => basePath !== '/');

describe.each(BELOW_A_PATH)(
  'behind $proxy at $name, below $basePath',
  ({ proxy, program, name, basePath }) => {
    it.skipIf(program === undefined || !hasOpenssl)('the slash at the end is added', async () => {
      const { port } = await startBehind(proxy, basePath);
      const { status, location } = await ask({ port, name, path: basePath.slice(0, -1) });
      expect([status, location.replace(/^https:\/\/[^/]+/, '')]).toEqual([308, basePath]);
    });
  },
);
