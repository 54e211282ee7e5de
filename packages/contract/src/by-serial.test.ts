import { describe, expect, it } from 'vitest';
import { getDeviceInfo } from './device-info.ts';
import { getEventLog } from './event-log.ts';
import { getLimitStatus } from './inverter-limit.ts';
import { getPowerStatus } from './inverter-power.ts';

const SERIAL = '114181234567';

describe('answers keyed by serial', () => {
  it.each([getLimitStatus, getPowerStatus, getEventLog, getDeviceInfo])(
    '$path needs an object',
    (endpoint) => {
      for (const value of [undefined, null, 5, 'text', [], [[]]])
        expect(endpoint.read(value)).toBeUndefined();
      expect(endpoint.read({})).toEqual(new Map());
      expect(endpoint.read({ [SERIAL]: null, other: 5 })).toEqual(new Map());
    },
  );

  it('never lets a key reach a prototype', () => {
    const read = getLimitStatus.read(JSON.parse('{"__proto__":{"limit_relative":5},"constructor":{}}'));
    expect(read?.get('__proto__')?.percent).toBe(5);
    expect(read?.get('toString')).toBeUndefined();
    expect(({} as Record<string, unknown>).limit_relative).toBeUndefined();
  });
});
