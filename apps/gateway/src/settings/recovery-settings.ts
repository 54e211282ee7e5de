import { DEFAULT_ADMIN_PASSWORD } from '@heliograph/contract';
import { Secret } from '../platform/secret.ts';
import type { Author } from './changes.ts';
import type { DamagedFileError } from './damaged-file-error.ts';
import { createStoredSecurity, type FirstSettings } from './first-settings.ts';
import type { HashCost } from './password-hash.ts';
import { SECTION_NAMES, type SectionName, type Sections, sectionsFrom } from './sections.ts';
import { type Contents, DATABASE_FILE, type ReadOutcome } from './settings-database.ts';
import { errorOf, type SettingsStorage } from './settings-storage.ts';
import {
  aboutToRestart,
  orNotSaved,
  parsed,
  type RestorePreparation,
  readStoredTexts,
  type SettingsStore,
  storedAll,
  textsOf,
} from './settings-store.ts';
import { bodyOf, createStoredSections, type StoredSection, type StoredSections } from './stored-section.ts';
import { oldFileSums, readOldSettings } from './takeover.ts';

/** A settings file of which nothing can be used that is kept for this case. */
export interface LostFile {
  /** As in `settings.db`. */
  readonly fileName: string;
  /** It is not damaged, it is gone. */
  readonly isMissing: boolean;
}

/** What is left of the settings in a damaged folder, and the way to replace all of it. */
export interface RecoverySettings
  extends Pick<SettingsStore, 'get' | 'saveCount' | 'replaceAll' | 'compareStored' | 'restoreStored'> {
  /** At least one. */
  readonly lostFiles: readonly LostFile[];
  /** Which password the admin has: the one that was set, the one that was given at this start, or one that nobody knows. */
  readonly password: 'kept' | 'given' | 'lost';
}

export interface RecoverySettingsOptions {
  readonly storage: SettingsStorage;
  readonly first: FirstSettings;
  /** What the settings could not be opened for. */
  readonly damage: DamagedFileError;
  /** Given by who controls the machine; counts only where the one that was set is lost, and never when it is the default one. */
  readonly firstPassword: Secret | undefined;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
  /** Unix seconds; undefined while nobody has set the clock. */
  readonly nowS: () => number | undefined;
}

/** Of a password that nobody knows. */
const UNKNOWN_PASSWORD_BYTES = 32;

const BY_RECOVERY: Author = { actor: 'admin', reason: 'recovered' };

/** What can still be used. */
interface Rest {
  readonly sections: { readonly [S in SectionName]?: StoredSection };
  readonly lostFiles: readonly LostFile[];
  /** The password may be one that a restore was meant to end. */
  readonly isPasswordLost: boolean;
  readonly saveCount: number;
  readonly takenOver?: Contents['takenOver'];
}

/**
 * Loads the sections that can be loaded; the others have their first value, until a file replaces it, except for the
 * password: a damaged one never becomes the default one.
 */
export async function openRecoverySettings(options: RecoverySettingsOptions): Promise<RecoverySettings> {
  const { storage, first, damage } = options;
  const givenPassword =
    options.firstPassword?.reveal() === DEFAULT_ADMIN_PASSWORD ? undefined : options.firstPassword;
  const stored = createStoredSections(first);
  const isOfDatabase = damage.fileName === DATABASE_FILE;
  const rest = isOfDatabase
    ? await restOfDatabase(storage, damage, stored)
    : await restOfOldFiles(storage, stored);
  const hasKept = rest.sections.security !== undefined && !rest.isPasswordLost;
  const sectionOf = async <S extends SectionName>(section: S): Promise<Sections[S]> => {
    const found = rest.sections[section];
    return (found && bodyOf(section, found)) ?? first[section]();
  };
  const bodies = {} as { -readonly [S in SectionName]: Sections[S] };
  for (const section of SECTION_NAMES) Object.assign(bodies, { [section]: await sectionOf(section) });
  if (!hasKept) bodies.security = await lostSecurity(givenPassword, options);
  let { saveCount } = rest;
  let isReplaced = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Begins a database anew; `prepare` is asked right before. */
  async function begin(texts: Readonly<Record<string, string>>, prepare?: RestorePreparation): Promise<void> {
    const { takenOver } = rest;
    await orNotSaved(async () => {
      await storage.hold();
      await prepare?.(saveCount + 1);
      const outcome = await storage.calls.create(
        { sections: texts, saveCount: saveCount + 1, ...(takenOver !== undefined && { takenOver }) },
        { atS: options.nowS(), ...BY_RECOVERY, sections: [] },
      );
      if (outcome.kind === 'failed') throw errorOf(outcome);
      saveCount = outcome.saveCount;
    });
    isReplaced = true;
  }

  async function replace(...[change, how]: Parameters<SettingsStore['replaceAll']>): Promise<void> {
    const next = storedAll(await change(sectionsFrom((section) => bodies[section])), stored, (section) =>
      how?.startsAnew === true ? undefined : rest.sections[section],
    );
    await begin(textsOf(next));
  }

  const heldNow = () =>
    storedAll(
      sectionsFrom((section) => bodies[section]),
      stored,
      (section) => rest.sections[section],
    );

  const compareStored: SettingsStore['compareStored'] = (texts) => readStoredTexts(texts, stored, heldNow());

  async function restore(...[texts, prepare]: Parameters<SettingsStore['restoreStored']>): Promise<void> {
    const found = await compareStored(texts);
    const next = Object.fromEntries(found.map((one) => [one.section, JSON.stringify(one.next)]));
    await begin({ ...textsOf(heldNow()), ...texts, ...next }, prepare);
  }

  /** One after the other, and none once everything was replaced. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = last.then(() => {
      if (isReplaced) throw aboutToRestart();
      return work();
    });
    last = done.catch(() => undefined); // whoever asked for it hears of the failure
    return done;
  }

  return {
    lostFiles: rest.lostFiles,
    password: hasKept ? 'kept' : givenPassword === undefined ? 'lost' : 'given',
    get: (section) => bodies[section],
    saveCount: () => saveCount,
    compareStored,
    replaceAll: (change, how) => enqueue(() => replace(change, how)),
    restoreStored: (texts, prepare) => enqueue(() => restore(texts, prepare)),
  };
}

/** Section by section: what the database still has, or else its copy, of which no check sum is wrong. */
async function restOfDatabase(
  { calls }: SettingsStorage,
  { fileName, isMissing }: LostFile,
  stored: StoredSections,
): Promise<Rest> {
  const all = [contentsOf(await calls.read('current')), contentsOf(await calls.read('copy'))];
  const sections: { [S in SectionName]?: StoredSection } = {};
  for (const section of SECTION_NAMES) {
    for (const { sections: texts } of all) {
      const text = texts[section];
      const found = text === undefined ? undefined : await stored.read(section, parsed(text));
      if (found !== undefined) sections[section] ??= found;
    }
  }
  const takenOver = all.map((contents) => contents.takenOver).find((found) => found !== undefined);
  return {
    sections,
    lostFiles: [{ fileName, isMissing }],
    isPasswordLost: false,
    saveCount: Math.max(...all.map(({ saveCount }) => saveCount)),
    ...(takenOver !== undefined && { takenOver }),
  };
}

function contentsOf(outcome: ReadOutcome): Contents {
  if (outcome.kind === 'whole') return outcome.contents;
  return outcome.kind === 'damaged' ? outcome.rest : { sections: {}, saveCount: 0 };
}

async function restOfOldFiles({ directory }: SettingsStorage, stored: StoredSections): Promise<Rest> {
  const { sections, lost, saveCount } = await readOldSettings(directory, stored);
  const lostFiles = lost.map(({ fileName, isMissing }) => ({ fileName, isMissing }));
  return {
    sections,
    lostFiles,
    // Where a restore was lost halfway the password of before it may be one that it was meant to end.
    isPasswordLost: lostFiles.some(({ fileName }) => fileName === 'replacement.json'),
    saveCount,
    takenOver: await oldFileSums(directory),
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
