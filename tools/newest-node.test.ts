import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installNewestNode } from './newest-node.mjs';
import { NEWEST_LTS } from './node-version.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newest-node-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Stands for npm, and does as the script says in the folder that it is to install into. */
const npm = (script: string) => ({ command: '/bin/sh', args: ['-c', script] });
const installs = (program: string) =>
  npm(
    `mkdir -p node_modules/node/bin && cd node_modules/node/bin && printf '#!/bin/sh\\n${program}\\n' >node && chmod +x node`,
  );

// As npm 11 says it.
const NOT_THERE = `npm error code ETARGET
npm error notarget No matching version found for node@99.
npm error notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.
npm error A complete log of this run can be found in: debug-0.log
`;
const NO_NETWORK = `npm error code ENOTCACHED
npm error request to https://example.org/node failed: cache mode is 'only-if-cached' but no cached response is available.
npm error A complete log of this run can be found in: debug-0.log
`;

describe('the newest Node with long-term support', () => {
  it('is what npm has put into the folder', async () => {
    expect(await installNewestNode(folder, installs(`echo v${NEWEST_LTS}.3.1`))).toEqual({
      path: join(folder, 'node_modules', 'node', 'bin', 'node'),
      version: `${NEWEST_LTS}.3.1`,
    });
  });

  it.each([
    ['npm is missing', { command: 'no-such-npm', args: [] }, 'spawn no-such-npm ENOENT'],
    [
      'npm finds none',
      npm(`cat >&2 <<'E'\n${NOT_THERE}E\nexit 1`),
      /^No matching version found for node@99.$/,
    ],
    [
      'npm has no network',
      npm(`cat >&2 <<'E'\n${NO_NETWORK}E\nexit 1`),
      /^request to \S+ failed.*response is available.$/,
    ],
    ['npm fails without a word', npm('exit 3'), 'npm install ended with code 3'],
    ['npm brings no program', npm('true'), /spawn \S+ ENOENT/],
    ['the program does not start', installs('echo needs glibc 9; exit 1'), 'needs glibc 9'],
    ['the program is another one', installs('echo v20.1.0'), 'npm has installed 20.1.0'],
  ])('is left out with one sentence where %s', async (_what, command, reason) => {
    const said = await installNewestNode(folder, command);
    const cannot = `Node ${NEWEST_LTS} cannot be had here, so the unit tests were not run on it: `;
    expect(said).toEqual(expect.stringContaining(cannot));
    expect(String(said).slice(cannot.length)).toMatch(reason);
  });
});
