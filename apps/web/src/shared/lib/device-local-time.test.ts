import { afterEach, describe, expect, it, vi } from 'vitest';
import { momentWithDigits, readDeviceLocalTime } from './device-local-time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

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

  it('has the same digits here', () => {
    const moment = momentWithDigits(Date.UTC(2023, 1, 6, 20, 26, 21));
    const here = new Date(moment ?? 0);
    expect([here.getMonth(), here.getDate(), here.getHours(), here.getMinutes()]).toEqual([1, 6, 20, 26]);
  });

  it('has no moment in the hour that summer time leaves out here', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(momentWithDigits(Date.UTC(2023, 2, 26, 1, 59, 59))).toBe(Date.UTC(2023, 2, 26, 0, 59, 59));
    expect(momentWithDigits(Date.UTC(2023, 2, 26, 2, 30))).toBeUndefined();
    expect(momentWithDigits(Date.UTC(2023, 2, 26, 3))).toBe(Date.UTC(2023, 2, 26, 1));
  });
});
