import { describe, expect, it } from 'vitest';
import { FakeCaches } from '../../../test/fake-caches.ts';
import { keptValues } from '../../../test/kept-values.ts';
import { createMemoryStorage } from '../../../test/memory-storage.ts';
import { startKeeping } from './offline-keeper.ts';
import { createSession } from './session.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function createBrowser({ basePath = '', worker = 'taken' } = {}) {
  const caches = new FakeCaches();
  const asked: unknown[] = [];
  const serviceWorker = {
    async register(url: unknown, options: unknown) {
      asked.push([url, options]);
      if (worker === 'refused') throw new DOMException('certificate', 'SecurityError');
    },
  };
  const page = {
    caches: caches.asCaches(),
    navigator: (worker === 'unknown' ? {} : { serviceWorker }) as unknown as Navigator,
  };
  const session = createSession(createMemoryStorage());
  session.logIn({ type: 'success', message: '', authdata: 'eDp5' } as never);
  return { caches, asked, session, start: () => startKeeping(page, { basePath, session }) };
}

describe('what keeps the last values', () => {
  it('registers the worker for all that is below the base path', async () => {
    const { asked, start } = createBrowser({ basePath: '/dtu' });
    await start();
    expect(asked).toEqual([['/dtu/offline-worker.js', { scope: '/dtu/' }]]);
  });

  it.each(['refused', 'unknown'])('keeps nothing where a worker is %s', async (worker) => {
    const { caches, start } = createBrowser({ worker });
    await (await caches.open('values')).put('/kept-values.json', new Response('{}'));
    expect(await start()).toBeUndefined();
    await settle();
    expect(caches.kept.size).toBe(worker === 'refused' ? 0 : 1); // where there is no worker none was ever kept
  });

  it('keeps what it is given, and nothing after the login has ended', async () => {
    const { caches, session, start } = createBrowser();
    const keeper = await start();
    keeper?.keep(keptValues());
    await settle();
    expect(caches.kept.get('values')?.size).toBe(1);
    session.logOut();
    await settle();
    expect(caches.kept.size).toBe(0);
  });

  it('also forgets what is being written down while the login ends', async () => {
    const { caches, session, start } = createBrowser();
    const keeper = await start();
    let go: () => void = () => undefined;
    caches.mayPut = new Promise((resolve) => {
      go = resolve;
    });
    keeper?.keep(keptValues());
    session.expire();
    go();
    await settle();
    expect(caches.kept.size).toBe(0);
  });

  it('leaves the page as good as without where there is no room', async () => {
    const { caches, start } = createBrowser();
    caches.isFull = true;
    const keeper = await start();
    keeper?.keep(keptValues());
    await settle();
    expect(caches.kept.get('values')?.size).toBe(0);
    keeper?.stop();
  });
});
