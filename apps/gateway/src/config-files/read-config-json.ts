import {
  type ApiResult,
  DisplayConfigSchema,
  DtuConfigSchema,
  firstFailure,
  INVERTER_COUNT_MAX,
  INVERTER_STRING_COUNT_MAX,
  InverterEditSchema,
  MqttConfigSchema,
  MqttUpdateSchema,
  NetworkConfigSchema,
  NtpConfigSchema,
  SecurityConfigSchema,
} from '@heliograph/contract';
import * as z from 'zod/mini';
import { Secret } from '../platform/secret.ts';
import { isPasswordHash } from '../settings/password-hash.ts';
import type { Sections } from '../settings/sections.ts';
import { LAYOUT_VERSION, PLACES, type PlainSection } from './config-layout.ts';
import { type FilePart, filePart, UnfitFileError } from './file-part.ts';

/** What a file says. Of the admin's password it has the text, the hash, or nothing. */
export interface RestoredConfig extends Omit<Sections, 'security'> {
  readonly security: {
    readonly password: Secret | undefined;
    readonly password_hash: string | undefined;
    readonly allow_readonly: boolean;
  };
}

/** What counts where a file says nothing. Source: device contract, section 11.2. */
export type ConfigDefaults = Omit<Sections, 'security' | 'inverters'>;

/**
 * Reads a file in the original's layout, older ones too. A missing value is the default one; for a value that makes no
 * sense the whole file is refused (the original puts its default there in silence). Throws an `UnfitFileError`.
 */
export function readConfigJson(content: unknown, defaults: ConfigDefaults): RestoredConfig {
  const file = filePart(content);
  const version = file.typed('cfg.version', LAYOUT_VERSION);
  if (version > LAYOUT_VERSION) {
    const [theirs, ours] = [version, LAYOUT_VERSION].map(versionText);
    throw new UnfitFileError(
      `The file is of version ${theirs}, which is newer than what can be read here (${ours}).`,
    );
  }
  const mqtt = plainBody(file, 'mqtt', defaults.mqtt);
  check(MqttUpdateSchema, mqtt, (key) => placeOf('mqtt', key));
  return {
    network: check(NetworkConfigSchema, plainBody(file, 'network', defaults.network), (key) =>
      placeOf('network', key),
    ),
    ntp: check(NtpConfigSchema, plainBody(file, 'ntp', defaults.ntp), (key) => placeOf('ntp', key)),
    mqtt: check(MqttConfigSchema, mqtt, (key) => placeOf('mqtt', key)),
    dtu: readDtu(file, defaults.dtu),
    device: readDevice(file, defaults.device),
    inverters: { inverter: readInverters(file, version) },
    security: readSecurity(file),
  };
}

/** `0.1.23` of 0x00011700. */
export function versionText(version: number): string {
  return [version >>> 24, (version >>> 16) & 0xff, (version >>> 8) & 0xff].join('.');
}

function plainBody<S extends PlainSection>(file: FilePart, section: S, defaults: Sections[S]): Sections[S] {
  const values = PLACES[section].map(([path, key]) => [
    key,
    file.typed(path, defaults[key] as string | number | boolean), // plain sections hold nothing else
  ]);
  return { ...defaults, ...Object.fromEntries(values) };
}

function placeOf(section: PlainSection, key: string): string {
  const places: readonly (readonly [string, string])[] = PLACES[section];
  return places.find((place) => place[1] === key)?.[0] ?? key;
}

/** The body as the schema of the wire reads it; its first failure names the place in the file. */
function check<T>(schema: z.ZodMiniType<T>, body: unknown, placeOfKey: (key: string) => string): T {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  const key = parsed.error.issues[0]?.path[0];
  const { message }: ApiResult = firstFailure(parsed.error);
  throw new UnfitFileError(`The value of ${placeOfKey(String(key))} in the file cannot be used. ${message}`);
}

function readDtu(file: FilePart, defaults: Sections['dtu']): Sections['dtu'] {
  const body = {
    dtu_serial: serialDigits(file.typed('dtu.serial', Number.parseInt(defaults.dtu_serial, 16))),
    dtu_pollinterval: file.typed('dtu.poll_interval', defaults.dtu_pollinterval),
    dtu_palevel: file.typed<number>('dtu.pa_level', defaults.dtu_palevel),
  };
  const places: Readonly<Record<string, string>> = {
    dtu_serial: 'dtu.serial',
    dtu_pollinterval: 'dtu.poll_interval',
    dtu_palevel: 'dtu.pa_level',
  };
  return check(DtuConfigSchema, body, (key) => places[key] ?? 'dtu');
}

/** The file has the number in decimal, the printed digits are hexadecimal. Source: device contract, section 5.6. */
function serialDigits(serial: number): string {
  return serial < 0 ? '' : serial.toString(16);
}

function readDevice(file: FilePart, { profile, display }: Sections['device']): Sections['device'] {
  const at = (name: string) => `device.display.${name}`;
  return {
    profile: file.typed('device.pinmapping', profile),
    display: check(
      DisplayConfigSchema,
      {
        power_safe: file.typed(at('powersafe'), display.power_safe),
        screensaver: file.typed(at('screensaver'), display.screensaver),
        show_logo: file.typed(at('showlogo'), display.show_logo),
        contrast: file.typed(at('contrast'), display.contrast),
      },
      at,
    ),
  };
}

/** From this version on a string has a name; before, `channels` held its peak power alone. Source: section 11.3. */
const NAMED_STRINGS_VERSION = 0x00011700;

function readInverters(file: FilePart, version: number): Sections['inverters']['inverter'] {
  return file.items('inverters', INVERTER_COUNT_MAX).flatMap((entry, id) => {
    const serial = entry.typed('serial', 0);
    if (serial === 0) return [];
    const body = {
      id,
      serial: serialDigits(serial),
      name: entry.typed('name', ''),
      channel: version < NAMED_STRINGS_VERSION ? oldStrings(entry) : namedStrings(entry),
    };
    return [check(InverterEditSchema, body, (key) => entry.name(key))];
  });
}

function namedStrings(entry: FilePart) {
  const strings = entry.items('channel', INVERTER_STRING_COUNT_MAX);
  return fourStrings((index) => ({
    name: strings[index]?.typed('name', '') ?? '',
    max_power: strings[index]?.typed('max_power', 0) ?? 0,
  }));
}

function oldStrings(entry: FilePart) {
  entry.items('channels', INVERTER_STRING_COUNT_MAX);
  return fourStrings((index) => ({ name: '', max_power: entry.typed(`channels.${index}`, 0) }));
}

function fourStrings<T>(make: (index: number) => T): readonly T[] {
  return Array.from({ length: INVERTER_STRING_COUNT_MAX }, (_, index) => make(index));
}

/** An original's file has the password's text, one of ours its hash. Source: decision 6. */
function readSecurity(file: FilePart): RestoredConfig['security'] {
  const password = file.typed('security.password', '');
  const hash = file.typed('security.password_hash', '');
  if (hash !== '' && !isPasswordHash(hash)) {
    throw new UnfitFileError('The value of security.password_hash in the file cannot be used.');
  }
  const allow_readonly = file.typed('security.allow_readonly', true);
  if (password !== '') check(SecurityConfigSchema, { password, allow_readonly }, (key) => `security.${key}`);
  return {
    password: password === '' ? undefined : new Secret(password),
    password_hash: hash === '' ? undefined : hash,
    allow_readonly,
  };
}
