import { DEFAULT_ADMIN_PASSWORD } from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import { Secret } from '../platform/secret.ts';
import { createStoredSecurity, type FirstSettings } from './first-settings.ts';
import type { HashCost } from './password-hash.ts';
import { announceOverDamage, loadReplacement, replacementOf } from './replacement.ts';
import { SECTION_NAMES, type SectionName, type Sections, sectionsFrom } from './sections.ts';
import { DamagedFileError, type Generation, loadSettingsFile, lost } from './settings-file.ts';
import { aboutToRestart, orNotSaved, type SettingsStore } from './settings-store.ts';
import { createStoredSections, bodyOf as knownOf, type StoredSection } from './stored-section.ts';

/** A settings file of which no generation can be used. */
export interface LostFile {
  /** As in `dtu.json`. */
  readonly fileName: string;
  /** It is not damaged, it is gone. */
  readonly isMissing: boolean;
}

/** What is left of the settings in a damaged folder, and the way to replace all of it. */
export interface RecoverySettings extends Pick<SettingsStore, 'get' | 'saveCount' | 'replaceAll'> {
  /** At least one. */
  readonly lostFiles: readonly LostFile[];
  /** Which password the admin has: the one that was set, the one that was given at this start, or one that nobody knows. */
  readonly password: 'kept' | 'given' | 'lost';
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
  const stored = createStoredSections(first);
  const lostFiles: LostFile[] = [];
  const noteLoss = (error: unknown) => {
    if (!(error instanceof DamagedFileError)) throw error;
    lostFiles.push({ fileName: error.fileName, isMissing: error.isMissing });
  };
  await loadReplacement(directory, stored).catch(noteLoss);
  // Where a restore was lost halfway the password of before it may be one that it was meant to end.
  const isPasswordLost = lostFiles.length > 0;
  const loaded = new Map<SectionName, Generation<StoredSection>>();
  for (const section of SECTION_NAMES) {
    const generation = await loadSettingsFile(directory, section, (value) => stored.read(section, value))
      .then((found) => found ?? Promise.reject(lost(directory, section)))
      .catch(noteLoss);
    if (generation !== undefined) loaded.set(section, generation);
  }
  const hasKept = loaded.has('security') && !isPasswordLost;
  const bodyOf = async <S extends SectionName>(section: S): Promise<Sections[S]> => {
    const found = loaded.get(section);
    return (found && knownOf(section, found.body)) ?? first[section]();
  };
  const bodies: Sections = {
    security: hasKept ? await bodyOf('security') : await lostSecurity(givenPassword, options),
    dtu: await bodyOf('dtu'),
    ntp: await bodyOf('ntp'),
    inverters: await bodyOf('inverters'),
    network: await bodyOf('network'),
    device: await bodyOf('device'),
    mqtt: await bodyOf('mqtt'),
    sources: await bodyOf('sources'),
    history: await bodyOf('history'),
    plant: await bodyOf('plant'),
  };
  const numbers = [...loaded.values()].map(({ number }) => number);
  /** Nobody knows the number of a damaged one; it was most likely lower than this. */
  const nextNumber = (section: SectionName) => (loaded.get(section)?.number ?? Math.max(0, ...numbers)) + 1;
  let isReplaced = false;
  let last: Promise<unknown> = Promise.resolve();

  async function replace(...[change, options]: Parameters<SettingsStore['replaceAll']>): Promise<void> {
    if (isReplaced) throw aboutToRestart();
    const replacement = replacementOf(await change(sectionsFrom((section) => bodies[section])), {
      stored,
      numberOf: nextNumber,
      before: (section) => (options?.startsAnew === true ? undefined : loaded.get(section)?.body),
    });
    await orNotSaved(() => announceOverDamage(directory, replacement, stored));
    isReplaced = true;
  }

  return {
    lostFiles,
    password: hasKept ? 'kept' : givenPassword === undefined ? 'lost' : 'given',
    get: (section) => bodies[section],
    saveCount: () => numbers.reduce((sum, number) => sum + number, 0),
    replaceAll(change, options) {
      const done = last.then(() => replace(change, options));
      last = done.catch(() => undefined); // whoever asked for it hears of the failure
      return done;
    },
  };
}

/** The given password, or one that nobody knows. */
function lostSecurity(
  givenPassword: Secret | undefined,
  { randomBytes, hashCost }: Pick<RecoverySettingsOptions, 'randomBytes' | 'hashCost'>,
) {
  const unknown = () => new Secret(Buffer.from(randomBytes(UNKNOWN_PASSWORD_BYTES)).toString('base64'));
  return createStoredSecurity({
    password: givenPassword ?? (__WITHOUT__.unknownPassword ? new Secret(DEFAULT_ADMIN_PASSWORD) : unknown()),
    allowReadonly: false,
    randomBytes,
    hashCost,
  });
}
