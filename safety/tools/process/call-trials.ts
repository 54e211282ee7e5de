import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ADMIN_PASSWORD } from '@heliograph/contract';
import { fileOf } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { damageFiles, storedContents } from '@heliograph/testbed/disk/stored-settings.ts';
import { buildImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { imageFile } from '../../../apps/gateway/src/firmware/firmware-slot.ts';
import { SECTION_NAMES } from '../../../apps/gateway/src/settings/sections.ts';
import type { SeamName } from '../../../seams/seams.ts';
import { buildForTests } from '../../../seams/test-build.ts';
import {
  afterOperation,
  type FolderState,
  type Operation,
  passwordOf,
  versionOf,
} from '../disk/folder-model.ts';
import { openFolderStore } from '../disk/folder-store.ts';
import { MEMORY } from './kill-process.ts';
import {
  countCalls,
  FAULTS,
  hasMetFault,
  type Injection,
  runTraced,
  SYSTEM_CALLS,
  type SystemCall,
} from './strace.ts';

/** Every system call on a data folder fails once, or the process ends at it. */

/** `open` is a start, `takeover` one that finds settings of release 0.1.0, `damaged` one that finds its database damaged. */
export type Work = 'open' | 'takeover' | 'damaged' | 'poll' | 'password' | 'restore' | 'firmware';
const WORKS: readonly Work[] = ['open', 'takeover', 'damaged', 'poll', 'password', 'restore', 'firmware'];
const isStart = (work: Work) => work === 'open' || work === 'takeover' || work === 'damaged';

/**
 * Whose calls fail. The number of a call is counted in each thread: those of the database are made by one thread, those of other
 * files by another one, and only the first one waits for the names in the folder.
 */
type Group = 'database' | 'folder' | 'files';

export interface CallTrial {
  readonly work: Work;
  readonly group: Group;
  readonly injection: Injection;
}

/** What was wrong after a trial; nothing in the best case. */
export type Finding =
  /** Done, as it was told, but it is not there afterwards. */
  | 'lost'
  /** Refused, but there afterwards, or in memory. */
  | 'changed'
  /** Neither the old nor the new settings, or no start. */
  | 'broken'
  /** The count of saves is lower than before. */
  | 'number'
  /** Refused without a reason that anybody could be told, or a start that was refused for one failed call. */
  | 'unexplained'
  | 'no start'
  /** A good database was taken for a damaged one. */
  | 'set aside';

export interface CallOutcome {
  readonly findings: readonly Finding[];
  /** The call was made, and failed. */
  readonly isMet: boolean;
}

export interface CallTrials {
  /** Every way in which one call of each work can fail. */
  readonly all: readonly CallTrial[];
  run(trial: CallTrial): Promise<CallOutcome>;
  close(): Promise<void>;
}

/** Of the image that runs, and of what is done in a trial. */
const FIRST_INDEX = 1;
const INDEX = 5;
const LEFT_BY_CRASHES = ['settings.db.good.tmp', 'settings.db.new', 'firmware-upload.tmp'];
const PASSWORDS = [DEFAULT_ADMIN_PASSWORD, passwordOf(INDEX)];

/** Prepares the folders, and counts the calls; `without` are protections that are switched off in the process. */
export async function openCallTrials(works = WORKS, without: readonly SeamName[] = []): Promise<CallTrials> {
  const program = await buildForTests('safety/tools/process/strace-child.ts');
  const root = await mkdtemp(join(MEMORY, 'heliograph-calls-'));
  const used = join(root, 'used');
  const before = await useFolder(used);
  const old = join(root, 'old');
  await cp(used, old, { recursive: true });
  await leaveOldFiles(old);
  let copies = 0;

  async function freshFolder(work: Work): Promise<string> {
    const folder = join(root, `copy-${copies++}`);
    await cp(work === 'takeover' ? old : used, folder, { recursive: true });
    if (work === 'damaged') damageFiles(folder, ['settings.db']);
    for (const name of LEFT_BY_CRASHES) await writeFile(join(folder, name), 'half a fi');
    return folder;
  }

  const argsOf = (work: Work, folder: string) =>
    isStart(work) ? [program, folder] : [program, folder, work, String(INDEX)];
  const afterOf = (work: Work) => (isStart(work) ? before : afterOperation(before, work as Operation, INDEX));

  async function callsOf(work: Work, group: Group) {
    const folder = await freshFolder(work);
    const traced = { paths: pathsIn(folder, group), script: argsOf(work, folder), without };
    const calls = await countCalls(traced, join(root, 'log'));
    await rm(folder, { recursive: true });
    return calls;
  }

  async function trialsOf(work: Work, group: Group): Promise<CallTrial[]> {
    const calls = await callsOf(work, group);
    // Each work begins with a start, whose calls have their turn as `open`.
    const ofStart = isStart(work) ? undefined : await callsOf('open', group);
    return callsIn(group).flatMap((call) => {
      const first = ofStart?.[call] ?? 0;
      const occurrences = Array.from({ length: calls[call] - first }, (_, index) => first + index + 1);
      return occurrences.flatMap((occurrence) =>
        faultsOf(call).map((fault) => ({ work, group, injection: { call, occurrence, fault } })),
      );
    });
  }

  const all: CallTrial[] = [];
  for (const work of works) {
    for (const group of ['database', 'folder', 'files'] as const) all.push(...(await trialsOf(work, group)));
  }
  return {
    all,
    async run({ work, group, injection }) {
      const folder = await freshFolder(work);
      const script = argsOf(work, folder);
      const log = `${folder}.log`;
      const lines = await runTraced({ paths: pathsIn(folder, group), script, injection, without }, log);
      const isMet = await hasMetFault(log);
      const isSetAside = (await readdir(folder)).some((name) => /^settings\.db\.corrupt-\d$/.test(name));
      const found = await stateIn(folder);
      const findings = judge({ lines, found, work, before, after: afterOf(work) });
      if (isSetAside && work !== 'damaged') findings.push('set aside');
      if (found !== undefined && saveCountIn(folder) < saveCountIn(used)) findings.push('number');
      await rm(folder, { recursive: true });
      return { findings, isMet };
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

const callsIn = (group: Group): readonly SystemCall[] => (group === 'folder' ? ['fsync'] : SYSTEM_CALLS);

/** A read needs no room, and no right to write. */
const faultsOf = (call: SystemCall) => (call === 'pread64' ? (['SIGKILL', 'EIO'] as const) : FAULTS);

/** A folder in which something was changed more than once, and an image that has proven itself. */
async function useFolder(folder: string): Promise<FolderState> {
  for (const [operation, index] of [
    ['firmware', FIRST_INDEX],
    ['restore', 2],
    ['poll', 3],
    ['poll', 4],
  ] as const) {
    const store = await openFolderStore(folder);
    await store.run(operation as Operation, index);
    await store.end();
  }
  const store = await openFolderStore(folder);
  const state = await store.state(PASSWORDS);
  await store.end();
  return state;
}

/** Makes of it a folder of release 0.1.0 with the same settings. */
async function leaveOldFiles(folder: string): Promise<void> {
  const { sections, saveCount } = storedContents(folder);
  for (const section of SECTION_NAMES) {
    // So that the count of saves goes on where it is.
    const generation = section === 'dtu' ? Math.max(2, saveCount - SECTION_NAMES.length + 1) : 1;
    for (const end of ['.json', '.json.bak']) {
      await writeFile(join(folder, section + end), fileOf(generation, JSON.parse(sections[section] ?? '')));
    }
  }
  await writeFile(join(folder, 'manifest.json'), fileOf(1, { sections: SECTION_NAMES }));
  for (const name of await readdir(folder)) {
    if (name.startsWith('settings.db')) await rm(join(folder, name));
  }
}

function pathsIn(folder: string, group: Group): string[] {
  if (group === 'folder') return [folder];
  if (group === 'database') {
    const databases = ['settings.db', 'settings.db.new', 'settings.db.good', 'settings.db.good.tmp'];
    const names = databases.flatMap((name) => [name, `${name}-journal`]);
    return [...names, 'settings.db.withdrawn', 'settings.lock'].map((name) => join(folder, name));
  }
  const images = [FIRST_INDEX, INDEX].map((index) => {
    const { bytes } = buildImage({ version: versionOf(index) });
    return imageFile({ sha256: createHash('sha256').update(bytes).digest('hex') });
  });
  const files = [...SECTION_NAMES, 'manifest', 'firmware'];
  const names = files.flatMap((name) => ['', '.bak', '.tmp', '.bak.tmp'].map((end) => `${name}.json${end}`));
  return [...names, 'firmware-upload.tmp', ...images].map((name) => join(folder, name));
}

/** What a start finds when nothing fails any more; undefined where there is none. */
async function stateIn(folder: string): Promise<FolderState | undefined> {
  try {
    const store = await openFolderStore(folder);
    const state = await store.state(PASSWORDS);
    await store.end();
    return state;
  } catch {
    return undefined;
  }
}

function saveCountIn(folder: string): number {
  return storedContents(folder).saveCount;
}

interface Judged {
  readonly lines: readonly string[];
  readonly found: FolderState | undefined;
  readonly work: Work;
  readonly before: FolderState;
  readonly after: FolderState;
}

function judge({ lines, found, work, before, after }: Judged): Finding[] {
  const [start, ...others] = lines;
  const isOld = isDeepStrictEqual(found, before);
  const isNew = isDeepStrictEqual(found, after);
  const findings: Finding[] = [];
  if (start !== undefined && start !== 'done') findings.push('no start');
  if (!isOld && !isNew) findings.push('broken');
  if (isStart(work)) return findings;
  const [told, memory = 'null'] = others;
  if (told === 'done') return isNew ? findings : [...findings, 'lost'];
  if (told === undefined) return findings;
  if (!told.startsWith('refused')) findings.push('unexplained');
  const isKept = isOld && isDeepStrictEqual(JSON.parse(memory), before);
  return isKept ? findings : [...findings, 'changed'];
}
