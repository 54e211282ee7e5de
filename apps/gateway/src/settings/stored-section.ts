import { DEFAULT_ADMIN_PASSWORD, type FieldFailure } from '@heliograph/contract';
import { Secret } from '../platform/secret.ts';
import type { FirstSettings } from './first-settings.ts';
import { isPasswordHash, passwordMatches } from './password-hash.ts';
import { SECTION_SCHEMAS, type SectionName, type Sections, type StoredSecurity } from './sections.ts';

/**
 * A section as it lies on the disk: its keys, beside them those that only a newer version of Heliograph knows, and the
 * number of the schema that it was written for.
 *
 *   {"version":2,"ntp_server":"...", ... ,"a_key_of_later":true}
 *
 * Release 0.1.0 wrote no number, and reads over everything that it does not know. So it can still read such a file.
 */
export type StoredSection = Readonly<Record<string, unknown>>;

/** No key of a section has this name. */
const VERSION_KEY = 'version';
/** Of files without a number. */
const FIRST_VERSION = 1;

/** Makes a section of one version into one of the next. Pure; it meets whatever the disk holds. */
export type Migration = (section: StoredSection) => StoredSection;
export type Migrations = { readonly [S in SectionName]: readonly Migration[] };

/**
 * The first one of a section leads from version 1 to 2, the next one to 3, and so on; they stay for ever. A key that is
 * merely new needs none: where it is missing it gets its first value.
 */
export const MIGRATIONS: Migrations = {
  security: [],
  accounts: [],
  dtu: [],
  ntp: [],
  inverters: [],
  network: [],
  device: [],
  mqtt: [],
  sources: [],
  history: [],
  plant: [],
  limits: [],
  rule: [],
  meter: [],
  modbus: [],
  alerts: [],
  radio: [],
  passkeys: [],
  signin: [],
  timeseries: [],
};

const NO_STRING = { name: '', max_power: 0 };

/** What the first value of a key alone cannot mend where that key is missing. */
const REPAIRS: { readonly [S in SectionName]?: Migration } = {
  /** Whoever has a folder without the key may have dashboards, which were drawn for the labels that there were. */
  network: (section) => ({ prometheus_labels: '2023', ...section }),
  /** Half a place is none, so both halves get the first value. */
  ntp(section) {
    const { latitude, longitude, ...others } = section;
    return latitude === undefined || longitude === undefined ? others : section;
  },
  /** The schema does not make up the strings of an inverter: one stands for all that are not configured. */
  inverters(section) {
    if (!Array.isArray(section.inverter)) return section;
    return {
      ...section,
      inverter: section.inverter.map((item) => (isRecord(item) ? { channel: [NO_STRING], ...item } : item)),
    };
  },
};

/** Between sections as the gateway knows them and as they lie on the disk. */
export interface StoredSections {
  /** Makes sense of what was found, and brings it up to date. It comes back itself where there was nothing to do. */
  read(section: SectionName, found: unknown): Promise<StoredSection | undefined>;
  /** What is to be written of `next` in place of `before`, of which it keeps the keys that we do not know. */
  write<S extends SectionName>(
    section: S,
    next: Sections[S],
    before: StoredSection | undefined,
  ): StoredSection;
}

export function createStoredSections(
  first: FirstSettings,
  migrations: Migrations = MIGRATIONS,
): StoredSections {
  const ourVersion = (section: SectionName) => FIRST_VERSION + migrations[section].length;

  async function upToDate(section: SectionName, found: StoredSection, version: number) {
    const migrated = migrations[section]
      .slice(version - FIRST_VERSION)
      .reduce((body, migrate) => migrate(body), found);
    const isNewer = version > ourVersion(section);
    const read = isNewer ? (value: unknown) => readNewer(section, value) : SECTION_SCHEMAS[section].read;
    const isFit = isNewer ? () => true : isAsRead;
    const body = read(migrated);
    if (body !== undefined && hasKeys(migrated, body) && isFit(migrated, body)) return migrated;
    const sound = REPAIRS[section]?.(migrated) ?? migrated;
    const filled = withMissing(sound, withoutLists(await defaultsOf(section, sound, first), sound));
    // What is missing in an item of a list the schema makes up.
    const whole = withMissing(filled, read(filled)) as StoredSection;
    const wholeBody = read(whole);
    return wholeBody !== undefined && isFit(whole, wholeBody) ? whole : undefined;
  }

  return {
    async read(section, found) {
      if (!isRecord(found)) return undefined;
      const { [VERSION_KEY]: version = FIRST_VERSION, ...body } = found;
      if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < FIRST_VERSION) {
        return undefined;
      }
      const current = await upToDate(section, body, version).catch(() => undefined); // a migration was at a loss
      if (current === undefined) return undefined;
      const isAsFound =
        current === body && found[VERSION_KEY] !== undefined && version >= ourVersion(section);
      return isAsFound ? found : { [VERSION_KEY]: Math.max(version, ourVersion(section)), ...current };
    },
    write(section, next, before) {
      const version = Math.max(Number(before?.[VERSION_KEY] ?? FIRST_VERSION), ourVersion(section));
      const known = before && bodyOf(section, before);
      return { [VERSION_KEY]: version, ...(withUnknown(next, before, known) as StoredSection) };
    },
  };
}

/** What the gateway knows of a section that was read or is to be written; undefined when it is none. */
export function bodyOf<S extends SectionName>(section: S, stored: StoredSection): Sections[S] | undefined {
  const { [VERSION_KEY]: _, ...body } = stored;
  return readNewer(section, body);
}

/** A number of a newer version that is outside of its range counts as the nearest one that we know. */
function readNewer<S extends SectionName>(section: S, value: unknown): Sections[S] | undefined {
  const { read, failures } = SECTION_SCHEMAS[section];
  return read(value) ?? read(failures(value).reduce(withNearest, value));
}

function withNearest(value: unknown, { path, param }: FieldFailure): unknown {
  const { min, max } = param ?? {};
  if (min === undefined || max === undefined) return value;
  const nearest = (number: unknown) =>
    typeof number === 'number' ? Math.min(max, Math.max(min, number)) : min;
  return changedAt(value, path.split('.'), nearest);
}

function changedAt(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.with(Number(key), changedAt(value[Number(key)], rest, change));
  return isRecord(value) ? { ...value, [key]: changedAt(value[key], rest, change) } : value;
}

/**
 * The schemas are those of the wire, and forgiving: they make a 0 of what is no number. On the disk such a value is a
 * damage. What a newer version wrote is forgiven, since its numbers may be finer than ours.
 */
function isAsRead(found: unknown, read: unknown): boolean {
  if (Array.isArray(read)) {
    const isList = Array.isArray(found) && found.length === read.length;
    return isList && read.every((item, index) => isAsRead(found[index], item));
  }
  if (!isRecord(read)) return found === read;
  return isRecord(found) && knownEntries(read).every(([key, value]) => isAsRead(found[key], value));
}

/** Nothing was read out of a key that is not there. */
function hasKeys(found: unknown, read: unknown): boolean {
  if (Array.isArray(found) && Array.isArray(read)) {
    return read.every((item, index) => hasKeys(found[index], item));
  }
  if (!isRecord(found) || !isRecord(read)) return true;
  return knownEntries(read).every(([key, value]) => Object.hasOwn(found, key) && hasKeys(found[key], value));
}

/** What is missing in `found`, in objects and in the items of lists, with its value in `others`. */
function withMissing(found: unknown, others: unknown): unknown {
  if (Array.isArray(found) && Array.isArray(others)) {
    return found.map((item, index) => withMissing(item, others[index]));
  }
  if (!isRecord(found) || !isRecord(others)) return found;
  const members = knownEntries(others).map(([key, value]) => [
    key,
    Object.hasOwn(found, key) ? withMissing(found[key], value) : value,
  ]);
  return { ...found, ...Object.fromEntries(members) };
}

/** Those of the first values that can stand in for what is missing: items of one list are none for those of another. */
function withoutLists(defaults: object, found: StoredSection): StoredSection {
  return Object.fromEntries(
    Object.entries(defaults).filter(([key, value]) => !Array.isArray(value) || !Object.hasOwn(found, key)),
  );
}

const knownEntries = (value: Readonly<Record<string, unknown>>) =>
  Object.entries(value).filter(([, member]) => member !== undefined);

async function defaultsOf(
  section: SectionName,
  found: StoredSection,
  first: FirstSettings,
): Promise<Partial<Sections[SectionName]>> {
  if (section === 'security') return securityDefaults(found);
  // A folder that is there already has been known to its broker by the default: only a new one gets a client ID of its own.
  return section === 'mqtt' ? { ...(await first.mqtt()), mqtt_clientid: '' } : first[section]();
}

/** Nobody gets in, or gets to read, because something is missing. There is no default for a password. */
async function securityDefaults({ password_hash: hash }: StoredSection): Promise<Partial<StoredSecurity>> {
  if (typeof hash !== 'string' || !isPasswordHash(hash)) return {};
  const isDefault = await passwordMatches(new Secret(DEFAULT_ADMIN_PASSWORD), hash);
  return { default_password: isDefault, allow_readonly: false };
}

/** `next` with the keys of `before` that are not among those `known` of it. */
function withUnknown(next: unknown, before: unknown, known: unknown): unknown {
  if (Array.isArray(next)) {
    if (!Array.isArray(before) || !Array.isArray(known)) return next;
    return next.map((item, index) => {
      const same = known.findIndex((other, at) => identityOf(other, at) === identityOf(item, index));
      return same === -1 ? item : withUnknown(item, before[same], known[same]);
    });
  }
  if (!isRecord(next) || !isRecord(before) || !isRecord(known)) return next;
  const kept = Object.entries(before).filter(
    ([key]) => key !== VERSION_KEY && !Object.hasOwn(known, key) && !Object.hasOwn(next, key),
  );
  const members = Object.entries(next).map(([key, value]) => [
    key,
    withUnknown(value, before[key], known[key]),
  ]);
  return Object.fromEntries([...members, ...kept]);
}

/** An inverter or a device keeps its keys wherever it stands in the list; strings are told apart by their place. */
function identityOf(item: unknown, index: number): unknown {
  if (!isRecord(item)) return index;
  if (typeof item.serial === 'string') return item.serial;
  return typeof item.id === 'string' ? item.id : index;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
