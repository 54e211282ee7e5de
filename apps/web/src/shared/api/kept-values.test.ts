import { describe, expect, it } from 'vitest';
import { FakeCaches } from '../../../test/fake-caches.ts';
import { keptValues } from '../../../test/kept-values.ts';
import { forgetValues } from './forget-values.ts';
import { keepValues, readKeptValues } from './kept-values.ts';

const DAY_MS = 24 * 3_600_000;
const VALUES = keptValues({ theme: 'dark' });

describe('values that are kept for when the gateway does not answer', () => {
  it('come back as they were, each gateway of a host by itself', async () => {
    const caches = new FakeCaches();
    await keepValues(caches, '', VALUES);
    await keepValues(caches, '/dtu', { ...VALUES, locale: 'de' });
    expect(await readKeptValues(caches, '', VALUES.atMs)).toEqual(VALUES);
    expect(await readKeptValues(caches, '/dtu', VALUES.atMs)).toEqual({ ...VALUES, locale: 'de' });
    expect(await readKeptValues(caches, '/other', VALUES.atMs)).toBeUndefined();
  });

  it('are gone after thirty days, from the browser too', async () => {
    const caches = new FakeCaches();
    await keepValues(caches, '', VALUES);
    expect(await readKeptValues(caches, '', VALUES.atMs + 30 * DAY_MS)).toEqual(VALUES);
    expect(await readKeptValues(caches, '', VALUES.atMs + 30 * DAY_MS + 1)).toBeUndefined();
    expect(caches.kept.size).toBe(0);
  });

  it.each([
    ['no JSON', 'values'],
    ['no values', '{}'],
    ['nothing', 'null'],
    ['no time', JSON.stringify({ ...VALUES, atMs: 'noon' })],
    ['no number', JSON.stringify({ ...VALUES, power: { value: '1', unit: 'W', digits: 0 } })],
    [
      'more digits than can be shown',
      JSON.stringify({ ...VALUES, power: { value: 1, unit: 'W', digits: 400 } }),
    ],
    ['a sum that is missing', JSON.stringify({ ...VALUES, yieldTotal: undefined })],
  ])('that are %s count as none', async (_name, text) => {
    const caches = new FakeCaches();
    await keepValues(caches, '', VALUES);
    caches.kept.get('values')?.set('/kept-values.json', text);
    expect(await readKeptValues(caches, '', VALUES.atMs)).toBeUndefined();
  });

  it('are forgotten together with the number at the icon, and nothing else is', async () => {
    const caches = new FakeCaches();
    await keepValues(caches, '', VALUES);
    await keepValues(caches, '/dtu', VALUES);
    let cleared = 0;
    const clearAppBadge = async () => {
      cleared += 1;
    };
    forgetValues({ caches, navigator: { clearAppBadge } }, '');
    expect([...caches.kept.keys()]).toEqual(['values/dtu']);
    expect(cleared).toBe(1);
    forgetValues({ navigator: {} }, ''); // over plain HTTP
  });
});
