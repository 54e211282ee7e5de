import { CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../accounts/accounts.ts';
import { Secret } from '../../platform/secret.ts';
import { hashPassword, isPasswordHash, passwordMatches } from '../../settings/password-hash.ts';
import { createClientLimits } from '../limits/client-limits.ts';
import { createAuthenticator } from './authenticator.ts';

const OLD = login('the old one').authorization;
const NEW = login('the new one').authorization;

async function authenticatorOf(password: string) {
  const { clock, host, log, randomBytes } = createTestPlatform();
  const limits = createClientLimits({ clock, host });
  const hashOf = (text: string) => hashPassword(new Secret(text), randomBytes, CHEAP_HASH);
  let hash = await hashOf(password);
  const viewerHash = await hashOf('just looking');
  const accountOf = (name: string): Account | undefined => {
    if (name === 'admin') return { name, role: 'admin', passwordHash: hash };
    if (name === 'guest') return { name, role: 'viewer', passwordHash: viewerHash };
    return name === 'nobody' ? { name, role: 'operator', passwordHash: '' } : undefined;
  };
  const authenticator = createAuthenticator({ limits, log, randomBytes, accountOf });
  return {
    clock,
    check: (header: string | undefined, address = '10.0.0.1') => authenticator.check(header, address),
    async prepareChange(newPassword: string) {
      const newHash = await hashOf(newPassword);
      return () => {
        hash = newHash;
        authenticator.forgetOutdated();
      };
    },
  };
}

describe('a login that is being checked while the password changes', () => {
  it('is refused, and not remembered as right', async () => {
    const { check, prepareChange } = await authenticatorOf('the old one');
    const change = await prepareChange('the new one');
    const underWay = check(OLD);
    change();
    expect(await underWay).toEqual({ kind: 'refused' });
    expect(await check(OLD)).toEqual({ kind: 'refused' });
    expect(await check(NEW)).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    });
  });
});

describe('a header that comes many times at once', () => {
  it('is hashed once', async () => {
    const { check } = await authenticatorOf('the old one');
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => check(OLD)));
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['known']));
  });
});

describe('a header that was right', () => {
  it('costs nothing the next time', async () => {
    const { check } = await authenticatorOf('the old one');
    for (let time = 0; time < 100; time++)
      expect(await check(OLD)).toMatchObject({
        kind: 'known',
        who: { name: 'admin', role: 'admin', by: 'password' },
      });
    expect(await check(OLD, '10.0.0.2')).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    }); // a hundred hashes would be too many for a minute
    expect(await check(undefined)).toEqual({ kind: 'refused' });
  });
});

describe('an account beside that of the admin', () => {
  it('is known by its own password, and by no other', async () => {
    const { check } = await authenticatorOf('the old one');
    const guest = login('just looking', 'guest').authorization;
    const who = { name: 'guest', role: 'viewer', by: 'password' };
    expect(await check(guest)).toEqual({ kind: 'known', who });
    expect(await check(OLD)).toMatchObject({ kind: 'known', who: { name: 'admin' } });
    expect(await check(guest)).toEqual({ kind: 'known', who });
    expect(await check(login('the old one', 'guest').authorization)).toEqual({ kind: 'refused' });
    expect(await check(login('just looking').authorization)).toEqual({ kind: 'refused' });
  });

  it.each(['', 'the old one', 'just looking'])(
    'that has no password lets nobody in, with %j neither',
    async (password) => {
      const { check } = await authenticatorOf('the old one');
      expect(await check(login(password, 'nobody').authorization)).toEqual({ kind: 'refused' });
    },
  );

  it('stays known when the password of another one changes', async () => {
    const { check, prepareChange } = await authenticatorOf('the old one');
    const guest = login('just looking', 'guest').authorization;
    await check(guest);
    (await prepareChange('the new one'))();
    expect(await check(guest)).toMatchObject({ kind: 'known' });
    expect(await check(OLD)).toEqual({ kind: 'refused' });
  });
});

describe('the throttle', () => {
  it('doubles the wait up to five minutes and forgets in the end', async () => {
    const { check, clock } = await authenticatorOf('the old one');
    const waits: number[] = [];
    for (let guess = 0; waits.length < 12; guess++) {
      const verdict = await check(login(`guess ${guess}`).authorization);
      if (verdict.kind !== 'throttled') continue;
      waits.push(verdict.waitS);
      clock.advance(verdict.waitS * 1000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    clock.advance(900_000);
    for (let guess = 0; guess < 5; guess++) {
      expect(await check(login(`later ${guess}`).authorization)).toEqual({ kind: 'refused' });
    }
  });

  it('forgives whoever gets it right', async () => {
    const { check, clock } = await authenticatorOf('the old one');
    for (let guess = 0; guess < 5; guess++) await check(login(`guess ${guess}`).authorization);
    clock.advance(1000);
    expect(await check(OLD)).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    });
    for (let guess = 0; guess < 5; guess++) {
      expect(await check(login(`again ${guess}`).authorization)).toEqual({ kind: 'refused' });
    }
  });

  it('lets other addresses try, up to 28 in a minute together; two more are for this machine', async () => {
    const { check, clock } = await authenticatorOf('the old one');
    const verdicts: string[] = [];
    for (let guess = 0; guess < 40; guess++) {
      verdicts.push((await check(login(`guess ${guess}`).authorization, `10.0.1.${guess}`)).kind);
    }
    expect(verdicts.filter((kind) => kind === 'refused')).toHaveLength(28);
    expect(await check(OLD)).toEqual({ kind: 'throttled', waitS: 60 });
    const own = ['::1', '::ffff:192.168.4.20'];
    for (const address of own)
      expect((await check(login(address).authorization, address)).kind).toBe('refused');
    expect((await check(login('the last').authorization, '127.0.0.1')).kind).toBe('throttled');
    clock.advance(60_000);
    expect(await check(OLD)).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    });
  });
});

describe('guessers', () => {
  it('at six addresses do not lock out the owner at another', async () => {
    const { check, clock } = await authenticatorOf('the old one');
    for (let guess = 0; guess < 120; guess++) {
      await check(login(`guess ${guess}`).authorization, `10.0.1.${guess % 6}`);
      clock.advance(100);
    }
    expect(await check(OLD, '10.0.0.9')).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    });
  });

  it.each([
    ['on the same link', 'fe80::bad%eth0', 'fe80::900d%eth0'],
    ['in the same home', '2001:db8:4::bad', '2001:db8:4::900d'],
    ['in the same distant network', '2001:db8:0:1::bad', '2001:db8:0:1::900d'],
  ])('%s do not keep the owner out', async (_, guesser, owner) => {
    const { check, clock } = await authenticatorOf('the old one');
    for (let guess = 0; guess < 300; guess++) {
      await check(login(`guess ${guess}`).authorization, guesser);
      clock.advance(1_000);
    }
    expect(await check(OLD, owner)).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    });
  });

  it('with all addresses of one distant network get twelve hashes a minute', async () => {
    const { check } = await authenticatorOf('the old one');
    const verdicts: string[] = [];
    for (let guess = 0; guess < 40; guess++)
      verdicts.push((await check(login(`guess ${guess}`).authorization, `2001:db8:0:1::${guess}`)).kind);
    expect(verdicts.filter((kind) => kind === 'refused')).toHaveLength(12);
    expect(await check(OLD, '2001:db8:0:2::beef')).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    });
  });

  it('at hundreds of addresses on the internet do not keep out who is at home, or was here before', async () => {
    const { check, clock } = await authenticatorOf('the old one');
    expect(await check(OLD, '203.0.113.9')).toMatchObject({
      kind: 'known',
      who: { name: 'admin', role: 'admin', by: 'password' },
    });
    for (let guess = 0; guess < 600; guess++) {
      await check(login(`guess ${guess}`).authorization, `198.51.${guess >> 8}.${guess & 255}`);
      clock.advance(50);
    }
    expect((await check(login('a typo').authorization, '203.0.113.9')).kind).toBe('refused');
    expect((await check(login('another one').authorization, '10.0.0.9')).kind).toBe('refused');
    expect((await check(login('a stranger').authorization, '203.0.113.10')).kind).toBe('throttled');
  });

  it('get no new tries by what the admin does at the same address', async () => {
    const { check } = await authenticatorOf('the old one');
    await check(OLD);
    const verdicts: string[] = [];
    for (let guess = 0; guess < 10; guess++) {
      verdicts.push((await check(login(`guess ${guess}`).authorization)).kind);
      await check(OLD);
    }
    expect(verdicts.filter((kind) => kind === 'refused')).toHaveLength(5);
  });
});

describe('a password hash', () => {
  it('matches its password and nothing like it', async () => {
    const { randomBytes } = createTestPlatform();
    const hash = await hashPassword(new Secret('Solar 42'), randomBytes, CHEAP_HASH);
    expect(isPasswordHash(hash)).toBe(true);
    expect(await passwordMatches(new Secret('Solar 42'), hash)).toBe(true);
    for (const text of ['', 'solar 42', 'Solar 4', 'Solar 42 ', 'Solar 42\0', '\0Solar 42', hash]) {
      expect(await passwordMatches(new Secret(text), hash), JSON.stringify(text)).toBe(false);
    }
  });

  it('has another salt each time, and says what it cost', async () => {
    const { randomBytes } = createTestPlatform();
    const hashes = await Promise.all(
      [1, 2].map(() => hashPassword(new Secret('Solar 42'), randomBytes, CHEAP_HASH)),
    );
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(hashes[0]).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$/);
  });

  it.each(['', 'openDTU42', '$scrypt$ln=15,r=8,p=3$$', '$bcrypt$ln=15,r=8,p=3$a$b'])('is not %j', (text) => {
    expect(isPasswordHash(text)).toBe(false);
  });
});
