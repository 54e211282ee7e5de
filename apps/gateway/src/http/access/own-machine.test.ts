import { describe, expect, it } from 'vitest';
import { createClientReader } from '../limits/client-address.ts';
import type { AccessRequest } from './access.ts';
import { isFromOwnMachine } from './own-machine.ts';

const REQUEST: AccessRequest = {
  ...{ method: 'POST', headers: { host: 'localhost:8080' }, hostCount: 1, isHttps: false },
  ...{ address: '127.0.0.1', httpVersion: '1.1' },
};
const clientOf = createClientReader(['127.0.0.1/8', '::1/128', '192.168.4.20/24']);

function isOwn(request: Partial<AccessRequest>, installation: 'git' | 'docker' = 'git'): boolean {
  return isFromOwnMachine({ ...REQUEST, ...request }, { clientOf, installation });
}

describe('the own machine', () => {
  it.each([
    ['the loopback address', { address: '127.0.0.1' }],
    ['IPv4 over IPv6', { address: '::ffff:127.0.0.1' }],
    ['IPv6', { address: '::1', headers: { host: '[::1]:8080' } }],
    ['its address in the home', { address: '192.168.4.20', headers: { host: '192.168.4.20:8080' } }],
  ])('asks from %s', (_name, request) => {
    expect(isOwn(request)).toBe(true);
  });

  it.each([
    ['another machine', { address: '192.168.4.21' }],
    ['the host of a container', { address: '172.17.0.1' }],
    ['nobody that is known', { address: '' }],
    ['a proxy that says for whom', { headers: { ...REQUEST.headers, 'x-forwarded-for': '192.168.4.21' } }],
    ['a proxy that says how', { headers: { ...REQUEST.headers, 'x-forwarded-proto': 'https' } }],
    ['a proxy of the standard', { headers: { ...REQUEST.headers, forwarded: 'for=192.168.4.21' } }],
    ['a proxy that names itself', { headers: { ...REQUEST.headers, via: '1.1 squid' } }],
    ['nginx as people set it up', { headers: { ...REQUEST.headers, 'x-real-ip': '192.168.4.21' } }],
    [
      'a proxy in front of the whole world',
      { headers: { ...REQUEST.headers, 'cf-connecting-ip': '1.2.3.4' } },
    ],
    ['nginx as it comes', { httpVersion: '1.0' }],
    ['a name that leads here from outside', { headers: { host: 'solar.example.org' } }],
    ['no name at all', { headers: {} }],
  ])('is not %s', (_name, request) => {
    expect(isOwn(request)).toBe(false);
  });

  it('is nobody in a container', () => {
    expect(isOwn({}, 'docker')).toBe(false);
  });
});
