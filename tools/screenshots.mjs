/** `npm run screenshots`: a picture of every page in every width, theme and language. `-- home` takes only those. */
import { requireNode } from './node-version.mjs';

async function takePictures() {
  const { installMissingDependencies } = await import('./dependencies.mjs');
  if (!(await installMissingDependencies())) return 1;
  const { ensureBrowser } = await import('./browser.mjs');
  const { buildStale } = await import('./builds.mjs');
  if (!((await ensureBrowser()) && (await buildStale()))) return 1;
  const { join } = await import('node:path');
  const { ROOT } = await import('./root.mjs');
  const { runCommand } = await import('./run-command.mjs');
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const pictures = join(ROOT, 'tools', 'take-pictures.ts');
  const { code } = await runCommand(
    process.execPath,
    [tsx, '--import', './seams/all-in-place.ts', pictures, ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stream: true,
    },
  );
  return code;
}

requireNode();
void takePictures().then((code) => {
  process.exitCode = code;
});
