import { describe, expect, it } from 'vitest';
import { readDeviceLocalTime } from './device-local-time.ts';

describe('the device’s local time', () => {
  it.each([
    ['Monday, February 06 2023 20:26:21', '2023-02-06T20:26:21.000Z'],
    ['Thursday, February 29 2024 00:00:00', '2024-02-29T00:00:00.000Z'],
    ['Thursday, December 31 2099 23:59:59', '2099-12-31T23:59:59.000Z'],
  ])('%s is read', (text, iso) => {
    expect(new Date(readDeviceLocalTime(text) ?? 0).toISOString()).toBe(iso);
  });

  it.each([
    '',
    'soon',
    '2023-02-06 20:26:21',
    'Monday, Smarch 06 2023 20:26:21',
    'Monday, ebrnuary 06 2023 20:26:21',
    'Wednesday, February 30 2023 20:26:21',
    'Monday, February 00 2023 20:26:21',
    'Monday, February 06 2023 24:26:21',
    'Monday, February 06 2023 20:60:21',
    'Monday, February 06 0000 20:26:21',
  ])('%j is not taken for one', (text) => {
    expect(readDeviceLocalTime(text)).toBeUndefined();
  });
});
