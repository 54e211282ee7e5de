/** `npm run dev`: web and gateway from their sources, both reloading on change; one Ctrl-C ends both. */
import { requireNode } from './node-version.mjs';

async function dev() {
  const { installMissingDependencies } = await import('./dependencies.mjs');
  if (!(await installMissingDependencies())) {
    process.exitCode = 1;
    return;
  }
  const { runDevServers } = await import('./dev-servers.mjs');
  await runDevServers(process.argv.slice(2));
}

requireNode();
void dev();
