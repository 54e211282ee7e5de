import { basicAuthorization } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { Secret } from '../src/platform/secret.ts';
import { createStoredSecurity } from '../src/settings/first-settings.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';
import { login, send } from './http-client.ts';
import { CHEAP_HASH, createTestPlatform, startTestGateway, type TestGateway } from './start-test-gateway.ts';

const AUTHENTICATE = '/api/security/authenticate';
const LIVE_DATA = '/api/livedata/status';

const authenticate = ({ port }: TestGateway, headers: Readonly<Record<string, string>>) =>
  send(port, AUTHENTICATE, { headers });

const closed = (settings: SettingsStore) =>
  settings.update('security', (security) => ({ ...security, allow_readonly: false }));

async function setPassword(settings: SettingsStore, password: string): Promise<void> {
  const stored = await createStoredSecurity({
    password: new Secret(password),
    allowReadonly: true,
    randomBytes: createTestPlatform().randomBytes,
    hashCost: CHEAP_HASH,
  });
  await settings.update('security', () => stored);
}

describe('a login', () => {
  it('is answered with code 10002', async () => {
    const answer = await authenticate(await startTestGateway(), login());
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"type":"success","message":"Authentication successful.","code":10002}');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('fails with an empty 401 and never a Basic challenge', async () => {
    const gateway = await startTestGateway();
    const bare = await authenticate(gateway, {});
    expect(bare).toMatchObject({ status: 401, text: '' });
    expect(bare.headers['www-authenticate']).toBe('xBasic realm="Heliograph"');
    const ofPage = await authenticate(gateway, { 'x-requested-with': 'XMLHttpRequest' });
    expect(ofPage).toMatchObject({ status: 401, text: '' });
    expect(ofPage.headers['www-authenticate']).toBeUndefined();
  });
});

/** Ways to say the right thing wrongly. */
function mangled(right: string): string[] {
  const encoded = right.slice('Basic '.length);
  const utf8 = (text: string) => basicAuthorization(Buffer.from(text).toString('base64'));
  return [
    ...Array.from({ length: right.length }, (_, length) => right.slice(0, length)),
    `basic ${encoded}`,
    `BASIC ${encoded}`,
    `xBasic ${encoded}`,
    `Bearer ${encoded}`,
    `Basic  ${encoded}`,
    `Basic\t${encoded}`,
    encoded,
    `${right}=`,
    `${right}==`,
    `${right}x`,
    `${right},`,
    `${right} x`,
    `${right}, ${right}`,
    `Basic ${encoded.toLowerCase()}`,
    `Basic ${encoded.toUpperCase()}`,
    `Basic ${encodeURIComponent(right)}`,
    'Basic',
    'Basic =',
    'Basic Og==',
    utf8('Admin:openDTU42'),
    utf8('ADMIN:openDTU42'),
    utf8('admin :openDTU42'),
    utf8(' admin:openDTU42'),
    utf8('\ufeffadmin:openDTU42'),
    utf8('root:openDTU42'),
    utf8(':openDTU42'),
    utf8('admin:'),
    utf8('admin'),
    utf8('adminopenDTU42'),
    utf8('admin:opendtu42'),
    utf8('admin:openDTU42\n'),
    utf8('admin:openDTU42\0'),
    utf8('openDTU42:admin'),
  ];
}

describe('the right header', () => {
  const right = login().authorization;

  it('is refused in every prefix and every mangled form', async () => {
    const gateway = await startTestGateway({ prepare: closed });
    for (const authorization of mangled(right)) {
      gateway.clock.advance(300_000); // the throttle would answer some of them before the check does
      const answer = await authenticate(gateway, { authorization });
      expect(answer.status, JSON.stringify(authorization)).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect((await send(gateway.port, LIVE_DATA, { headers: { authorization } })).status).toBe(401);
    }
    gateway.clock.advance(300_000);
    expect((await authenticate(gateway, { authorization: right })).status).toBe(200);
  });

  it('is refused when it was right once already and only its end differs', async () => {
    // `admin:openDTU421` ends inside a base64 group, so that other texts decode to the same bytes.
    const gateway = await startTestGateway({
      prepare: (settings) => setPassword(settings, 'openDTU421'),
    });
    const { authorization } = login('openDTU421');
    expect(authorization.endsWith('MQ==')).toBe(true);
    expect((await authenticate(gateway, { authorization })).status).toBe(200);
    for (const end of ['MR==', 'MQ=', 'MQ', 'MQ==='])
      expect(
        (await authenticate(gateway, { authorization: authorization.replace('MQ==', end) })).status,
        end,
      ).toBe(401);
  });
});

describe('guessing', () => {
  it('is slowed down per address, while a header that was right stays good', async () => {
    const gateway = await startTestGateway();
    expect((await authenticate(gateway, login())).status).toBe(200);
    for (let guess = 0; guess < 5; guess++) {
      expect((await authenticate(gateway, login(`guess ${guess}`))).status).toBe(401);
    }
    const throttled = await authenticate(gateway, login('guess 5'));
    expect(throttled.status).toBe(429);
    expect(throttled.headers['retry-after']).toBe('1');
    expect((await authenticate(gateway, login())).status).toBe(200);
    gateway.clock.advance(1000);
    expect((await authenticate(gateway, login('guess 6'))).status).toBe(401);
    expect((await authenticate(gateway, login('guess 7'))).headers['retry-after']).toBe('2');
  });

  it('hashes one password at a time and lets four wait', async () => {
    const gateway = await startTestGateway({ hashCost: { logCost: 14, blockSize: 8, parallelism: 2 } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => authenticate(gateway, login(`at once ${guess}`))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
    for (const { status, headers } of answers) if (status === 429) expect(headers['retry-after']).toBe('1');
  });

  it('does not keep a page from opening with many calls at once', async () => {
    const gateway = await startTestGateway({ hashCost: { logCost: 14, blockSize: 8, parallelism: 2 } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => authenticate(gateway, login())));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});

describe('secrets', () => {
  it('stay out of the log at its loudest, and out of the data folder', async () => {
    const gateway = await startTestGateway();
    await authenticate(gateway, login('canary-password'));
    await authenticate(gateway, login());
    const written = gateway.logLines.join('\n');
    const encoded = [login('canary-password'), login()].map(({ authorization }) => authorization.slice(6));
    for (const secret of ['canary-password', 'openDTU42', ...encoded]) expect(written).not.toContain(secret);
    expect(gateway.logLines.length).toBeGreaterThan(2);
  });
});
