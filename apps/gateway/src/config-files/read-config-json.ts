import {
  API_GENERATIONS,
  type ApiGenerations,
  type ApiResult,
  CONTRAST_MAX,
  fileRefusal,
  firstFailure,
  INVERTER_COUNT_MAX,
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_STRING_COUNT_MAX,
  LIGHT_BRIGHTNESS_MAX,
  LOG_LEVEL_INHERITED,
  LOG_LEVEL_MAX,
  LOG_MODULE_COUNT_MAX,
  LOG_MODULES,
  MqttConfigSchema,
  MqttUpdateSchema,
  NetworkConfigSchema,
  NtpConfigSchema,
  PA_LEVEL_MAX,
  POLL_INTERVAL_MAX_S,
  POLL_INTERVAL_MIN_S,
  PROFILE_NAME_MAX_LENGTH,
  PROMETHEUS_LABELS,
  type PrometheusLabels,
  REACHABLE_THRESHOLD_MAX,
  REACHABLE_THRESHOLD_MIN,
  type RestoreAdjustment,
  readInverterSerial,
  readSerial,
  SECRET_PLACEHOLDER,
  SecurityConfigSchema,
  type SlotString,
  STRING_MAX_POWER_MAX_W,
  STRING_NAME_MAX_LENGTH,
  stringCountMaxOf,
  TREATMENT_KEYS,
  type TreatmentConfig,
  USUAL_TREATMENT_CONFIG,
} from '@heliograph/contract';
import * as z from 'zod/mini';
import { Secret } from '../platform/secret.ts';
import { isPasswordHash } from '../settings/password-hash.ts';
import type { Sections } from '../settings/sections.ts';
import { type InNoFile, LAYOUT_VERSION, PLACE_OF_PLANT, PLACES, type PlainSection } from './config-layout.ts';
import { type FileContent, type FilePart, type Fit, filePart, UnfitFileError } from './file-part.ts';

/** What a file says; of devices that bring inverters, of how long history is kept, of how the plant is drawn, and of a meter, none says anything. Of the admin's password it has the text, the hash, or nothing. */
export interface RestoredConfig extends Omit<Sections, 'security' | 'dtu' | 'network' | InNoFile> {
  /** No file of an original says what other programs find: then that stays as it is. */
  readonly network: Omit<Sections['network'], 'api_generations' | 'prometheus_labels'> & {
    readonly api_generations: ApiGenerations | undefined;
    readonly prometheus_labels: PrometheusLabels | undefined;
  };
  /** The serial is no setting that a file without one could put back: there is none then. */
  readonly dtu: Omit<Sections['dtu'], 'dtu_serial'> & { readonly dtu_serial: string | undefined };
  readonly security: {
    readonly password: Secret | undefined;
    readonly password_hash: string | undefined;
    readonly allow_readonly: boolean;
  };
  /** What is not as the file has it. */
  readonly adjustments: readonly RestoreAdjustment[];
}

/**
 * What counts where a file says nothing. Source: docs/reference/original-device.md#layout-of-the-configuration-file.
 */
export interface ConfigDefaults extends Omit<Sections, 'security' | 'inverters' | InNoFile> {
  readonly security: Pick<Sections['security'], 'allow_readonly'>;
}

/**
 * Reads a file in the original's layout, older ones too. What original devices live with is taken or made to fit (see
 * `FilePart`), for what makes no sense at all the whole file is refused (the original puts its default there in silence).
 * Throws an `UnfitFileError`.
 */
export function readConfigJson(content: FileContent, defaults: ConfigDefaults): RestoredConfig {
  const adjustments: RestoreAdjustment[] = [];
  const file = filePart(content, { prefix: '', notes: adjustments });
  const version = file.count('cfg.version', LAYOUT_VERSION);
  if (version > LAYOUT_VERSION) {
    const [theirs, ours] = [versionText(version), versionText(LAYOUT_VERSION)];
    throw new UnfitFileError(
      `The file has version ${theirs}, which is newer than this gateway can read (${ours}).`,
      fileRefusal('newer-version', { version: theirs, newest: ours }),
    );
  }
  return {
    network: readNetwork(file, defaults.network),
    ntp: readNtp(file, defaults.ntp),
    mqtt: readMqtt(file, defaults.mqtt),
    dtu: readDtu(file, defaults.dtu),
    device: readDevice(file, defaults.device),
    inverters: readInverters(file, version),
    security: readSecurity(file, defaults.security),
    adjustments,
  };
}

/** `0.1.23` of 0x00011700. */
function versionText(version: number): string {
  return [Math.floor(version / 2 ** 24), (version >>> 16) & 0xff, (version >>> 8) & 0xff].join('.');
}

function plainBody<S extends PlainSection>(file: FilePart, section: S, defaults: Sections[S]): Sections[S] {
  const values = PLACES[section].map(([path, key, fit]) => [key, plainValue(file, path, defaults[key], fit)]);
  return { ...defaults, ...Object.fromEntries(values) };
}

function plainValue(file: FilePart, path: string, otherwise: unknown, fit: Fit | undefined) {
  if (typeof otherwise === 'boolean') return file.flag(path, otherwise);
  if (typeof otherwise === 'number') return file.count(path, otherwise, fit);
  return file.text(path, String(otherwise), fit); // plain sections hold nothing else
}

function checkPlain<T>(schema: z.ZodMiniType<T>, section: PlainSection, body: unknown): T {
  const places: readonly (readonly [string, string, Fit?])[] = PLACES[section];
  return check(schema, body, (key) => places.find((place) => place[1] === key)?.[0] ?? key);
}

/** The body as the schema of the wire reads it; its first failure names the place in the file. */
function check<T>(schema: z.ZodMiniType<T>, body: unknown, placeOfKey: (key: string) => string): T {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  const key = parsed.error.issues[0]?.path[0];
  const { message, code, param }: ApiResult = firstFailure(parsed.error);
  const path = placeOfKey(String(key));
  throw new UnfitFileError(
    `The value of ${path} in the file cannot be used. ${message}`,
    fileRefusal('unfit-value', {
      path,
      ...{ code: textOf(code), min: textOf(param?.min), max: textOf(param?.max) },
    }),
  );
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));

function readNetwork(file: FilePart, defaults: Sections['network']): RestoredConfig['network'] {
  const network = checkPlain(NetworkConfigSchema, 'network', plainBody(file, 'network', defaults));
  notePlaceholder(file, 'wifi.password', network.password);
  return {
    ...network,
    api_generations: readChoice(file, 'heliograph.api_generations', API_GENERATIONS),
    prometheus_labels: readChoice(file, 'heliograph.prometheus_labels', PROMETHEUS_LABELS),
  };
}

/** A file of a later Heliograph may know more of them. */
function readChoice<T extends string>(file: FilePart, path: string, choices: readonly T[]): T | undefined {
  const told = file.text(path, '');
  const known = choices.find((choice) => choice === told);
  if (told !== '' && known === undefined) file.note(path, { from: told, to: null, reason: 'current-kept' });
  return known;
}

/** The placeholder of the pages stands for what is set, and that stays. */
function notePlaceholder(file: FilePart, path: string, password: string): void {
  if (password === SECRET_PLACEHOLDER) file.note(path, { from: null, to: null, reason: 'current-kept' });
}

/** No original looks at the place that it is given; what is none is left out. */
function readNtp(file: FilePart, defaults: Sections['ntp']): Sections['ntp'] {
  const ntp = checkPlain(NtpConfigSchema, 'ntp', plainBody(file, 'ntp', defaults));
  const told = (['latitude', 'longitude'] as const)
    .map((key) => ({ key, path: PLACE_OF_PLANT[key], degrees: file.number(PLACE_OF_PLANT[key]) }))
    .filter(({ degrees }) => degrees !== undefined);
  if (told.length === 0) return ntp;
  const place = Object.fromEntries(told.map(({ key, degrees }) => [key, degrees]));
  const placed = z.safeParse(NtpConfigSchema, { ...ntp, ...NO_PLACE, ...place });
  if (placed.success) return placed.data;
  for (const { path, degrees: from = null } of told) file.note(path, { from, to: null, reason: 'no-place' });
  return { ...ntp, ...NO_PLACE };
}

const NO_PLACE = { latitude: null, longitude: null };

/** Originals take topics that no broker takes, and never look at what is switched off. */
function readMqtt(file: FilePart, defaults: Sections['mqtt']): Sections['mqtt'] {
  const mqtt = checkPlain(MqttConfigSchema, 'mqtt', plainBody(file, 'mqtt', defaults));
  notePlaceholder(file, 'mqtt.password', mqtt.mqtt_password);
  notePlaceholder(file, 'mqtt.tls.client_key', mqtt.mqtt_client_key);
  const update = z.safeParse(MqttUpdateSchema, mqtt);
  if (update.success) return mqtt;
  const cause = firstFailure(update.error);
  file.note('mqtt.enabled', { from: true, to: false, reason: 'mqtt-switched-off', cause });
  return { ...mqtt, mqtt_enabled: false };
}

function readDtu(file: FilePart, defaults: Sections['dtu']): RestoredConfig['dtu'] {
  const pollInterval = { min: POLL_INTERVAL_MIN_S, max: POLL_INTERVAL_MAX_S };
  const level = file.count('dtu.pa_level', defaults.dtu_palevel, { max: PA_LEVEL_MAX });
  return {
    dtu_serial: readSerialAt(file, 'dtu.serial', { read: readSerial, reason: 'current-kept' }),
    dtu_pollinterval: file.count('dtu.poll_interval', defaults.dtu_pollinterval, pollInterval),
    dtu_palevel: level as Sections['dtu']['dtu_palevel'], // at most `PA_LEVEL_MAX`
  };
}

/**
 * The file has the number in decimal, the printed digits are hexadecimal; undefined for zero. Originals take digits
 * that no device has; such a serial, which `read` reads as none, is left out. Source:
 * docs/reference/original-device.md#serial-numbers.
 */
function readSerialAt(
  file: FilePart,
  path: string,
  {
    read,
    reason,
  }: { readonly read: (digits: string) => string; readonly reason: 'current-kept' | 'no-serial' },
): string | undefined {
  const digits = file.serial(path)?.toString(16) ?? '0';
  if (digits === '0') return undefined;
  const serial = read(digits);
  if (serial !== '') return serial;
  file.note(path, { from: digits, to: null, reason });
  return undefined;
}

function readDevice(file: FilePart, defaults: Sections['device']): Sections['device'] {
  const { profile, display, led, log } = defaults;
  const at = (name: string) => `device.display.${name}`;
  const lights = file.items('device.led', LIGHTS_MAX);
  return {
    profile: file.text('device.pinmapping', profile, { max: PROFILE_NAME_MAX_LENGTH }),
    display: {
      show_logo: file.flag(at('showlogo'), display.show_logo),
      power_safe: file.flag(at('powersafe'), display.power_safe),
      screensaver: file.flag(at('screensaver'), display.screensaver),
      contrast: file.count(at('contrast'), display.contrast, { max: CONTRAST_MAX }),
      rotation: file.count(at('rotation'), display.rotation, { max: 3 }),
      locale: readLocale(file, at('locale'), display.locale),
      diagramduration: file.count(at('diagram_duration'), display.diagramduration, { max: 2 ** 32 - 1 }),
      diagrammode: file.count(at('diagram_mode'), display.diagrammode, { max: 2 }),
    },
    led: led.map(({ brightness }, index) => ({
      brightness: lights[index]?.count('brightness', brightness, { max: LIGHT_BRIGHTNESS_MAX }) ?? brightness,
    })),
    log: readLog(file, log),
  };
}

/** Originals name other parts; those are left out. */
function readLog(file: FilePart, defaults: Sections['device']['log']): Sections['device']['log'] {
  const modules = file.items('logging.modules', LOG_MODULE_COUNT_MAX).flatMap((module) => {
    const name = module.text('name', '');
    const level = module.number('level') ?? LOG_LEVEL_INHERITED;
    return LOG_MODULES.some((known) => known === name) && level >= 0
      ? [{ name, level: Math.min(LOG_LEVEL_MAX, Math.trunc(level)) }]
      : [];
  });
  return { default: file.count('logging.default', defaults.default, { max: LOG_LEVEL_MAX }), modules };
}

/** Of any board; the gateway keeps the first two. */
const LIGHTS_MAX = 16;

/** Two letters, or it stays as it is: no display of ours shows it. */
function readLocale(file: FilePart, path: string, otherwise: string): string {
  const locale = file.text(path, otherwise);
  return /^[a-z]{2}$/.test(locale) ? locale : otherwise;
}

/** From this version on a string has a name; before, `channels` held its peak power alone. Source: section 11.3. */
const NAMED_STRINGS_VERSION = 0x00011700;

/**
 * As many as they are, also twice the same one: the original takes them (docs/reference/original-device.md#quirk-11),
 * and so do we.
 */
function readInverters(file: FilePart, version: number): Sections['inverters'] {
  const places = new Map<number, number>();
  const inverter = file.items('inverters', INVERTER_COUNT_MAX).flatMap((entry, id) => {
    places.set(id, entry.count('order', 0));
    const name = entry.text('name', '', { max: INVERTER_NAME_MAX_LENGTH });
    const channel = version < NAMED_STRINGS_VERSION ? oldStrings(entry) : namedStrings(entry);
    const serial = readSerialAt(entry, 'serial', { read: readInverterSerial, reason: 'no-serial' });
    if (serial === undefined) return [];
    if (name === '') entry.note('name', { from: name, to: serial, reason: 'no-name' });
    return [{ id, serial, name: name === '' ? serial : name, channel, ...readTreatment(entry) }];
  });
  // Where nobody has chosen an order, all places are 0, or there are none.
  if ([...places.values()].every((place) => place === 0)) return { inverter };
  const order = inverter
    .map(({ id }) => id)
    .sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0) || a - b);
  return { inverter, order };
}

/** Files of originals before v23.4.4 say nothing of it. */
function readTreatment(entry: FilePart): TreatmentConfig {
  const told = TREATMENT_KEYS.filter((key) => entry.has(key)).map((key) => {
    const usual = USUAL_TREATMENT_CONFIG[key];
    const range = { min: REACHABLE_THRESHOLD_MIN, max: REACHABLE_THRESHOLD_MAX };
    return [key, typeof usual === 'boolean' ? entry.flag(key, usual) : entry.count(key, usual, range)];
  });
  return Object.fromEntries(told);
}

function namedStrings(entry: FilePart): SlotString[] {
  const count = stringCountMaxOf(entry.serial('serial')?.toString(16) ?? '');
  const strings = entry.items('channel', count);
  return Array.from({ length: count }, (_, index) => ({
    name: strings[index]?.text('name', '', { max: STRING_NAME_MAX_LENGTH }) ?? '',
    max_power: strings[index]?.count('max_power', 0, { max: STRING_MAX_POWER_MAX_W }) ?? 0,
    ...readOffset(strings[index]),
  }));
}

function readOffset(string: FilePart | undefined): Pick<SlotString, 'yield_total_offset'> {
  const offset = string?.number('yield_total_offset') ?? undefined;
  return offset === undefined ? {} : { yield_total_offset: offset };
}

function oldStrings(entry: FilePart): SlotString[] {
  const powers = entry.items('channels', INVERTER_STRING_COUNT_MAX);
  return Array.from({ length: INVERTER_STRING_COUNT_MAX }, (_, index) => ({
    name: '',
    max_power: powers[index]?.count('', 0, { max: STRING_MAX_POWER_MAX_W }) ?? 0,
  }));
}

/**
 * An original's file has the password's text, one of ours its hash. The placeholder of the pages is nobody's password.
 * Source: docs/decisions/0006-password-hash.md and docs/decisions/0007-secrets-are-never-sent.md.
 */
function readSecurity(file: FilePart, defaults: ConfigDefaults['security']): RestoredConfig['security'] {
  const text = file.text('security.password', '');
  notePlaceholder(file, 'security.password', text);
  const password = text === SECRET_PLACEHOLDER ? '' : text;
  const hash = file.text('security.password_hash', '');
  if (hash !== '' && !isPasswordHash(hash)) {
    throw new UnfitFileError(
      'The value of security.password_hash in the file cannot be used.',
      fileRefusal('unfit-value', { path: 'security.password_hash', code: '', min: '', max: '' }),
    );
  }
  const allow_readonly = file.flag('security.allow_readonly', defaults.allow_readonly);
  if (password !== '') check(SecurityConfigSchema, { password, allow_readonly }, (key) => `security.${key}`);
  return {
    password: password === '' ? undefined : new Secret(password),
    password_hash: hash === '' ? undefined : hash,
    allow_readonly,
  };
}
