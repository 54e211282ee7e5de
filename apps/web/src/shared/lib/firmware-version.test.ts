import { describe, expect, it } from 'vitest';
import { firmwareVersion } from './firmware-version.ts';

describe('the firmware version', () => {
  it.each([
    ['g24ad73f', '24ad73f'],
    ['24ad73f', '24ad73f'],
    ['v23.4.1', 'v23.4.1'],
    ['gateway-1', 'gateway-1'],
    ['', ''],
    ['g0000000', ''],
    ['0000000', ''],
  ])('in %j is %j', (gitHash, version) => {
    expect(firmwareVersion(gitHash)).toBe(version);
  });
});
