import { describe, expect, it } from 'vitest';
import { FakeCaches } from '../../test/fake-caches.ts';
import { keptValues } from '../../test/kept-values.ts';
import { keepValues } from '../shared/api/kept-values.ts';
import { answerPages, isPage, type WorkerWorld } from './answer-pages.ts';

const HOST = 'https://solar.example.org';
const PARTS = { style: 'main{}', script: 'go()' };

type Listener = (event: never) => void;

/** A worker in a world where the gateway answers as the test says. */
async function startWorker(fetch: (request: Request) => Promise<Response>, scope = `${HOST}/`) {
  const listeners = new Map<string, Listener>();
  const caches = new FakeCaches();
  const timers: (() => void)[] = [];
  const done: string[] = [];
  const world: WorkerWorld = {
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    skipWaiting: async () => void done.push('takes over'),
    fetch,
    setTimeout: (action) => timers.push(action),
    caches: caches.asCaches(),
    crypto,
    navigator: { languages: ['en'] },
    registration: {
      scope,
      navigationPreload: { enable: async () => void done.push('asks meanwhile') },
    },
  };
  answerPages(world, PARTS);
  await keepValues(caches, new URL(scope).pathname.slice(0, -1), keptValues({ atMs: Date.now() }));
  const tell = (type: string, event: object) => listeners.get(type)?.(event as never);
  return {
    caches,
    done,
    tell,
    runOut() {
      for (const action of timers) action();
    },
    /** What is answered in place of the gateway; undefined where the browser asks that itself. */
    open(path: string, { mode = 'navigate', method = 'GET', ...more } = {}) {
      let answer: Promise<Response> | undefined;
      const request = { mode, method, url: HOST + path };
      tell('fetch', { request, ...more, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer;
    },
  };
}

const nobody = () => Promise.reject(new TypeError('Failed to fetch'));

describe('the worker', () => {
  it('hands on what the gateway answers, whatever it is, and keeps nothing of it', async () => {
    for (const status of [200, 401, 404, 429, 500, 503]) {
      const page = new Response('live', { status });
      const { open, caches } = await startWorker(async () => page);
      expect(await open('/')).toBe(page);
      expect([...caches.kept.values()].flatMap((cache) => [...cache.keys()])).toEqual(['/kept-values.json']);
    }
  });

  it('shows the last values where nobody answers, as a page that nobody keeps', async () => {
    const { open } = await startWorker(nobody);
    const answer = await open('/info/system?x=1');
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer?.text()).toContain('1,234');
  });

  it('lets that page run its own script and style and nothing else', async () => {
    const { open } = await startWorker(nobody);
    const policy = (await open('/'))?.headers.get('content-security-policy') ?? '';
    const hash = async (text: string) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64');
    expect(policy).toContain(`script-src 'sha256-${await hash(PARTS.script)}'; `);
    expect(policy).toContain(`style-src 'sha256-${await hash(PARTS.style)}'; `);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it.each([502, 504])('takes a %i of what stands in between for no answer', async (status) => {
    const { open } = await startWorker(async () => new Response('bad gateway', { status }));
    expect(await (await open('/'))?.text()).toContain('The gateway does not answer');
  });

  it('does not wait for ever', async () => {
    const { open, runOut } = await startWorker(() => new Promise(() => undefined));
    const answer = open('/');
    runOut();
    expect((await answer)?.status).toBe(503);
  });

  it('takes what the browser has asked while the worker was started, and asks nobody twice', async () => {
    const preloaded = new Response('live');
    const { open } = await startWorker(nobody);
    expect(await open('/', { preloadResponse: Promise.resolve(preloaded) } as never)).toBe(preloaded);
    const failed = Promise.reject(new TypeError('no network'));
    expect((await open('/', { preloadResponse: failed } as never))?.status).toBe(503);
  });

  it('shows values of a broken storage as none', async () => {
    const { open, caches } = await startWorker(nobody);
    caches.kept.get('values')?.set('/kept-values.json', 'no JSON');
    const text = await (await open('/'))?.text();
    expect(text).toContain('The gateway does not answer');
    expect(text).not.toContain('Last values');
  });

  it('has the values of its own base path', async () => {
    const { open } = await startWorker(nobody, `${HOST}/dtu/`);
    expect(await (await open('/dtu/about'))?.text()).toContain('1,234');
  });

  it.each([
    ['a call of the API', '/api/livedata/status', { mode: 'cors' }],
    ['a file of the app', '/assets/index-1.js', { mode: 'no-cors' }],
    ['a download', '/api/heliograph/history-csv', {}],
    ['a page of the API', '/api/docs', {}],
    ['a file that is opened', '/icon-192.png', {}],
    ['a form that is sent', '/', { method: 'POST' }],
  ])('leaves %s to the browser', async (_name, path, how) => {
    const { open } = await startWorker(nobody);
    expect(open(path, how)).toBeUndefined();
  });

  it('takes over at once, and has the browser ask the gateway while it is started', async () => {
    const { tell, done } = await startWorker(nobody);
    const all: Promise<unknown>[] = [];
    const waitUntil = (promise: Promise<unknown>) => void all.push(promise);
    const routes: object[] = [];
    tell('install', { waitUntil, addRoutes: async (rule: object) => void routes.push(rule) });
    tell('activate', { waitUntil });
    tell('install', { waitUntil, addRoutes: () => Promise.reject(new TypeError('not known')) });
    tell('install', { waitUntil }); // of a browser without routes
    await Promise.all(all);
    expect(done).toEqual(['takes over', 'asks meanwhile', 'takes over', 'takes over']);
    expect(routes).toEqual([{ condition: { not: { requestMode: 'navigate' } }, source: 'network' }]);
  });
});

it('knows its pages below a base path', () => {
  const request = (path: string) => ({ method: 'GET', mode: 'navigate' as const, url: HOST + path });
  expect(isPage(request('/dtu/'), '/dtu')).toBe(true);
  expect(isPage(request('/dtu/settings/ntp'), '/dtu')).toBe(true);
  expect(isPage(request('/dtu/api/config/get'), '/dtu')).toBe(false);
});
