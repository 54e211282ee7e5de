import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importedFiles } from '../../test/imported-files.ts';
import { ROUTES } from './routes.ts';
import { startPage } from './start-page.ts';

const SITE = 'http://gateway.test';

/** A window at this address whose requests are noted and never answered. */
function windowAt(path: string) {
  const requests: string[] = [];
  const moves: string[] = [];
  const location = { ...urlParts(path), replace: (to: string) => moves.push(to), reload: () => undefined };
  const own: Partial<Record<PropertyKey, unknown>> = {
    location,
    fetch: (url: string) => {
      requests.push(url);
      return new Promise(() => undefined);
    },
  };
  const page = new Proxy(window, {
    get: (target, key) => {
      if (key in own) return own[key];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { page, requests, moves };
}

function urlParts(path: string) {
  const { pathname, search, hash, host, protocol, origin, href } = new URL(path, SITE);
  return { pathname, search, hash, host, protocol, origin, href };
}

describe('the start of a page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });

  it.each([
    ['/', '/assets/index.js', ''],
    ['/dtu/', '/dtu/assets/index.js', '/dtu'],
    ['/a/b/', '/a/b/assets/index.js', '/a/b'],
  ])('asks below %s for the first values at once', (path, script, basePath) => {
    const { page, requests, moves } = windowAt(path);
    const started = startPage(page, SITE + script);
    expect(started.basePath).toBe(basePath);
    expect(requests).toEqual([`${basePath}/api/livedata/status`]);
    expect(moves).toEqual([]);
    started.services.liveLink.stop();
  });

  it('asks for no values where none are shown', () => {
    const { page, requests } = windowAt('/dtu/info/system');
    startPage(page, `${SITE}/dtu/assets/index.js`);
    expect(requests).toEqual([]);
  });

  it('goes below the base path with everything that the address says', () => {
    const { page, moves } = windowAt('/login?next=%2F#top');
    startPage(page, `${SITE}/dtu/assets/index.js`);
    expect(moves).toEqual(['/dtu/login?next=%2F#top']);
  });

  it('loads the chosen language', async () => {
    localStorage.setItem('locale', 'fr');
    const { page } = windowAt('/about');
    const { language } = startPage(page, `${SITE}/assets/index.js`);
    expect((await language).locale).toBe('fr');
  });

  it('has the code and the texts of the page asked for before anything is drawn', () => {
    const { page } = windowAt('/dtu/info/system');
    const { pages, texts } = startPage(page, `${SITE}/dtu/assets/index.js`);
    expect(texts.requested('en').toSorted()).toEqual(['start', ...ROUTES.systemInfo.texts].toSorted());
    const loadAgain = vi.spyOn(ROUTES.systemInfo, 'load');
    void pages.load('systemInfo');
    expect(loadAgain).not.toHaveBeenCalled();
  });

  it('comes before the code of React: nothing that it imports does', () => {
    const files = importedFiles(join(import.meta.dirname, '../start.ts'));
    expect(files).toContain('@heliograph/contract');
    expect(files.filter((file) => /^(react|wouter|lucide)|\.css$/.test(file))).toEqual([]);
  });

  it('is called where the pages are found from, in a build as from the sources', () => {
    const start = join(import.meta.dirname, '../start.ts');
    expect(existsSync(start)).toBe(true);
    expect(existsSync(join(dirname(start), '../index.html'))).toBe(true);
  });
});
