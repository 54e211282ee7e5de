import { describe, expect, it } from 'vitest';
import { getDeviceInfo } from './device-info.ts';

const SERIAL = '114181234567';

describe('the device info', () => {
  const info = {
    valid_data: true,
    fw_bootloader_version: 104,
    fw_build_version: 10_010,
    hw_part_number: 269_553_683,
    hw_version: '01.10',
    hw_model_name: 'HM-600',
    max_power: 600,
    fw_build_datetime: '2021-12-04 11:30:00',
  };
  const read = {
    isValid: true,
    bootloaderVersion: 104,
    firmwareVersion: 10_010,
    partNumber: 269_553_683,
    hardwareVersion: '01.10',
    modelName: 'HM-600',
    maxPowerW: 600,
    firmwareBuiltAt: '2021-12-04 11:30:00',
  };

  it('takes the one element of the list, and an object without a list', () => {
    expect(getDeviceInfo.read({ [SERIAL]: [info] })?.get(SERIAL)).toEqual(read);
    expect(getDeviceInfo.read({ [SERIAL]: info })?.get(SERIAL)).toEqual(read);
    expect(getDeviceInfo.read({ [SERIAL]: [] })?.get(SERIAL)).toBeUndefined();
  });

  it('knows nothing of fields that are missing or wrong', () => {
    const nothing = Object.fromEntries(Object.keys(read).map((key) => [key, undefined]));
    const wrong = { ...info, valid_data: 1, max_power: '600', hw_version: 1.1 };
    expect(getDeviceInfo.read({ [SERIAL]: [{}] })?.get(SERIAL)).toEqual({ ...nothing, isValid: false });
    expect(getDeviceInfo.read({ [SERIAL]: [wrong] })?.get(SERIAL)).toEqual({
      ...read,
      isValid: false,
      maxPowerW: undefined,
      hardwareVersion: undefined,
    });
  });
});
