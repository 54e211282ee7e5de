import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as api from '../src/index.ts';
import { loadVector } from './load-vector.ts';

/** Stands in the title of the test; change it to go another way through the same number of documents. */
const SEED = 20_240_212;
/** Of `npm run test:nightly`: the gate has no minutes for it. */
const IS_LONG = process.env.HELIOGRAPH_LONG === '1';
const DOCUMENTS = IS_LONG ? 8_000 : 2_000;

/** A small seeded generator (xorshift32): 0 <= result < `below`. */
function createRandom(seed: number): (below: number) => number {
  let state = seed | 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Random = ReturnType<typeof createRandom>;

const FOLDERS = ['2023-02', '2023-04', '2024-02', 'onbattery', 'other'];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(`../vectors/${folder}`, import.meta.url)).map((file) =>
    loadVector(`${folder}/${file.replace(/\.json$/, '')}`),
  ),
);
/** Some files hold several documents, so what a file has on its first level is one, too. */
const VECTORS = FILES.flatMap((file) => [
  file,
  ...Object.values(file as object).filter((part) => typeof part === 'object'),
]);

/** What may stand where something else was expected. JSON.parse makes some keys that objects inherit. */
const ODD: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1e308,
  () => 0.1,
  () => 2 ** 53,
  () => Number.NaN,
  () => '',
  () => 'x'.repeat(100_000),
  () => '114172220143',
  () => [],
  () => ({}),
  () => [[[[[]]]]],
  () => Array.from({ length: 1000 }, (_, index) => ({ serial: String(index + 1) })),
  () => JSON.parse('{"__proto__":{"v":1},"constructor":5,"toString":null,"hasOwnProperty":1}'),
];

/** A copy in which here and there something is missing, of another type, twice, or from another document. */
function damaged(value: unknown, random: Random): unknown {
  if (random(24) === 0) return ODD[random(ODD.length)]?.();
  if (random(60) === 0) return VECTORS[random(VECTORS.length)];
  if (Array.isArray(value)) {
    const copy = value.map((entry) => damaged(entry, random));
    return random(10) === 0 ? [...copy, ...copy] : copy;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => random(20) !== 0);
  return Object.fromEntries(
    entries.map(([key, below]) => [random(40) === 0 ? '__proto__' : key, damaged(below, random)]),
  );
}

const SERIAL = '114172220143';
const SETTINGS: readonly api.SettingsDocument[] = ['network', 'time', 'mqtt', 'dtu', 'security', 'device'];

/** What was decoded can be sent again by a device of any age. */
const READERS: Readonly<Record<string, (document: unknown, release: api.Release) => unknown>> = {
  detectDevice: (document) => {
    const device = api.detectDevice(document);
    return device && api.devicePaths(device.capabilities);
  },
  liveData: (document, release) => {
    const data = api.decodeLiveData(document);
    return data && [api.encodeLiveData(release, data), api.encodeLiveData(release, data, { serial: SERIAL })];
  },
  limits: (document) => {
    const statuses = api.decodeLimitStatuses(document);
    return [statuses && api.encodeLimitStatuses(statuses), api.decodeLimitOrder(document)];
  },
  power: (document) => {
    const statuses = api.decodePowerStatuses(document);
    return [statuses && api.encodePowerStatuses(statuses), api.decodePowerOrder(document)];
  },
  result: (document) => {
    const result = api.decodeResult(document);
    return result && api.encodeResult(result);
  },
  deviceInfo: (document, release) => {
    const info = api.decodeDeviceInfo(document, SERIAL);
    return info && api.encodeDeviceInfo(release, new Map([[SERIAL, info]]), SERIAL);
  },
  eventLog: (document, release) => api.encodeEventLog(release, SERIAL, api.decodeEventLog(document, SERIAL)),
  gridProfile: (document) => {
    const profile = api.decodeGridProfile(document);
    const bytes = api.decodeGridProfileBytes(document);
    return [profile && api.encodeGridProfile(profile), bytes && api.encodeGridProfileBytes(bytes)];
  },
  inverterList: (document, release) => {
    const inverters = api.decodeInverterList(document) ?? [];
    const changes = inverters.map((one) =>
      api.changeInverter(one, { name: 'a', strings: [{ maxPowerW: 1 }] }),
    );
    return [api.encodeInverterList(release, inverters), changes];
  },
  files: (document, release) =>
    api.encodeFileList(api.capabilitiesOfRelease(release), api.decodeFileList(document) ?? []),
  settings: (document, release) =>
    SETTINGS.map((name) => {
      const settings = api.readSettings(name, document);
      if (settings === undefined) return undefined;
      const { body } = api.changeSettings(name, document as api.WireObject, settings);
      return [api.encodeSettings(name, release, settings), body];
    }),
  status: (document, release) => [
    api.encodeSystemStatus(release, api.decodeSystemStatus(document) ?? {}),
    api.encodeNetworkStatus(release, api.decodeNetworkStatus(document) ?? {}),
    api.encodeTimeStatus(release, api.decodeTimeStatus(document) ?? {}),
    api.encodeMqttStatus(release, api.decodeMqttStatus(document) ?? {}),
  ],
};

const IS_READ: Readonly<Record<string, (document: unknown) => boolean>> = {
  device: (document) => api.detectDevice(document) !== undefined,
  liveData: (document) => (api.decodeLiveData(document)?.inverters.length ?? 0) > 0,
  deviceInfo: (document) => api.decodeDeviceInfo(document, SERIAL) !== undefined,
  eventLog: (document) => api.decodeEventLog(document, SERIAL) !== undefined,
  inverterList: (document) => (api.decodeInverterList(document)?.length ?? 0) > 0,
  mqttSettings: (document) => api.readSettings('mqtt', document) !== undefined,
  deviceSettings: (document) => api.readSettings('device', document) !== undefined,
  networkStatus: (document) => api.decodeNetworkStatus(document) !== undefined,
};

const RELEASES: readonly api.Release[] = [
  api.FEBRUARY_2023,
  23_04_04,
  24_01_26,
  24_02_12,
  api.NEWEST_RELEASE,
];

/** Lets every reader have a document; gives the names of those that found what they read. */
function readAll(document: unknown, release: api.Release): readonly string[] {
  for (const read of Object.values(READERS)) read(document, release);
  return Object.keys(IS_READ).filter((name) => IS_READ[name]?.(document));
}

describe('a document that is damaged', () => {
  const NAME = `never stops a reader, nor one of its parts a writer (${DOCUMENTS} documents from seed ${SEED})`;
  it(NAME, { timeout: 120_000 }, () => {
    const random = createRandom(SEED);
    const understood = Array.from({ length: DOCUMENTS }, (_, index) => {
      const release = RELEASES[random(RELEASES.length)] ?? api.NEWEST_RELEASE;
      return readAll(damaged(VECTORS[index % VECTORS.length], random), release);
    }).flat();
    // Not so damaged that nothing was left to read.
    for (const name of Object.keys(IS_READ)) {
      expect(understood.filter((one) => one === name).length, name).toBeGreaterThan(DOCUMENTS / 160);
    }
    expect(({} as Readonly<Record<string, unknown>>).v).toBeUndefined();
  });

  it.each(Object.keys(READERS))('is read by %s in whatever shape it comes', (name) => {
    const read = READERS[name];
    for (const odd of ODD) expect(() => read?.(odd(), api.NEWEST_RELEASE)).not.toThrow();
  });
});
