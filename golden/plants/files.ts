import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { firmwareImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { type Exchange, isRecord, memberOf, type Value } from '../answer.ts';
import { ask, until } from '../ask.ts';
import { CALLERS, login, PASSWORD } from '../callers.ts';
import { type Recorder, recordPlant } from './recorder.ts';

/** What can be taken out of a gateway and put into it, and what restarts it. */
export function recordFiles(checkout: string): Promise<readonly Exchange[]> {
  return recordPlant({ checkout, scenario: 'one-inverter' }, async (recorder) => {
    recorder.enter('files');
    recorder.note('the files of the data folder', 'the disk', await fileNames(recorder));
    await recorder.get('/api/config/list');
    const config = await recorder.get('/api/config/get');
    await refuseUploads(recorder, config);

    await restarts(recorder, 'pins', () => upload(recorder, 'file=pin_mapping.json', JSON.stringify(PINS)));
    recorder.enter('with pin profiles');
    await recorder.get('/api/config/list');
    await recorder.get('/api/config/get?file=pin_mapping.json');
    await recorder.get('/api/device/config');
    await restarts(recorder, 'wiring', () =>
      recorder.post('/api/device/config', { curPin: { name: 'Werkbank' } }),
    );
    recorder.enter('with a pin profile');
    await recorder.get('/api/device/config');

    const changed = changedConfig(config);
    await restarts(recorder, 'restore', () => upload(recorder, 'file=config.json', JSON.stringify(changed)));
    recorder.enter('restored');
    for (const path of RESTORED) await recorder.get(path);

    const image = firmwareImage({ version: 'v9.8.7' });
    recorder.enter('after firmware');
    await restarts(recorder, 'firmware', () => updateFirmware(recorder, image));
    await recorder.get('/api/system/status');
    await restarts(recorder, 'reboot', () => recorder.post('/api/maintenance/reboot', { reboot: true }));
    recorder.note('the files of the data folder', 'the disk', await fileNames(recorder));
    await restarts(recorder, 'reset', () => recorder.post('/api/config/delete', { delete: true }));
    recorder.enter('reset');
    await recorder.get('/api/config/list');
    for (const path of RESTORED) await recorder.get(path);
  });
}

const PINS = [
  { name: 'Werkbank', nrf24: { miso: 19, mosi: 23, clk: 18, irq: 16, en: 4, cs: 5 } },
  { name: 'Bad', nrf24: { miso: 'x' } },
];

const RESTORED = [
  '/api/inverter/list',
  '/api/network/config',
  '/api/ntp/config',
  '/api/mqtt/config',
  '/api/dtu/config',
  '/api/device/config',
  '/api/security/config',
  '/api/config/get',
] as const;

async function fileNames({ gateway }: Recorder): Promise<readonly string[]> {
  return (await readdir(gateway.dataFolder)).sort();
}

const FORM_TYPE = 'multipart/form-data; boundary=golden';

function part(name: string, content: string | Buffer, isFile: boolean): Buffer {
  const file = isFile ? `; filename="${name}"\r\nContent-Type: application/octet-stream` : '';
  const head = `--golden\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

async function send({ gateway, place }: Recorder, path: string, parts: readonly Buffer[]): Promise<Value> {
  const headers = { ...CALLERS.admin(place), 'content-type': FORM_TYPE };
  const body = Buffer.concat([...parts, Buffer.from('--golden--\r\n')]);
  return { ...(await ask(gateway.url, path, { method: 'POST', headers, body })) };
}

export async function upload(recorder: Recorder, query: string, content: string, words = ''): Promise<void> {
  const path = `/api/config/upload?${query}`;
  recorder.note(`POST ${path}${words}`, 'admin', await send(recorder, path, [part('config', content, true)]));
}

export async function updateFirmware(recorder: Recorder, image: Buffer, words = ''): Promise<void> {
  const md5 = createHash('md5').update(image).digest('hex');
  const path = '/api/firmware/update';
  const parts = [part('MD5', words === ' with another MD5' ? '0'.repeat(32) : md5, false)];
  const answer = await send(recorder, path, [...parts, part('firmware', image, true)]);
  recorder.note(`POST ${path}${words}`, 'admin', answer);
}

async function refuseUploads(recorder: Recorder, config: Value): Promise<void> {
  const text = JSON.stringify(memberOf(config, 'body'));
  await upload(recorder, 'file=config.json', '', ' (empty)');
  await upload(recorder, 'file=config.json', text.slice(0, 200), ' (cut short)');
  await upload(recorder, 'file=config.json', '{}', ' (an empty object)');
  await upload(recorder, 'file=config.json', '[]', ' (a list)');
  await upload(recorder, 'file=pin_mapping.json', '{', ' (cut short)');
  await upload(recorder, 'file=pin_mapping.json', '{}', ' (an object)');
  await upload(recorder, 'file=other.json', '{}', ' (another file)');
  await upload(recorder, '', '{}', ' (no name)');
  const image = firmwareImage({ version: 'v1' });
  await updateFirmware(recorder, image, ' with another MD5');
  await updateFirmware(recorder, image.subarray(0, 1000), ' (cut short)');
  await updateFirmware(recorder, Buffer.from('no image at all'), ' (no image)');
  recorder.note(
    'POST /api/firmware/update without a file',
    'admin',
    await send(recorder, '/api/firmware/update', [part('MD5', '0'.repeat(32), false)]),
  );
}

/** The file with other values, as an original device would have them: numbers out of range among them. */
function changedConfig(config: Value): Value {
  const body = memberOf(config, 'body');
  const copy = structuredClone(isRecord(body) ? body : {}) as Record<string, Record<string, Value>>;
  Object.assign(copy.ntp ?? {}, { server: 'zeit.test' });
  Object.assign(copy.mqtt ?? {}, { hostname: 'broker.test', port: 99_999_999, password: 'geheim' });
  Object.assign(copy.security ?? {}, { password: PASSWORD, allow_readonly: true });
  return copy;
}

/** Does what restarts the gateway, and waits until it has: its uptime begins anew. */
export async function restarts(
  recorder: Recorder,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const look = () => uptimeOf(recorder).catch(() => undefined); // nobody answers while it restarts
  let longest = await until(`running before ${what}`, look, (uptime) => uptime !== undefined && uptime >= 1);
  await work();
  await until(`restarted after ${what}`, look, (uptime) => {
    const isLess = (uptime ?? 0) < (longest ?? 0) && uptime !== undefined;
    longest = uptime ?? longest;
    return isLess;
  });
}

async function uptimeOf({ gateway }: Recorder): Promise<number | undefined> {
  const { body } = await ask(gateway.url, '/api/system/status', { headers: login(PASSWORD) });
  const uptime = memberOf(body, 'uptime');
  return typeof uptime === 'number' ? uptime : undefined;
}
