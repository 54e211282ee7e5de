import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildStale } from '../tools/builds.mjs';
import { findSeams } from './find-seams.ts';
import { buildForTests } from './test-build.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = join(ROOT, 'apps', 'web');

/** All scripts and pages below a folder, as one text; the maps of the scripts show the sources as they are. */
function textBelow(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(js|html)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/** The scripts for the flash of an original device, before they are made small. */
async function deviceScripts(): Promise<string> {
  const environment = { command: 'build', mode: 'device' } as const;
  const loaded = await loadConfigFromFile(environment, join(WEB, 'vite.config.ts'));
  if (loaded === null) throw new Error('the web app has no configuration');
  const { config } = loaded;
  const isSmall = (plugin: unknown) =>
    typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === PRE_COMPRESS;
  const result = await build({
    ...config,
    configFile: false,
    root: WEB,
    mode: 'device',
    logLevel: 'error',
    plugins: (config.plugins ?? []).flat().filter((plugin) => !isSmall(plugin)),
    build: { ...config.build, write: false, minify: false },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  return outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

const PRE_COMPRESS = 'heliograph:pre-compress';

describe('what is shipped has no seams', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    expect(await buildStale(), 'it can be built').toBe(true);
  }, 300_000);

  it.each(['fleet', 'gateway', 'web'])('the built %s', (app) => {
    const text = textBelow(join(ROOT, 'apps', app, 'dist'));
    expect(text.length).toBeGreaterThan(100_000);
    expect(findSeams(text)).toEqual([]);
  });

  it('the web app for an original device', async () => {
    const text = await deviceScripts();
    expect(text.length).toBeGreaterThan(100_000);
    expect(findSeams(text)).toEqual([]);
  });

  it.runIf(process.env.HELIOGRAPH_LONG === '1')(
    'while a build in which they were left would be found out',
    async () => {
      const folder = dirname(await buildForTests('apps/gateway/src/main.ts'));
      expect(findSeams(textBelow(folder))).toEqual(
        expect.arrayContaining(['__WITHOUT__', 'requestBudget', 'packetCheckByte']),
      );
    },
  );
});
