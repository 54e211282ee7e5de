import { describe, expect, it } from 'vitest';
import { isNetmask, isSameSubnet, readIpv4 } from './ipv4.ts';

const bits = (address: string) => readIpv4(address) ?? Number.NaN;

describe('an IPv4 address', () => {
  it.each([
    ['0.0.0.0', 0],
    ['0.0.1.2', 258],
    ['255.255.255.255', 4_294_967_295],
    ['192.168.1', undefined],
    ['192.168.1.', undefined],
    ['192.168.1.256', undefined],
    ['192.168.1.-1', undefined],
    ['192.168.1.1.1', undefined],
    ['', undefined],
    ['fe80::1', undefined],
  ])('%j is read as %s', (text, number) => {
    expect(readIpv4(text)).toBe(number);
  });
});

describe('a netmask', () => {
  it.each([
    ['255.255.255.0', true],
    ['255.255.254.0', true],
    ['128.0.0.0', true],
    ['255.255.255.255', true],
    ['0.0.0.0', false],
    ['255.0.255.0', false],
    ['0.0.0.255', false],
    ['255.255.255.1', false],
  ])('%s is one: %s', (mask, isOne) => {
    expect(isNetmask(bits(mask))).toBe(isOne);
  });
});

describe('a subnet', () => {
  it.each([
    ['192.168.1.20', '192.168.1.1', '255.255.255.0', true],
    ['192.168.1.20', '192.168.2.1', '255.255.255.0', false],
    ['192.168.1.20', '192.168.2.1', '255.255.0.0', true],
    ['200.1.1.1', '72.1.1.1', '128.0.0.0', false],
  ])('has both %s and %s with %s: %s', (one, other, mask, isSame) => {
    expect(isSameSubnet(bits(one), bits(other), bits(mask))).toBe(isSame);
  });
});
