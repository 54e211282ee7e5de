import { restore } from '@heliograph/testbed/gateway/config-calls.ts';
import { CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { openAllSettings } from '../../apps/gateway/src/open-settings.ts';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { passwordMatches } from '../../apps/gateway/src/settings/password-hash.ts';
import { connectSettings, openSettingsStorage } from '../../apps/gateway/src/settings/settings-storage.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { damage, GIVEN, PASSWORD, startDamaged, usedFolder } from './damaged-folder.ts';

/** F4: a password that is lost with a damaged file lets nobody in, and without recovery mode nothing would start. */

const row = openRow('F4');

/** What the product says of a damaged file when it does not start, and nothing else that may go wrong here. */
const REFUSED_START = /^StartError: The settings file settings\.db in \S+ cannot be used /;

/** Opens the settings of a damaged folder; undefined where it refuses to start. */
async function openDamaged(dataFolder: string) {
  const platform = createTestPlatform();
  const { processes } = platform;
  const storage = await openSettingsStorage({
    ...{ directory: await platform.openDataDirectory(dataFolder), processes },
    connect: (folder) => connectSettings(folder, undefined),
  });
  const opening = openAllSettings({
    ...{ platform, storage, hashCost: CHEAP_HASH, firstPassword: undefined, nowS: () => undefined },
    ...{ inverters: [], pollIntervalS: 1 },
  });
  return opening
    .catch((error: unknown) => {
      if (!REFUSED_START.test(String(error))) throw error;
      return undefined;
    })
    .finally(storage.close);
}

describe('a lost password', { timeout: 120_000 }, () => {
  it('is never the default one, nor the empty one, nor one that only somebody else was given', async () => {
    let letIn = 0;
    for (const firstPassword of [undefined, new Secret('openDTU42')]) {
      const { gateway, backup } = await startDamaged('password', { firstPassword });
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
    const { dataFolder } = await usedFolder();
    damage(dataFolder, 'password');
    const opened = await without(['unknownPassword'], () => openDamaged(dataFolder));
    if (opened === undefined) throw new Error('it did not even come to recovery mode');
    const { password_hash: hash } = opened.settings.get('security');
    const isDefault = await passwordMatches(new Secret('openDTU42'), hash);
    row.counterProof({
      what: 'passwords that let somebody in when it is lost',
      without: SEAMS.unknownPassword,
      value: isDefault ? 1 : 0,
      goal: { exactly: 0 },
    });
  });
});

describe('a gateway without recovery mode', { timeout: 120_000 }, () => {
  it('does not start', async () => {
    const { dataFolder } = await usedFolder();
    damage(dataFolder, 'time');
    const opened = await without(['recoveryMode'], () => openDamaged(dataFolder));
    row.counterProof({
      what: 'starts with settings that are damaged as their copy is',
      without: SEAMS.recoveryMode,
      value: Number(opened !== undefined),
      goal: { exactly: 1 },
    });
  });
});
