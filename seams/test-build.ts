import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';
import type { SeamName } from './seams.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILDS = join(ROOT, '.tsbuild', 'seams');
const OF_ALL = ['seams', 'packages'];
const OF_GATEWAY = [...OF_ALL, 'apps/gateway/src', 'apps/gateway/test', 'docs/api', 'safety', 'testbed'];
const OF_WEB = [...OF_ALL, 'apps/web'];

/**
 * Builds a file and all it needs into one that plain Node runs, in which protections can be switched off; resolves with
 * its path. Built once for the same sources.
 */
export async function buildForTests(entry: string): Promise<string> {
  const folder = await builtOnce(entry, OF_GATEWAY, (outDir) => ({
    root: join(ROOT, 'apps', 'gateway'),
    configFile: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      minify: false,
      rolldownOptions: {
        input: { [basename(entry).replace(/\.ts$/, '')]: join(ROOT, entry), ...THREADS },
        external: ['vitest', 'vite'],
        output: { banner: SWITCHES_OF_PROCESS },
      },
    },
    ssr: { noExternal: true, target: 'node' },
  }));
  linkWebApp();
  return join(folder, basename(entry).replace(/\.ts$/, '.js'));
}

/** The web app, in which protections can be switched off by a script that runs before it; resolves with its folder. */
export function buildWebForTests(): Promise<string> {
  return builtOnce('web', OF_WEB, (outDir) => ({
    root: join(ROOT, 'apps', 'web'),
    mode: 'seams',
    build: { outDir, minify: false },
  }));
}

/** A gateway looks for them beside itself. */
const THREADS = {
  'history-worker': join(ROOT, 'apps/gateway/src/history/history-worker.ts'),
  'backup-worker': join(ROOT, 'apps/gateway/src/settings/backup-worker.ts'),
  'settings-worker': join(ROOT, 'apps/gateway/src/settings/settings-worker.ts'),
};

/** Before all code of such a process, in each of its files. */
const SWITCHES_OF_PROCESS =
  "globalThis.__WITHOUT__ ??= Object.fromEntries((process.env.HELIOGRAPH_WITHOUT ?? '').split(' ').map((name) => [name, true]));";

/** Starts a process of `buildForTests` with protections switched off. */
export function environmentWithout(names: readonly SeamName[]): Readonly<Record<string, string>> {
  return { HELIOGRAPH_WITHOUT: names.join(' ') };
}

/** A folder below `.tsbuild`, built by whoever comes first. */
async function builtOnce(
  name: string,
  sources: readonly string[],
  configOf: (outDir: string) => InlineConfig,
): Promise<string> {
  const folder = join(BUILDS, hashOf(name, sources));
  if (existsSync(folder)) return folder;
  const outDir = join(BUILDS, randomUUID());
  const config = configOf(outDir);
  await build({ ...config, logLevel: 'error', build: { ...config.build, emptyOutDir: true } });
  try {
    renameSync(outDir, folder);
  } catch {
    rmSync(outDir, { recursive: true, force: true }); // somebody else was quicker
  }
  return folder;
}

function hashOf(name: string, sources: readonly string[]): string {
  const hash = createHash('sha256').update(name);
  for (const file of sources.flatMap(filesBelow))
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(path: string): string[] {
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(({ name }) => !/^(dist|device|node_modules|\.tsbuild)$|\.(test|spec)\.tsx?$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
    .sort();
}

/** A gateway looks for the web app two folders above its own: `.tsbuild/web` from here. */
function linkWebApp(): void {
  mkdirSync(BUILDS, { recursive: true });
  const link = join(ROOT, '.tsbuild', 'web');
  if (!existsSync(link)) symlinkSync(join(ROOT, 'apps', 'web'), link);
}
