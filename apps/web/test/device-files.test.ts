import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
/** The address of a script or a style sheet in quotes, with what stands behind a question mark. */
const ADDRESS = /(["'`])(?:\.?\/)?([a-z\d-]+\.(?:js|css))(?:\?([\w-]+))?\1/g;

let outDir = '';

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'heliograph-device-files-'));
  await build({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    mode: 'device',
    logLevel: 'silent',
    build: { outDir, emptyOutDir: false },
  });
}, 60_000);

afterAll(() => rm(outDir, { recursive: true }));

describe('the build for the flash of a device', () => {
  it('has few files, whose names stay the same', async () => {
    const files = await readdir(outDir, { recursive: true });
    expect(files.filter((file) => !file.endsWith('.gz')).toSorted()).toEqual([
      'admin.js',
      'app.js',
      'de.js',
      'en.js',
      'favicon.ico',
      'favicon.svg',
      'fr.js',
      'index.html',
      'md5.js',
      'style.css',
      'zones.json',
    ]);
  });

  it('names each of them everywhere with one and the same hash', async () => {
    const sources = ['index.html', 'app.js', 'admin.js', 'de.js', 'en.js', 'fr.js'];
    const texts = await Promise.all(sources.map((file) => readFile(join(outDir, file), 'utf8')));
    const addresses = texts.flatMap((text) => [...text.matchAll(ADDRESS)]);
    expect([...new Set(addresses.map(([, , name]) => name))].toSorted()).toEqual([
      'admin.js',
      'app.js',
      'de.js',
      'en.js',
      'fr.js',
      'md5.js',
      'style.css',
    ]);
    const hashes = new Set(addresses.map(([, , , hash]) => hash));
    expect([...hashes]).toEqual([expect.stringMatching(/^[\w-]{5}$/)]);
  });
});
