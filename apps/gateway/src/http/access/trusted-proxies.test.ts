import type { ProxySettings, Role } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createTrustedProxies } from './trusted-proxies.ts';

const SECRET = 'a-secret-that-only-the-proxy-knows-0123456789';
const ROLES = new Map<string, Role>([
  ['anna', 'operator'],
  ['admin', 'admin'],
  ['Zoë', 'viewer'],
]);
const PROXY = '10.0.0.2';

function proxiesWith(given: Partial<ProxySettings> = {}) {
  const ignored: string[] = [];
  const settings: ProxySettings = {
    ...{ addresses: [PROXY, '10.1.0.0/16', 'fd00::/64'], user_header: 'Remote-User', secret: SECRET },
    ...{ strangers: 'refused', ...given },
  };
  const proxies = createTrustedProxies({
    settings: () => settings,
    accountOf(name) {
      const role = ROLES.get(name);
      return role && { name, role };
    },
    onIgnored: (reason, address) => ignored.push(`${reason} ${address}`),
  });
  const wordOn = (lines: readonly (readonly [string, string])[], peerAddress = PROXY, secret = SECRET) =>
    proxies.wordOn({ peerAddress, rawHeaders: [...lines, ['Heliograph-Proxy-Secret', secret]].flat() });
  return { ignored, wordOn, bare: proxies.wordOn };
}

const ANNA = [['Remote-User', 'anna']] as const;
/** As Node hands on what came as UTF-8. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');

describe('who a proxy says that it is', () => {
  it('is believed of a listed address that knows the secret', () => {
    const { wordOn, ignored } = proxiesWith();
    for (const peer of [PROXY, '10.1.77.3', 'fd00::5', `::ffff:${PROXY}`])
      expect(wordOn(ANNA, peer)?.user, peer).toEqual({ name: 'anna', role: 'operator' });
    expect(wordOn([['rEMOTE-uSER', 'anna']])?.user).toEqual({ name: 'anna', role: 'operator' });
    expect(wordOn([['Remote-User', asBytes('Zoë')]])?.user).toEqual({ name: 'Zoë', role: 'viewer' });
    expect(wordOn([])).toEqual({ address: PROXY, isHttps: false, user: undefined });
    expect(ignored).toEqual([]);
  });

  it.each([
    ['another address', '10.0.0.3', SECRET],
    ['an address that only looks like it', '10.0.0.22', SECRET],
    ['no address', '', SECRET],
    ['no secret', PROXY, ''],
    ['another secret', PROXY, `${SECRET}0`],
    ['a part of the secret', PROXY, SECRET.slice(0, -1)],
  ])('is not believed of %s', (_, peer, secret) => {
    expect(proxiesWith().wordOn(ANNA, peer, secret)).toBeUndefined();
  });

  it('is not believed of who sends two secrets, one of them right', () => {
    const { bare } = proxiesWith();
    const secrets = ['Heliograph-Proxy-Secret', SECRET, 'heliograph-proxy-secret', 'x'];
    expect(bare({ peerAddress: PROXY, rawHeaders: ['Remote-User', 'anna', ...secrets] })).toBeUndefined();
  });

  it('is believed of nobody where none is listed, and not noted either', () => {
    const { wordOn, ignored } = proxiesWith({ addresses: [] });
    expect(wordOn(ANNA)).toBeUndefined();
    expect(ignored).toEqual([]);
  });

  it.each([
    ['twice', [...ANNA, ['Remote-User', 'admin']]],
    ['twice, once written otherwise', [...ANNA, ['remote-user', 'admin']]],
    ['with another line before it', [['REMOTE-USER', 'admin'], ...ANNA]],
    ['beside what some take for the same', [...ANNA, ['Remote_User', 'admin']]],
    ['only by what some take for the same', [['Remote_User', 'admin']]],
    ['as two that were joined', [['Remote-User', 'anna, admin']]],
    ['as two that were joined without a space', [['Remote-User', 'anna,admin']]],
    ['with the beginning of a password', [['Remote-User', 'anna:x']]],
    ['with what nobody sees', [['Remote-User', asBytes('an\u200bna')]]],
    ['as bytes that are no text', [['Remote-User', '\xff\xfe']]],
    ['with spaces', [['Remote-User', ' anna']]],
    ['too long', [['Remote-User', 'a'.repeat(65)]]],
  ] as const)('is not believed where it is told %s', (_, lines) => {
    const { wordOn } = proxiesWith({ strangers: 'viewer' });
    expect(wordOn(lines)?.user).toBeUndefined();
  });

  it('is nobody where the name is empty, or there is no account', () => {
    const { wordOn } = proxiesWith();
    expect(wordOn([['Remote-User', '']])?.user).toBeUndefined();
    expect(wordOn([['Remote-User', 'stranger']])?.user).toBeUndefined();
    expect(wordOn([['Remote-User', 'Anna']])?.user).toBeUndefined();
  });

  it('is a viewer where there is no account and that is wanted; a hostile name is only a name', () => {
    const { wordOn } = proxiesWith({ strangers: 'viewer' });
    const name = `<script>alert("x")</script>'--`;
    expect(wordOn([['Remote-User', name]])?.user).toEqual({ name, role: 'viewer' });
    expect(wordOn([['Remote-User', '__proto__']])?.user).toEqual({ name: '__proto__', role: 'viewer' });
  });

  it('is noted once for each reason when it is ignored', () => {
    const { wordOn, ignored } = proxiesWith();
    for (let time = 0; time < 3; time++) {
      wordOn(ANNA, '10.0.0.3');
      wordOn(ANNA, PROXY, 'x');
      wordOn([...ANNA, ...ANNA]);
      wordOn([], '10.0.0.4');
    }
    expect(ignored).toEqual(['address 10.0.0.3', `secret ${PROXY}`, `twice ${PROXY}`]);
  });
});

describe('where a proxy says that it comes from', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.2, 203.0.113.7', '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7, 10.1.0.9', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:DB8::7]:4711', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['10.1.0.9', '10.1.0.9'],
    ['1.1.1.1, unknown', PROXY],
    ['1.1.1.1, _hidden, 10.1.0.9', '10.1.0.9'],
    ['1.1.1.1,', PROXY],
    ['', PROXY],
    ['203.0.113.999', PROXY],
  ])('is of %j the last hop that is not listed: %s', (hops, address) => {
    expect(proxiesWith().wordOn([['X-Forwarded-For', hops]])?.address).toBe(address);
  });

  it('is read over all lines, as if they were one', () => {
    const lines = [
      ['X-Forwarded-For', '1.1.1.1'],
      ['x-forwarded-for', '203.0.113.7'],
    ] as const;
    expect(proxiesWith().wordOn(lines)?.address).toBe('203.0.113.7');
  });

  it.each([
    ['https', true],
    ['HTTPS', true],
    ['http', false],
    ['https, http', false],
    ['', false],
  ])('is HTTPS where it says %j: %s', (proto, isHttps) => {
    expect(proxiesWith().wordOn([['X-Forwarded-Proto', proto]])?.isHttps).toBe(isHttps);
  });
});
