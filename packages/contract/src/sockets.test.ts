import { describe, expect, it } from 'vitest';
import { SOCKETS } from './sockets.ts';

describe('the live data socket', () => {
  it('is what the specification says', () => {
    const { path, access, pingIntervalMs } = SOCKETS.liveData;
    expect([path, access, pingIntervalMs]).toEqual(['/livedata', 'readonly', 59_000]);
  });
});

describe('the console socket', () => {
  it('is what the specification says, and takes every text as it is', () => {
    const { path, access, pingIntervalMs, read } = SOCKETS.console;
    expect([path, access, pingIntervalMs]).toEqual(['/console', 'readonly', 5_000]);
    for (const text of ['info  Polling.\r\n', '', '{"a":']) expect(read(text)).toBe(text);
  });
});
