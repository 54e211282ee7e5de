import { describe, expect, it } from 'vitest';
import { getConfigFile } from './config-files.ts';
import { getDeviceConfig } from './device-settings.ts';
import { getTime } from './device-time.ts';
import { getDtuConfig } from './dtu.ts';
import { getMqttStatus } from './mqtt.ts';
import { getNetworkConfig, getNetworkStatus } from './network.ts';
import { getNtpConfig, getNtpStatus } from './ntp.ts';
import { getSecurityConfig } from './security.ts';
import { getSystemStatus } from './system-status.ts';
import { getUpdateSource } from './update-source.ts';

/**
 * How a client reads what devices answer, ours and others. Source: docs/reference/original-device.md#network, #time,
 * #mqtt-settings, #device-settings-and-pins, #security, #system-status and #configuration-files.
 */

const NO_OBJECTS = [undefined, null, 5, 'text', true, [], [[]]];
const SETTINGS = [getNetworkConfig, getNtpConfig, getDtuConfig, getSecurityConfig];
const FACTS = [getNetworkStatus, getNtpStatus, getMqttStatus, getSystemStatus];

describe.each([...SETTINGS, ...FACTS])('$path', ({ read }) => {
  it('needs an object', () => {
    for (const value of NO_OBJECTS) expect(read(value)).toBeUndefined();
  });

  it('has every key, also where nothing sensible was sent', () => {
    const nothing = read({});
    const keys = Object.keys(nothing ?? {});
    expect(keys.length).toBeGreaterThan(1);
    for (const odd of [null, { odd: [1] }])
      expect(read(Object.fromEntries(keys.map((key) => [key, odd])))).toEqual(nothing);
  });

  it('keeps keys that it does not know', () => {
    const sent = JSON.parse('{"later":{"a":[1]},"toString":5,"__proto__":{"x":1}}');
    const received = read(sent);
    expect(received).toMatchObject({ later: { a: [1] }, toString: 5 });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('what was not told', () => {
  it.each(SETTINGS)('is empty in settings: $path', ({ read }) => {
    for (const value of Object.values(read({}) ?? {})) expect(['', 0, false]).toContain(value);
  });

  it.each(FACTS)('is unknown in facts: $path', ({ read }) => {
    for (const value of Object.values(read({}) ?? {})) expect(value).toBeUndefined();
  });
});

describe('values of another type', () => {
  it.each([
    [
      getDtuConfig.read({ dtu_serial: 199_980_112_345, dtu_pollinterval: '5', dtu_palevel: '2 dB' }),
      { dtu_serial: '199980112345', dtu_pollinterval: 5, dtu_palevel: 2 },
    ],
    [
      getDtuConfig.read({ dtu_pollinterval: 'x', dtu_palevel: Number.NaN }),
      { dtu_pollinterval: 0, dtu_palevel: 0 },
    ],
    [getNetworkConfig.read({ dhcp: 1, ssid: true }), { dhcp: true, ssid: '' }],
    [getNetworkConfig.read({ dhcp: 'false' }), { dhcp: false }],
    [getNetworkConfig.read({ dhcp: 2 }), { dhcp: false }],
    [
      getSystemStatus.read({ radio_connected: 'true', radio_pvariant: 'yes', uptime: '86400' }),
      { radio_connected: true, radio_pvariant: undefined, uptime: 86_400 },
    ],
  ])('are read as far as they make sense: %#', (received, expected) => {
    expect(received).toMatchObject(expected);
  });
});

describe('the device settings', () => {
  const display = { power_safe: true, screensaver: true, show_logo: false, contrast: 60 };

  it('need both parts', () => {
    const halves = [{}, { curPin: {} }, { display }, { curPin: 5, display }, { curPin: {}, display: 5 }];
    for (const value of [...NO_OBJECTS, ...halves]) expect(getDeviceConfig.read(value)).toBeUndefined();
  });

  it('have a name and the display, and keep everything else as it came, at all levels', () => {
    const sent = { curPin: { name: 7, cmt: { clk: 1 } }, display: { ...display, rotation: 2 }, led: [1] };
    expect(getDeviceConfig.read(sent)).toEqual({ ...sent, curPin: { ...sent.curPin, name: '' } });
    expect(getDeviceConfig.read({ curPin: { name: 'A' }, display: { contrast: '9' } })).toEqual({
      curPin: { name: 'A' },
      display: { power_safe: false, screensaver: false, show_logo: false, contrast: 9 },
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
  it('is whatever JSON it holds, with the text as it came', () => {
    for (const text of ['null', '[]', ' {} ', '5', '{"serial":12345678901234567890}']) {
      expect(getConfigFile.read(undefined, text)).toEqual({ content: JSON.parse(text), text });
    }
    for (const text of ['', '{"cfg"', 'Not found'])
      expect(getConfigFile.read(undefined, text)).toBeUndefined();
  });

  it('may hold control characters, as originals write them', () => {
    const text = '{"name":"Süd\u0007\n"}';
    expect(getConfigFile.read(undefined, text)).toEqual({ content: { name: 'Süd  ' }, text });
  });
});
