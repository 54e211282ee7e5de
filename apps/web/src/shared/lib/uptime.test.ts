import { describe, expect, it } from 'vitest';
import { uptime } from './uptime.ts';

describe('uptime', () => {
  it.each([
    [0, 0, '00:00:00'],
    [59.9, 0, '00:00:59'],
    [86_399, 0, '23:59:59'],
    [86_400, 1, '00:00:00'],
    [3 * 86_400 + 4 * 3600 + 5 * 60 + 6, 3, '04:05:06'],
    [-5, 0, '00:00:00'],
  ])('of %d s has %d days and %s', (seconds, days, time) => {
    expect(uptime(seconds)).toEqual({ days, time });
  });
});
