import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageStore } from './page-store.ts';
import { ROUTES } from './routes.ts';

const Page = () => null;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the code of a page', () => {
  it('is loaded once: the same promise each time, which then carries the page', async () => {
    const load = vi.spyOn(ROUTES.about, 'load').mockResolvedValue({ Page });
    const store = createPageStore();
    const promise = store.load('about');
    await promise;
    expect(store.load('about')).toBe(promise);
    expect(load).toHaveBeenCalledTimes(1);
    expect(promise).toMatchObject({ status: 'fulfilled', value: Page });
  });

  it('that is lost stays lost until somebody asks to forget it', async () => {
    const load = vi
      .spyOn(ROUTES.about, 'load')
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValue({ Page });
    const store = createPageStore();
    const lost = store.load('about');
    await expect(lost).rejects.toThrow('gone');
    expect(store.load('about')).toBe(lost);
    store.forgetFailures();
    expect(await store.load('about')).toBe(Page);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
