/** `npm test`: installs what is missing, a browser and a time server included, then runs the whole gate. */
import { requireNode } from './node-version.mjs';

async function test() {
  const { installMissingDependencies } = await import('./dependencies.mjs');
  if (!(await installMissingDependencies())) return false;
  const { ensureBrowser } = await import('./browser.mjs');
  if (!(await ensureBrowser())) return false;
  const { installTimeServer } = await import('./time-server.mjs');
  await installTimeServer();
  const { runGate } = await import('./gate.mjs');
  return runGate();
}

requireNode();
void test().then((passed) => {
  process.exitCode = passed ? 0 : 1;
});
