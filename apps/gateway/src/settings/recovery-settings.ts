import { DEFAULT_ADMIN_PASSWORD } from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import { Secret } from '../platform/secret.ts';
import { createStoredSecurity, type FirstSettings } from './first-settings.ts';
import type { HashCost } from './password-hash.ts';
import { announceOverDamage, replacementOf } from './replacement.ts';
import { SECTION_NAMES, SECTION_SCHEMAS, type SectionName, type Sections, sectionsFrom } from './sections.ts';
import { DamagedFileError, type Generation, loadSettingsFile } from './settings-file.ts';
import { NotSavedError, orNotSaved, type SettingsStore } from './settings-store.ts';

/** What is left of the settings in a damaged folder, and the way to replace all of it. */
export interface RecoverySettings extends Pick<SettingsStore, 'get' | 'saveCount' | 'replaceAll'> {
  /** Somebody knows the admin's password. */
  readonly hasPassword: boolean;
}

export interface RecoverySettingsOptions {
  readonly directory: DataDirectory;
  readonly first: FirstSettings;
  /** Given by who controls the machine; counts only where the one that was set is lost, and never when it is the default one. */
  readonly firstPassword: Secret | undefined;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
}

/** Of a password that nobody knows. */
const UNKNOWN_PASSWORD_BYTES = 32;

/**
 * Loads the sections that can be loaded; the others have their first value, until a file replaces it, except for the
 * password: a damaged one never becomes the default one. Throws a `StartError` for files of another version.
 */
export async function openRecoverySettings(options: RecoverySettingsOptions): Promise<RecoverySettings> {
  const { directory, first } = options;
  const givenPassword =
    options.firstPassword?.reveal() === DEFAULT_ADMIN_PASSWORD ? undefined : options.firstPassword;
  const loaded = new Map<SectionName, Generation<unknown>>();
  for (const section of SECTION_NAMES) {
    const generation = await loadSettingsFile<unknown>(
      directory,
      section,
      SECTION_SCHEMAS[section].read,
    ).catch(missing);
    if (generation !== undefined) loaded.set(section, generation);
  }
  const bodyOf = async <S extends SectionName>(section: S): Promise<Sections[S]> =>
    (loaded.get(section)?.body as Sections[S] | undefined) ?? first[section]();
  const bodies: Sections = {
    security: loaded.has('security') ? await bodyOf('security') : await lostSecurity(givenPassword, options),
    dtu: await bodyOf('dtu'),
    ntp: await bodyOf('ntp'),
    inverters: await bodyOf('inverters'),
    network: await bodyOf('network'),
    device: await bodyOf('device'),
    mqtt: await bodyOf('mqtt'),
  };
  const numbers = [...loaded.values()].map(({ number }) => number);
  /** Nobody knows the number of a damaged one; it was most likely lower than this. */
  const nextNumber = (section: SectionName) => (loaded.get(section)?.number ?? Math.max(0, ...numbers)) + 1;
  let isReplaced = false;
  let last: Promise<unknown> = Promise.resolve();

  async function replace(change: Parameters<SettingsStore['replaceAll']>[0]): Promise<void> {
    if (isReplaced) throw new NotSavedError('The gateway is about to restart; nothing was changed.');
    const replacement = replacementOf(await change(sectionsFrom((section) => bodies[section])), nextNumber);
    await orNotSaved(() => announceOverDamage(directory, replacement));
    isReplaced = true;
  }

  return {
    hasPassword: loaded.has('security') || givenPassword !== undefined,
    get: (section) => bodies[section],
    saveCount: () => numbers.reduce((sum, number) => sum + number, 0),
    replaceAll(change) {
      const done = last.then(() => replace(change));
      last = done.catch(() => undefined); // whoever asked for it hears of the failure
      return done;
    },
  };
}

function missing(error: unknown): undefined {
  if (!(error instanceof DamagedFileError)) throw error;
}

/** The given password, or one that nobody knows. */
function lostSecurity(
  givenPassword: Secret | undefined,
  { randomBytes, hashCost }: Pick<RecoverySettingsOptions, 'randomBytes' | 'hashCost'>,
) {
  const unknown = () => new Secret(Buffer.from(randomBytes(UNKNOWN_PASSWORD_BYTES)).toString('base64'));
  return createStoredSecurity({
    password: givenPassword ?? unknown(),
    allowReadonly: false,
    randomBytes,
    hashCost,
  });
}
