import { describe, expect, it } from 'vitest';
import { createClientReader } from './client-address.ts';

const clientOf = createClientReader(['127.0.0.1/8', '192.168.4.20/24', '2001:db8:4::20/64', 'fe80::20/64']);

describe('a client', () => {
  it.each([
    ['192.168.1.7', '192.168.1.7', undefined],
    ['::ffff:192.168.1.7', '192.168.1.7', undefined],
    ['::FFFF:198.51.100.7', '198.51.100.7', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:0db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:1.2.3.4', '2001:db8:1:2:3:4:1.2.3.4', '2001:db8:1:2::/64'],
    ['', '', undefined],
  ])('at %s is %s, with others of %s', (peer, address, network) => {
    expect(clientOf(peer)).toMatchObject({ address, network });
  });

  it.each(['fe80::1', 'fe80::1%eth0', 'FE80::1%2', '2001:db8:4::9', '2001:db8:4:0:1:2:3:4'])(
    'that is a neighbour, at %s, stands for itself alone',
    (peer) => {
      expect(clientOf(peer)).toMatchObject({ network: undefined, isNear: true, isOwnMachine: false });
    },
  );

  it.each(['127.0.0.1', '::1', '192.168.4.20', '::ffff:192.168.4.20', '2001:db8:4::20', 'fe80::20%eth0'])(
    'at %s is this machine',
    (peer) => {
      expect(clientOf(peer).isOwnMachine).toBe(true);
    },
  );

  it.each([
    ['127.0.0.2', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['fd12:3456::1', true],
    ['172.32.0.1', false],
    ['198.51.100.7', false],
    ['2001:db8:5::20', false],
    ['nonsense', false],
  ])('at %s is in the home: %s', (peer, isNear) => {
    expect(clientOf(peer)).toMatchObject({ isNear, isOwnMachine: false });
  });
});
