import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it } from 'vitest';
import type { StoredSecurity } from '../settings/sections.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { openFirstRun } from './first-run.ts';

/** Settings of which only the security ones matter. */
function settingsOf(isNew: boolean, isDefault = true) {
  let security: StoredSecurity = { password_hash: 'x', default_password: isDefault, allow_readonly: true };
  let tell: (value: StoredSecurity) => void = () => undefined;
  const settings = {
    newSections: new Set(isNew ? (['security'] as const) : []),
    get: () => security,
    subscribe: (_section: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as Pick<SettingsStore, 'get' | 'newSections' | 'subscribe'>;
  return {
    settings,
    setPassword(isDefaultOne: boolean) {
      security = { ...security, default_password: isDefaultOne };
      tell(security);
    },
  };
}

async function open(
  folder: string,
  { settings }: ReturnType<typeof settingsOf>,
  { asks = true, hasPassword = false } = {},
) {
  const { openDataDirectory, log } = createTestPlatform();
  const directory = await openDataDirectory(folder);
  return openFirstRun({
    settings,
    directory,
    log,
    randomBytes: (count) => randomBytes(count),
    asks,
    hasPassword,
  });
}

describe('a fresh folder', () => {
  it('is open and locked, with another code at each start, until a password is set', async () => {
    const folder = await temporaryFolder();
    const first = await open(folder, settingsOf(true));
    expect([first.isOpen(), first.isLocked()]).toEqual([true, true]);
    await first.close();
    const later = settingsOf(false);
    const second = await open(folder, later);
    expect([second.isOpen(), second.isLocked()]).toEqual([true, true]);
    expect(second.code?.reveal()).not.toBe(first.code?.reveal());
    later.setPassword(false);
    expect(second.isLocked()).toBe(false);
    await second.setDone(true);
    await second.close();
    // Whoever goes back to the password that everybody knows has chosen it.
    const third = await open(folder, settingsOf(false));
    expect([third.isOpen(), third.isLocked(), third.code]).toEqual([false, false, undefined]);
  });

  it('is not locked where its first password was given, and is set up all the same', async () => {
    const given = await open(await temporaryFolder(), settingsOf(true), { hasPassword: true });
    expect([given.isOpen(), given.isLocked(), given.code]).toEqual([true, false, undefined]);
    expect(given.asksForPassword()).toBe(false);
  });

  it('is locked whatever is left of settings that were there before', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'first-run.json'), '{"open":false,"locked":false}');
    const run = await open(folder, settingsOf(true));
    expect([run.isOpen(), run.isLocked()]).toEqual([true, true]);
  });

  it('goes on as it is where nobody asks', async () => {
    const quiet = await open(await temporaryFolder(), settingsOf(true), { asks: false });
    expect([quiet.isOpen(), quiet.isLocked()]).toEqual([false, false]);
  });

  it('is one again after a reset', async () => {
    const folder = await temporaryFolder();
    const used = await open(folder, settingsOf(false, false));
    await used.forget();
    await used.close();
    const next = await open(folder, settingsOf(false));
    expect([next.isOpen(), next.isLocked()]).toEqual([true, true]);
  });
});

describe('a folder that was there before', () => {
  it('is not asked, whatever its password is', async () => {
    const old = await open(await temporaryFolder(), settingsOf(false));
    expect([old.isOpen(), old.isLocked(), old.code]).toEqual([false, false, undefined]);
    expect(old.isCode('')).toBe(false);
  });

  it('is asked once for another password than the one that everybody knows', async () => {
    const folder = await temporaryFolder();
    const security = settingsOf(false);
    const first = await open(folder, security);
    expect(first.asksForPassword()).toBe(true);
    security.setPassword(false);
    expect(first.asksForPassword()).toBe(false);
    security.setPassword(true);
    await first.setDone(true);
    expect(first.asksForPassword()).toBe(false);
    await first.close();
    expect((await open(folder, settingsOf(false))).asksForPassword()).toBe(false);
  });

  it('is not asked where it has a password of its own, or where nobody asks', async () => {
    expect((await open(await temporaryFolder(), settingsOf(false, false))).asksForPassword()).toBe(false);
    const quiet = await open(await temporaryFolder(), settingsOf(false), { asks: false });
    expect(quiet.asksForPassword()).toBe(false);
  });
});

describe('the code', () => {
  it('has eight letters and digits that nobody takes for each other, and is taken as people type it', async () => {
    const run = await open(await temporaryFolder(), settingsOf(true));
    const code = run.code?.reveal() ?? '';
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
    for (const text of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `]) {
      expect(run.isCode(text), text).toBe(true);
    }
    for (const text of ['', code.slice(1), `${code}A`, 'AAAA-AAAA'])
      expect(run.isCode(text), text).toBe(false);
    expect(`${String(run.code)} ${JSON.stringify(run)}`).not.toContain(code);
  });
});
