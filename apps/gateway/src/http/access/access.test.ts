import { ENDPOINTS, SOCKETS, UPLOADS } from '@heliograph/contract';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { requireAccessRule } from '../routes.ts';
import { type Access, createAccess } from './access.ts';
import { ACCESS_RULES, type AccessRule, isApiPath } from './access-rules.ts';
import type { Authenticator, Who } from './authenticator.ts';
import { createHostNames } from './host-names.ts';
import { mayBePage, requestOrigin } from './request-origin.ts';
import { createSocketTickets } from './socket-tickets.ts';

const HOST = '192.168.1.50:8080';
const ADMIN = 'Basic right';

const KNOWN: Readonly<Record<string, Who>> = {
  [ADMIN]: { name: 'admin', role: 'admin', by: 'password' },
  'Basic page': { name: 'admin', role: 'admin', by: 'session' },
  'Basic program': { name: 'script', role: 'admin', by: 'token' },
  'Basic operator': { name: 'anna', role: 'operator', by: 'session' },
  'Basic viewer': { name: 'guest', role: 'viewer', by: 'session' },
};

/** Knows some right headers, without the cost of a hash. */
const authenticator: Authenticator = {
  async check(header) {
    const who = header === undefined ? undefined : KNOWN[header];
    return who === undefined ? { kind: 'refused' } : { kind: 'known', who };
  },
  knownBy: (header = '') => KNOWN[header],
  forgetOutdated: () => undefined,
  remember: () => undefined,
};

function access(allowReadonly: boolean): Access {
  const { clock, randomBytes } = createTestPlatform();
  return createAccess({
    hostNames: createHostNames('solar', []),
    authenticator,
    tickets: createSocketTickets({
      ...{ clock, randomBytes, basePath: '/', isHttps: false, accountOf: () => undefined },
    }),
    allowReadonly: () => allowReadonly,
  });
}

/** A call that changes something, as later steps bring them. */
const POST: AccessRule = { kind: 'endpoint', method: 'POST', path: '/api/limit/config', access: 'admin' };

function refusalOf(rule: AccessRule, headers: Readonly<Record<string, string>>, allowReadonly = true) {
  const request = {
    method: rule.method,
    headers: { host: HOST, ...headers },
    hostCount: 1,
    address: '192.168.1.7',
    httpVersion: '1.1',
    isHttps: false,
  };
  return access(allowReadonly).refusalOf(rule, request);
}

const statusOf = async (...asked: Parameters<typeof refusalOf>) => (await refusalOf(...asked))?.status ?? 200;

/** What the built-in `fetch` of Node adds. */
const NODE_FETCH = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

describe('what each role may do', () => {
  const CALLERS = {
    'an admin': ADMIN,
    'a page of an admin': 'Basic page',
    'a program that may change settings': 'Basic program',
    'an operator': 'Basic operator',
    'a viewer': 'Basic viewer',
    nobody: undefined,
  };
  /** What of `readonly`, `login`, `operate`, `admin` and `owner` each of them may call where reading needs a login. */
  const MAY: Readonly<Record<keyof typeof CALLERS, readonly number[]>> = {
    'an admin': [200, 200, 200, 200, 200],
    'a page of an admin': [200, 200, 200, 200, 200],
    'a program that may change settings': [200, 403, 200, 200, 403],
    'an operator': [200, 200, 200, 403, 403],
    'a viewer': [200, 200, 403, 403, 403],
    nobody: [401, 401, 401, 401, 401],
  };

  it.each(Object.keys(MAY) as (keyof typeof CALLERS)[])('%s', async (caller) => {
    const authorization = CALLERS[caller];
    const statuses: number[] = [];
    for (const access of ['readonly', 'login', 'operate', 'admin', 'owner'] as const) {
      const rule: AccessRule = { kind: 'endpoint', method: 'GET', path: '/api/own', access };
      statuses.push(await statusOf(rule, authorization === undefined ? {} : { authorization }, false));
    }
    expect(statuses).toEqual(MAY[caller]);
  });

  it.each([
    ['login', 'Basic program', 'Only somebody who has an account, and no token, may do this.'],
    ['operate', 'Basic viewer', 'Only an operator or an admin may do this.'],
    ['admin', 'Basic operator', 'Only an admin may do this.'],
    ['owner', 'Basic program', 'Only an admin with a password may do this.'],
  ] as const)('of class %s, asked for by %s, is refused with: %s', async (level, authorization, message) => {
    const rule: AccessRule = { kind: 'endpoint', method: 'GET', path: '/api/own', access: level };
    expect(await refusalOf(rule, { authorization }, false)).toMatchObject({ status: 403, message });
  });
});

describe('a call that changes something', () => {
  const own = { authorization: ADMIN, origin: `http://${HOST}` };
  const mark = { 'x-requested-with': 'XMLHttpRequest' };

  it.each([
    ['a script with a login', { authorization: ADMIN }, 200],
    ['a script with a login and the mark', { authorization: ADMIN, ...mark }, 200],
    ['our page', { ...own, ...mark }, 200],
    ['our page behind a proxy that ends TLS', { ...own, ...mark, origin: `https://${HOST}` }, 200],
    ['our page without the mark', own, 403],
    ['our page with another mark', { ...own, 'x-requested-with': 'fetch' }, 403],
    ['a browser that only shows a cookie', { authorization: ADMIN, cookie: 'a=b' }, 403],
    ['a browser that only shows fetch metadata', { authorization: ADMIN, 'sec-fetch-dest': 'empty' }, 403],
    ['a program that fetches as Node does', { authorization: ADMIN, ...NODE_FETCH }, 200],
    ['a browser that only shows where it was', { authorization: ADMIN, referer: `http://${HOST}/x` }, 403],
    ['a page of somebody else', { ...own, ...mark, origin: 'http://evil.test' }, 403],
    ['a page of nobody', { ...own, ...mark, origin: 'null' }, 403],
    ['a foreign form with cached credentials', { authorization: ADMIN, referer: 'http://evil.test/' }, 403],
    ['our page, logged out', { origin: `http://${HOST}`, ...mark }, 401],
    ['nobody', {}, 401],
    ['a wrong password', { authorization: 'Basic wrong' }, 401],
    ['the admin under another name of ours', { authorization: ADMIN, host: 'evil.test' }, 421],
  ])('by %s', async (_, headers, status) => {
    expect(await statusOf(POST, headers)).toBe(status);
    expect(await statusOf(POST, headers, false)).toBe(status);
  });
});

describe('where a request comes from', () => {
  it.each([
    [{}, 'none'],
    [{ origin: `http://${HOST}` }, 'same'],
    [{ origin: `http://${HOST.toUpperCase()}` }, 'same'],
    [{ origin: 'http://192.168.1.50' }, 'foreign'],
    [{ origin: 'http://192.168.1.50:8081' }, 'foreign'],
    [{ origin: `http://${HOST}.evil.test` }, 'foreign'],
    [{ origin: `ftp://${HOST}` }, 'foreign'],
    [{ origin: 'null' }, 'foreign'],
    [{ origin: '' }, 'foreign'],
    [{ origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' }, 'same'],
    [{ 'sec-fetch-site': 'none' }, 'same'],
    [{ 'sec-fetch-site': 'same-site' }, 'foreign'],
    [{ 'sec-fetch-site': 'cross-site', referer: `http://${HOST}/` }, 'foreign'],
    [{ referer: `http://${HOST}/login` }, 'same'],
    [{ referer: 'http://evil.test/http://192.168.1.50:8080/' }, 'foreign'],
    [{ cookie: 'wsid=1' }, 'same'],
  ])('%j is %s', (headers, origin) => {
    expect(requestOrigin({ host: HOST, ...headers }, false)).toBe(origin);
  });

  it('follows the default ports of both schemes', () => {
    expect(requestOrigin({ host: 'pv', origin: 'http://pv' }, false)).toBe('same');
    expect(requestOrigin({ host: 'pv:80', origin: 'http://pv' }, false)).toBe('same');
    expect(requestOrigin({ host: 'pv', origin: 'https://pv' }, false)).toBe('same');
    expect(requestOrigin({ host: 'pv:443', origin: 'http://pv' }, false)).toBe('foreign');
  });
});

describe('a page', () => {
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

  it.each([
    ['an address bar over plain HTTP', { 'accept-language': 'de', 'user-agent': CHROME }],
    ['a foreign image that hides where it is', { 'accept-language': 'de' }],
    ['a call that empties its language', { 'accept-language': '' }],
    ['a browser that tells no language', { 'user-agent': CHROME }],
    ['a frame', { 'upgrade-insecure-requests': '1' }],
    ['a page that hides itself', { origin: 'null' }],
    ['a cookie', { cookie: '' }],
    ['where it was', { referer: 'http://evil.test/' }],
    ['a browser over HTTPS', { 'sec-fetch-site': 'none' }],
    ['a browser that hints at itself', { 'sec-ch-ua': '"Chromium"' }],
    ['our own page', { 'x-requested-with': 'XMLHttpRequest' }],
  ])('may be behind %s', (_name, headers) => expect(mayBePage({ host: HOST, ...headers })).toBe(true));

  it.each([
    ['wget', { 'user-agent': 'Wget/1.21.3', accept: '*/*', 'accept-encoding': 'identity' }],
    ['curl', { 'user-agent': 'curl/7.88.1', accept: '*/*' }],
    ['Python', { 'user-agent': 'Python-urllib/3.11', 'accept-encoding': 'identity', connection: 'close' }],
    ['PowerShell', { 'user-agent': 'Mozilla/5.0 (Windows NT; Windows NT 10.0) WindowsPowerShell/5.1.19041' }],
    ['a program that says nothing', {}],
  ])('is not behind %s', (_name, headers) => expect(mayBePage({ host: HOST, ...headers })).toBe(false));
});

describe('where a request comes from that reached us over HTTPS', () => {
  it.each([
    [{ origin: 'https://pv' }, 'same'],
    [{ referer: 'https://pv/login' }, 'same'],
    [{ origin: 'http://pv' }, 'foreign'],
    [{ referer: 'http://pv/login' }, 'foreign'],
    [{}, 'none'],
  ])('%j is %s', (headers, origin) => {
    expect(requestOrigin({ host: 'pv', ...headers }, true)).toBe(origin);
  });
});

describe('the access table', () => {
  it('has a row for every endpoint, upload and socket of the contract', () => {
    expect(Object.keys(ACCESS_RULES.endpoints)).toEqual(Object.keys(ENDPOINTS));
    expect(Object.keys(ACCESS_RULES.uploads)).toEqual(Object.keys(UPLOADS));
    expect(Object.keys(ACCESS_RULES.sockets)).toEqual(Object.keys(SOCKETS));
    for (const [name, rule] of Object.entries(ACCESS_RULES.endpoints)) {
      expect(rule).toMatchObject(pick(ENDPOINTS[name as keyof typeof ENDPOINTS]));
    }
    for (const [name, rule] of Object.entries(ACCESS_RULES.uploads)) {
      expect(rule).toMatchObject({ kind: 'upload', ...pick(UPLOADS[name as keyof typeof UPLOADS]) });
    }
  });

  it('lets no route come into being that it does not know', async () => {
    const app = fastify();
    app.addHook('onRoute', requireAccessRule);
    const handler = () => 'hello';
    expect(() => app.get('/api/open', handler)).toThrow('GET /api/open has no row in the access table');
    const rule: AccessRule = { kind: 'endpoint', method: 'GET', path: '/api/own', access: 'open' };
    expect(() => app.route({ method: 'GET', url: '/api/own', config: { rule }, handler })).toThrow('no row');
    const known = ACCESS_RULES.endpoints.getLiveData;
    expect(() => app.route({ method: 'GET', url: '/api/other', config: { rule: known }, handler })).toThrow(
      'no row',
    );
    app.route({ method: 'GET', url: known.path, config: { rule: known }, handler });
    await app.close();
  });

  it('tells paths of the API from others', () => {
    for (const path of ['/api', '/api/', '/api/x']) expect(isApiPath(path), path).toBe(true);
    for (const path of ['/', '/apis', '/API/x', '/x/api/']) expect(isApiPath(path), path).toBe(false);
  });
});

function pick({ method, path, access: who }: { method: string; path: string; access: string }) {
  return { method, path, access: who };
}
