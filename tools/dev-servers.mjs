import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { ROOT } from './root.mjs';

/** Product code that runs from its sources asks it. */
const SEAMS = ['--import', './seams/all-in-place.ts'];

/**
 * The gateway from its sources, started anew after each change.
 * @param {readonly string[]} flags
 */
function watchGateway(flags) {
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const main = join(ROOT, 'apps', 'gateway', 'src', 'main.ts');
  return spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', ...SEAMS, main, ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true, // else Ctrl-C would reach it twice, from the terminal and from here
  });
}

/**
 * Starts both and ends when either ends or a signal comes.
 * @param {readonly string[]} flags of the gateway; its port is chosen here, the page comes from Vite
 */
export async function runDevServers(flags) {
  const gatewayPort = await freePort();
  process.env.HELIOGRAPH_DEV_GATEWAY = `http://localhost:${gatewayPort}`; // read by apps/web/vite.config.ts
  const { createServer } = await import('vite');
  const web = await createServer({ root: join(ROOT, 'apps', 'web'), clearScreen: false });
  await web.listen();
  const gateway = watchGateway([...flags, '--port', String(gatewayPort)]);
  console.log(
    `\n  Open ${web.resolvedUrls?.local[0] ?? 'the web app'} (web and gateway reload on change, Ctrl-C ends both)\n`,
  );

  const stop = () => gateway.kill('SIGTERM');
  process.on('SIGINT', stop).on('SIGTERM', stop);
  gateway.on('exit', (code) => {
    process.exitCode = code ?? 0;
    void web.close();
  });
}
