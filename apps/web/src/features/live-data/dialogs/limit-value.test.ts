import { describe, expect, it } from 'vitest';
import { checkLimit, limitBounds, limitTypeOf } from './limit-value.ts';

describe('the bounds of a limit', () => {
  it('are 2 to 100 per cent, whatever the inverter', () => {
    expect(limitBounds('percent', 0)).toEqual({ min: 2, max: 100 });
    expect(limitBounds('percent', 600)).toEqual({ min: 2, max: 100 });
  });

  it('are 10 watts to what the inverter can do, or 1500 where that is not known', () => {
    expect(limitBounds('watt', 600)).toEqual({ min: 10, max: 600 });
    expect(limitBounds('watt', 0)).toEqual({ min: 10, max: 1500 });
    expect(limitBounds('watt', 2250)).toEqual({ min: 10, max: 2250 });
  });
});

describe('the limit in watts of an inverter that can do more than any limit', () => {
  it('is what the gateway takes', () => {
    expect(limitBounds('watt', 5000)).toEqual({ min: 10, max: 2250 });
  });
});

describe('a limit as typed', () => {
  const percent = limitBounds('percent', 0);

  it.each<[typed: string, result: number | string]>([
    ['', 'empty'],
    ['   ', 'empty'],
    ['abc', 'notANumber'],
    ['50%', 'notANumber'],
    ['1e2', 'notANumber'],
    ['0x20', 'notANumber'],
    ['.', 'notANumber'],
    ['5 0', 'notANumber'],
    ['50,5', 'fraction'],
    ['50.5', 'fraction'],
    ['99.999', 'fraction'],
    ['10.000', 'fraction'],
    ['1.500', 'fraction'],
    ['50.0', 50],
    ['50,', 50],
    [' 50 ', 50],
    ['050', 50],
    ['1', 'outOfRange'],
    ['2', 2],
    ['100', 100],
    ['101', 'outOfRange'],
    ['0', 'outOfRange'],
    ['-50', 'outOfRange'],
    ['999999999999999', 'outOfRange'],
  ])('%j is %j', (typed, result) => {
    expect(checkLimit(typed, percent)).toBe(result);
  });

  it('in watts ends at what the inverter can do', () => {
    const watt = limitBounds('watt', 600);
    expect(checkLimit('9', watt)).toBe('outOfRange');
    expect(checkLimit('10', watt)).toBe(10);
    expect(checkLimit('600', watt)).toBe(600);
    expect(checkLimit('601', watt)).toBe('outOfRange');
  });
});

describe('the type on the wire', () => {
  it('counts watts and percent, and 256 more when it is to be kept', () => {
    expect(limitTypeOf('watt', false)).toBe(0);
    expect(limitTypeOf('percent', false)).toBe(1);
    expect(limitTypeOf('watt', true)).toBe(256);
    expect(limitTypeOf('percent', true)).toBe(257);
  });
});
