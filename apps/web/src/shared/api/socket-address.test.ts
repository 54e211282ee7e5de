import { encodeCredentials } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { socketAddress, withLogin } from './socket-address.ts';

describe('the address of a socket', () => {
  it.each([
    ['http://10.0.0.5', '/livedata', 'ws://10.0.0.5/livedata'],
    ['http://[fe80::1]:8080', '/console', 'ws://[fe80::1]:8080/console'],
    ['https://roof.example', '/solar/livedata', 'wss://roof.example/solar/livedata'],
  ])('from %s and %s is %s', (origin, path, address) => {
    expect(socketAddress(origin, path).href).toBe(address);
  });
});

describe('an address with a login', () => {
  const address = socketAddress('http://10.0.0.5', '/console');

  it('has user and password before the host, and leaves the one without alone', () => {
    const login = withLogin(address, encodeCredentials('admin', 'openDTU42')).href;
    expect([login, address.href]).toEqual(['ws://admin:openDTU42@10.0.0.5/console', 'ws://10.0.0.5/console']);
  });

  it.each(['p@ss:word/?#[]', '100%41', 'Sönnenschein', '日の出☀', 'a b\'c"d\\', ' '])(
    'keeps the password %j, whatever is in it',
    (password) => {
      const {
        username,
        password: encoded,
        host,
        pathname,
      } = withLogin(address, encodeCredentials('admin', password));
      expect([username, decodeURIComponent(encoded), host, pathname]).toEqual([
        'admin',
        password,
        '10.0.0.5',
        '/console',
      ]);
    },
  );

  it('stays without one where the stored login makes no sense', () => {
    expect(withLogin(address, 'abc').href).toBe('ws://10.0.0.5/console');
  });
});
