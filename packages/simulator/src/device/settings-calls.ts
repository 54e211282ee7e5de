import {
  devicePaths,
  encodeFileList,
  PATHS,
  SETTINGS_PATHS,
  type SettingsDocument,
  settingsVersionOf,
  type WireObject,
} from '@heliograph/opendtu-api';
import { configFile } from './config-file.ts';
import { adminCall, type DeviceCall, type DeviceParts, postCall } from './device-call.ts';
import {
  type DeviceAnswer,
  type DeviceRequest,
  jsonAnswer,
  type Outcome,
  outcome,
  queryValue,
  textAnswer,
} from './device-http.ts';
import { localMsOf } from './local-time.ts';
import { multipartParts } from './post-data.ts';
import type { ResultCode } from './result-messages.ts';
import { byteLength, flagOf, isOfKind, objectOf, textOf, wholeNumberOf } from './wire-values.ts';

const DOCUMENTS = Object.keys(SETTINGS_PATHS) as readonly SettingsDocument[]; // one path for each of the keys

/** Settings, files, clock and restart. */
export function settingsCalls(parts: DeviceParts): readonly DeviceCall[] {
  const { settings, manners, restartSoon } = parts;
  const paths = devicePaths(manners());
  return [
    ...DOCUMENTS.flatMap((document) => {
      const path = SETTINGS_PATHS[document];
      const length = document === 'mqtt' || document === 'device' ? 'long' : 'short';
      return [
        adminCall(path, () => jsonAnswer(settings.encoded(document))),
        postCall(path, parts, (body) => save(document, body, parts), length),
      ];
    }),
    postCall(PATHS.clock, parts, (body) => setClock(body, parts)),
    adminCall(paths.fileList, () => jsonAnswer(fileList(parts))),
    adminCall(paths.fileGet, (request) => file(request, parts)),
    { method: 'POST', path: paths.fileUpload, access: 'admin', answer: (request) => upload(request, parts) },
    postCall(paths.factoryReset, parts, (body) => reset(body, parts)),
    postCall(paths.fileDelete, parts, (body) => deleteFile(body, parts)),
    {
      method: 'POST',
      path: PATHS.firmwareUpdate,
      access: 'admin',
      answer: (request) => installFirmware(request, parts),
    },
    postCall(
      PATHS.restart,
      parts,
      (body) => {
        if (!Object.hasOwn(body, 'reboot')) return outcome(1005);
        if (!flagOf(body.reboot)) return outcome(6002);
        restartSoon();
        return outcome(6001);
      },
      'long',
    ),
    ...logCalls(parts, paths.logSettings),
  ];
}

function save(document: SettingsDocument, body: WireObject, parts: DeviceParts): Outcome {
  const { settings, manners, closeSockets, restartSoon } = parts;
  const before = settings.read(document);
  const saved = settings.save(document, body);
  const after = settings.read(document);
  const isPassword = document === 'security' && before.password !== after.password;
  if (isPassword && manners().closesSocketsAtPassword) closeSockets();
  if (document === 'device' && before['curPin.name'] !== after['curPin.name']) restartSoon();
  return saved;
}

/** In the order in which they are checked. Source: docs/reference/original-device.md#time. */
const CLOCK_RANGES: readonly (readonly [key: string, min: number, max: number, code: ResultCode])[] = [
  ['year', 2022, 2100, 9004],
  ['month', 1, 12, 9005],
  ['day', 1, 31, 9006],
  ['hour', 0, 23, 9007],
  ['minute', 0, 59, 9008],
  ['second', 0, 59, 9009],
];

function setClock(body: WireObject, { clock }: DeviceParts): Outcome {
  if (!CLOCK_RANGES.every(([key]) => Object.hasOwn(body, key))) return outcome(1005);
  const value = (key: string) => wholeNumberOf(body[key]);
  const wrong = CLOCK_RANGES.find(([key, min, max]) => value(key) < min || value(key) > max);
  if (wrong !== undefined) return outcome(wrong[3], { min: wrong[1], max: wrong[2] });
  const day = { year: value('year'), month: value('month'), day: value('day') };
  clock.set(localMsOf({ ...day, hour: value('hour'), minute: value('minute'), second: value('second') }));
  return outcome(9010);
}

export const CONFIG_FILE = 'config.json';
const PIN_FILE = 'pin_mapping.json';

function configText({ settings, slots, firmware, manners }: DeviceParts): string {
  return configFile({
    read: settings.read,
    inverters: slots.all(),
    version: settingsVersionOf(firmware().release),
    saveCount: settings.saveCount(),
    stringsMax: manners().sixStrings ? 6 : 4,
  });
}

/** `config.json` is always written anew; one that was uploaded is read at the next start. */
function allFiles(parts: DeviceParts): ReadonlyMap<string, string> {
  return new Map([...parts.files, [CONFIG_FILE, parts.files.get(CONFIG_FILE) ?? configText(parts)]]);
}

function fileList(parts: DeviceParts): object {
  const files = [...allFiles(parts)].map(([name, text]) => ({ name, sizeBytes: byteLength(text) }));
  return encodeFileList(parts.manners(), files);
}

function file(request: DeviceRequest, parts: DeviceParts): DeviceAnswer {
  const name = queryValue(request, 'file') ?? CONFIG_FILE;
  const text = allFiles(parts).get(name.replace(/^\//, ''));
  if (text === undefined) return textAnswer(404, 'text/plain', 'Not found');
  const answer = textAnswer(200, 'application/octet-stream', text);
  return {
    ...answer,
    headers: { ...answer.headers, 'content-disposition': `attachment; filename="${name}"` },
  };
}

/** The only answers that allow other origins. Source: docs/reference/original-device.md#paths-and-methods. */
function upload(request: DeviceRequest, { files, restartSoon }: DeviceParts): DeviceAnswer {
  const name = queryValue(request, 'file') ?? CONFIG_FILE;
  const [part] = multipartParts(request.headers['content-type'] ?? '', request.body);
  files.set(name.replace(/^\//, ''), part?.content ?? '');
  restartSoon();
  const answer = textAnswer(200, 'text/plain', 'OK');
  return { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } };
}

/** What it would install is not looked at, as its hash is not. Source: docs/reference/original-device.md#firmware. */
function installFirmware(request: DeviceRequest, { restartSoon }: DeviceParts): DeviceAnswer {
  const [first] = multipartParts(request.headers['content-type'] ?? '', request.body);
  if (first?.name !== 'MD5') return textAnswer(400, 'text/plain', 'MD5 parameter missing');
  if (!/^[0-9a-f]{32}$/i.test(first.content)) return textAnswer(400, 'text/plain', 'MD5 parameter invalid');
  restartSoon();
  const answer = textAnswer(200, 'text/plain', 'OK');
  return { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } };
}

/** Source: docs/reference/original-device.md#configuration-files. */
function reset(body: WireObject, { settings, slots, files, restartSoon }: DeviceParts): Outcome {
  if (!Object.hasOwn(body, 'delete')) return outcome(1005);
  if (!flagOf(body.delete)) return outcome(3001);
  settings.clear();
  slots.clear();
  for (const name of [...files.keys()]) if (name !== PIN_FILE) files.delete(name);
  restartSoon();
  return outcome(3002);
}

function deleteFile(body: WireObject, { files }: DeviceParts): Outcome {
  if (!Object.hasOwn(body, 'file')) return outcome(1005);
  files.delete(textOf(body.file).replace(/^\//, ''));
  return outcome(3003);
}

/** Source: docs/reference/api-generations.md#settings. */
function logCalls(parts: DeviceParts, path: string | undefined): readonly DeviceCall[] {
  let levels: WireObject = { default: 3, modules: [{ name: 'hoymiles', level: -1 }] };
  return [
    adminCall(path, () => jsonAnswer({ loglevel: levels })),
    postCall(path, parts, ({ loglevel }) => {
      const sent = objectOf(loglevel);
      if (sent === undefined || !isOfKind(sent.default, 'number')) return outcome(1005);
      levels = sent;
      parts.settings.countSave();
      return outcome(1001);
    }),
  ];
}
