import {
  CONFIG_FILE,
  encodeCredentials,
  type FileRefusal,
  fileRefusal,
  findJsonDamage,
  PIN_PROFILE_FILE,
  readPinProfiles,
  SECRET_PLACEHOLDER,
  stringCountMaxOf,
} from '@heliograph/contract';
import { type Group, isGroup } from '../../shared/lib/is-group.ts';

/**
 * A configuration in the layout of originals. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file.
 */
export interface ConfigSummary {
  readonly file: typeof CONFIG_FILE;
  /** Of the layout, a byte for each of its numbers. */
  readonly version: unknown;
  readonly inverterCount: number;
  readonly content: Group;
}

interface ProfilesSummary {
  readonly file: typeof PIN_PROFILE_FILE;
  readonly profiles: readonly string[];
}

export type FileSummary = ConfigSummary | ProfilesSummary;

/** What the content of a file is; undefined where it is neither of the gateway's files. */
export function summarize(content: unknown): FileSummary | undefined {
  const profiles = readPinProfiles(content);
  if (profiles) return { file: PIN_PROFILE_FILE, profiles: profiles.map(({ name }) => name) };
  const config = groupOf(content);
  if (!('cfg' in config)) return undefined;
  const inverterCount = Object.keys(invertersOf(config)).length;
  return { file: CONFIG_FILE, version: versionOf(config), inverterCount, content: config };
}

/** `0x00011700` is 0.1.23; empty where there is none. */
export function versionText(version: unknown): string {
  const bytes = Number(version);
  return bytes > 0 ? [bytes >>> 24, (bytes >>> 16) & 0xff, (bytes >>> 8) & 0xff].join('.') : '';
}

const versionOf = (config: Group) => groupOf(config.cfg).version;

/** Why the text of a file is that of none of the gateway's files: it is no JSON, or JSON of something else. */
export function textProblem(text: string): FileRefusal | 'unreadable' {
  if (text.trim() === '') return fileRefusal('empty-file');
  const damage = findJsonDamage(text);
  if (damage === undefined) return 'unreadable';
  if (damage.kind !== 'broken-json') return fileRefusal(damage.kind);
  return fileRefusal('broken-json', { line: String(damage.line), column: String(damage.column) });
}

/** Why a file is not sent; undefined where nothing is known against it. `current` is the gateway's configuration, as far as known. */
export function fileProblem(
  summary: FileSummary,
  target: string,
  current: unknown,
): 'wrongKind' | 'newer' | undefined {
  if (summary.file !== target) return 'wrongKind';
  const isNewer =
    summary.file === CONFIG_FILE && Number(summary.version) > Number(versionOf(groupOf(current)));
  return isNewer ? 'newer' : undefined;
}

/** What differs between two configurations. */
export interface ConfigDifferences {
  /** Of settings, such as `mqtt.port`. */
  readonly paths: readonly string[];
  /** Names of inverters, by what becomes of them. */
  readonly inverters: Readonly<Record<'lost' | 'added' | 'changed', readonly string[]>>;
}

/** The path of the admin's password, as text in files of original devices. */
export const ADMIN_PASSWORD = 'security.password';

/** @param authdata of the login, which tells whether a password is the one in use. */
export function configDifferences(
  file: Group,
  current: Group,
  authdata?: string | undefined,
): ConfigDifferences {
  const [theirs, ours] = [invertersOf(file), invertersOf(current)];
  const names = (list: Inverters, isNamed: (serial: string) => boolean) =>
    Object.entries(list).flatMap(([serial, { name }]) => (isNamed(serial) ? [name] : []));
  return {
    paths: [
      // How often it was saved is no setting.
      ...differing(file, current).filter((path) => !/^(cfg|inverters|security\.password.*)(\.|$)/.test(path)),
      ...(hasOtherPassword(file, current, authdata) ? [ADMIN_PASSWORD] : []),
    ],
    inverters: {
      lost: names(ours, (serial) => !(serial in theirs)),
      added: names(theirs, (serial) => !(serial in ours)),
      changed: names(
        theirs,
        (serial) => serial in ours && differing(theirs[serial], ours[serial]).length > 0,
      ),
    },
  };
}

/**
 * A file without the admin's password leaves that as it is. Source: docs/decisions/0006-password-hash.md and
 * docs/decisions/0007-secrets-are-never-sent.md.
 */
function hasOtherPassword(file: Group, current: Group, authdata: string | undefined): boolean {
  const { password, password_hash: hash } = groupOf(file.security);
  if (password && password !== SECRET_PLACEHOLDER) {
    return encodeCredentials('admin', String(password)) !== authdata;
  }
  return Boolean(hash) && hash !== groupOf(current.security).password_hash;
}

/** What an inverter of a file is called, by its place in the list: its name, else its serial. */
export function inverterName(config: Group, index: number): string | undefined {
  const { name, serial } = groupOf(Object.values(groupOf(config.inverters))[index]);
  if (name) return String(name);
  return serial ? digitsOf(serial) : undefined;
}

/** The printed digits of a serial. */
const digitsOf = (serial: unknown) => Number(serial).toString(16);

interface Inverter {
  readonly name: string;
  readonly strings: readonly unknown[];
}
type Inverters = Readonly<Record<string, Inverter>>;

/**
 * Before this version `channels` held the peak power of each string alone. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file.
 */
const NAMED_STRINGS_VERSION = 0x00011700;

/** By serial number, as the gateway reads them; places without one are free. */
function invertersOf(config: Group): Inverters {
  const isOld = Number(versionOf(config)) < NAMED_STRINGS_VERSION;
  const taken = Object.values(groupOf(config.inverters))
    .map(groupOf)
    .filter(({ serial }) => Boolean(serial));
  return Object.fromEntries(
    taken.map(({ serial, name, channel, channels }) => {
      const digits = digitsOf(serial);
      const strings = groupOf(isOld ? channels : channel);
      const powerAndName = (_: unknown, index: number) => {
        const string = strings[index];
        return isOld ? [string ?? 0, ''] : [groupOf(string).max_power ?? 0, groupOf(string).name ?? ''];
      };
      return [
        digits,
        {
          name: String(name || digits),
          strings: Array.from({ length: stringCountMaxOf(digits) }, powerAndName),
        },
      ];
    }),
  );
}

/** The paths of all values that are not the same in both. A list, such as the bytes of an address, is one value. */
function differing(one: unknown, other: unknown, path: readonly string[] = []): readonly string[] {
  if (!isGroup(one) && !isGroup(other)) return String(one) === String(other) ? [] : [path.join('.')];
  const [mine, theirs] = [groupOf(one), groupOf(other)];
  return Object.keys({ ...mine, ...theirs }).flatMap((key) =>
    differing(mine[key], theirs[key], [...path, key]),
  );
}

export function groupOf(value: unknown): Group {
  return typeof value === 'object' && value !== null ? (value as Group) : {};
}
