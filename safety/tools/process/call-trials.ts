import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ADMIN_PASSWORD } from '@heliograph/contract';
import { buildImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { imageFile } from '../../../apps/gateway/src/firmware/firmware-slot.ts';
import { SECTION_NAMES } from '../../../apps/gateway/src/settings/sections.ts';
import type { SeamName } from '../../../seams/seams.ts';
import { buildForTests } from '../../../seams/test-build.ts';
import { afterOperation, type FolderState, type Operation, versionOf } from '../disk/folder-model.ts';
import { openFolderStore } from '../disk/folder-store.ts';
import { MEMORY } from './kill-process.ts';
import { countCalls, FAULTS, hasMetFault, type Injection, runTraced, SYSTEM_CALLS } from './strace.ts';

/** Every system call on a data folder fails once, or the process ends at it. */

/** `open` is a start, `finish` one that finds a restore that was announced and is not done yet, and what crashes leave. */
export type Work = 'open' | 'finish' | 'poll' | 'restore' | 'firmware';
const WORKS: readonly Work[] = ['open', 'finish', 'poll', 'restore', 'firmware'];
const isStart = (work: Work) => work === 'open' || work === 'finish';

export interface CallTrial {
  readonly work: Work;
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
  /** A generation has a lower number than before. */
  | 'number'
  /** Refused without a reason that anybody could be told, or a start that was refused for one failed call. */
  | 'unexplained'
  | 'no start';

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
const LEFT_BY_CRASHES = ['ntp.json.tmp', 'dtu.json.bak.tmp', 'replacement.json.tmp', 'firmware-upload.tmp'];
const FILES = [...SECTION_NAMES, 'manifest', 'replacement', 'firmware'];

/** Prepares the folders, and counts the calls; `without` are protections that are switched off in the process. */
export async function openCallTrials(works = WORKS, without: readonly SeamName[] = []): Promise<CallTrials> {
  const program = await buildForTests('safety/tools/process/strace-child.ts');
  const root = await mkdtemp(join(MEMORY, 'heliograph-calls-'));
  const used = join(root, 'used');
  const before = await useFolder(used);
  const announced = join(root, 'announced');
  await cp(used, announced, { recursive: true });
  await (await openFolderStore(announced)).run('restore', INDEX);
  for (const name of LEFT_BY_CRASHES) await writeFile(join(announced, name), 'half a fi');
  let copies = 0;

  async function freshFolder(work: Work): Promise<string> {
    const folder = join(root, `copy-${copies++}`);
    await cp(work === 'finish' ? announced : used, folder, { recursive: true });
    return folder;
  }

  const argsOf = (work: Work, folder: string) =>
    isStart(work) ? [program, folder] : [program, folder, work, String(INDEX)];
  function afterOf(work: Work): FolderState {
    if (work === 'open') return before;
    return afterOperation(before, work === 'finish' ? 'restore' : work, INDEX);
  }

  async function callsOf(work: Work) {
    const folder = await freshFolder(work);
    const traced = { paths: pathsIn(folder), script: argsOf(work, folder), without };
    const calls = await countCalls(traced, join(root, 'log'));
    await rm(folder, { recursive: true });
    return calls;
  }

  /** Each work begins with a start, whose calls have their turn as `open`. */
  const ofStart = await callsOf('open');

  async function trialsOf(work: Work): Promise<CallTrial[]> {
    const calls = work === 'open' ? ofStart : await callsOf(work);
    return SYSTEM_CALLS.flatMap((call) => {
      const before = isStart(work) ? 0 : ofStart[call];
      const occurrences = Array.from({ length: calls[call] - before }, (_, index) => before + index + 1);
      return occurrences.flatMap((occurrence) =>
        FAULTS.map((fault) => ({ work, injection: { call, occurrence, fault } })),
      );
    });
  }

  const all: CallTrial[] = [];
  for (const work of works) all.push(...(await trialsOf(work)));
  return {
    all,
    async run({ work, injection }) {
      const folder = await freshFolder(work);
      const numbers = await numbersIn(folder);
      const script = argsOf(work, folder);
      const log = `${folder}.log`;
      const lines = await runTraced({ paths: pathsIn(folder), script, injection, without }, log);
      const isMet = await hasMetFault(log);
      const found = await stateIn(folder);
      const findings = judge({ lines, found, work, before, after: afterOf(work) });
      const isLower = Object.entries(await numbersIn(folder)).some(
        ([name, number]) => number < (numbers[name] ?? 0),
      );
      await rm(folder, { recursive: true });
      return { findings: isLower ? [...findings, 'number'] : findings, isMet };
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** A folder with two generations of what changes, and an image that has proven itself. */
async function useFolder(folder: string): Promise<FolderState> {
  for (const [operation, index] of [
    ['firmware', FIRST_INDEX],
    ['restore', 2],
    ['poll', 3],
    ['poll', 4],
  ] as const) {
    await (await openFolderStore(folder)).run(operation as Operation, index);
  }
  return (await openFolderStore(folder)).state([DEFAULT_ADMIN_PASSWORD]);
}

function pathsIn(folder: string): string[] {
  const images = [FIRST_INDEX, INDEX].map((index) => {
    const { bytes } = buildImage({ version: versionOf(index) });
    return imageFile({ sha256: createHash('sha256').update(bytes).digest('hex') });
  });
  const names = FILES.flatMap((name) => ['', '.bak', '.tmp', '.bak.tmp'].map((end) => `${name}.json${end}`));
  return [folder, ...[...names, 'firmware-upload.tmp', ...images].map((name) => join(folder, name))];
}

/** What a start finds when nothing fails any more; undefined where there is none. */
async function stateIn(folder: string): Promise<FolderState | undefined> {
  try {
    return await (await openFolderStore(folder)).state([DEFAULT_ADMIN_PASSWORD]);
  } catch {
    return undefined;
  }
}

async function numbersIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const names = (await readdir(folder)).filter((name) =>
    SECTION_NAMES.some((section) => name === `${section}.json`),
  );
  const entries = names.map(async (name) => {
    const { generation } = JSON.parse(await readFile(join(folder, name), 'utf8'));
    return [name, Number(generation)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
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
  if (isStart(work)) return isNew ? findings : [...findings, 'lost']; // what was announced counts in any case
  const [told, memory = 'null'] = others;
  if (told === 'done') return isNew ? findings : [...findings, 'lost'];
  if (told === undefined) return findings;
  if (!told.startsWith('refused')) findings.push('unexplained');
  const isKept = isOld && isDeepStrictEqual(JSON.parse(memory), before);
  return isKept ? findings : [...findings, 'changed'];
}
