// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptValues } from '../../test/kept-values.ts';
import { offlinePage } from './offline-page.ts';
import { watchGateway } from './watch-gateway.ts';

const NOON_MS = new Date(2026, 5, 21, 12).getTime();

beforeEach(() => {
  vi.useFakeTimers({ now: NOON_MS });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page of the worker, in a browser whose gateway answers with `status`, or not at all. */
function open(answer: { status: number | undefined }) {
  const values = keptValues({ atMs: NOON_MS });
  const page = offlinePage({ values, nowMs: NOON_MS, languages: ['en'], style: '', script: '' });
  document.documentElement.innerHTML = page.replace(/^.*?<html[^>]*>/s, '').replace('</html>', '');
  document.body.dataset.tag = 'en';
  const world = { reloads: 0, asked: [] as unknown[], isOnline: true };
  const there = new EventTarget();
  const fake = Object.assign(there, {
    document,
    navigator: {
      get onLine() {
        return world.isOnline;
      },
    },
    location: { href: 'https://solar.example.org/about', reload: () => void world.reloads++ },
    setInterval: (action: () => void, ms: number) => setInterval(action, ms),
    fetch: async (url: string, { method }: RequestInit) => {
      world.asked.push([method, url]);
      if (answer.status === undefined) throw new TypeError('nobody');
      return { status: answer.status };
    },
  });
  watchGateway(fake as unknown as Window);
  return { world, tell: (type: string) => there.dispatchEvent(new Event(type)) };
}

const text = () => (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ');
const shown = (kind: string) =>
  document.querySelector<HTMLElement>(`[data-network="${kind}"]`)?.hidden === false;

describe('the page while the gateway does not answer', () => {
  it('counts the age of the values', async () => {
    open({ status: undefined });
    expect(text()).toContain('As of 12:00, 0 seconds ago');
    await vi.advanceTimersByTimeAsync(180_000);
    expect(text()).toContain('As of 12:00, 3 minutes ago');
  });

  it('opens what was asked for as soon as the gateway answers, whatever it says', async () => {
    const answer: { status: number | undefined } = { status: undefined };
    const { world } = open(answer);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(world.reloads).toBe(0);
    answer.status = 504; // a proxy says that it reaches nobody
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.reloads).toBe(0);
    answer.status = 401;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.reloads).toBe(1);
    expect(new Set(world.asked.map(String))).toEqual(new Set(['HEAD,https://solar.example.org/about']));
  });

  it('tries at once for somebody who presses the button, and says when nobody answered', async () => {
    const answer: { status: number | undefined } = { status: undefined };
    const { world } = open(answer);
    const button = document.querySelector('button');
    button?.click();
    expect(document.querySelector('[role="status"]')?.textContent).toBe('Trying …');
    await vi.advanceTimersByTimeAsync(0);
    expect(document.querySelector('[role="status"]')?.textContent).toBe('No answer at 12:00.');
    answer.status = 200;
    button?.click();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.reloads).toBe(1);
  });

  it('says when the device has no network, and tries as soon as there is one', async () => {
    const { world, tell } = open({ status: 200 });
    expect([shown('there'), shown('lost')]).toEqual([true, false]);
    world.isOnline = false;
    tell('offline');
    expect([shown('there'), shown('lost')]).toEqual([false, true]);
    world.isOnline = true;
    tell('online');
    await vi.advanceTimersByTimeAsync(0);
    expect(world.reloads).toBe(1);
  });
});
