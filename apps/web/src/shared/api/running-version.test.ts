import { describe, expect, it } from 'vitest';
import { runningCommit, runningVersion } from './running-version.ts';

describe('the version that runs', () => {
  it.each([
    ['g24ad73f', '24ad73f'],
    ['24ad73f', '24ad73f'],
    ['v23.4.1', 'v23.4.1'],
    ['gateway-1', 'gateway-1'],
    ['', ''],
    ['g0000000', ''],
    ['0000000', ''],
  ])('on an original device that says %j is %j', (firmwareBuild, version) => {
    expect(runningVersion({ firmwareBuild })).toBe(version);
    expect(runningCommit({ firmwareBuild })).toBe(version);
  });

  it.each([
    ['0.1.0', '24ad73f', '0.1.0 (24ad73f)'],
    ['0.1.0', '', '0.1.0'],
    ['', '24ad73f', '24ad73f'],
    ['', '', ''],
  ])('on our gateway of %j and commit %j is %j, whatever its other keys say', (version, commit, shown) => {
    const status = { firmwareBuild: 'v9.9.9', programVersion: version, programCommit: commit };
    expect(runningVersion(status)).toBe(shown);
    expect(runningCommit(status)).toBe(commit);
  });
});
