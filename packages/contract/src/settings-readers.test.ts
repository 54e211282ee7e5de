import { describe, expect, it } from 'vitest';
import { getConfigFile } from './config-files.ts';
import { getDeviceConfig } from './device-settings.ts';
import { getDtuConfig } from './dtu-settings.ts';
import { getUpdateSource } from './extensions.ts';
import { getMqttStatus } from './mqtt-status.ts';
import { getNetworkConfig, getNetworkStatus } from './network-settings.ts';
import { getNtpConfig, getNtpStatus, getTime } from './ntp-settings.ts';
import { DEFAULT_PINS } from './pin-profiles.ts';
import { getSecurityConfig } from './security-settings.ts';
import { getSystemStatus } from './system-status.ts';

/** How a client reads what devices answer, ours and others. Source: device contract, sections 1.12 to 1.18 and 17. */

const NO_OBJECTS = [undefined, null, 5, 'text', true, [], [[]]];
const FLAT = [
  ...[getNetworkConfig, getNetworkStatus, getNtpConfig, getNtpStatus, getMqttStatus, getDtuConfig],
  ...[getSecurityConfig, getSystemStatus],
];

describe.each(FLAT)('$path', ({ read }) => {
  it('needs an object', () => {
    for (const value of NO_OBJECTS) expect(read(value)).toBeUndefined();
  });

  it('has every key, empty where nothing sensible was sent', () => {
    const empty = read({});
    for (const value of Object.values(empty ?? {})) expect(['', 0, false]).toContain(value);
    expect(Object.keys(empty ?? {}).length).toBeGreaterThan(1);
    const odd = Object.fromEntries(Object.keys(empty ?? {}).map((key) => [key, { odd: [1] }]));
    expect(read(odd)).toEqual(empty);
    expect(read(Object.fromEntries(Object.keys(odd).map((key) => [key, null])))).toEqual(empty);
  });

  it('keeps keys that it does not know', () => {
    const sent = JSON.parse('{"later":{"a":[1]},"toString":5,"__proto__":{"x":1}}');
    const received = read(sent);
    expect(received).toMatchObject({ later: { a: [1] }, toString: 5 });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('values of another type', () => {
  it.each([
    [
      getDtuConfig.read({ dtu_serial: 199_980_112_345, dtu_pollinterval: '5', dtu_palevel: '2 dB' }),
      {
        dtu_serial: '199980112345',
        dtu_pollinterval: 5,
        dtu_palevel: 2,
      },
    ],
    [
      getDtuConfig.read({ dtu_pollinterval: 'x', dtu_palevel: Number.NaN }),
      { dtu_pollinterval: 0, dtu_palevel: 0 },
    ],
    [getNetworkConfig.read({ dhcp: 1, ssid: true }), { dhcp: false, ssid: '' }],
    [
      getSystemStatus.read({ radio_connected: 'true', uptime: '86400' }),
      { radio_connected: false, uptime: 86_400 },
    ],
  ])('are read as far as they make sense: %#', (received, expected) => {
    expect(received).toMatchObject(expected);
  });
});

describe('the device settings', () => {
  const display = { power_safe: true, screensaver: true, show_logo: false, contrast: 60 };

  it('need both parts', () => {
    for (const value of [
      ...NO_OBJECTS,
      {},
      { curPin: {} },
      { display },
      { curPin: 5, display },
      { curPin: {}, display: 5 },
    ])
      expect(getDeviceConfig.read(value)).toBeUndefined();
  });

  it('have every pin, the generic one where nothing sensible was sent', () => {
    const sent = { curPin: { name: 'A', nrf24: { clk: 1, cs: '2', en: 1.5 }, eth: { enabled: 1 } }, display };
    expect(getDeviceConfig.read(sent)).toEqual({
      curPin: { ...DEFAULT_PINS, name: 'A', nrf24: { ...DEFAULT_PINS.nrf24, clk: 1 } },
      display,
    });
  });

  it('keep what they do not know, at all levels', () => {
    const sent = { curPin: { name: 7, cmt: { clk: 1 } }, display: { ...display, rotation: 2 }, led: [1] };
    expect(getDeviceConfig.read(sent)).toEqual({
      curPin: { ...DEFAULT_PINS, name: '', cmt: { clk: 1 } },
      display: { ...display, rotation: 2 },
      led: [1],
    });
  });
});

describe('the time', () => {
  it('needs a date', () => {
    for (const value of [...NO_OBJECTS, {}, { year: 0, month: 1 }])
      expect(getTime.read(value)).toBeUndefined();
    expect(getTime.read({ year: 1970 })).toEqual({
      ...{ ntp_status: false, year: 1970, month: 0, day: 0 },
      ...{ hour: 0, minute: 0, second: 0 },
    });
  });
});

describe('the update source', () => {
  it.each([
    ['some-one/some.thing_1', 'some-one/some.thing_1'],
    ['', ''],
    ['one', ''],
    ['a/b/c', ''],
    ['https://host/a', ''],
    ['a/b?c', ''],
    ['../b#', ''],
  ])('%j is read as %j', (repository, expected) => {
    expect(getUpdateSource.read({ repository })).toEqual({ repository: expected });
  });

  it('is none in another answer', () => {
    for (const value of [...NO_OBJECTS, {}, { repository: 5 }])
      expect(getUpdateSource.read(value)).toBeUndefined();
  });
});

describe('a file', () => {
  it('is whatever JSON it holds', () => {
    for (const content of [null, [], {}, 5, '']) expect(getConfigFile.read(content)).toEqual({ content });
    expect(getConfigFile.read(undefined)).toBeUndefined();
  });
});
