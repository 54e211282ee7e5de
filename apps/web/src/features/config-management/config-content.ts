import { CONFIG_FILE, PIN_PROFILE_FILE, readPinProfiles } from '@heliograph/contract';

type Group = Readonly<Record<string, unknown>>;

/** A configuration in the layout of originals. Source: device contract, section 11.2. */
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

/** What the content of a file is; undefined where it is neither of the gateway's files. */
export function summarize(content: unknown): ConfigSummary | ProfilesSummary | undefined {
  const profiles = readPinProfiles(content);
  if (profiles) return { file: PIN_PROFILE_FILE, profiles: profiles.map(({ name }) => name) };
  const config = groupOf(content);
  if (!('cfg' in config)) return undefined;
  const inverterCount = Object.keys(invertersOf(config)).length;
  return { file: CONFIG_FILE, version: groupOf(config.cfg).version, inverterCount, content: config };
}

/** `0x00011700` is 0.1.23; empty where there is none. */
export function versionText(version: unknown): string {
  const bytes = Number(version);
  return bytes > 0 ? [bytes >>> 24, (bytes >>> 16) & 0xff, (bytes >>> 8) & 0xff].join('.') : '';
}

/** What differs between two configurations. */
export interface ConfigDifferences {
  /** Of settings, such as `mqtt.port`. */
  readonly paths: readonly string[];
  /** Names of inverters. */
  readonly inverters: readonly string[];
}

export function configDifferences(file: Group, current: Group): ConfigDifferences {
  const [theirs, ours] = [invertersOf(file), invertersOf(current)];
  const hasPassword = Object.keys(groupOf(file.security)).some(isPassword);
  return {
    paths: differing(file, current).filter(
      // How often it was saved is no setting, and a file without the admin's password leaves it as it is.
      (path) => !/^(cfg|inverters)\b/.test(path) && (hasPassword || !isPassword(path)),
    ),
    inverters: differing(theirs, ours)
      .map((path) => path.split('.')[0] ?? '')
      .filter((serial, index, all) => all.indexOf(serial) === index)
      .map((serial) => String(theirs[serial]?.name ?? ours[serial]?.name)),
  };
}

const isPassword = (path: string) => /^(security\.)?password/.test(path);

/** By serial number; places without one are free. */
function invertersOf({ inverters }: Group): Readonly<Record<string, Group>> {
  const taken = Object.values(groupOf(inverters))
    .map(groupOf)
    .filter(({ serial }) => Boolean(serial));
  return Object.fromEntries(taken.map((place) => [String(place.serial), place]));
}

/** The paths of all values that are not the same in both. */
function differing(one: unknown, other: unknown, path: readonly string[] = []): readonly string[] {
  if (!isGroup(one) && !isGroup(other)) return one === other ? [] : [path.join('.')];
  const [mine, theirs] = [groupOf(one), groupOf(other)];
  return Object.keys({ ...mine, ...theirs }).flatMap((key) =>
    differing(mine[key], theirs[key], [...path, key]),
  );
}

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null;
}

export function groupOf(value: unknown): Group {
  return isGroup(value) ? value : {};
}
