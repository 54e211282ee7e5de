import { describe, expect, it } from 'vitest';
import { redactedFacts, redactedText } from './log-redaction.ts';
import { Secret } from './secret.ts';

describe('texts', () => {
  it.each([
    'GET / HTTP/1.1\r\nAuthorization: Basic Y2FuYXJ5',
    'authorization=Digest username="admin", response="canary"',
    'Basic Y2FuYXJ5',
    'bearer   canary',
    'Cookie: wsid_80=canary; other=canary',
    'set-cookie: wsid_80=canary; HttpOnly',
    'the ticket wsid_80=canary; Path=/',
    '/api?inv=1&password=canary',
    '/api?user[password]=canary#x',
    'data=%7B%22password%22%3A%22canary%22%7D',
    'mqtt_password = canary with spaces and "quotes"',
    'network_password: canary',
    '{"security":{"password":"can\\"ary canary"}}',
    '{\\"mqtt_password\\":\\"canary\\"}',
    "{ password: 'canary' }",
    'authdata:canary',
    'passphrase=canary',
    'access_token=canary',
    '-----private_key: canary',
    'mqtts://user:canary@broker.example.org:8883/x',
    'http://canary@host',
  ])('have no secret left: %s', (text) => {
    const clean = redactedText(text);
    expect(clean).toContain('[secret]');
    expect(clean).not.toMatch(/canary|Y2FuYXJ5|ary/);
  });

  it.each([
    'Polling inverter 116181452037 (Garage, Basics)',
    'TX RealTimeRunData on RF channel 23: 15000000018001',
    'mqtt://broker.example.org:1883 does not answer',
    'http://192.0.2.1/a?inv=116181452037&x=a@b',
    'The settings file security.json was damaged; its previous version is used.',
  ])('keep everything else: %s', (text) => {
    expect(redactedText(text)).toBe(text);
  });

  it('keep what stands beside a secret', () => {
    expect(redactedText('/api?password=canary&inv=1')).toBe('/api?password=[secret]&inv=1');
    expect(redactedText('{"password":"canary","inv":1}')).toBe('{"password":[secret],"inv":1}');
    expect(redactedText('Cookie: canary\r\nHost: here')).toContain('\r\nHost: here');
  });

  it('cost no more than they are long', () => {
    const startedAtMs = performance.now();
    for (const part of ['password', 'a', '://', 'Basic ', '"password":"', '\\', 'wsid_1', 'cookie ']) {
      redactedText(part.repeat(20_000));
    }
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
  });
});

describe('facts', () => {
  it('have no secret left at any depth', () => {
    let nested: unknown = {
      deep: { mqtt_password: 'canary', 'Set-Cookie': ['canary'], text: 'password=canary' },
    };
    for (let depth = 0; depth < 20; depth++) nested = depth % 2 === 0 ? [nested] : { nested };
    const text = JSON.stringify(
      redactedFacts({
        nested,
        secret: new Secret('canary'),
        list: [new Secret('canary'), new Error('Authorization: Basic Y2FuYXJ5')],
        error: new Error('cannot log in to mqtt://me:canary@broker'),
        headers: { Authorization: 'canary', authData: 'canary', cookie: { x: 'canary' } },
        later: { toJSON: () => ({ password_hash: 'canary' }) },
        'password=canary': 1,
        body: Buffer.from('canary'),
        url: new URL('http://me:canary@host/?token=canary'),
      }),
    );
    expect(text).not.toMatch(/canary|Y2FuYXJ5/);
    expect(text).toContain('[secret]');
  });

  it('stay as they are otherwise', () => {
    const facts = { serial: '116181452037', tries: 5, ok: true, none: null, list: [1, { name: 'Süd' }] };
    expect(redactedFacts(facts)).toEqual(facts);
  });
});
