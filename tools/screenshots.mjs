/**
 * `npm run screenshots`: a picture of every page in every width, theme and language. `-- home` takes only those. Those of the
 * documents are made small by `pngquant` where that is installed; on Debian as root it is.
 */
import { readdirSync, statSync } from 'node:fs';
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
  const { installDebianPackage } = await import('./debian-package.mjs');
  await installDebianPackage('pngquant', ['pngquant']);
  const startMs = Date.now();
  const { code } = await runCommand(
    process.execPath,
    [tsx, '--import', './seams/all-in-place.ts', pictures, ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stream: true,
    },
  );
  if (code !== 0) return code;
  const folder = join(ROOT, 'docs', 'pictures');
  const taken = readdirSync(folder)
    .filter((name) => name.endsWith('.png') && statSync(join(folder, name)).mtimeMs >= startMs)
    .map((name) => join(folder, name));
  if (taken.length === 0) return 0;
  const small = await runCommand('pngquant', [
    '--force',
    '--ext',
    '.png',
    '--strip',
    '--quality',
    '90-100',
    ...taken,
  ]);
  if (small.code !== 0) console.log(`The pictures are larger than they need be: ${small.output.trim()}`);
  return 0;
}

requireNode();
void takePictures().then((code) => {
  process.exitCode = code;
});
