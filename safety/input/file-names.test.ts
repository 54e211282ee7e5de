import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CONFIG_FILE, ENDPOINTS, PIN_PROFILE_FILE, UPLOADS } from '@heliograph/contract';
import { openSettingsIn } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { originalBackup } from '@heliograph/testbed/gateway/original-backup.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startSharedGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, FORM_TYPE, formOf, imageForm, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { type Answer, type Call, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../apps/gateway/src/platform/data-directory.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { watchDirectory } from '../tools/disk/watched-directory.ts';
import { HOSTILE_NAMES, SPELLINGS } from '../tools/input/hostile-names.ts';
import { startGatewayProcess } from '../tools/process/gateway-process.ts';

/** Source: docs/reference/original-device.md#configuration-files and #quirk-44. */

const row = openRow('B7');
const HAS_STRACE = findProgram('strace') !== undefined;
const CANARY = 'canary-of-a-file';
const PROFILES = JSON.stringify([{ name: 'My board' }]);

/** A data folder with something to find in it, and beside it. */
async function baitedFolder(): Promise<string> {
  const parent = await temporaryFolder();
  const folder = join(parent, 'data');
  await mkdir(join(folder, 'a-directory'), { recursive: true });
  for (const name of ['secret', 'slot_a.bin', 'config.json.bak', 'config.json.tmp', 'CONFIG.JSON']) {
    await writeFile(join(folder, name), CANARY);
  }
  for (const name of [CONFIG_FILE, PIN_PROFILE_FILE]) await writeFile(join(parent, name), CANARY);
  await writeFile(join(folder, 'a-directory', 'inside'), CANARY);
  await symlink(join(parent, CONFIG_FILE), join(folder, 'a-link'));
  const mkfifo = findProgram('mkfifo');
  if (mkfifo !== undefined) execFileSync(mkfifo, [join(folder, 'a-fifo')]);
  return folder;
}

/** As `send`, however many requests there were before. */
async function ask(port: number, path: string, call: Call): Promise<Answer> {
  for (;;) {
    const answer = await send(port, path, call);
    if (answer.status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

interface Tried {
  readonly count: number;
  /** Answers that are not the fixed ones, or have something of a file in them. */
  readonly badAnswers: readonly string[];
}

const NO_SUCH_FILE = 'Only config.json and pin_mapping.json can be restored.';

/** Asks for each name, in each spelling, in each place. */
async function tryNames(port: number, names: readonly string[]): Promise<Tried> {
  const badAnswers: string[] = [];
  let count = 0;

  function look(what: string, { status, text, headers }: Answer, expected: readonly [number, string]): void {
    count += 1;
    const isFixed = status === expected[0] && text.includes(expected[1]) && !text.includes(CANARY);
    const isOpen = headers['content-disposition'] !== undefined || (status === 404 && text !== '');
    if (!isFixed || isOpen) badAnswers.push(`${what}: ${status} ${text.slice(0, 200)}`);
  }

  for (const name of names) {
    for (const [how, spell] of Object.entries(SPELLINGS)) {
      const what = JSON.stringify(`${name.slice(0, 60)} ${how}`);
      const query = `?file=${spell(name)}`;
      const get = await ask(port, `${ENDPOINTS.getConfigFile.path}${query}`, { headers: login() });
      look(`get ${what}`, get, [404, '']);
      const part = { ...configPart(JSON.stringify(originalBackup())), fileName: spell(name) };
      const sent = await ask(port, `${UPLOADS.restoreConfig.path}${query}`, {
        ...{ method: 'POST', headers: { ...login(), 'content-type': FORM_TYPE } },
        body: formOf([part]).toString(),
      });
      look(`upload ${what}`, sent, [500, NO_SUCH_FILE]);
      const deletion = new URLSearchParams({
        data: JSON.stringify({ delete: false, file: name.slice(0, 300) }),
      });
      const deleted = await ask(port, `${ENDPOINTS.deleteConfig.path}${query}`, {
        ...{ method: 'POST', body: deletion.toString() },
        headers: { ...login(), 'content-type': 'application/x-www-form-urlencoded' },
      });
      look(`delete ${what}`, deleted, [200, '3001']);
    }
  }
  return { count, badAnswers };
}

/** A gateway over a watched folder; `touched` gives the names that were asked for since it was called before. */
async function startWatched() {
  const platform = createTestPlatform('info');
  const dataFolder = await baitedFolder();
  const watched = watchDirectory(await platform.openDataDirectory(dataFolder));
  const openDataDirectory = async () => watched.directory;
  const gateway = await startSharedGateway({ dataFolder, platform: { ...platform, openDataDirectory } });
  const known = new Set(watched.names);
  return { gateway, touched: () => [...watched.names].filter((name) => !known.has(name)) };
}

describe('names of files', { timeout: row.scale(120_000, 600_000) }, () => {
  it('are the two known ones, or nothing is opened', async () => {
    const { gateway, touched } = await startWatched();
    const { port } = gateway;
    try {
      const names = row.isNightly ? HOSTILE_NAMES : HOSTILE_NAMES.filter((_, index) => index % 5 === 0);
      const { count, badAnswers } = await tryNames(port, names);
      row.figure({
        what: 'hostile names of files',
        value: names.length,
        goal: { atLeast: row.scale(15, 90) },
      });
      row.figure({ what: 'requests with them', value: count, goal: { exactly: names.length * 9 } });
      row.figure({
        what: 'answers other than the fixed ones',
        value: badAnswers.length,
        goal: { exactly: 0 },
      });
      row.figure({ what: 'files opened by such a name', value: touched().length, goal: { exactly: 0 } });
      expect([...badAnswers, ...touched()]).toEqual([]);
      // What the file of an upload is called means nothing.
      for (const name of HOSTILE_NAMES.slice(0, row.scale(5, HOSTILE_NAMES.length))) {
        const fileName = SPELLINGS.plain(name);
        const profiles = formOf([{ ...configPart(PROFILES), fileName }]);
        const query = `?file=${PIN_PROFILE_FILE}`;
        expect((await upload(port, 'restoreConfig', profiles, { query })).text).toBe('OK');
        const image = imageForm(Buffer.from('MZ'))
          .toString()
          .replace('filename="firmware"', `filename="${fileName}"`);
        const answer = await upload(port, 'updateFirmware', Buffer.from(image));
        expect(answer.text).toBe('The file is not a firmware image for the ESP32 family.');
      }
      const own = [PIN_PROFILE_FILE, `${PIN_PROFILE_FILE}.tmp`, 'firmware-upload.tmp'];
      expect(touched().filter((name) => !own.includes(name))).toEqual([]);
    } finally {
      await gateway.dispose();
    }
  });

  it('are missed without the list of those that are known', async () => {
    const { gateway, touched } = await startWatched();
    try {
      const { badAnswers } = await without(['knownFileNames'], () =>
        tryNames(gateway.port, ['../config.json', 'security.json', 'a-link']),
      );
      const value = touched().length;
      row.counterProof({
        ...{ what: 'files opened by such a name', without: SEAMS.knownFileNames, value: value },
        goal: { exactly: 0 },
      });
      row.counterProof({
        ...{
          what: 'answers other than the fixed ones',
          without: SEAMS.knownFileNames,
          value: badAnswers.length,
        },
        goal: { exactly: 0 },
      });
    } finally {
      await gateway.dispose();
    }
  });

  it.runIf(row.isNightly && row.can(HAS_STRACE, 'what the system opened', 'strace is missing'))(
    'open no file, as the system sees it',
    async () => {
      const dataFolder = await baitedFolder();
      const trace = join(await temporaryFolder(), 'trace');
      const gateway = await startGatewayProcess({
        dataFolder,
        under: ['strace', '-f', '-D', '-s', '5000', '-e', 'trace=open,openat,openat2,creat', '-o', trace],
        environment: { UV_USE_IO_URING: '0' },
      });
      try {
        const { length } = await readFile(trace, 'utf8');
        const { badAnswers } = await tryNames(gateway.port, HOSTILE_NAMES);
        const calls = (await readFile(trace, 'utf8')).slice(length).split('\n');
        const opened = calls.flatMap(
          (line) => /open(?:at2?)?\([^"]*"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? [],
        );
        const strange = opened.filter((path) => !isOwn(path, dataFolder));
        row.figure({
          ...{ what: 'files opened by such a name, as the system sees it', value: strange.length },
          goal: { exactly: 0 },
        });
        expect([...strange, ...badAnswers]).toEqual([]);
        // It does see what is opened.
        await ask(gateway.port, `${ENDPOINTS.getConfigFile.path}?file=${PIN_PROFILE_FILE}`, {
          headers: login(),
        });
        expect((await readFile(trace, 'utf8')).slice(length)).toContain(`/data/${PIN_PROFILE_FILE}"`);
      } finally {
        await gateway.dispose();
      }
    },
  );
});

const FACTS =
  /^\/(proc|sys)\/[\w./-]+$|^\/etc\/(hosts|host\.conf|resolv\.conf|nsswitch\.conf|gai\.conf|localtime|ld\.so\.cache)$/;
/** What the system loads to look up the name of a time server. */
const LOOKUPS = /^(\/usr)?\/lib\/[\w-]+\/lib(nss_\w+|resolv)[\w.-]*\.so[\d.]*$/;

/** What a gateway opens by itself: facts of the machine, and what it simulates. */
function isOwn(path: string, dataFolder: string): boolean {
  if (FACTS.test(path) || LOOKUPS.test(path)) return true;
  return /^(simulation|network|ntp|dtu|inverters)[\w.-]*$/.test(relative(dataFolder, path));
}

const FOLLOWED = {
  what: 'files elsewhere that a planted link had overwritten',
  goal: { exactly: 0 },
} as const;

/** Saves where somebody has put links at the names of unfinished files; returns how many of these led to a damage. */
async function saveOverLinks(): Promise<number> {
  const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  const directory = await openDataDirectory(folder);
  const names = ['dtu.json.tmp', 'dtu.json.bak.tmp', 'simulation.json.tmp', 'firmware-upload.tmp'];
  for (const name of names) {
    await writeFile(join(elsewhere, name), 'mine');
    await symlink(join(elsewhere, name), join(folder, name));
    await directory.write(name, new Uint8Array(10));
  }
  const ofSettings = [
    'settings.db.good.tmp',
    'settings.db.withdrawn',
    'settings.db.new',
    'settings-trial.tmp',
    'settings.db-journal',
  ];
  await (await openSettingsIn(folder)).end();
  for (const name of ofSettings) {
    await rm(join(folder, name), { force: true });
    await writeFile(join(elsewhere, name), 'mine');
    await symlink(join(elsewhere, name), join(folder, name));
  }
  const { settings, end } = await openSettingsIn(folder);
  await settings
    .update('security', (security) => ({ ...security, allow_readonly: false }))
    .catch(() => undefined); // what cannot be written may be refused
  await end();
  const texts = await Promise.all(
    [...names, ...ofSettings].map((name) => readFile(join(elsewhere, name), 'utf8')),
  );
  return texts.filter((text) => text !== 'mine').length;
}

it('of which somebody has made links lead nowhere', { timeout: 60_000 }, async () => {
  row.figure({ ...FOLLOWED, value: await saveOverLinks() });
  const value = await without(['linksNotFollowed'], saveOverLinks);
  row.counterProof({ ...FOLLOWED, without: SEAMS.linksNotFollowed, value });
});
