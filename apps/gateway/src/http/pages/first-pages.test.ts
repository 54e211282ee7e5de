import { createHash } from 'node:crypto';
import type { FirstPage, Handlers, PageRenderer } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { networkStatus } from '../../system/network-status.ts';
import { createFirstPages } from './first-pages.ts';

const TICKET = 'wsid_8080=good';
const NETWORK = {
  ip: '192.0.2.7',
  netmask: '255.255.255.0',
  gateway: '192.0.2.1',
  nameServers: [],
  mac: '020000000001',
};

function setUp(changes: { readonly isReadonlyAllowed?: boolean; readonly fails?: boolean } = {}) {
  const { isReadonlyAllowed = true, fails = false } = changes;
  const clock = createVirtualClock();
  const rendered: FirstPage[] = [];
  const stylesKept: boolean[] = [];
  const warnings: string[] = [];
  const renderer: PageRenderer = {
    callsOf: (path) =>
      path === '/nowhere' ? undefined : path === '/' ? ['getLiveData'] : ['getNetworkStatus'],
    async render(page, { isStyleFileKept }) {
      rendered.push(page);
      stylesKept.push(isStyleFileKept);
      if (fails) throw new Error('odd');
      return `<p>${rendered.length}</p>`;
    },
    inline: { style: 'p{margin:0}', script: 'run()' },
    styleFile: 'index-a1b2.css',
  };
  const value = { v: 0.1, u: 'W', d: 0 };
  const hints = { time_sync: false, radio_problem: false, default_password: false };
  const handlers: Partial<Handlers> = {
    getLiveData: () => ({
      inverters: [],
      total: { Power: value, YieldDay: value, YieldTotal: value },
      hints,
    }),
    getNetworkStatus: () => networkStatus({ network: NETWORK, hostname: 'roof', chipId: 1 }),
  };
  const pages = createFirstPages({
    renderer,
    handlers: handlers as Handlers,
    answerTexts: { getLiveData: () => Buffer.from('{"inverters":[]}') },
    basePath: '/dtu/',
    clock,
    deviceClock: { unixMs: () => 1_700_000_000_000.5, utcOffsetS: () => 7200 },
    allowReadonly: () => isReadonlyAllowed,
    holderOf: (cookies) => (cookies === TICKET ? { name: 'admin', role: 'admin' } : undefined),

    shareBy: () => undefined,
    log: { warn: (text: string) => warnings.push(text) },
  });
  return {
    pages,
    clock,
    rendered,
    stylesKept,
    warnings,
    ask: (path = '/', headers = {}, url = path) => pages.answer(path, url, headers),
  };
}

describe('a page with its values', () => {
  it('is kept by nobody, and differs by language, theme and login', async () => {
    const { ask } = setUp();
    const answer = await ask();
    expect(answer?.status).toBe(200);
    expect(answer?.headers).toMatchObject({
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
    });
    expect(answer?.headers).not.toHaveProperty('etag');
  });

  it('may run and apply what stands in it, and nothing else that stands in a page', async () => {
    const { ask } = setUp();
    const policy = String((await ask())?.headers['content-security-policy']);
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`script-src 'self' ${hashOf('run()')};`);
    expect(policy).toContain(`style-src 'self' ${hashOf('p{margin:0}')};`);
    expect(policy).not.toContain('unsafe-inline');
  });

  it('has been rendered before the first one comes, so that nobody waits for a cold start', async () => {
    const { pages, rendered, ask } = setUp();
    await pages.warmUp();
    expect(rendered).toHaveLength(10);
    expect(rendered.every(({ reader, path }) => reader === 'visitor' && path === '/')).toBe(true);
    await ask();
    expect(rendered).toHaveLength(11);
  });

  it('is rendered from what the gateway knows', async () => {
    const { ask, rendered } = setUp();
    await ask('/', { 'accept-language': 'fr;q=0.5, de-CH, <x>, *;q=0.1' });
    expect(rendered).toEqual([
      {
        path: '/',
        search: '',
        basePath: '/dtu',
        storedLocale: undefined,
        storedTheme: undefined,
        languages: ['de-CH', 'fr'],
        unixMs: 1_700_000_000_000,
        utcOffsetS: 7200,
        reader: 'visitor',
        answers: { '/api/livedata/status': { inverters: [] } }, // as its text says
      },
    ]);
  });

  it('passes over what is no language, whatever it looks like', async () => {
    const { ask, rendered } = setUp();
    await ask('/', { 'accept-language': 'de-1, de_AT, en-a, fr-CA, , x, de-u' });
    expect(rendered[0]?.languages).toEqual(['fr-CA']);
  });

  it('follows what was chosen in the browser, as far as that can be a choice', async () => {
    const { ask, rendered } = setUp();
    await ask('/', { cookie: 'heliograph-locale=fr; heliograph-theme=dark' });
    await ask('/', { cookie: 'heliograph-locale=<b>; heliograph-theme=x"y' });
    expect(rendered.map(({ storedLocale, storedTheme }) => [storedLocale, storedTheme])).toEqual([
      ['fr', 'dark'],
      [undefined, undefined],
    ]);
  });

  it('brings the styles to whoever does not have just these', async () => {
    const { ask, stylesKept } = setUp();
    await ask();
    await ask('/', { cookie: 'heliograph-styles=index-a1b2.css' });
    await ask('/', { cookie: 'heliograph-styles=index-0000.css; heliograph-theme=dark' });
    expect(stylesKept).toEqual([false, true, false]);
  });

  it('shows the inverter that its address names, and is made anew for no address of nonsense', async () => {
    const { ask, rendered } = setUp();
    for (const url of ['/?inverter=1', '/?<b>', `/?${'x'.repeat(300)}`, '/?']) await ask('/', {}, url);
    expect(rendered.map(({ search }) => search)).toEqual(['?inverter=1', '']);
  });

  it('has what is private for the admin only', async () => {
    const { ask, rendered } = setUp();
    await ask('/info/network');
    await ask('/info/network', { cookie: TICKET });
    const macs = rendered.map(({ answers }) => JSON.stringify(answers).includes('02:00:00:00:00:01'));
    expect(macs).toEqual([false, true]);
    expect(rendered.map(({ reader }) => reader)).toEqual(['visitor', 'admin']);
  });

  it('is for whoever may read, and for nobody else', async () => {
    const { ask, rendered } = setUp({ isReadonlyAllowed: false });
    expect(await ask()).toBeUndefined();
    expect(rendered).toEqual([]);
    expect((await ask('/', { cookie: TICKET }))?.status).toBe(200);
    expect(await ask('/nowhere', { cookie: TICKET })).toBeUndefined();
  });

  it('is rendered once for all who come within a second', async () => {
    const { ask, clock, rendered } = setUp();
    await Promise.all([ask(), ask()]);
    clock.advance(999);
    await ask();
    expect(rendered).toHaveLength(1);
    clock.advance(1);
    await ask();
    expect(rendered).toHaveLength(2);
  });

  it('is sent without values to who comes beyond twenty different ones in a second', async () => {
    const { ask, clock } = setUp();
    const tags = Array.from({ length: 25 }, (_, index) => `de-${1000 + index}`);
    const answers = await Promise.all(tags.map((tag) => ask('/', { 'accept-language': tag })));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(20);
    clock.advance(1000);
    expect(await ask('/', { 'accept-language': 'de-9999' })).toBeDefined();
  });

  it('is sent without values where it cannot be rendered, which is said once', async () => {
    const { pages, ask, clock, warnings } = setUp({ fails: true });
    expect(await ask()).toBeUndefined();
    clock.advance(2000);
    expect(await ask()).toBeUndefined();
    await pages.warmUp();
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['', undefined],
  ])('is packed as the browser wants it: %j', async (accepted, encoding) => {
    const { ask } = setUp();
    const answer = await ask('/', { 'accept-encoding': accepted });
    expect(answer?.headers['content-encoding']).toBe(encoding);
  });
});
