import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CONFIG_FILE, ENDPOINTS, PIN_PROFILE_FILE } from '@heliograph/contract';
import { imageFile, type Slot } from '../src/firmware/firmware-slot.ts';
import { buildImage } from './firmware-image.ts';
import { login, send } from './http-client.ts';
import {
  afterOperation,
  backupOf,
  chance,
  FIRST_STATE,
  type KillState,
  type Operation,
  operationAt,
  pollIntervalOf,
  profilesOf,
} from './kill-model.ts';
import type { Flaw } from './kill-store.ts';
import { type KillChild, type KillFigures, MEMORY, startKillChild } from './kill-trials.ts';
import { postData } from './plant-gateway.ts';
import { configPart, formOf, imageForm, upload } from './upload-form.ts';

/** A whole gateway in a process of its own that is killed while it is used over HTTP. */

export interface GatewayTrials {
  readonly script: string;
  readonly trials: number;
  readonly seed: number;
  /** The longest time until a kill. */
  readonly withinMs: number;
  readonly flaw?: Flaw;
}

const START_MAX_MS = 60_000;
const AGAIN_AFTER_MS = 20;
/** Every so many operations an image is sent as well. */
const IMAGE_EVERY = 3;

export async function runGatewayTrials(options: GatewayTrials): Promise<KillFigures> {
  const { script, trials, seed, withinMs, flaw } = options;
  const folder = await mkdtemp(join(MEMORY, 'heliograph-kill-'));
  const figures = { trials: 0, acknowledged: 0, doneUntold: 0, failures: [] as string[] };
  let state: KillState = FIRST_STATE;
  let next = 0;
  /** What the operation that was under way would have made of it. */
  let under = state;
  while (figures.trials <= trials && figures.failures.length === 0) {
    const child = startKillChild(script, ['gateway', folder, flaw]);
    const found = await foundAt(child, folder).catch(String);
    const isDone = !isDeepStrictEqual(found, state) && isDeepStrictEqual(found, under);
    if (isDone) figures.doneUntold++;
    else if (!isDeepStrictEqual(found, state)) {
      figures.failures.push(
        `trial ${figures.trials} of seed ${seed}: ${JSON.stringify({ found, state, under, said: child.lines })}`,
      );
    }
    if (typeof found === 'string') {
      await child.kill();
      break;
    }
    state = found;
    let isKilled = false;
    const killing = new Promise<void>((resolve) => {
      setTimeout(
        () => {
          isKilled = true;
          resolve(child.kill());
        },
        chance(seed, figures.trials, 'kill') * withinMs,
      );
    });
    // The last start only looks; each of the others is killed, and a number is never used twice.
    for (next++; !isKilled; next++) {
      const operation = operationAt(seed, next);
      under = afterOperation(state, operation, next);
      if (!(await acknowledged(child, operation, next, () => isKilled))) break;
      state = under;
      figures.acknowledged++;
    }
    await killing;
    figures.trials++;
  }
  await rm(folder, { recursive: true, force: true });
  return { ...figures, trials: Math.min(figures.trials, trials) };
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
async function foundAt(child: KillChild, folder: string): Promise<KillState> {
  const port = await portOf(child);
  await requireGoodImages(folder);
  const file = (name: string) =>
    send(port, `${ENDPOINTS.getConfigFile.path}?file=${name}`, { headers: login() });
  const { dtu, ntp, wifi, device, mqtt, inverters } = JSON.parse((await file(CONFIG_FILE)).text);
  const profiles = await file(PIN_PROFILE_FILE);
  return {
    ...{ pollInterval: dtu.poll_interval, server: ntp.server, hostname: wifi.hostname },
    ...{ contrast: device.display.contrast, topic: mqtt.topic },
    inverters: inverters.filter(({ serial }: { serial: number }) => serial !== 0).length,
    profiles: profiles.status === 200 ? profiles.text : '',
  };
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

/** Sends an operation until it is acknowledged; false when the gateway was killed before. */
async function acknowledged(
  child: KillChild,
  operation: Operation,
  index: number,
  isKilled: () => boolean,
): Promise<boolean> {
  const port = await portOf(child);
  if (index % IMAGE_EVERY === 0) {
    const { bytes } = buildImage({ version: `v${index}`, segments: [200_000] });
    await upload(port, 'updateFirmware', imageForm(bytes)).catch(() => undefined); // killed, or it restarts
  }
  while (!isKilled()) {
    // While it restarts nobody answers, and just before nothing is taken.
    const isDone = await sent(port, operation, index).catch(() => false);
    if (isDone) return true;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
  return false;
}

async function sent(port: number, operation: Operation, index: number): Promise<boolean> {
  if (operation === 'poll') {
    const data = { dtu_serial: '199980000001', dtu_pollinterval: pollIntervalOf(index), dtu_palevel: 0 };
    return (await postData(port, ENDPOINTS.setDtuConfig.path, data)).text.includes('"code":1001');
  }
  if (operation === 'server') {
    const data = { ntp_server: `n${index}.test`, ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' };
    return (await postData(port, ENDPOINTS.setNtpConfig.path, data)).text.includes('"code":1001');
  }
  if (operation === 'reset') {
    const answer = await postData(port, ENDPOINTS.deleteConfig.path, { delete: true });
    return answer.text.includes('"code":3002');
  }
  const [name, content] =
    operation === 'profiles'
      ? [PIN_PROFILE_FILE, profilesOf(index)]
      : [CONFIG_FILE, JSON.stringify(backupOf(index))];
  const answer = await upload(port, 'restoreConfig', formOf([configPart(content)]), {
    query: `?file=${name}`,
  });
  return answer.text === 'OK';
}
