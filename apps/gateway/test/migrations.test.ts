import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putSections, storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { openConfigTestbed } from '@heliograph/testbed/gateway/config-testbed.ts';
import { originalBackup, SERIALS } from '@heliograph/testbed/gateway/original-backup.ts';
import { describe, expect, it } from 'vitest';
import { openHistory } from '../src/history/history.ts';
import { HISTORY_MIGRATIONS } from '../src/history/history-schema.ts';
import { offsetOf } from '../src/history/plant-timezone.ts';
import { SECTION_NAMES, SECTION_SCHEMAS } from '../src/settings/sections.ts';
import { SETTINGS_MIGRATIONS } from '../src/settings/settings-schema.ts';
import { MIGRATIONS } from '../src/settings/stored-section.ts';
import { type Database, openDatabase } from '../src/storage/database.ts';
import { COMPATIBLE, migrate } from '../src/storage/migrations.ts';
import { endOf, openStoredSettings, pollEvery, settingsFolder } from './open-stored-settings.ts';

/** Everything that an earlier or a later version may have left, in one table: what becomes of it at a start of this one. */

const OLD_FOLDER = fileURLToPath(new URL('../../../golden/folder-0.1.0', import.meta.url));
const DATABASES = ['settings.db', 'settings.db.good'] as const;
const HISTORY = 'history.db';

/** A folder of this version with a setting of its own. */
async function ownFolder(): Promise<string> {
  const folder = await settingsFolder();
  await pollEvery(await openStoredSettings(folder), 9);
  await endOf(folder);
  return folder;
}

function change(path: string, sql: string): void {
  const database = openDatabase(path);
  database.exec(sql);
  database.close();
}

const setVersion = (version: number) =>
  `PRAGMA user_version = ${version}; UPDATE meta SET value = '${version}' WHERE key = 'version';`;

function inFile<Result>(path: string, work: (database: Database) => Result): Result {
  const database = openDatabase(path, undefined, 'read');
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const historyOf = (path: string) =>
  openHistory({ path, offsetOf, config: { rawDays: 7, minuteDays: 90, timezone: 'UTC0' } });

async function bytesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  // The lock is held while a gateway runs, and says nothing of what is kept.
  const names = (await readdir(folder)).filter((name) => name !== 'settings.lock').sort();
  const read = async (name: string) =>
    [name, (await readFile(join(folder, name))).toString('base64')] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

interface Case {
  readonly what: string;
  readonly make: () => Promise<string>;
  /** What must be so in the folder afterwards, once it was opened and a poll interval of 8 s was saved. */
  readonly check?: (folder: string) => unknown;
  /** The sentence with which it is refused; then it is as it was, byte for byte. */
  readonly refusal?: RegExp;
}

const CASES: readonly Case[] = [
  {
    what: 'a folder of release 0.1.0',
    async make() {
      const folder = await settingsFolder();
      await cp(OLD_FOLDER, folder, { recursive: true });
      return folder;
    },
    async check(folder) {
      for (const name of await readdir(OLD_FOLDER)) {
        expect(await readFile(join(folder, name)), name).toEqual(await readFile(join(OLD_FOLDER, name)));
      }
    },
  },
  ...SETTINGS_MIGRATIONS.map((_, index): Case => {
    const version = COMPATIBLE + index + 1;
    return {
      what: `settings.db of version ${version}`,
      async make() {
        const folder = await ownFolder();
        const sections = inFile(join(folder, 'settings.db'), (database) => ({
          section: database.prepare<Record<string, string>>('SELECT * FROM section').all(),
          meta: database.prepare<Record<string, string>>("SELECT * FROM meta WHERE key <> 'version'").all(),
        }));
        for (const name of DATABASES) {
          const path = join(folder, name);
          change(
            path,
            'DROP TABLE section; DROP TABLE meta; DROP TABLE change; DROP TABLE changed_section; PRAGMA user_version = 0',
          );
          const database = openDatabase(path);
          migrate(database, SETTINGS_MIGRATIONS.slice(0, index + 1));
          for (const { name: key = '', body = '', sha256 = '' } of sections.section)
            database
              .prepare('INSERT INTO section (name, body, sha256) VALUES (?, ?, ?)')
              .run(key, body, sha256);
          for (const { key = '', value = '' } of sections.meta)
            database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(key, value);
          database.close();
        }
        return folder;
      },
      check: (folder) =>
        expect(
          inFile(join(folder, 'settings.db'), (database) => database.prepare('PRAGMA user_version').get()),
        ).toEqual({ user_version: COMPATIBLE + SETTINGS_MIGRATIONS.length }),
    };
  }),
  ...HISTORY_MIGRATIONS.map((_, index): Case => {
    const version = COMPATIBLE + index + 1;
    return {
      what: `history.db of version ${version}`,
      async make() {
        const folder = await ownFolder();
        const database = openDatabase(join(folder, HISTORY));
        migrate(database, HISTORY_MIGRATIONS.slice(0, index + 1));
        database.exec(
          "INSERT INTO place (id, string_count) VALUES (2, 2); INSERT INTO inverter VALUES ('1161', 2)",
        );
        database.close();
        return folder;
      },
      check(folder) {
        const history = historyOf(join(folder, HISTORY));
        expect(history.status()).toMatchObject({ problem: undefined, places: [{ serials: ['1161'] }] });
        history.close();
      },
    };
  }),
  ...SECTION_NAMES.flatMap((section) =>
    [undefined, ...Array.from({ length: MIGRATIONS[section].length + 1 }, (_, index) => index + 1)].map(
      (version): Case => ({
        what: `section ${section} of version ${version ?? 'none, as 0.1.0 wrote it'}`,
        async make() {
          const folder = await ownFolder();
          const { version: _, ...body } = storedSection(folder, section);
          putSections(folder, { [section]: version === undefined ? body : { version, ...body } });
          return folder;
        },
        check: (folder) =>
          expect(storedSection(folder, section).version).toBe(MIGRATIONS[section].length + 1),
      }),
    ),
  ),
  {
    what: 'a folder one minor version newer: tables, columns, sections and keys that are not known',
    async make() {
      const folder = await ownFolder();
      putSections(folder, {
        ...{ dtu: { ...storedSection(folder, 'dtu'), version: 2, later: 'kept' } },
        ...({ visitors: { version: 1, visitor: ['Ada'] } } as object),
      });
      for (const name of DATABASES) {
        change(
          join(folder, name),
          `${setVersion(COMPATIBLE + SETTINGS_MIGRATIONS.length + 1)}
            CREATE TABLE visitor (name); INSERT INTO visitor VALUES ('Ada');
            ALTER TABLE change ADD COLUMN visitor TEXT DEFAULT 'Ada'`,
        );
      }
      historyOf(join(folder, HISTORY)).close();
      change(
        join(folder, HISTORY),
        `PRAGMA user_version = ${COMPATIBLE + HISTORY_MIGRATIONS.length + 1}; CREATE TABLE later (id); INSERT INTO later VALUES (7)`,
      );
      return folder;
    },
    check(folder) {
      for (const name of DATABASES) {
        inFile(join(folder, name), (database) => {
          expect(database.prepare('SELECT name FROM visitor').all()).toEqual([{ name: 'Ada' }]);
          expect(database.prepare('SELECT DISTINCT visitor FROM change').all()).toEqual([{ visitor: 'Ada' }]);
          expect(database.prepare("SELECT body FROM section WHERE name = 'visitors'").get()).toEqual({
            body: '{"version":1,"visitor":["Ada"]}',
          });
        });
      }
      expect(storedSection(folder, 'dtu')).toMatchObject({ version: 2, later: 'kept', dtu_pollinterval: 8 });
      const history = historyOf(join(folder, HISTORY));
      expect(history.status().problem).toBeUndefined();
      history.close();
      expect(
        inFile(join(folder, HISTORY), (database) => database.prepare('SELECT id FROM later').all()),
      ).toEqual([{ id: 7 }]);
    },
  },
  {
    what: 'settings of a version that starts a new thousand',
    async make() {
      const folder = await ownFolder();
      for (const name of DATABASES) change(join(folder, name), setVersion(COMPATIBLE + 1001));
      return folder;
    },
    refusal:
      /The settings in .* were written by a newer version of Heliograph \(tables 2001\); start that version/,
  },
];

describe('a start finds', () => {
  it.each(CASES)('$what', async ({ make, check, refusal }) => {
    const folder = await make();
    const before = await bytesIn(folder);
    if (refusal !== undefined) {
      await expect(openStoredSettings(folder)).rejects.toThrow(refusal);
      await endOf(folder);
      expect(await bytesIn(folder)).toEqual(before);
      return;
    }
    const settings = await openStoredSettings(folder);
    for (const section of SECTION_NAMES)
      expect(SECTION_SCHEMAS[section].read(settings.get(section))).toBeDefined();
    await pollEvery(settings, 8);
    await endOf(folder);
    await check?.(folder);
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(8);
    await endOf(folder);
  });

  it('numbers of a newer version outside of their ranges: the nearest ones count, and they stay as they were', async () => {
    const folder = await ownFolder();
    const written = {
      meter: { ...storedSection(folder, 'meter'), version: 2, interval: 120, factor: -3 },
      rule: { ...storedSection(folder, 'rule'), version: 2, safe_power: 5e9, margin: 3 },
    };
    putSections(folder, written);
    const settings = await openStoredSettings(folder);
    expect(settings.get('meter')).toMatchObject({ interval: 60, factor: 0.001, unit: 1 });
    expect(settings.get('rule')).toMatchObject({ safe_power: 10_000_000, margin: 5, hysteresis: 20 });
    await pollEvery(settings, 8);
    await endOf(folder);
    expect(storedSection(folder, 'meter')).toEqual(written.meter);
    expect(storedSection(folder, 'rule')).toEqual(written.rule);
  });

  it('a history of a version that starts a new thousand: it says so, and leaves it byte for byte as it was', async () => {
    const folder = await settingsFolder();
    historyOf(join(folder, HISTORY)).close();
    change(join(folder, HISTORY), `PRAGMA user_version = ${COMPATIBLE + 1001}`);
    const before = await readFile(join(folder, HISTORY));
    const history = historyOf(join(folder, HISTORY));
    expect(history.status().problem).toBe('newer');
    history.close();
    expect((await readFile(join(folder, HISTORY))).equals(before)).toBe(true);
  });
});

/** Versions of the layout of `config.json` that originals have had, as their last number counts. */
const READ = Array.from({ length: 23 }, (_, index) => index + 1);
const NEWER = [24, 25, 26, 27, 28, 29, 30];
/** From this one on strings have names. Source: docs/reference/original-device.md#layout-of-the-configuration-file. */
const NAMED_STRINGS = 23;

function backupOf(minor: number) {
  const { inverters, ...others } = originalBackup();
  return {
    ...others,
    cfg: { version: 0x0001_0000 + minor * 0x100, save_count: 7 },
    inverters:
      minor >= NAMED_STRINGS
        ? inverters
        : inverters.map(({ channel, ...inverter }) => ({
            ...inverter,
            channels: channel.map(({ max_power }) => max_power),
          })),
  };
}

describe('a backup of an original device', () => {
  it.each(READ)('of layout 0.1.%i is restored with everything that it has', async (minor) => {
    const { restore, afterRestart } = await openConfigTestbed();
    await restore(backupOf(minor));
    const sections = await afterRestart();
    expect(sections.inverters.inverter.map(({ serial }) => serial)).toEqual(SERIALS);
    const [first] = sections.inverters.inverter;
    expect(first?.channel[0]).toMatchObject({ name: minor >= NAMED_STRINGS ? 'Ost 0' : '', max_power: 400 });
    expect(sections.network.ssid).toBe('Sonnenhaus-2G');
    expect(sections.mqtt.mqtt_hostname).toBe('broker.invalid');
    expect(sections.dtu.dtu_pollinterval).toBe(15);
  });

  it.each(NEWER)('of layout 0.1.%i is refused in a sentence, and nothing is changed', async (minor) => {
    const { restore, backup } = await openConfigTestbed();
    const before = await backup();
    await expect(restore(backupOf(minor))).rejects.toThrow(
      `The file has version 0.1.${minor}, which is newer than this gateway can read (0.1.23).`,
    );
    expect(await backup()).toBe(before);
  });
});
