import type { ListedInverter } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { isFull, meanwhile, sortedBySerial } from './inverter-list.ts';
import { shortName } from './inverter-name.ts';

const inverter = (id: number, serial: string, name = 'Roof'): ListedInverter => ({
  id,
  name,
  serial,
  type: '',
  channel: [],
});

describe('the list of inverters', () => {
  it('is sorted by the number that the serial is, not by its text, and by slot where two are the same', () => {
    const serials = ['9', '116180400144', 'not a serial', '112180400144', '10', '9'];
    const sorted = sortedBySerial(serials.map((serial, id) => inverter(id, serial)));
    expect(sorted.map(({ id, serial }) => [id, serial])).toEqual([
      [0, '9'],
      [5, '9'],
      [4, '10'],
      [3, '112180400144'],
      [1, '116180400144'],
      [2, 'not a serial'],
    ]);
  });

  it('is full at ten, counting those that cannot be shown', () => {
    const nine = Array.from({ length: 9 }, (_, id) => inverter(id, String(id + 1)));
    expect(isFull({ inverter: nine, refusedInverters: 0 })).toBe(false);
    expect(isFull({ inverter: nine, refusedInverters: 1 })).toBe(true);
  });
});

describe('what became of an inverter meanwhile', () => {
  it.each([
    ['same', inverter(1, '42')],
    ['changed', inverter(1, '42', 'Shed')],
    ['replaced', inverter(1, '43')],
    ['deleted', undefined],
  ] as const)('%s', (what, stored) => {
    expect(meanwhile(inverter(1, '42'), stored)).toBe(what);
  });
});

describe('a name in a label', () => {
  it('is cut between letters when it is absurdly long, and is the serial where there is none', () => {
    expect(shortName(inverter(0, '42'))).toBe('Roof');
    expect(shortName(inverter(0, '42', ' \t '))).toBe('42');
    expect(shortName(inverter(0, '42', '👍'.repeat(10_000)))).toBe(`${'👍'.repeat(60)}…`);
  });
});
