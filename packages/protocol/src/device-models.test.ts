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
    [0x10_20_51_03, 'HMS-450-1T', 450],
    [0x10_20_71_02, 'HMS-500-1T v2', 500],
    [0x10_21_41_00, 'HMS-800-2T', 800],
    [0x10_11_41_00, 'HMS-800-2T-LV', 800],
    // The frame that is documented in the original's sources, see captured-014 of the vectors.
    [0x10_12_71_01, 'HMS-2000-4T', 2000],
    [0x10_32_71_00, 'HMT-2000-4T', 2000],
    [0x10_33_31_01, 'HMT-2250-6T', 2250],
    // https://github.com/tbnobody/OpenDTU/issues/2492
    [4_043_378_688, 'HERF-600', 600],
    [0xf1_01_22_00, 'HERF-1800', 1800],
    // https://github.com/tbnobody/OpenDTU/issues/1392
    [270_618_883, 'HMS-900-2T', 900],
  ])('%i is an %s with %i W', (part, name, maxPowerW) =>
    expect(deviceModelOf(part)).toEqual({ name, maxPowerW }),
  );

  it.each([0, 0xff_ff_ff_ff, 0x10_12_61_01, 132_449_357])('%i is unknown', (part) =>
    expect(deviceModelOf(part)).toBeUndefined(),
  );
});
