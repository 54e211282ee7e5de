import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../test/memory-storage.ts';
import { createPreferences } from './preferences.ts';
import { checkForUpdate } from './update-check.ts';

const PAGE = 'https://github.com/owner/gateway/compare/24ad73f...HEAD';
const HOUR_MS = 3_600_000;

function setUp(answer: (init: RequestInit) => Promise<Response>, stored: Record<string, string> = {}) {
  const clock = createVirtualClock();
  const preferences = createPreferences(createMemoryStorage(stored));
  const fetchPublic = vi.fn((_url: string, init: RequestInit) => answer(init));
  const check = (version = '24ad73f') =>
    checkForUpdate({ clock, preferences, fetchPublic }, 'owner/gateway', version);
  return { clock, fetchPublic, check };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const ahead = (commits: unknown, page: unknown = PAGE) =>
  setUp(async () => json({ total_commits: commits, html_url: page, commits: ['not kept'] }));

describe('the check for newer versions', () => {
  it('asks the public compare API without any credentials', async () => {
    const { check, fetchPublic } = ahead(3);
    expect(await check()).toEqual({ kind: 'newer', page: PAGE });
    const [url, init] = fetchPublic.mock.calls[0] ?? [];
    expect(url).toBe('https://api.github.com/repos/owner/gateway/compare/24ad73f...HEAD');
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(init).not.toHaveProperty('headers');
  });

  it('is current without commits ahead', async () => {
    expect(await ahead(0).check()).toEqual({ kind: 'current' });
  });

  it.each(['javascript:alert(1)', 'https://github.com.evil.example/', 'http://github.com/', 7, null])(
    'leads nowhere but to the code host: %s',
    async (page) => {
      expect(await ahead(1, page).check()).toEqual({ kind: 'newer', page: undefined });
    },
  );

  it('puts nothing of a version into the address that means something there', async () => {
    const { check, fetchPublic } = ahead(1);
    await check('v1/../x?y#z');
    expect(fetchPublic.mock.calls[0]?.[0]).toContain('/compare/v1%2F..%2Fx%3Fy%23z...HEAD');
  });

  it.each<[string, () => Promise<Response>]>([
    ['there is no network', () => Promise.reject(new TypeError('offline'))],
    ['the version is not known there', async () => json({ message: 'Not Found' }, 404)],
    ['the answer is no JSON', async () => new Response('<html>')],
    ['the answer is something else', async () => json([])],
    ['the answer is nothing', async () => json(null)],
    ['the count is no number', async () => json({ total_commits: '3' })],
  ])('fails when %s, and is made again the next time', async (_case, answer) => {
    const { check, fetchPublic } = setUp(answer);
    expect(await check()).toEqual({ kind: 'failed' });
    await check();
    expect(fetchPublic).toHaveBeenCalledTimes(2);
  });

  it('fails when no answer comes within ten seconds', async () => {
    const { check, clock } = setUp(
      ({ signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const checked = check();
    clock.advance(10_000);
    expect(await checked).toEqual({ kind: 'failed' });
  });

  it('keeps an answer for an hour, for this version only', async () => {
    const { check, clock, fetchPublic } = ahead(3);
    await check();
    clock.advance(HOUR_MS - 1);
    expect(await check()).toEqual({ kind: 'newer', page: PAGE });
    expect(fetchPublic).toHaveBeenCalledTimes(1);
    await check('other');
    expect(fetchPublic).toHaveBeenCalledTimes(2);
    clock.advance(HOUR_MS);
    await check('other');
    expect(fetchPublic).toHaveBeenCalledTimes(3);
  });

  it.each(['no JSON', 'null', '7', '{"url":1}'])('is made when what was kept is %s', async (updateCheck) => {
    const { check } = setUp(async () => json({ total_commits: 0 }), { updateCheck });
    expect(await check()).toEqual({ kind: 'current' });
  });
});
