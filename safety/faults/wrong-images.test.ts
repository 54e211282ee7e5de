import { gzipSync } from 'node:zlib';
import {
  BACKUP_MAX_BYTES,
  CONFIG_FILE,
  ENDPOINTS,
  FILE_REFUSAL_HEADER,
  readFileRefusal,
  type UploadName,
} from '@heliograph/contract';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import {
  configPart,
  FORM_TYPE,
  type FormPart,
  formOf,
  imageForm,
  imagePart,
  md5Part,
  openUpload,
  type UploadCall,
  upload,
} from '@heliograph/testbed/gateway/upload-form.ts';
import { buildImage, md5Of, noise } from '@heliograph/testbed/outside/firmware-image.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import { folderHashes } from '../tools/disk/folder-hashes.ts';

/** F9: what no upload gets away with. Each has its own sentence, and nothing has changed afterwards. */

const row = openRow('F9');
/** Wrong uploads, and those that were refused as they should be. */
let tried = 0;
let refused = 0;

const SLOT_BYTES = 0x18_0000;
/** What some kilobytes are unpacked to. */
const BOMB_BYTES = row.scale(64_000_000, 200_000_000);
const { bytes: IMAGE, checksumOffset } = buildImage();
const PART_OF: Record<UploadName, FormPart> = {
  restoreConfig: configPart('{"cfg":{"version":71424}}'),
  uploadFile: configPart('{"cfg":{"version":71424}}'),
  previewRestore: configPart('{"cfg":{"version":71424}}'),
  restoreBackup: configPart('{}'),
  previewBackup: configPart('{}'),
  updateFirmware: imagePart(IMAGE),
};
const CONFIG_QUERY = { query: `?file=${CONFIG_FILE}` };

let gateway: TestGateway;
let before: ReadonlyMap<string, string>;
beforeAll(async () => {
  gateway = await startSharedGateway();
  before = await folderHashes(gateway.dataFolder);
  return gateway.dispose;
});

async function isRefused(name: UploadName, body: Uint8Array, sentence: string, call: UploadCall = {}) {
  tried++;
  const answer = await upload(
    gateway.port,
    name,
    body,
    name === 'updateFirmware' ? call : { ...CONFIG_QUERY, ...call },
  );
  expect([answer.status, answer.text]).toEqual([500, sentence]);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(readFileRefusal(String(answer.headers[FILE_REFUSAL_HEADER]))).toBeDefined();
  expect(await folderHashes(gateway.dataFolder)).toEqual(before);
  refused++;
}

afterAll(async () => {
  row.figure({ what: 'wrong uploads tried', value: tried, goal: { atLeast: 100 } });
  row.figure({
    what: 'of these, not refused with their own sentence, or not without a trace',
    value: tried - refused,
    goal: { exactly: 0 },
  });
  await gateway.clock.advanceAsync(5000);
  const { text } = await send(gateway.port, ENDPOINTS.getSystemStatus.path, { headers: login() });
  expect(JSON.parse(text)).toMatchObject({
    resetreason_0: 'Program started',
    heliograph_image: '',
    sketch_used: 0,
  });
  expect(gateway.logLines.filter((line) => / error |restarts/.test(line))).toEqual([]);
});

const NO_FORM = 'The upload is not a form of the type multipart/form-data.';
const MALFORMED = 'The form of the upload is malformed or incomplete.';
const NO_FILE = 'There is no file in the upload.';
const TOO_MANY_FIELDS = 'There are too many fields in the upload.';

describe.each([
  'restoreConfig',
  'previewRestore',
  'updateFirmware',
  'restoreBackup',
  'previewBackup',
] as const)('%s refuses', (name) => {
  const part = PART_OF[name];
  const whole = () => formOf([md5Part(md5Of(IMAGE)), part]);
  const withType = (type: string) => ({ headers: { 'content-type': type } });

  it.each([
    '',
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=b',
  ])('a body of the type "%s"', (type) => isRefused(name, whole(), NO_FORM, withType(type)));
  it.each(['multipart/form-data', 'multipart/form-data; charset=utf-8', 'multipart/form-data;;;=;'])(
    'a form without a boundary: %s',
    (type) => isRefused(name, whole(), NO_FORM, withType(type)),
  );
  it('a form with another boundary', () => isRefused(name, whole(), MALFORMED, withType(`${FORM_TYPE}x`)));
  it('an empty body', () => isRefused(name, Buffer.alloc(0), MALFORMED));
  it('garbage', () => isRefused(name, noise(10_000, 1), MALFORMED));
  it('a form that is cut short, wherever', async () => {
    const body = whole();
    const step = Math.ceil(body.length / 12);
    for (let length = 1; length < body.length - 2; length += step) {
      await isRefused(name, body.subarray(0, length), MALFORMED);
    }
    await isRefused(name, body.subarray(0, -4), MALFORMED);
  });
  it('a form without parts, or with texts only', async () => {
    await isRefused(name, formOf([]), NO_FILE);
    await isRefused(name, formOf([md5Part(md5Of(IMAGE)), { name: part.name, content: 'text' }]), NO_FILE);
  });
  it('a part whose headers make no sense', async () => {
    for (const header of [
      'nonsense',
      'Content-Disposition',
      'Content-Type: text/plain',
      `X: ${'x'.repeat(9000)}`,
    ]) {
      const text = whole()
        .toString('latin1')
        .replaceAll(/Content-Disposition[^\r]*/g, header);
      await isRefused(name, Buffer.from(text, 'latin1'), NO_FILE);
    }
  });
  it('several files', () =>
    isRefused(
      name,
      formOf([md5Part(md5Of(IMAGE)), part, part]),
      'There is more than one file in the upload.',
    ));
  it('many fields', () =>
    isRefused(name, formOf([...Array.from({ length: 9 }, () => md5Part('')), part]), TOO_MANY_FIELDS));
  // Nobody sends 4 GB here: that of a backup is announced below.
  it.skipIf(name.endsWith('Backup'))('a body that is too long, announced or not', async () => {
    const maxBytes = name === 'updateFirmware' ? SLOT_BYTES : 65_536;
    const sentence = `The file is larger than ${maxBytes} bytes.`;
    const body = formOf([md5Part(md5Of(IMAGE)), { ...part, content: Buffer.alloc(maxBytes + 20_000) }]);
    await isRefused(name, body, sentence);
    await isRefused(name, body, sentence, { isChunked: true });
  });
});

it.each(['restoreBackup', 'previewBackup'] as const)(
  '%s refuses a body that is announced as too long',
  async (name) => {
    const { port, clock } = await startTestGateway();
    const open = openUpload(port, name, { headers: { 'content-length': String(2 * BACKUP_MAX_BYTES) } });
    await open.write(noise(1000, 1));
    let answer: Awaited<typeof open.answer> | undefined;
    void open.answer.then((told) => {
      answer = told;
    });
    // Whoever goes on sending would not hear the answer: the rest is waited for, but not for long.
    await advanceUntil(clock, async () => answer !== undefined);
    open.cut();
    expect([answer?.status, answer?.text]).toEqual([
      500,
      `The file is larger than ${BACKUP_MAX_BYTES} bytes.`,
    ]);
  },
);

const TOO_LARGE = `The file is larger than ${SLOT_BYTES} bytes.`;
const TOO_LARGE_UNPACKED = `The unpacked file is larger than ${SLOT_BYTES} bytes.`;
const UNPACKED = 'The compressed file is damaged or incomplete.';
const FOREIGN = 'The file is not a firmware image for the ESP32 family.';
const CUT_SHORT = 'The image is incomplete.';
const BEHIND = 'The image has extra data after its end.';
const CHECKSUM = 'The image is damaged: its checksum is wrong.';
const HASH = 'The image is damaged: its SHA-256 is wrong.';
const NO_MD5 = 'The MD5 is missing; it has to come before the file.';
const BAD_MD5 = 'The MD5 is not 32 hexadecimal digits.';
const OTHER_MD5 = 'The file was damaged during the upload: its MD5 is different.';
const MD5 = md5Of(IMAGE);

describe('a firmware image is refused', () => {
  it.each([
    ['without an MD5', [imagePart(IMAGE)], NO_MD5],
    ['with the MD5 behind it', [imagePart(IMAGE), md5Part(MD5)], NO_MD5],
    ['with the MD5 under another name', [{ name: 'md5', content: MD5 }, imagePart(IMAGE)], NO_MD5],
    ['with an empty MD5', [md5Part(''), imagePart(IMAGE)], BAD_MD5],
    ['with 31 digits', [md5Part(MD5.slice(1)), imagePart(IMAGE)], BAD_MD5],
    ['with 33 digits', [md5Part(`${MD5}0`), imagePart(IMAGE)], BAD_MD5],
    ['with other characters', [md5Part(`${MD5.slice(1)}g`), imagePart(IMAGE)], BAD_MD5],
    ['with spaces around the MD5', [md5Part(` ${MD5} `), imagePart(IMAGE)], BAD_MD5],
    ['with the MD5 of something else', [md5Part(md5Of(Buffer.from('x'))), imagePart(IMAGE)], OTHER_MD5],
    ['that changed on its way', [md5Part(MD5), imagePart(flipped(IMAGE, 5000))], OTHER_MD5],
    ['that is empty', [md5Part(md5Of(Buffer.alloc(0))), imagePart(Buffer.alloc(0))], 'The file is empty.'],
  ])('%s', (_, parts, sentence) => isRefused('updateFirmware', formOf(parts), sentence));

  it.each([
    ['that is a program for something else', Buffer.concat([Buffer.from('MZ'), noise(5000, 2)]), FOREIGN],
    ['that is one byte', Buffer.from([0xe9]), CUT_SHORT],
    ['that is one other byte', Buffer.from([0]), FOREIGN],
    ['without segments', Buffer.concat([Buffer.from([0xe9, 0]), noise(500, 3)]), FOREIGN],
    ['with too many segments', Buffer.concat([Buffer.from([0xe9, 17]), noise(500, 3)]), FOREIGN],
    ['with noise behind its first byte', Buffer.concat([Buffer.from([0xe9, 3]), noise(5000, 4)]), FOREIGN],
    ['with something behind it', Buffer.concat([IMAGE, Buffer.alloc(1)]), BEHIND],
    ['with much behind it, packed', gzipSync(Buffer.concat([IMAGE, Buffer.alloc(100_000, 0xff)])), BEHIND],
    [
      'that says no version',
      buildImage({ hasDescriptor: false }).bytes,
      'The image does not say which version it is.',
    ],
    [
      'with an empty version',
      buildImage({ version: '' }).bytes,
      'The image does not say which version it is.',
    ],
    ['that is a byte too large', buildImage({ segments: [SLOT_BYTES - 49] }).bytes, TOO_LARGE],
    [
      'that is too large when unpacked',
      gzipSync(buildImage({ segments: [SLOT_BYTES] }).bytes.fill(1, 300)),
      TOO_LARGE_UNPACKED,
    ],
    ['that is a bomb', gzipSync(Buffer.alloc(BOMB_BYTES)), TOO_LARGE_UNPACKED],
    ['packed, and cut short', gzipSync(IMAGE).subarray(0, -20), UNPACKED],
    ['packed, and cut right behind the magic', gzipSync(IMAGE).subarray(0, 2), UNPACKED],
    ['packed, and damaged', flipped(gzipSync(IMAGE), 2000), UNPACKED],
    ['packed, with something behind it', Buffer.concat([gzipSync(IMAGE), Buffer.from('more')]), UNPACKED],
    ['packed, with zeros behind it', Buffer.concat([gzipSync(IMAGE), Buffer.alloc(4)]), UNPACKED],
    ['packed twice', gzipSync(gzipSync(IMAGE)), FOREIGN],
    ['packed, but something else', gzipSync('hello'), FOREIGN],
    ['packed, but nothing', gzipSync(''), FOREIGN],
  ])('%s', (_, bytes, sentence) => isRefused('updateFirmware', imageForm(bytes), sentence));

  it('that is cut short, wherever, although its MD5 is right', async () => {
    for (const length of [2, 23, 24, 31, 100, 175, 176, 4000, IMAGE.length - 33, IMAGE.length - 1]) {
      await isRefused('updateFirmware', imageForm(IMAGE.subarray(0, length)), CUT_SHORT);
    }
  });

  it.each([
    ['the magic', 0, FOREIGN],
    ['how the flash is read', 2, HASH],
    ['where it starts', 4, HASH],
    ['the chip', 12, HASH],
    ['whether there is a hash', 23, BEHIND],
    ['where a segment goes', 24, HASH],
    ['the length of a segment', 28, CUT_SHORT],
    ['the version', 50, CHECKSUM],
    ['the data of the first segment', 1000, CHECKSUM],
    ['the data of the last segment', checksumOffset - 30, CHECKSUM],
    ['the padding', checksumOffset - 1, HASH],
    ['the checksum', checksumOffset, CHECKSUM],
    ['the hash', checksumOffset + 1, HASH],
    ['the end of the hash', IMAGE.length - 1, HASH],
  ])('with a wrong bit in %s, although its MD5 is right', (_, offset, sentence) =>
    isRefused('updateFirmware', imageForm(flipped(IMAGE, offset)), sentence),
  );
});

/** The same with one wrong bit. */
function flipped(bytes: Uint8Array, offset: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset] = (copy[offset] ?? 0) ^ 1;
  return copy;
}

describe('a configuration is refused', () => {
  const config = formOf([PART_OF.restoreConfig]);
  it('without a name', async () => {
    for (const query of ['', '?', '?name=config.json', '?FILE=config.json', '?file=']) {
      const sentence = 'The address does not name the file to restore, as in ?file=config.json.';
      await isRefused('restoreConfig', config, sentence, { query });
    }
  });
  it.each(['security.json', '../config.json', '%2e%2e%2fconfig.json', 'config.json%00', 'firmware-a.bin'])(
    'under the name "%s"',
    (name) => {
      const sentence = 'Only config.json and pin_mapping.json can be restored.';
      return isRefused('restoreConfig', config, sentence, { query: `?file=${name}` });
    },
  );
  it('that is empty, or no JSON', async () => {
    await isRefused('restoreConfig', formOf([configPart('')]), 'The file is empty.');
    const sentence = 'The file is not JSON; it may be damaged or incomplete.';
    await isRefused('restoreConfig', formOf([configPart('{"cfg":')]), sentence);
  });
});
