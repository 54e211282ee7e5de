import { describe, expect, it } from 'vitest';
import {
  byteLength,
  readBoolean,
  readInverterSerial,
  readSerial,
  readText,
  readUnsigned,
} from './lenient-values.ts';

describe('reading an unsigned integer', () => {
  it.each([
    [5, 5],
    [3.7, 3],
    ['1e3', 1000],
    ['+5', 5],
    ['3.7', 3],
    ['5x', 0],
    ['', 0],
    [' 5', 0],
    [-1, 0],
    ['-1', 0],
    [true, 1],
    [false, 0],
    [null, 0],
    [undefined, 0],
    [{}, 0],
    [[7], 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    ['1e999', 0],
  ])('reads %j as %d', (value, expected) => {
    expect(readUnsigned(value, 32)).toBe(expected);
  });

  it.each([
    [8, 255],
    [16, 65_535],
    [32, 4_294_967_295],
    [48, 281_474_976_710_655],
  ] as const)('reads what does not fit into %d bits as 0', (bits, max) => {
    expect(readUnsigned(max, bits)).toBe(max);
    expect(readUnsigned(max + 1, bits)).toBe(0);
  });
});

describe('reading a boolean', () => {
  it.each([
    [true, true],
    [false, false],
    [0, false],
    [2, true],
    ['false', true],
    ['', true],
    [null, false],
    [undefined, false],
    [{}, true],
    [[], true],
  ])('reads %j as %s', (value, expected) => {
    expect(readBoolean(value)).toBe(expected);
  });
});

describe('reading a text', () => {
  it.each([
    ['solar/', 'solar/'],
    [116180400144, '116180400144'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'null'],
    [{ a: 1 }, '{"a":1}'],
  ])('reads %j as %s', (value, expected) => {
    expect(readText(value)).toBe(expected);
  });
});

describe('reading a serial', () => {
  it.each([
    ['116180400144', '116180400144'],
    [116180400144, '116180400144'],
    ['00116180400144', '116180400144'],
    ['0', ''],
    [0, ''],
    ['11618040014a', ''],
    ['-5', ''],
    [116180400144.5, '116180400144'],
    ['116180400144.0', '116180400144'],
    ['+116180400144', '116180400144'],
    ['116180400144 ', ''],
    [-5, ''],
    [0.5, ''],
    [true, ''],
    [2 ** 60, ''],
    [Number.POSITIVE_INFINITY, ''],
    [null, ''],
    ['12345678901234567', ''],
  ])('reads %j as "%s"', (value, expected) => {
    expect(readSerial(value)).toBe(expected);
  });
});

it('counts bytes of UTF-8, not characters', () => {
  expect(byteLength('Dach Süd')).toBe(9);
  expect(byteLength('☀️')).toBe(6);
});

it('gives up on a long number text at once', () => {
  const startMs = performance.now();
  for (const end of ['x', '.x', 'e', '.1x']) expect(readUnsigned(`${'1'.repeat(60_000)}${end}`, 32)).toBe(0);
  const badMs = performance.now() - startMs;
  const floorStartMs = performance.now();
  for (let round = 0; round < 4; round++) Number('1'.repeat(60_000));
  expect(badMs).toBeLessThan(1000 * (performance.now() - floorStartMs));
});

describe('reading the serial of an inverter', () => {
  it.each([
    ['114182730124', '114182730124'],
    [114182730124, '114182730124'],
    ['114A00000001', '114a00000001'],
    ['284100a0b0c0', '284100a0b0c0'],
    ['99a000000001aa', ''],
    ['9a9000000001', '9a9000000001'],
    ['0a9000000001', 'a9000000001'],
    ['1141a0000001', ''],
    ['1042a0000001', ''],
    ['abc', ''],
    ['114A0000000', ''],
    [' 114A00000001', ''],
    [null, ''],
  ])('%j -> %j', (value, expected) => {
    expect(readInverterSerial(value)).toBe(expected);
  });

  it('takes letters in any serial that is there', () => {
    expect(readInverterSerial('1141A0000001', (serial) => serial === '1141a0000001')).toBe('1141a0000001');
  });
});
