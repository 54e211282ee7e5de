import { describe, expect, it } from 'vitest';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { passwordMatches } from '../../apps/gateway/src/settings/password-hash.ts';
import { restore } from '../../apps/gateway/test/config-gateway.ts';
import { send } from '../../apps/gateway/test/http-client.ts';
import { CHEAP_HASH, createTestPlatform } from '../../apps/gateway/test/start-test-gateway.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry, requireInPlace } from '../tools/copies/build-entry.ts';
import { type Guard, guard } from '../tools/copies/guard.ts';
import { damage, GIVEN, PASSWORD, startDamaged, usedFolder } from './damaged-folder.ts';

/** F4: a password that is lost with a damaged file lets nobody in, and without recovery mode nothing would start. */

const row = openRow('F4');

const FAIL_CLOSED = guard(
  'the password that nobody knows',
  'apps/gateway/src/settings/recovery-settings.ts',
  'password: givenPassword ?? unknown(),',
  'password: (void unknown, new Secret(DEFAULT_ADMIN_PASSWORD)),',
);
/** What the product says of a damaged file when it does not start, and nothing else that may go wrong here. */
const REFUSED_START = /^StartError: The settings file \w+\.json in \S+ cannot be used /;
const RECOVERY = guard(
  'recovery mode',
  'apps/gateway/src/open-settings.ts',
  'if (!(error instanceof DamagedFileError)) {',
  'if (true) {',
);

/** Opens the settings of a damaged folder with a copy of the product; undefined where that copy refuses to start. */
async function openWithout(taken: Guard, dataFolder: string) {
  const { openAllSettings } = await loadEntry<typeof import('../../apps/gateway/src/open-settings.ts')>({
    entry: 'apps/gateway/src/open-settings.ts',
    without: [taken],
  });
  const platform = createTestPlatform();
  const directory = await platform.openDataDirectory(dataFolder);
  const opening = openAllSettings({
    ...{ platform, directory, hashCost: CHEAP_HASH, firstPassword: undefined },
    ...{ inverters: [], pollIntervalS: 1 },
  });
  return opening.catch((error: unknown) => {
    if (!REFUSED_START.test(String(error))) throw error;
    return undefined;
  });
}

describe('a lost password', { timeout: 120_000 }, () => {
  it('is never the default one, nor the empty one, nor one that only somebody else was given', async () => {
    let letIn = 0;
    for (const firstPassword of [undefined, new Secret('openDTU42')]) {
      const { gateway, backup } = await startDamaged('security', { firstPassword });
      for (const password of ['openDTU42', '', PASSWORD, GIVEN]) {
        const { status } = await restore(gateway, backup, { password });
        if (status !== 401) letIn++;
      }
      expect((await send(gateway.port, '/')).text).toMatch(/--first-password/);
      expect((await send(gateway.port, '/')).text).not.toContain('<form');
    }
    row.figure({
      what: 'passwords that let somebody in when it is lost',
      value: letIn,
      goal: { exactly: 0 },
    });
  });

  it('would be the default one without that guard', async () => {
    if (!row.isNightly) return requireInPlace(FAIL_CLOSED);
    const { dataFolder } = await usedFolder();
    await damage(dataFolder, 'security');
    const opened = await openWithout(FAIL_CLOSED, dataFolder);
    if (opened === undefined) throw new Error('it did not even come to recovery mode');
    const { password_hash: hash } = opened.settings.get('security');
    const isDefault = await passwordMatches(new Secret('openDTU42'), hash);
    row.counterProof({
      what: 'passwords that let somebody in when it is lost',
      without: FAIL_CLOSED.name,
      value: isDefault ? 1 : 0,
      goal: { exactly: 0 },
    });
  });
});

describe('a gateway without recovery mode', { timeout: 120_000 }, () => {
  it('does not start', async () => {
    if (!row.isNightly) return requireInPlace(RECOVERY);
    const { dataFolder } = await usedFolder();
    await damage(dataFolder, 'inverters');
    const opened = await openWithout(RECOVERY, dataFolder);
    row.counterProof({
      what: 'starts with a file that is damaged in both generations',
      without: RECOVERY.name,
      value: Number(opened !== undefined),
      goal: { exactly: 1 },
    });
  });
});
