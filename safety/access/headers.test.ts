import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, SOCKET_HANDSHAKE, send, sendRaw } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { accessTargets } from './access-targets.ts';

type Headers = Readonly<Record<string, string>>;

const NOTHING = { exactly: 0 } as const;
const EVERYWHERE: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const API: Headers = {
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
/** What the plan says, with the host that is asked for newer versions. */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:"],
  ...["font-src 'self'", "connect-src 'self' https://api.github.com", "manifest-src 'self'"],
  ...["form-action 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types worker 'allow-duplicates'"],
];
/** They would share answers, keep browsers from plain http, or tell strangers what runs here. */
const NEVER = /^(access-control-|strict-transport-security$|server$|x-powered-by$|via$)/;

/** Who collects figures may keep them, as on the original. Source: docs/reference/original-device.md#result-codes. */
const METRICS = { ...API, 'cache-control': 'no-cache' };

/** What is wrong with the headers of an answer; nothing of it is a page unless `isPage`. */
function faultsOf(what: string, headers: Readonly<Record<string, unknown>>, isPage = false): string[] {
  const isMetrics =
    headers['content-type'] === 'text/plain; version=0.0.4; charset=utf-8' && what.includes('/metrics');
  const wanted = Object.entries(isPage ? EVERYWHERE : isMetrics ? METRICS : API);
  const faults = wanted.filter(([name, value]) => headers[name] !== value).map(([name]) => name);
  const policy = String(headers['content-security-policy']).split('; ');
  if (isPage && policy.toSorted().join() !== POLICY.toSorted().join()) faults.push('content-security-policy');
  if (isPage && !String(headers['permissions-policy']).includes('camera=()'))
    faults.push('permissions-policy');
  faults.push(...Object.keys(headers).filter((name) => NEVER.test(name)));
  return faults.map((fault) => `${what}: ${fault}`);
}

function parsedHead(answer: string): Record<string, string> {
  const lines = answer.split('\r\n\r\n', 1)[0]?.split('\r\n').slice(1) ?? [];
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

const CLOSE = 'Host: localhost\r\nConnection: close\r\n';
/** What is no HTTP, or is too much of it. */
const RAW: Readonly<Record<string, string>> = {
  400: 'garbage\r\n\r\n',
  '400 for its path': `GET /%zz HTTP/1.1\r\n${CLOSE}\r\n`,
  '400 for two names': `GET / HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`,
  413: `POST /api/dtu/config HTTP/1.1\r\n${CLOSE}Authorization: ${login().authorization}\r\nContent-Length: 99999999\r\n\r\nx`,
  415: `POST /api/firmware/update HTTP/1.1\r\n${CLOSE}Authorization: ${login().authorization}\r\nContent-Type: a/b\r\nContent-Length: 1\r\n\r\nx`,
  421: `GET / HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
  431: `GET / HTTP/1.1\r\n${CLOSE}X: ${'x'.repeat(20_000)}\r\n\r\n`,
};
const HANDSHAKES: Readonly<Record<string, readonly [path: string, headers: Headers]>> = {
  'a handshake refused for its origin': ['/livedata', { ...SOCKET_HANDSHAKE, origin: 'http://evil.test' }],
  'a handshake refused for its name': ['/livedata', { ...SOCKET_HANDSHAKE, host: 'evil.test' }],
  'a handshake refused for its version': ['/livedata', { ...SOCKET_HANDSHAKE, 'sec-websocket-version': '8' }],
  'a handshake that is not whole': ['/livedata', { connection: 'Upgrade', upgrade: 'websocket' }],
  'a handshake at no socket': ['/nothing', SOCKET_HANDSHAKE],
  'a handshake at a call': ['/api/dtu/config', SOCKET_HANDSHAKE],
};

async function start() {
  const webFolder = await temporaryFolder();
  for (const folder of ['assets', 'guide']) await mkdir(join(webFolder, folder));
  for (const name of ['index.html', 'zones.json', 'assets/app.js', 'guide/index.html'])
    await writeFile(join(webFolder, name), '{}');
  return startTestGateway({ webFolder });
}

async function faultsOfAll({ port }: TestGateway): Promise<string[]> {
  const faults: string[] = [];
  const isPageStatus = (status: number) => status === 200 || status === 304 || status === 404;
  for (const { name, path, kind, call } of accessTargets()) {
    if (kind === 'socket') continue; // what follows its answer is no HTTP
    for (const headers of [
      {},
      { origin: 'http://evil.test' },
      { host: 'evil.test' },
      { authorization: 'Basic x' },
    ]) {
      const answer = await send(port, path, { ...call, headers: { ...call.headers, ...headers } });
      const isPage = kind === 'page' && isPageStatus(answer.status);
      faults.push(...faultsOf(`${name}: ${answer.status}`, answer.headers, isPage));
    }
  }
  const gone = await send(port, '/assets/gone.js');
  faults.push(...faultsOf('a file that is gone', gone.headers, true));
  return [...faults, ...(await faultsOfErrors(port))];
}

async function faultsOfErrors(port: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, text] of Object.entries(RAW))
    faults.push(...faultsOf(name, parsedHead(await sendRaw(port, text))));
  for (const [name, [path, headers]] of Object.entries(HANDSHAKES)) {
    faults.push(...faultsOf(name, (await send(port, path, { headers })).headers));
  }
  return faults;
}

/** Answers to whom wants too much. */
async function faultsOfCrowd(): Promise<string[]> {
  const limits = { requestsPerSecond: 1, requestBurst: 2, liveSocketsMax: 0 };
  const { port } = await startTestGateway({ limits });
  const faults: string[] = [];
  for (const status of [503, 503, 429]) {
    const answer = await send(port, '/livedata', { headers: SOCKET_HANDSHAKE });
    expect(answer.status).toBe(status);
    faults.push(...faultsOf(`too much: ${status}`, answer.headers));
  }
  return faults;
}

describe('the headers of every answer (A8)', { timeout: 120_000 }, () => {
  it('are there, and those that must not be are not', async () => {
    const row = openRow('A8');
    const gateway = await start();
    const faults = await faultsOfAll(gateway);
    for (const { path, kind, call } of accessTargets().filter(({ name }) => name.startsWith('GET '))) {
      const answer = await send(gateway.port, path, { ...call, headers: login() });
      const isPage = answer.status !== 404 && kind === 'page';
      faults.push(...faultsOf(`${path} for the admin`, answer.headers, isPage));
    }
    faults.push(...(await faultsOfCrowd()));
    expect.soft(faults).toEqual([]);
    const what = 'headers that are missing or must not be there';
    row.figure({ what, value: faults.length, goal: NOTHING });

    const missed = await without(['malformedHeaders', 'refusedSocketHeaders'], () =>
      faultsOfErrors(gateway.port),
    );
    const ofSockets = missed.filter((fault) => fault.startsWith('a handshake')).length;
    const ofOthers = missed.length - ofSockets;
    row.counterProof({ what, without: SEAMS.refusedSocketHeaders, value: ofSockets, goal: NOTHING });
    row.counterProof({ what, without: SEAMS.malformedHeaders, value: ofOthers, goal: NOTHING });
  });
});
