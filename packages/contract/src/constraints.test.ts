import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as constraints from './constraints.ts';
import { DtuConfigSchema } from './dtu.ts';
import { InverterConfigSchema } from './inverter-settings.ts';
import { NtpConfigSchema, NtpUpdateSchema } from './ntp.ts';
import { fieldFailures, firstFailure } from './results.ts';
import { SecurityConfigSchema } from './security.ts';

/** The code a value is answered with (its message where there is none), and its param; 0 when it is accepted. */
function codeOf(schema: z.ZodMiniType, value: unknown): [code: number | string, param?: object] {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return [0];
  const { code, message, param } = firstFailure(parsed.error);
  return param === undefined ? [code ?? message] : [code ?? message, param];
}

const dtu = { dtu_serial: '199980112345', dtu_pollinterval: 5, dtu_palevel: 0 };
const ntp = { ntp_server: 'pool.ntp.org', ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' };
const keptNtp = { ...ntp, latitude: null, longitude: null };
const security = { password: 'openDTU42', allow_readonly: true };
const inverter = { serial: '116180400144', name: 'A', channel: [{ name: '', max_power: 0 }] };
const letters = (count: number) => 'a'.repeat(count);

describe('settings at their limits', () => {
  it.each([
    [{ ...dtu }, [0]],
    [{ ...dtu, dtu_serial: '0' }, [2001]],
    [{ ...dtu, dtu_serial: 199980112345 }, [0]],
    [{ ...dtu, dtu_serial: '19998011234a' }, [2001]],
    [{ ...dtu, dtu_pollinterval: '0' }, [2002]],
    [{ ...dtu, dtu_pollinterval: 1 }, [0]],
    [{ ...dtu, dtu_pollinterval: 86_400 }, [0]],
    [{ ...dtu, dtu_pollinterval: 86_401 }, [2002]],
    [{ ...dtu, dtu_palevel: 3 }, [0]],
    [{ ...dtu, dtu_palevel: 4 }, [2003]],
    [{ ...dtu, dtu_palevel: 256 }, [2003]],
    [{ dtu_serial: '0', dtu_pollinterval: 0, dtu_palevel: 9 }, [2001]],
    [{ dtu_serial: '0', dtu_pollinterval: 0 }, [1005]],
    [[], [1005]],
    [null, [1005]],
    ['text', [1005]],
  ])('DTU %j -> %j', (value, expected) => {
    expect(codeOf(DtuConfigSchema, value)).toEqual(expected);
  });

  it.each([
    [{ ...ntp }, [0]],
    [{ ...ntp, ntp_server: '' }, [9001, { max: 32 }]],
    [{ ...ntp, ntp_server: letters(32) }, [0]],
    [{ ...ntp, ntp_server: letters(33) }, [9001, { max: 32 }]],
    [{ ...ntp, ntp_server: 'ü'.repeat(17) }, [9001, { max: 32 }]],
    [{ ...ntp, ntp_timezone: letters(50) }, [0]],
    [{ ...ntp, ntp_timezone: letters(51) }, [9002, { max: 50 }]],
    [{ ...ntp, ntp_timezone_descr: '' }, [9003, { max: 50 }]],
    [{ ntp_server: 'a', ntp_timezone: 'UTC0' }, [1005]],
  ])('NTP %j -> %j', (value, expected) => {
    expect(codeOf(NtpUpdateSchema, value)).toEqual(expected);
  });

  it.each([
    [{ latitude: 90, longitude: -180 }, [0]],
    [{ latitude: '-90.0', longitude: '1.8e2' }, [0]],
    [{ latitude: null, longitude: null }, [0]],
    [{ latitude: 90.000001, longitude: 0 }, [9011, { min: -90, max: 90 }]],
    [{ latitude: '48,1', longitude: 0 }, [9011, { min: -90, max: 90 }]],
    [{ latitude: 0, longitude: 180.5 }, [9012, { min: -180, max: 180 }]],
    [{ latitude: 0, longitude: false }, [9012, { min: -180, max: 180 }]],
    [{ latitude: 48.1, longitude: null }, [9013]],
    [{ latitude: null, longitude: 11.6 }, [9013]],
  ])('the place %j -> %j, posted and kept', (place, expected) => {
    expect(codeOf(NtpUpdateSchema, { ...ntp, ...place })).toEqual(expected);
    expect(codeOf(NtpConfigSchema, { ...ntp, ...place })).toEqual(expected);
  });

  it('half a place -> 9013 where it is posted, at the half that is missing', () => {
    for (const [place, path] of [
      [{ latitude: 48.1 }, 'longitude'],
      [{ longitude: 11.6 }, 'latitude'],
      [{ longitude: null }, 'latitude'],
    ] as const) {
      expect(fieldFailures(NtpUpdateSchema, { ...ntp, ...place })).toEqual([{ path, code: 9013 }]);
    }
    expect(codeOf(NtpConfigSchema, keptNtp)).toEqual([0]);
    expect(codeOf(NtpConfigSchema, { ...ntp, latitude: null })).toEqual([1005]);
  });

  it.each([
    [{ ...security, password: letters(7) }, [10001, { max: 64 }]],
    [{ ...security, password: letters(8) }, [0]],
    [{ ...security, password: letters(64) }, [0]],
    [{ ...security, password: letters(65) }, [10001, { max: 64 }]],
    [{ password: letters(8) }, [1005]],
    [{ allow_readonly: true }, [1005]],
  ])('security %j -> %j', (value, expected) => {
    expect(codeOf(SecurityConfigSchema, value)).toEqual(expected);
  });

  it.each([
    [{ ...inverter }, [0]],
    [{ ...inverter, serial: 0 }, [4001]],
    [{ ...inverter, name: '' }, [4002, { max: 31 }]],
    [{ ...inverter, name: letters(31) }, [0]],
    [{ ...inverter, name: letters(32) }, [4002, { max: 31 }]],
    [{ ...inverter, channel: [] }, [4006]],
    [{ ...inverter, channel: Array.from({ length: 4 }, () => inverter.channel[0]) }, [0]],
    [{ ...inverter, channel: Array.from({ length: 5 }, () => inverter.channel[0]) }, [4006]],
    [{ ...inverter, channel: 'x' }, [4006]],
    [{ ...inverter, channel: [{ name: letters(31), max_power: 65_536 }] }, [0]],
    [{ ...inverter, channel: [{ name: letters(32), max_power: 0 }] }, [4002, { max: 31 }]],
  ])('inverter %j -> %j', (value, expected) => {
    expect(codeOf(InverterConfigSchema, value)).toEqual(expected);
  });

  it('reads a maximum power that does not fit as 0', () => {
    const parsed = z.parse(InverterConfigSchema, { ...inverter, channel: [{ name: 'a', max_power: -1 }] });
    expect(parsed.channel).toEqual([{ name: 'a', max_power: 0 }]);
  });
});

describe('constraints that later pages use', () => {
  it.each([
    ['0.0.0.0', [0]],
    ['192.168.4.1', [0]],
    ['300.1.1.1', [8001]],
    ['1.2.3.', [8001]],
    ['1.2.3', [8001]],
    ['1.2.3.4.5', [8001]],
    [' 1.2.3.4', [8001]],
    ['a.b.c.d', [8001]],
  ])('address %j -> %j', (value, expected) => {
    expect(codeOf(constraints.ipv4('NetworkIpInvalid'), value)).toEqual(expected);
  });

  it('names both bounds where the code carries them', () => {
    const year = constraints.unsignedInRange({ min: 2022, max: 2100, fail: 'TimeYear' });
    expect(codeOf(year, 2021)).toEqual([9004, { min: 2022, max: 2100 }]);
    expect(codeOf(year, '2022')).toEqual([0]);
  });

  it('names the upper bound where the code carries only that', () => {
    const limit = constraints.tenthsWithMax({ min: 1, max: 1500, fail: 'LimitInvalidValue' });
    expect(codeOf(limit, 1501)).toEqual([5002, { max: 1500 }]);
    expect(codeOf(limit, 0)).toEqual([5002, { max: 1500 }]);
    expect(codeOf(limit, 1500)).toEqual([0]);
    expect(codeOf(limit, 0.9)).toEqual([5002, { max: 1500 }]);
    expect(codeOf(limit, 1500.1)).toEqual([5002, { max: 1500 }]);
  });
});
