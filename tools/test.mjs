/** `npm test`: installs what is missing, a browser and servers for the tests included, then runs the whole gate. */
import { requireNode } from './node-version.mjs';

async function test() {
  const { installMissingDependencies } = await import('./dependencies.mjs');
  if (!(await installMissingDependencies())) return false;
  const { ensureBrowser } = await import('./browser.mjs');
  if (!(await ensureBrowser())) return false;
  const { installTestServers } = await import('./test-servers.mjs');
  await installTestServers();
  const { runGate } = await import('./gate.mjs');
  return runGate();
}

requireNode();
void test().then((passed) => {
  process.exitCode = passed ? 0 : 1;
});
