import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { Guard } from './guard.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BUILDS = join(ROOT, '.tsbuild', 'safety');
const SOURCES = ['apps/gateway/src', 'apps/gateway/test', 'docs/api', 'packages', 'safety'];
const WEB_SOURCES = ['apps/web/src', 'apps/web/test'];

export interface BuildEntryOptions {
  /** From the root of the repository. */
  readonly entry: string;
  /** Guards that are taken out of this build. */
  readonly without?: readonly Guard[];
}

/**
 * Builds a file and all it needs into one that plain Node runs, with guards taken out; resolves with its path. The
 * same build is made once. Throws when a guard is not found where it should be.
 */
export async function buildEntry({ entry, without = [] }: BuildEntryOptions): Promise<string> {
  const key = hashOf(entry, without);
  const folder = join(BUILDS, key);
  const built = join(folder, basename(entry).replace(/\.ts$/, '.js'));
  if (existsSync(built)) return built;
  const outDir = join(BUILDS, randomUUID());
  const taken = new Set<string>();
  await build({
    root: join(ROOT, 'apps', 'gateway'),
    configFile: false,
    logLevel: 'error',
    plugins: [takeOut(without, taken)],
    build: {
      ssr: join(ROOT, entry),
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { external: ['vitest', 'vite'] },
    },
    ssr: { noExternal: true, target: 'node' },
  });
  const missing = without.flatMap(({ edits }) => edits).filter(({ file }) => !taken.has(file));
  for (const { file } of missing) throw new Error(`${file} is no part of ${entry}`);
  linkWebApp();
  try {
    renameSync(outDir, folder);
  } catch {
    rmSync(outDir, { recursive: true, force: true }); // somebody else was quicker
  }
  return built;
}

/** As `buildEntry`, and loads what was built: a second copy of the modules beside those of the test. */
export async function loadEntry<Module>(options: BuildEntryOptions): Promise<Module> {
  return (await import(/* @vite-ignore */ pathToFileURL(await buildEntry(options)).href)) as Module;
}

/** Throws when a guard is not found where it should be: what a build would do that the short form saves. */
export function requireInPlace({ name, edits }: Guard): void {
  for (const { file, find } of edits)
    requireOnce(readFileSync(join(ROOT, file), 'utf8'), find, { name, file });
}

function requireOnce(code: string, find: string, { name, file }: { name: string; file: string }): void {
  if (code.split(find).length !== 2) throw new Error(`${file} does not say "${find}" once: ${name}`);
}

function takeOut(guards: readonly Guard[], taken: Set<string>): Plugin {
  return {
    name: 'take-out-guards',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const { name, edits } of guards) {
        for (const { file, find, replace } of edits) {
          if (id !== join(ROOT, file)) continue;
          requireOnce(changed, find, { name, file });
          changed = changed.replace(find, () => replace);
          taken.add(file);
        }
      }
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

function hashOf(entry: string, without: readonly Guard[]): string {
  const hash = createHash('sha256').update(JSON.stringify([entry, without]));
  const isOfWeb = without.some(({ edits }) => edits.some(({ file }) => file.startsWith('apps/web/')));
  for (const file of [...SOURCES, ...(isOfWeb ? WEB_SOURCES : [])].flatMap(filesBelow))
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return /\.(ts|json)$/.test(path) ? [path] : [];
  return readdirSync(join(ROOT, path))
    .filter((name) => !/^(dist.*|node_modules|\.tsbuild|.*\.test\.ts)$/.test(name))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

/** A gateway looks for the web app two folders above its own: `.tsbuild/web` from here. */
function linkWebApp(): void {
  mkdirSync(BUILDS, { recursive: true });
  const link = join(ROOT, '.tsbuild', 'web');
  if (!existsSync(link)) symlinkSync(join(ROOT, 'apps', 'web'), link);
}
