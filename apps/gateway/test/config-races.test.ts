import { PIN_PROFILE_FILE, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { openConfigTestbed } from '@heliograph/testbed/gateway/config-testbed.ts';
import { withChange } from '@heliograph/testbed/gateway/original-backup.ts';
import { describe, expect, it } from 'vitest';
import type { SettingsStore } from '../src/settings/settings-store.ts';

/** Saves, restores and resets that are under way at the same time: what was acknowledged stays. */

const ABOUT_TO_RESTART = 'NotSavedError: The gateway is about to restart; nothing was changed.';
const HASH = `$scrypt$ln=1,r=1,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;

/** Keeps everything that a file can leave as it is. */
const KEEPING = withChange(({ wifi, mqtt, dtu, security }) => {
  wifi.password = SECRET_PLACEHOLDER;
  mqtt.password = SECRET_PLACEHOLDER;
  Object.assign(dtu, { serial: 0 });
  security.password = '';
});

function saveKept({ update }: SettingsStore) {
  return [
    update('ntp', (ntp) => ({ ...ntp, ntp_server: 'other.test' })),
    update('dtu', (dtu) => ({ ...dtu, dtu_serial: '199980777777' })),
    update('network', (network) => ({ ...network, password: 'new-network' })),
    update('mqtt', (mqtt) => ({ ...mqtt, mqtt_password: 'new-mqtt' })),
    update('security', (security) => ({ ...security, password_hash: HASH, default_password: false })),
  ];
}

const outcome = (work: Promise<void>) => work.then(() => 'done', String);

describe('a save', () => {
  it('that was asked for before a restore is in what the restore keeps', async () => {
    const { settings, restore, afterRestart } = await openConfigTestbed();
    await Promise.all([...saveKept(settings), restore(KEEPING)]);
    expect(await afterRestart()).toMatchObject({
      dtu: { dtu_serial: '199980777777', dtu_pollinterval: 15 },
      network: { password: 'new-network' },
      mqtt: { mqtt_password: 'new-mqtt' },
      security: { password_hash: HASH, default_password: false, allow_readonly: false },
    });
  });

  it('is in the restored settings or refused, whenever it comes', async () => {
    const outcomes = new Set<string>();
    for (let turns = 0; turns < 60; turns += 3) {
      const { settings, restore, afterRestart } = await openConfigTestbed();
      const restored = restore(KEEPING);
      for (let turn = 0; turn < turns; turn++) await undefined;
      const saved = outcome(settings.update('mqtt', (mqtt) => ({ ...mqtt, mqtt_password: 'new' })));
      await restored;
      const { mqtt_password } = (await afterRestart()).mqtt;
      expect([await saved, mqtt_password]).toEqual(
        mqtt_password === 'new' ? ['done', 'new'] : [ABOUT_TO_RESTART, ''],
      );
      outcomes.add(mqtt_password);
    }
    expect([...outcomes].sort()).toEqual(['', 'new']);
  });

  it('that was asked for before a reset is in its copy', async () => {
    const { settings, configFiles, disk } = await openConfigTestbed();
    await Promise.all([...saveKept(settings), configFiles.reset()]);
    const [name = ''] = (await disk.names()).filter((file) => file.startsWith('config-before-reset-'));
    expect(JSON.parse(disk.text(name) ?? '')).toMatchObject({
      wifi: { password: 'new-network' },
      mqtt: { password: 'new-mqtt' },
      security: { password_hash: HASH },
    });
  });
});

describe('a reset', () => {
  it('is done once, however many ask for it at once', async () => {
    const { configFiles, disk } = await openConfigTestbed();
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(configFiles.reset())));
    expect(outcomes.toSorted()).toEqual([ABOUT_TO_RESTART, ABOUT_TO_RESTART, 'done']);
    expect((await disk.names()).filter((name) => name.startsWith('config-before-reset-'))).toHaveLength(1);
  });
});

describe('pin profiles that come at the same time', () => {
  it('are those that were acknowledged last, also when the disk refuses one of them, at every step', async () => {
    for (let step = 0; ; step++) {
      const disk = createCrashDisk();
      const { restore } = await openConfigTestbed(disk);
      disk.refuse(step, 'ENOSPC');
      const acknowledged: string[] = [];
      const all = ['one', 'two', 'three', 'four'].map(async (name) => {
        const text = JSON.stringify([{ name }]);
        await restore(text, PIN_PROFILE_FILE);
        acknowledged.push(text);
      });
      await Promise.allSettled(all);
      expect(acknowledged.length).toBeGreaterThanOrEqual(3);
      expect(disk.text(PIN_PROFILE_FILE)).toBe(acknowledged.at(-1));
      expect((await disk.names()).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      if (acknowledged.length === 4) return expect(step).toBeGreaterThan(12);
    }
  });
});
