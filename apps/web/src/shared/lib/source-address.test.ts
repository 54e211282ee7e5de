import { SourceUpdateSchema } from '@heliograph/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressLink,
  addressText,
  isSameAddress,
  readAddress,
  type SourceAddress,
} from './source-address.ts';

const at = (host: string, others: Partial<SourceAddress> = {}): SourceAddress => ({
  ...{ https: false, host, port: 80, path: '' },
  ...others,
});

describe('an address as it is typed', () => {
  it.each([
    ['192.168.1.50', at('192.168.1.50')],
    [' opendtu.local ', at('opendtu.local')],
    ['opendtu.local:8080', at('opendtu.local', { port: 8080 })],
    ['http://opendtu.local', at('opendtu.local')],
    ['HTTP://OpenDTU.local/', at('OpenDTU.local')],
    ['http://host:8080/roof/', at('host', { port: 8080, path: '/roof' })],
    ['host/roof/dtu', at('host', { path: '/roof/dtu' })],
    ['https://dtu.example', at('dtu.example', { https: true, port: 443 })],
    ['https://dtu.example:8443/a', at('dtu.example', { https: true, port: 8443, path: '/a' })],
    ['dtu.example:443', at('dtu.example', { https: true, port: 443 })],
    ['http://dtu.example:443', at('dtu.example', { port: 443 })],
    ['fd00::50', at('fd00::50')],
    ['[fd00::50]', at('fd00::50')],
    ['http://[fe80::1%eth0]:81/x', at('fe80::1%eth0', { port: 81, path: '/x' })],
    ['dächer.example', at('dächer.example')],
    ['http:/192.168.1.5', at('192.168.1.5')],
    ['https:/dtu.example/a', at('dtu.example', { https: true, port: 443, path: '/a' })],
    ['http:8080', at('http', { port: 8080 })],
  ])('%j is understood', (typed, address) => {
    expect(readAddress(typed)).toEqual(address);
  });

  it.each([
    'http://192.168.1.50/#/home',
    'http://192.168.1.50/home',
    'http://192.168.1.50/info/network',
    'http://192.168.1.50/settings/inverter?x=1',
    'http://192.168.1.50/api/livedata/status',
    'http://192.168.1.50/index.html',
  ])('%j, as copied from a browser, is that of the device itself', (typed) => {
    expect(readAddress(typed)).toEqual(at('192.168.1.50'));
    expect(readAddress(typed.replace('50/', '50/roof/'))).toEqual(at('192.168.1.50', { path: '/roof' }));
  });

  const isHostRefused = (host: string) => {
    const others = { id: '', name: '', enabled: true, user: 'admin', password: '' };
    return !SourceUpdateSchema.safeParse({ ...at(host), ...others }).success;
  };

  it.each([
    '192.168.1',
    '127.1',
    '1.2.3.4.5',
    '3232235777',
    '0x7f.1',
    '192.168.01.5',
    '192.168.1.256',
    '1.2.3.4.',
    'roof.5',
  ])('that is no whole IP address is refused: %s would lead, with the password, to another one', (host) =>
    expect(isHostRefused(host)).toBe(true),
  );

  it.each([
    '192.168.1.5',
    '0.0.0.0',
    '255.255.255.255',
    'roof5',
    '5roof.local',
    'fd00::5',
    '4.3.2.1.example',
  ])('is taken: %s', (host) => expect(isHostRefused(host)).toBe(false));

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['http://', 'empty'],
    ['javascript:alert(1)', 'none'],
    ['mailto:somebody', 'none'],
    ['host:abc', 'none'],
    ['ftp://host', 'scheme'],
    ['http://admin:secret@host/', 'login'],
    ['admin@host', 'login'],
    ['127.0.0.1:26102/?x=1', 'query'],
    ['host?', 'query'],
    ['https://dtu.example/roof#top', 'query'],
  ])('%j is refused as %s', (typed, problem) => {
    expect(readAddress(typed)).toBe(problem);
  });

  it.each(['host:abc', 'host:-1', '[fd00::50', 'a b', 'host:99999', 'host/<x>', '://', 'http:host'])(
    '%j gets past neither here nor the schema',
    (typed) => {
      const read = readAddress(typed);
      const body = { ...{ id: '', name: '', enabled: true, user: '', password: '' }, ...Object(read) };
      expect(SourceUpdateSchema.safeParse(body).success).toBe(false);
    },
  );

  it('comes back as the shortest text that means the same, whatever it is', () => {
    const address = fc.record({
      https: fc.boolean(),
      host: fc.constantFrom('192.168.1.50', 'opendtu.local', 'fd00::50', 'fe80::1%eth0'),
      port: fc.constantFrom(80, 443, 8080, 1, 65_535),
      path: fc.constantFrom('', '/roof', '/roof/dtu'),
    });
    fc.assert(
      fc.property(address, (stored) => {
        expect(readAddress(addressText(stored))).toEqual(stored);
        expect(readAddress(addressLink(stored))).toEqual(stored);
        expect(isSameAddress(stored, readAddress(addressText(stored)) as SourceAddress)).toBe(true);
      }),
      { numRuns: 300, seed: 18 },
    );
    expect(addressText(at('opendtu.local'))).toBe('opendtu.local');
    expect(addressText(at('fd00::50', { port: 8080 }))).toBe('http://[fd00::50]:8080');
  });

  it.each([{ https: true }, { host: 'other' }, { port: 81 }, { path: '/x' }])(
    'is another one with %j',
    (change) => {
      expect(isSameAddress(at('host'), { ...at('host'), ...change })).toBe(false);
    },
  );
});
