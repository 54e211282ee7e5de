import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE, ENDPOINTS, PIN_PROFILE_FILE } from '@heliograph/contract';
import { chance } from '@heliograph/testbed/dice.ts';
import { configPart, formOf, imageForm, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { buildImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { imageFile, type Slot } from '../../../apps/gateway/src/firmware/firmware-slot.ts';
import {
  backupOf,
  editOf,
  type FolderState,
  type Operation,
  operationAt,
  passwordOf,
  pollIntervalOf,
  profilesOf,
  serverOf,
  versionOf,
} from '../disk/folder-model.ts';
import { type KillFigures, openKillBooks } from './kill-books.ts';
import { type KillChild, type KillProgram, startKillChild } from './kill-process.ts';

/** A whole gateway in a process of its own that is killed while it is used over HTTP. */

export interface GatewayTrials {
  readonly program: KillProgram;
  readonly trials: number;
  readonly seed: number;
  /** The longest time until a kill. */
  readonly withinMs: number;
}

const START_MAX_MS = 60_000;
const AGAIN_AFTER_MS = 20;

/** Kills a gateway again and again while it is used, and looks what each start finds. Ends at the first failure. */
export async function runGatewayTrials(options: GatewayTrials): Promise<KillFigures> {
  const { program, trials, seed, withinMs } = options;
  const books = await openKillBooks(seed);
  let next = 0;
  for (;;) {
    const child = startKillChild(program, ['gateway', books.folder]);
    books.look(await foundAt(child, books.folder, books.passwords(next)).catch(String), next, child);
    // The last start only looks; each of the others is killed.
    if (!books.isClean() || books.trials() === trials) {
      await child.kill();
      return books.close();
    }
    const { isKilled, killing } = killIn(child, chance(seed, books.trials(), 'kill') * withinMs);
    // A number is never used twice.
    for (next++; !isKilled(); next++) {
      const call = { operation: operationAt(seed, next), index: next, password: books.password() };
      if (!(await acknowledged(child, call, isKilled))) break;
      books.acknowledge(next);
    }
    await killing;
    books.count(child);
  }
}

function killIn(child: KillChild, delayMs: number) {
  let isKilled = false;
  const killing = new Promise<void>((resolve) => {
    setTimeout(() => {
      isKilled = true;
      resolve(child.kill());
    }, delayMs);
  });
  return { isKilled: () => isKilled, killing };
}

/** Waits until a gateway listens. */
function portOf(child: KillChild): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const line = child.lines.find((text) => text.startsWith('port '));
      if (line !== undefined) resolve(Number(line.slice(5)));
    };
    child.onLine(look);
    look();
    void child.closed.then(() => reject(new Error(`no start: ${child.lines.join(' / ')}`)));
    setTimeout(() => reject(new Error('no start in time')), START_MAX_MS).unref();
  });
}

/** What a gateway says of itself when it is started again. */
async function foundAt(child: KillChild, folder: string, passwords: readonly string[]): Promise<FolderState> {
  const port = await portOf(child);
  await requireGoodImages(folder);
  const password = await rightOne(port, passwords);
  const get = (path: string) => send(port, path, { headers: login(password) });
  const file = (name: string) => get(`${ENDPOINTS.getConfigFile.path}?file=${name}`);
  const { dtu, ntp, wifi, device, mqtt, inverters } = JSON.parse((await file(CONFIG_FILE)).text);
  const known = inverters.filter(({ serial }: { serial: number }) => serial !== 0);
  const profiles = await file(PIN_PROFILE_FILE);
  return {
    ...{ pollInterval: dtu.poll_interval, server: ntp.server, hostname: wifi.hostname },
    ...{ contrast: device.display.contrast, topic: mqtt.topic },
    ...{ inverters: known.length, firstName: known[0]?.name ?? '' },
    password,
    profiles: profiles.status === 200 ? profiles.text : '',
    firmware: JSON.parse((await get(ENDPOINTS.getSystemStatus.path)).text).heliograph_image,
  };
}

/** The first of these passwords that lets in. */
async function rightOne(port: number, passwords: readonly string[]): Promise<string> {
  for (const password of passwords) {
    const { status } = await send(port, ENDPOINTS.authenticate.path, { headers: login(password) });
    if (status === 200) return password;
  }
  throw new Error('no password is right');
}

/** The images of both slots are whole, whenever an upload was cut. */
async function requireGoodImages(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'firmware.json'), 'utf8').catch(() => undefined);
  const slots: readonly (Pick<Slot, 'sha256'> | null)[] =
    text === undefined ? [] : Object.values(JSON.parse(text).body.slots);
  for (const slot of slots) {
    if (slot === null) continue;
    const sha256 = createHash('sha256').update(await readFile(join(folder, imageFile(slot))));
    if (sha256.digest('hex') !== slot.sha256) throw new Error('the image of a slot is damaged');
  }
}

interface KillCall {
  readonly operation: Operation;
  readonly index: number;
  /** With which it is sent. */
  readonly password: string;
}

/** Sends an operation until it is acknowledged; false when the gateway was killed before. */
async function acknowledged(child: KillChild, call: KillCall, isKilled: () => boolean): Promise<boolean> {
  const port = await portOf(child);
  while (!isKilled()) {
    // While it restarts nobody answers, and just before nothing is taken.
    const isDone = await sent(port, call).catch(() => false);
    if (isDone) return true;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
  return false;
}

const SAVED = '"code":1001';

/** Sends it once; true when the gateway says that it is done. */
async function sent(port: number, { operation, index, password }: KillCall): Promise<boolean> {
  const headers = { ...login(password), 'content-type': 'application/x-www-form-urlencoded' };
  const post = async (path: string, data: unknown) =>
    (
      await send(port, path, {
        method: 'POST',
        headers,
        body: `data=${encodeURIComponent(JSON.stringify(data))}`,
      })
    ).text;
  const restore = async (name: string, content: string) =>
    (
      await upload(port, 'restoreConfig', formOf([configPart(content)]), {
        query: `?file=${name}`,
        headers: login(password),
      })
    ).text;

  switch (operation) {
    case 'poll': {
      const data = { dtu_serial: '199980000001', dtu_pollinterval: pollIntervalOf(index), dtu_palevel: 0 };
      return (await post(ENDPOINTS.setDtuConfig.path, data)).includes(SAVED);
    }
    case 'server': {
      const data = { ntp_server: serverOf(index), ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' };
      return (await post(ENDPOINTS.setNtpConfig.path, data)).includes(SAVED);
    }
    case 'inverter':
      return (await post(ENDPOINTS.editInverter.path, editOf(index))).includes('"code":4007');
    case 'password': {
      const data = { password: passwordOf(index), allow_readonly: true };
      return (await post(ENDPOINTS.setSecurityConfig.path, data)).includes(SAVED);
    }
    case 'reset':
      return (await post(ENDPOINTS.deleteConfig.path, { delete: true })).includes('"code":3002');
    case 'profiles':
      return (await restore(PIN_PROFILE_FILE, profilesOf(index))) === 'OK';
    case 'restore':
      return (await restore(CONFIG_FILE, JSON.stringify(backupOf(index)))) === 'OK';
    case 'firmware': {
      const { bytes } = buildImage({ version: versionOf(index), segments: [200_000] });
      const answer = await upload(port, 'updateFirmware', imageForm(bytes), { headers: login(password) });
      return answer.text === 'OK';
    }
  }
}
