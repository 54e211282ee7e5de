import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import {
  createPasswordHasher,
  hashSitePassword,
  isSitePassword,
  isToken,
  limitedTo,
  newPassword,
  newToken,
} from './secrets.ts';

describe('secrets', () => {
  it('are passwords that one can read off a screen, and tokens that nobody guesses', () => {
    expect(newPassword()).toMatch(/^([a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/);
    expect(new Set(Array.from({ length: 100 }, newPassword)).size).toBe(100);
    expect(isToken(newToken())).toBe(true);
    expect(['', 'x', 'a b', `${newToken()};`].some(isToken)).toBe(false);
  });

  it('of sites are hashed as a broker knows them', async () => {
    const hash = await hashSitePassword('abcd-efgh');
    expect(hash).toMatch(/^\$2a\$04\$/);
    expect(await isSitePassword('abcd-efgh', hash)).toBe(true);
    expect(await isSitePassword('abcd-efgi', hash)).toBe(false);
  });

  it('of people are known again, and nothing is for who is not there', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash('a good password');
    expect(hash).toMatch(/^scrypt\$/);
    expect(await hasher.matches('a good password', hash)).toBe(true);
    expect(await hasher.matches('a good password\0', hash)).toBe(false);
    expect(await hasher.matches('a good password', undefined)).toBe(false);
    expect(await hasher.matches('', 'no hash')).toBe(false);
  });
});

describe('what is limited', () => {
  it('runs so many at once, lets so many wait and refuses all others', async () => {
    const inTurn = limitedTo(2, 1);
    const ends: (() => void)[] = [];
    const work = () => new Promise<string>((resolve) => ends.push(() => resolve('done')));
    const all = [inTurn(work), inTurn(work), inTurn(work), inTurn(work)];
    expect(await all[3]).toBeUndefined();
    expect(ends.length).toBe(2);
    ends[0]?.();
    expect(await all[0]).toBe('done');
    await Promise.resolve();
    expect(ends.length).toBe(3);
    for (const end of ends) end();
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', undefined]);
  });

  it('goes on after one has failed', async () => {
    const inTurn = limitedTo(1, 1);
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inTurn(async () => 1)).toBe(1);
  });
});

describe('a budget', () => {
  const budget = () => createBudget({ burst: 3, refillMs: 1000, max: 10 });

  it('lets so many through at once, then one in a while', () => {
    const some = budget();
    for (let index = 0; index < 3; index += 1) {
      expect(some.waitMs('a', 0)).toBe(0);
      some.take('a', 0);
    }
    expect(some.waitMs('a', 0)).toBe(1000);
    expect(some.waitMs('b', 0)).toBe(0);
    expect(some.waitMs('a', 1000)).toBe(0);
    some.giveBack('a');
    expect(some.waitMs('a', 0)).toBe(0);
  });

  it('keeps no more than so many, and those that were quiet for longest go first', () => {
    const some = budget();
    for (let index = 0; index < 3; index += 1) some.take('first', 0);
    for (let index = 0; index < 10; index += 1) some.take(`other ${index}`, 0);
    expect(some.waitMs('first', 0)).toBe(0);
    for (let index = 0; index < 2; index += 1) some.take('other 9', 0);
    expect(some.waitMs('other 9', 0)).toBe(1000);
  });
});
