import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createFakeRequests } from '../../../test/fake-request.ts';
import { FakeSockets } from '../../../test/fake-socket.ts';
import { liveData, wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { createMemoryStorage } from '../../../test/memory-storage.ts';
import { startTestMd5 } from '../../../test/test-md5.ts';
import { createTicker } from '../lib/ticker.ts';
import { followBrowser } from './browser-services.ts';
import { createContact } from './contact.ts';
import { createLiveLink } from './live-link.ts';
import { createPreferences } from './preferences.ts';
import type { Services } from './services.ts';
import { createSession } from './session.ts';

const HOUR_MS = 3_600_000;

/** A browser window as far as the app listens to it, with a running link inside. */
async function createBrowser(
  changes: { readonly stored?: Record<string, string>; readonly first?: Services['first'] } = {},
) {
  const clock = createVirtualClock();
  const sockets = new FakeSockets();
  const storage = createMemoryStorage({
    user: JSON.stringify({ type: 'success', authdata: 'eDp5' }),
    ...changes.stored,
  });
  const world = { reloads: 0, isGatewayThere: true };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = Object.assign(new EventTarget(), {
    document,
    fetch: () => (world.isGatewayThere ? Promise.resolve() : Promise.reject(new TypeError('nobody answers'))),
    location: {
      reload: () => {
        world.reloads += 1;
      },
    },
  });
  const liveLink = createLiveLink({
    clock,
    random: () => 0.5,
    openSocket: sockets.open,
    fetchLiveData: async () => ({ kind: 'answered', answer: liveData([wireInverter()]) }),
    renewLogin: () => undefined,
  });
  const session = createSession(storage);
  followBrowser(page as unknown as Window, {
    clock,
    liveLink,
    contact: createContact({ clock, probe: async () => undefined, isHidden: () => false }),
    session,
    preferences: createPreferences(storage),
    seconds: createTicker(clock, 1000),
    call: async () => ({ kind: 'unreachable' }),
    fetchPublic: () => Promise.reject(new TypeError('no network in this test')),
    random: () => 0.5,
    openSocket: sockets.open,
    openRequest: createFakeRequests().open,
    startMd5Worker: startTestMd5,
    first: changes.first,
  });
  liveLink.start();
  await Promise.resolve();
  await Promise.resolve();
  sockets.last.opens();
  sockets.last.says(wireMessage([wireInverter()]));
  const tell = (target: EventTarget, type: string, details = {}) =>
    target.dispatchEvent(Object.assign(new Event(type), details));
  return { clock, sockets, storage, session, liveLink, page, document, world, tell };
}

describe('a browser that a link has shown one page', () => {
  const firstFor = (page: object) => ({ page }) as unknown as Services['first'];
  const stored = { shared: 'history' };

  it.each([
    ['is held to it while the link lasts', { reader: 'visitor', shared: 'history' }, 'history'],
    ['is held to nothing where everybody may read', { reader: 'visitor' }, ''],
    ['keeps it while somebody is logged in, who may log out again', { reader: 'admin' }, 'history'],
  ])('%s', async (_what, page, kept) => {
    const { storage } = await createBrowser({ stored, first: firstFor(page) });
    expect(storage.getItem('shared')).toBe(kept);
  });

  it('is held to it by a page that came without values', async () => {
    const { storage } = await createBrowser({ stored });
    expect(storage.getItem('shared')).toBe('history');
  });
});

describe('what the browser tells', () => {
  it.each([
    ['online', 'page', {}],
    ['resume', 'document', {}],
    ['visibilitychange', 'document', {}],
    ['pageshow', 'page', { persisted: true }],
  ] as const)('%s after a sleep replaces the socket at once', async (type, where, details) => {
    const browser = await createBrowser();
    browser.clock.sleep(2 * HOUR_MS);
    browser.tell(browser[where], type, details);
    expect([browser.sockets.all.length, browser.sockets.inUse, browser.liveLink.snapshot().stale]).toEqual([
      2,
      1,
      true,
    ]);
  });

  it('opens nothing when the page is hidden, nor at the pageshow of every load', async () => {
    const browser = await createBrowser();
    browser.clock.sleep(2 * HOUR_MS);
    browser.document.visibilityState = 'hidden';
    browser.tell(browser.document, 'visibilitychange');
    browser.tell(browser.page, 'pageshow', { persisted: false });
    expect(browser.sockets.all).toHaveLength(1);
  });

  it('reconnects at once when the network is gone', async () => {
    const browser = await createBrowser();
    browser.tell(browser.page, 'offline');
    expect([browser.sockets.inUse, browser.liveLink.snapshot().phase]).toEqual([0, 'reconnecting']);
  });

  it('closes the socket when the page is put away', async () => {
    const browser = await createBrowser();
    browser.tell(browser.page, 'pagehide');
    expect(browser.sockets.inUse).toBe(0);
  });

  it('follows a logout in another tab and makes the link anew', async () => {
    const browser = await createBrowser();
    browser.storage.removeItem('user');
    browser.tell(browser.page, 'storage', { key: 'user' });
    expect(browser.session.user()).toBeUndefined();
    expect(browser.sockets.inUse).toBe(0);
    await Promise.resolve();
    await Promise.resolve();
    expect(browser.sockets.inUse).toBe(1);
  });

  it('reloads once when a file of ours is gone, and again only after a minute', async () => {
    const browser = await createBrowser();
    browser.tell(browser.page, 'vite:preloadError');
    browser.tell(browser.page, 'vite:preloadError');
    await Promise.resolve();
    expect(browser.world.reloads).toBe(1);
    browser.clock.advance(60_000);
    browser.tell(browser.page, 'vite:preloadError');
    await Promise.resolve();
    expect(browser.world.reloads).toBe(2);
  });

  it('leaves the page as it is when a file does not come because the gateway has gone', async () => {
    const browser = await createBrowser();
    browser.world.isGatewayThere = false;
    browser.tell(browser.page, 'vite:preloadError');
    await Promise.resolve();
    await Promise.resolve();
    expect(browser.world.reloads).toBe(0);
  });
});
