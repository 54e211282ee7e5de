import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';
import type { Plane } from './clear-sky.ts';
import type { DetectorMemory } from './detector.ts';
import { COMPARED, type EvidenceCurve, type Finding } from './finding.ts';
import { EMPTY_OWN_HISTORY, type OwnHistory } from './own-history.ts';
import { DAYS, SLOTS } from './string-memory.ts';
import type { RememberedString } from './watch.ts';
import { EMPTY_RUN } from './weak-run.ts';

/**
 * What the detector remembers over restarts: `findings.json` is small and written whenever something is found,
 * `string-habits.json` has what is usual for each string, about 6 kB each, and is written once a day and at the end.
 */
export interface FindingsMemory {
  readonly remembered: DetectorMemory | undefined;
  rememberFindings(memory: () => DetectorMemory): void;
  rememberAll(memory: () => DetectorMemory): void;
  close(): Promise<void>;
  forget(): Promise<void>;
}

export async function openFindingsMemory(options: {
  readonly directory: DataDirectory;
  readonly log: Log;
}): Promise<FindingsMemory> {
  const findings = await openMemoryFile({
    ...options,
    name: 'findings.json',
    read: readFindings,
    subject: 'What was found',
    whenLost: 'what is wrong with strings is found anew',
  });
  const habits = await openMemoryFile({
    ...options,
    name: 'string-habits.json',
    read: readHabits,
    subject: 'What is usual for each string',
    whenLost: 'what is usual for each string is learnt anew',
  });
  const rememberFindings = (memory: () => DetectorMemory) =>
    findings.remember(() => {
      const { lastStepS, silentSince, findings: all, hasJudged } = memory();
      return { lastStepS, silentSince: Object.fromEntries(silentSince), findings: all, hasJudged };
    });
  return {
    remembered: joined(findings.remembered, habits.remembered),
    rememberFindings,
    rememberAll(memory) {
      rememberFindings(memory);
      habits.remember(() => {
        const { today, strings } = memory();
        return { today, strings: strings.map(writtenString) };
      });
    },
    async close() {
      await Promise.all([findings.close(), habits.close()]);
    },
    async forget() {
      await Promise.all([findings.forget(), habits.forget()]);
    },
  };
}

type RememberedFindings = Pick<DetectorMemory, 'lastStepS' | 'silentSince' | 'findings' | 'hasJudged'>;
type RememberedHabits = Pick<DetectorMemory, 'today' | 'strings'>;

function joined(
  findings: RememberedFindings | undefined,
  habits: RememberedHabits | undefined,
): DetectorMemory | undefined {
  if (findings === undefined && habits === undefined) return undefined;
  return {
    ...(findings ?? { lastStepS: 0, silentSince: new Map(), findings: [], hasJudged: false }),
    ...(habits ?? { today: 0, strings: [] }),
  };
}

function writtenString({ memory, own, plane }: RememberedString): object {
  const { serial, string, peakW, values, patientUntilDay } = memory;
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
  const whole = { serial, string, peakW, patientUntilDay, values: bytes, days: own.days, before: own.before };
  return { ...whole, plane };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const recordOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

function readHabits(value: unknown): RememberedHabits | undefined {
  const { today, strings } = recordOf(value);
  if (!isNumber(today) || !Array.isArray(strings)) return undefined;
  return { today, strings: strings.flatMap(readString) };
}

function readString(value: unknown): RememberedString[] {
  const { serial, string, peakW, patientUntilDay, values, ...rest } = recordOf(value);
  if (typeof serial !== 'string' || typeof values !== 'string') return [];
  if (!isNumber(string) || !isNumber(peakW) || !isNumber(patientUntilDay)) return [];
  const bytes = Buffer.from(values, 'base64');
  if (bytes.length !== DAYS * SLOTS * 2 || peakW <= 0) return [];
  const numbers = new Uint16Array(DAYS * SLOTS);
  new Uint8Array(numbers.buffer).set(bytes);
  const memory = { serial, string, peakW, patientUntilDay, values: numbers };
  return [{ memory, own: readOwn(rest), run: EMPTY_RUN, plane: readPlane(rest.plane) }];
}

function readPlane(value: unknown): Plane | undefined {
  const { azimuthDeg, tiltDeg } = recordOf(value);
  return isNumber(azimuthDeg) && isNumber(tiltDeg) ? { azimuthDeg, tiltDeg } : undefined;
}

function readOwn({ days, before }: Readonly<Record<string, unknown>>): OwnHistory {
  const read = (Array.isArray(days) ? days : []).flatMap((one) => {
    const { day, share } = recordOf(one);
    return isNumber(day) && isNumber(share) ? [{ day, share }] : [];
  });
  return { ...EMPTY_OWN_HISTORY, days: read, before: isNumber(before) ? before : undefined };
}

function readFindings(value: unknown): RememberedFindings | undefined {
  const { lastStepS, silentSince, findings, hasJudged } = recordOf(value);
  if (!isNumber(lastStepS) || !Array.isArray(findings)) return undefined;
  const silent = Object.entries(recordOf(silentSince)).filter((entry): entry is [string, number] =>
    isNumber(entry[1]),
  );
  return {
    ...{ lastStepS, silentSince: new Map(silent), findings: findings.flatMap(readFinding) },
    hasJudged: hasJudged === true,
  };
}

const KINDS: readonly Finding['kind'][] = ['weak', 'dead', 'silent'];
const STATES: readonly Finding['state'][] = ['open', 'known', 'over'];
const BASES: readonly Finding['basis'][] = ['neighbours', 'itself'];
const SURENESS: readonly Finding['sureness'][] = ['possible', 'likely', 'sure'];

function readFinding(value: unknown): Finding[] {
  const fields = recordOf(value);
  const { id, serial, sinceS, foundAtS, ratio, lostWh, day } = fields;
  const kind = KINDS.find((one) => one === fields.kind);
  const state = STATES.find((one) => one === fields.state);
  const basis = BASES.find((one) => one === fields.basis);
  const sureness = SURENESS.find((one) => one === fields.sureness);
  if (typeof id !== 'string' || typeof serial !== 'string') return [];
  if (kind === undefined || state === undefined || basis === undefined || sureness === undefined) return [];
  const numbers = [sinceS, foundAtS, ratio, lostWh, day];
  if (!numbers.every(isNumber)) return [];
  const numberOf = (one: unknown) => (isNumber(one) ? one : undefined);
  return [
    {
      ...{ id, serial, kind, state, basis, sureness },
      sinceS: Number(sinceS),
      foundAtS: Number(foundAtS),
      ratio: Number(ratio),
      lostWh: Number(lostWh),
      day: Number(day),
      string: numberOf(fields.string),
      overAtS: numberOf(fields.overAtS),
      knownRatio: numberOf(fields.knownRatio),
      curve: readCurve(fields.curve),
    },
  ];
}

function readCurve(value: unknown): EvidenceCurve | undefined {
  const { startS, measuredW, expectedW, ...fields } = recordOf(value);
  if (!isNumber(startS) || !Array.isArray(measuredW) || !Array.isArray(expectedW)) return undefined;
  const powers = (list: readonly unknown[]) => list.map((power) => (isNumber(power) ? power : null));
  // Before it was written down there was no other.
  const compared = COMPARED.find((one) => one === fields.compared) ?? 'neighbours';
  return { compared, startS, measuredW: powers(measuredW), expectedW: powers(expectedW) };
}
