import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vite';
import { protectionsInPlace } from '../../seams/shipped.ts';
import { asciiOnly } from '../../tools/ascii-only.ts';

/** `g` and 7 hex digits of the commit that is built; empty outside of a repository where GIT_HASH does not tell. */
function gitHash(): string {
  const { GIT_HASH: told = '' } = process.env;
  if (/^[\da-f]{7,40}$/.test(told)) return `g${told.slice(0, 7)}`;
  try {
    const hash = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `g${hash.trim().slice(0, 7)}`;
  } catch {
    return '';
  }
}

/**
 * Files that plain Node runs: our packages and everything from npm are inside, but for the binary of a SQLite that only a Node
 * without its own needs.
 */
export default defineConfig({
  plugins: [asciiOnly()],
  define: { HELIOGRAPH_GIT_HASH: JSON.stringify(gitHash()), ...protectionsInPlace() },
  build: {
    ssr: true,
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        'history-worker': 'src/history/history-worker.ts',
        'backup-worker': 'src/settings/backup-worker.ts',
        'radio-worker': '../../packages/radio/src/linux/radio-worker.ts',
        'settings-worker': 'src/settings/settings-worker.ts',
      },
    },
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
  },
  ssr: { noExternal: true, target: 'node' },
});
