import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './root.mjs';

/** Runs a command as an older Node would see it: only the version that it reads is another one. */
function runOn(nodeVersion: string, tool: string) {
  const disguise = `Object.defineProperty(process.versions, 'node', { value: '${nodeVersion}' })`;
  return spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, join(ROOT, 'tools', tool)],
    { encoding: 'utf8' },
  );
}

describe('a Node that is too old', () => {
  it.each([
    ['start.mjs', '18.20.4'],
    ['start.mjs', '20.18.3'],
    ['test.mjs', '16.0.0'],
    ['check.mjs', '18.20.4'],
    ['build.mjs', '18.20.4'],
    ['dev.mjs', '18.20.4'],
    ['bench.mjs', '18.20.4'],
    ['release.mjs', '18.20.4'],
    ['screenshots.mjs', '18.20.4'],
  ])('%s says so in one sentence and fails (Node %s)', (tool, version) => {
    const { status, stdout, stderr } = runOn(version, tool);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `Heliograph needs Node 20.19 or newer; this is Node ${version}.\n`,
    });
  });
});
