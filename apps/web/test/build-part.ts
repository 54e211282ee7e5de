import { join } from 'node:path';
import { build, type Plugin } from 'vite';

export const WEB = join(import.meta.dirname, '..');

interface PartToBuild {
  readonly mode: string;
  /** What the part begins with; what it exports stays exported. */
  readonly entry: string;
  readonly outDir: string;
  readonly plugins?: readonly Plugin[];
}

/** Builds a part of the app as the build of this mode does, with all its settings but for where it begins and ends. */
export async function buildPart({ mode, entry, outDir, plugins = [] }: PartToBuild) {
  const built = await build({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    mode,
    logLevel: 'silent',
    plugins: [...plugins],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'allow-extension' },
    },
  });
  if (!('output' in built)) throw new Error('not one build');
  // A module that is made up has a zero byte before its name.
  const first = built.output.find((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith(entry));
  if (first === undefined) throw new Error('no file for the entry');
  return { output: built.output, path: join(outDir, first.fileName) };
}
