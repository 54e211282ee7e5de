import { describe, expect, it } from 'vitest';
import { deviceModelOf } from './index.ts';

describe('device models', () => {
  it.each([
    [0x10_10_10_00, 'HM-300', 300],
    [0x10_10_10_15, 'HM-300', 210],
    [0x10_10_30_ff, 'HM-400', 400],
    [0x10_10_40_00, 'HM-400', 400],
    [0x10_11_40_00, 'HM-800', 800],
    [0x10_12_10_ab, 'HM-1200', 1200],
  ])('%i is an %s with %i W', (part, name, maxPowerW) =>
    expect(deviceModelOf(part)).toEqual({ name, maxPowerW }),
  );

  it.each([0, 0xff_ff_ff_ff, 0x10_12_71_01, 132_449_357])('%i is unknown', (part) =>
    expect(deviceModelOf(part)).toBeUndefined(),
  );
});
