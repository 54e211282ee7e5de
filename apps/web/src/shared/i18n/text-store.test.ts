import { afterEach, describe, expect, it, vi } from 'vitest';
import { en } from './en/en.ts';
import { createTextStore } from './text-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the texts of a language', () => {
  it('are those of the language, by their groups', async () => {
    const store = createTextStore();
    await Promise.all((['en', 'de', 'fr'] as const).map((locale) => store.load(locale, 'login')));
    expect((['en', 'de', 'fr'] as const).map((locale) => store.loaded(locale).login?.password)).toEqual([
      'Password',
      'Passwort',
      'Mot de passe',
    ]);
    expect((await store.loadStart('de')).titles.home).toBe('Live-Ansicht');
  });

  it('are loaded once: the same promise each time, which then carries what came', async () => {
    const load = vi.spyOn(en, 'login');
    const store = createTextStore();
    const promise = store.load('en', 'login');
    await promise;
    expect(store.load('en', 'login')).toBe(promise);
    expect(load).toHaveBeenCalledTimes(1);
    expect(promise).toMatchObject({ status: 'fulfilled', value: store.loaded('en').login });
  });

  it('that are lost stay lost until somebody asks to forget it, and are then asked for anew', async () => {
    const load = vi.spyOn(en, 'login').mockRejectedValueOnce(new Error('gone'));
    const store = createTextStore();
    const lost = store.load('en', 'login');
    await expect(lost).rejects.toThrow('gone');
    expect(lost).toMatchObject({ status: 'rejected', reason: new Error('gone') });
    expect(store.load('en', 'login')).toBe(lost); // else a page that waits would ask without end
    store.forgetFailures();
    await store.load('en', 'login');
    expect(load).toHaveBeenCalledTimes(2);
    expect(store.loaded('en').login?.password).toBe('Password');
  });

  it('that are there are not forgotten with those that are lost', async () => {
    const store = createTextStore();
    const promise = store.load('en', 'login');
    await promise;
    store.forgetFailures();
    expect(store.load('en', 'login')).toBe(promise);
    expect(store.requested('en')).toEqual(['login']);
    expect(store.requested('de')).toEqual([]);
  });
});
