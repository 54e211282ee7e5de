import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ENDPOINTS, FILE_REFUSAL_HEADER } from '@heliograph/contract';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import {
  formOf,
  imageForm,
  imagePart,
  md5Part,
  openUpload,
  upload,
} from '@heliograph/testbed/gateway/upload-form.ts';
import { buildImage, type ImageOptions, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, vi } from 'vitest';
import type { DataDirectory } from '../src/platform/data-directory.ts';

/**
 * Source: docs/reference/original-device.md#firmware, #quirk-45, #quirk-46, #quirk-47, #quirk-48, #quirk-49 and
 * docs/decisions/0016-firmware-slots.md.
 */

const OWN = 'g7654321';
/** What the gateway says of itself, whatever image it keeps. */
const RUNNING = { git_hash: 'v25.5.10', heliograph_version: '1.2.3', heliograph_commit: '7654321' };
const UPLOAD_FILE = 'firmware-upload.tmp';
const imageOf = (options: ImageOptions) => buildImage(options).bytes;

const start = (dataFolder: string, more: Parameters<typeof startTestGateway>[0] = {}) =>
  startTestGateway({ dataFolder, version: '1.2.3', gitHash: OWN, ...more });

interface Status {
  readonly git_hash: string;
  readonly heliograph_image: string;
  readonly sketch_used: number;
  readonly uptime: number;
}

async function statusOf({ port }: TestGateway): Promise<Status> {
  return JSON.parse((await send(port, ENDPOINTS.getSystemStatus.path, { headers: login() })).text);
}

/** Waits for the restart after an upload, and for the image that is active then. */
const becomes = (gateway: TestGateway, version: string) =>
  advanceUntil(gateway.clock, async () => (await statusOf(gateway)).heliograph_image === version);

async function accepted({ port }: TestGateway, bytes: Uint8Array, md5 = md5Of(bytes)): Promise<void> {
  const { status, text } = await upload(port, 'updateFirmware', imageForm(bytes, md5));
  expect([status, text]).toEqual([200, 'OK']);
}

/** Lets the image that runs prove itself. */
async function proven(gateway: TestGateway): Promise<void> {
  await gateway.clock.advanceAsync(10_000);
  await vi.waitFor(async () => {
    const { body } = JSON.parse(await readFile(join(gateway.dataFolder, 'firmware.json'), 'utf8'));
    expect(body.startsUnconfirmed).toBe(null);
  });
}

const IMAGE_FILE = expect.stringMatching(/^firmware-[0-9a-f]{16}\.bin$/);

describe('a firmware image', () => {
  it('is kept over the restart, and the next one after that; what runs is the gateway itself', async () => {
    const gateway = await start(await temporaryFolder());
    expect(await statusOf(gateway)).toMatchObject({ ...RUNNING, heliograph_image: '', sketch_used: 0 });
    const first = imageOf({ version: 'v1.0' });
    await accepted(gateway, first);
    await gateway.clock.advanceAsync(999);
    expect(await statusOf(gateway)).toMatchObject({ ...RUNNING, heliograph_image: '' });
    await becomes(gateway, 'v1.0');
    const kept = { sketch_used: first.length, sketch_total: 0x18_0000 };
    expect(await statusOf(gateway)).toMatchObject({ ...RUNNING, ...kept });
    const metrics = await send(gateway.port, ENDPOINTS.getPrometheusMetrics.path, { headers: login() });
    expect(metrics.text).toContain(`id="${OWN}"`);
    await accepted(gateway, imageOf({ version: 'v2.0', segments: [100_000] }));
    await becomes(gateway, 'v2.0');
    const files = (await readdir(gateway.dataFolder)).filter((name) => name.startsWith('firmware')).sort();
    expect(files).toEqual([IMAGE_FILE, IMAGE_FILE, 'firmware.json', 'firmware.json.bak']);
    await gateway.stopNow();
    const again = await statusOf(await start(gateway.dataFolder));
    expect(again).toMatchObject({ ...RUNNING, heliograph_image: 'v2.0' });
  });

  it('may be packed, and its MD5 in capitals', async () => {
    const gateway = await start(await temporaryFolder());
    const bytes = gzipSync(imageOf({ version: 'v8' }));
    await accepted(gateway, bytes, md5Of(bytes).toUpperCase());
    await becomes(gateway, 'v8');
    expect((await statusOf(gateway)).sketch_used).toBe(imageOf({}).length);
  });

  it('may come behind other fields, and byte by byte', async () => {
    const gateway = await start(await temporaryFolder());
    const bytes = imageOf({ segments: [300] });
    const sent = openUpload(gateway.port, 'updateFirmware');
    const form = formOf([{ name: 'other', content: 'x' }, md5Part(md5Of(bytes)), imagePart(bytes)]);
    for (const byte of form) await sent.write(Buffer.from([byte]));
    sent.end();
    expect((await sent.answer).text).toBe('OK');
  });
});

/** Sends the first half of an image, and waits until it is on the disk. */
async function halfSent(gateway: TestGateway) {
  const form = imageForm(imageOf({ version: 'v3', segments: [200_000] }));
  const sent = openUpload(gateway.port, 'updateFirmware');
  await sent.write(form.subarray(0, form.length / 2));
  await vi.waitFor(() => expect(existsSync(join(gateway.dataFolder, UPLOAD_FILE))).toBe(true), WAIT);
  return { ...sent, rest: form.subarray(form.length / 2) };
}

const WAIT = { timeout: 20_000, interval: 2 };
const isForgotten = ({ dataFolder }: TestGateway) =>
  vi.waitFor(() => expect(existsSync(join(dataFolder, UPLOAD_FILE))).toBe(false), WAIT);

describe('an upload', () => {
  it('that is cut off anywhere is forgotten, and the next one works', async () => {
    const gateway = await start(await temporaryFolder());
    const form = imageForm(imageOf({ segments: [200_000] }));
    const lengths = [10, 100, 200, 400, 70_000, form.length - 60, form.length - 1];
    for (const [index, length] of lengths.entries()) {
      const sent = openUpload(gateway.port, 'updateFirmware', {
        headers: { 'content-length': String(form.length) },
      });
      await sent.write(form.subarray(0, length));
      if (length >= 70_000) {
        await vi.waitFor(() => expect(existsSync(join(gateway.dataFolder, UPLOAD_FILE))).toBe(true), WAIT);
      }
      sent.cut();
      await vi.waitFor(() => expect(cutsIn(gateway)).toBe(index + 1), WAIT);
      await isForgotten(gateway);
    }
    expect((await readdir(gateway.dataFolder)).filter((name) => name.endsWith('.bin'))).toEqual([]);
    await accepted(gateway, imageOf({ version: 'v4' }));
    await becomes(gateway, 'v4');
    expect(gateway.logLines.filter((line) => / error /.test(line))).toEqual([]);
  });

  it('goes on while another one is refused, and none is taken before the restart', async () => {
    const gateway = await start(await temporaryFolder());
    const first = await halfSent(gateway);
    const second = await upload(gateway.port, 'updateFirmware', imageForm(imageOf({})));
    expect([second.status, second.text]).toEqual([500, 'Another update is in progress.']);
    expect(second.headers[FILE_REFUSAL_HEADER]).toBe('update-in-progress');
    await first.write(first.rest);
    first.end();
    expect((await first.answer).text).toBe('OK');
    const third = await upload(gateway.port, 'updateFirmware', imageForm(imageOf({})));
    expect([third.status, third.text]).toEqual([500, 'The gateway is about to restart.']);
    await becomes(gateway, 'v3');
  });

  it.each(['while it runs', 'before its last byte'])('ends when the password changes %s', async (when) => {
    const gateway = await start(await temporaryFolder());
    const sent = await halfSent(gateway);
    const length = when === 'while it runs' ? 1000 : sent.rest.length - 1;
    await sent.write(sent.rest.subarray(0, length));
    await postData(gateway.port, ENDPOINTS.setSecurityConfig.path, {
      password: 'another one',
      allow_readonly: true,
    });
    if (when === 'while it runs') await gateway.clock.advanceAsync(1000);
    await sent.write(sent.rest.subarray(length));
    sent.end();
    const { status, text } = await sent.answer;
    expect([status, text]).toEqual([401, '']);
    await isForgotten(gateway);
    await gateway.clock.advanceAsync(5000);
    expect(gateway.logLines.filter((line) => line.includes('is restarting'))).toEqual([]);
  });

  it('that stands still ends with a sentence, and frees the way', async () => {
    const gateway = await start(await temporaryFolder());
    const sent = await halfSent(gateway);
    await advanceUntil(gateway.clock, async () => !existsSync(join(gateway.dataFolder, UPLOAD_FILE)));
    const { status, text, headers } = await sent.answer;
    expect([status, text]).toEqual([500, 'The upload took too long; nothing was changed.']);
    expect([headers.connection, headers[FILE_REFUSAL_HEADER]]).toEqual(['close', 'too-slow']);
    await accepted(gateway, imageOf({ version: 'v5' }));
  });

  it.each([
    ['append', 'ENOSPC', 'the disk is full', 'disk-full'],
    ['rename', 'EROFS', 'the disk is read-only', 'disk-read-only'],
    ['rename', 'EIO', 'the disk reports an error', 'not-stored'],
  ] as const)(
    'that the disk refuses at %s with %s ends with a sentence',
    async (operation, code, reason, name) => {
      const platform = createTestPlatform();
      let isRefused = true;
      async function openDataDirectory(path: string): Promise<DataDirectory> {
        const directory = await platform.openDataDirectory(path);
        const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));
        const work: (...args: never[]) => Promise<void> = directory[operation];
        return { ...directory, [operation]: (...args: never[]) => (isRefused ? refuse() : work(...args)) };
      }
      const dataFolder = await temporaryFolder();
      await (await start(dataFolder)).stopNow(); // the first settings are written before the disk refuses
      const gateway = await start(dataFolder, { platform: { ...platform, openDataDirectory } });
      const refused = await upload(gateway.port, 'updateFirmware', imageForm(imageOf({})));
      const sentence = `The file could not be stored (${reason}); nothing was changed.`;
      expect([refused.status, refused.text]).toEqual([500, sentence]);
      expect(refused.headers[FILE_REFUSAL_HEADER]).toBe(name);
      isRefused = false;
      await accepted(gateway, imageOf({ version: 'v7' }));
      await becomes(gateway, 'v7');
    },
  );

  it('of nobody is read to its end, so that the answer is heard', async () => {
    const gateway = await start(await temporaryFolder());
    const body = Buffer.alloc(2_000_000, 'x');
    const mine = { origin: `http://127.0.0.1:${gateway.port}` };
    for (const [headers, status] of [
      [{ authorization: 'Basic wrong' }, 401],
      [{ origin: 'http://evil.test' }, 403],
      [mine, 403], // without the mark
    ] as const) {
      expect((await upload(gateway.port, 'updateFirmware', body, { headers })).status).toBe(status);
    }
    const sent = openUpload(gateway.port, 'updateFirmware', { headers: { authorization: 'Basic wrong' } });
    await sent.write(body);
    let isAnswered = false;
    void sent.answer.then(() => {
      isAnswered = true;
    });
    await advanceUntil(gateway.clock, async () => isAnswered);
    expect((await sent.answer).status).toBe(401);
  });

  it('is cut off by a restart, and leaves what there was', async () => {
    const gateway = await start(await temporaryFolder());
    const sent = await halfSent(gateway);
    const { text } = await postData(gateway.port, ENDPOINTS.reboot.path, { reboot: true });
    expect(JSON.parse(text)).toMatchObject({ code: 6001, type: 'success' });
    const cut = sent.answer.then(
      () => false,
      () => true,
    );
    let isOver = false;
    void cut.finally(() => {
      isOver = true;
    });
    // Whenever the restart comes: it may begin only after time has passed.
    await advanceUntil(gateway.clock, async () => isOver);
    expect(await cut).toBe(true);
    await isForgotten(gateway);
    await advanceUntil(gateway.clock, async () => (await statusOf(gateway)).uptime >= 0);
    await accepted(gateway, imageOf({ version: 'v6' }));
    await becomes(gateway, 'v6');
  });
});

const cutsIn = ({ logLines }: TestGateway) => logLines.filter((line) => line.includes('was cut off')).length;

describe('an image that fails three starts in a row', () => {
  it('gives way to the one before, and the log says so', async () => {
    const gateway = await start(await temporaryFolder());
    const { dataFolder } = gateway;
    await accepted(gateway, imageOf({ version: 'v1' }));
    await becomes(gateway, 'v1');
    await proven(gateway);
    await accepted(gateway, imageOf({ version: 'v2' }));
    await gateway.stopNow();
    for (let count = 0; count < 3; count++) {
      const createRadio = () => {
        throw new Error('a start that fails');
      };
      await expect(start(dataFolder, { createRadio })).rejects.toThrow('a start that fails');
    }
    await writeFile(join(dataFolder, UPLOAD_FILE), 'half an image');
    const next = await start(dataFolder);
    expect(await statusOf(next)).toMatchObject({ ...RUNNING, heliograph_image: 'v1' });
    expect(next.logLines.some((line) => line.includes('v2 is not used, because 3 starts'))).toBe(true);
    expect(existsSync(join(dataFolder, UPLOAD_FILE))).toBe(false);
  });
});
