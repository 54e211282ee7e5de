import { type Place, placeOf } from '@heliograph/contract';
import { maxPowerOf } from '../fleet/device-info.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { type ClearDay, createDetector, type Detector, type StringVerdict } from './detector.ts';
import {
  type ExpectedInverter,
  type ExpectedString,
  type ExpectedYield,
  expectedYield,
} from './expected-yield.ts';
import type { EvidenceCurve, Finding } from './finding.ts';
import { openFindingsMemory } from './findings-memory.ts';
import { type LearntPlane, learnPlane } from './learnt-plane.ts';
import { DAY_S, DAYS } from './string-memory.ts';
import { peakOf, type StringWatcherOptions, watchStrings } from './string-watcher.ts';

/** What is wrong with the plant, and what is to be expected of it. */
export interface Findings {
  /** The newest first. */
  all(): readonly Finding[];
  curveOf(id: string): EvidenceCurve | undefined;
  verdicts(): readonly StringVerdict[];
  /** Whether any string was ever judged. */
  hasJudged(): boolean;
  /** False: there is no such finding, or it is over. */
  setKnown(id: string, isKnown: boolean): boolean;
  /** Of a clear day; undefined where nobody has said where the plant is. */
  expected(span: { readonly fromS: number; readonly toS: number }): ExpectedYield | undefined;
  /** One inverter took the place of another. */
  replace(oldSerial: string, newSerial: string): void;
  /** Forgets everything. */
  forget(): Promise<void>;
  /** Writes down what is new, and ends. */
  stop(): Promise<void>;
}

export interface StartFindingsOptions extends Omit<StringWatcherOptions, 'place' | 'onStep'> {
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly settings: Pick<SettingsStore, 'get'>;
}

/** So long at a time is done of what takes longer. */
const TURN_MS = 5;
/** What changes from minute to minute, such as what a loss has cost, is written so often. */
const WRITE_STEPS = 12;

/** Watches the strings of the fleet until it is stopped. */
export async function startFindings(options: StartFindingsOptions): Promise<Findings> {
  const { fleet, settings, clock, deviceClock, groups } = options;
  const memory = await openFindingsMemory(options);
  const detector = createDetector(memory.remembered);
  const remember = detector.memory;
  const place = () => placeOf(settings.get('ntp'));
  let written = stampOf(detector);
  let day = detector.today();
  let stepsLeft = WRITE_STEPS;
  let learnt: { readonly version: number; readonly planes: ReadonlyMap<string, LearntPlane> } | undefined;
  let cancelGoingOn = () => {};

  const stopWatching = watchStrings({ ...options, place, onStep });

  /** Live values come in between. */
  function goOn(): void {
    const endMs = clock.monotonicMs() + TURN_MS;
    while (detector.goOn()) {
      if (clock.monotonicMs() < endMs) continue;
      cancelGoingOn = clock.after(0, goOn);
      return;
    }
  }

  function onStep(step: Parameters<StringWatcherOptions['onStep']>[0]): void {
    cancelGoingOn();
    detector.step(step);
    cancelGoingOn = clock.after(0, goOn);
    const today = detector.today();
    stepsLeft -= 1;
    if (today !== day) memory.rememberAll(remember);
    else if (stepsLeft <= 0 || stampOf(detector) !== written) memory.rememberFindings(remember);
    else return;
    day = today;
    written = stampOf(detector);
    stepsLeft = WRITE_STEPS;
  }

  /** By string; worked out when somebody asks, as often as it is known anew who looks the same way: once a day, and after a start. */
  function planes(site: Place): ReadonlyMap<string, LearntPlane> {
    const version = detector.groupsVersion();
    if (learnt?.version !== version) {
      const middleS = deviceClock.unixMs() / 1000 - (DAYS / 2) * DAY_S;
      learnt = { version, planes: learnPlanes(detector.clearDays(), site, middleS) };
    }
    return learnt.planes;
  }

  function expectedStrings(serial: string, peaksW: readonly number[], site: Place): ExpectedString[] {
    const known = groups();
    const learntPlanes = planes(site);
    return peaksW.map((maxPowerW, index) => {
      const set = known.groupOf(serial, index + 1)?.plane;
      const plane = learntPlanes.get(`${serial}/${index + 1}`);
      const origin = set !== undefined ? 'set' : plane !== undefined ? 'learnt' : 'rough';
      // What was learnt of how much it gives belongs to the plane that was learnt with it.
      const performance = set === undefined ? plane?.performance : undefined;
      return { peakW: peakOf(maxPowerW), plane: set ?? plane?.plane, origin, performance };
    });
  }

  return {
    all: detector.findings,
    curveOf: detector.curveOf,
    verdicts: detector.verdicts,
    hasJudged: detector.hasJudged,
    setKnown(id, isKnown) {
      const isSet = detector.setKnown(id, isKnown);
      if (isSet) memory.rememberFindings(remember);
      return isSet;
    },
    expected(span) {
      const site = place();
      if (site === undefined) return undefined;
      const inverters = fleet.inverters().map(({ serial, strings, deviceInfo }): ExpectedInverter => {
        const maxPowerW = maxPowerOf(deviceInfo);
        return {
          maxPowerW: maxPowerW === 0 ? undefined : maxPowerW,
          strings: expectedStrings(
            serial,
            strings.map((one) => one.maxPowerW),
            site,
          ),
        };
      });
      return expectedYield(inverters, site, span);
    },
    replace(oldSerial, newSerial) {
      detector.replace(oldSerial, newSerial);
      memory.rememberAll(remember);
    },
    async forget() {
      stopWatching();
      cancelGoingOn();
      await memory.forget();
    },
    async stop() {
      stopWatching();
      cancelGoingOn();
      memory.rememberAll(remember);
      await memory.close();
    },
  };
}

/** Changes when something is found, over, or known, and when the first string is judged. */
const stampOf = ({ findings, hasJudged }: Detector) =>
  [hasJudged(), ...findings().map(({ id, state, kind }) => `${id} ${state} ${kind}`)].join();

function learnPlanes(strings: readonly ClearDay[], site: Place, dayS: number): Map<string, LearntPlane> {
  const found = new Map<string, LearntPlane>();
  for (const group of byGroup(strings)) {
    const plane = learnPlane(commonOf(group), site, dayS);
    if (plane === undefined) continue;
    for (const { serial, string } of group) found.set(`${serial}/${string}`, plane);
  }
  return found;
}

function byGroup(strings: readonly ClearDay[]): Iterable<readonly ClearDay[]> {
  const groups = new Map<string, ClearDay[]>();
  for (const one of strings) {
    const key = one.group ?? `${one.serial}/${one.string}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups.values();
}

/** In each quarter of an hour the middle of all strings that look the same way. */
function commonOf(strings: readonly ClearDay[]): number[] {
  const [first] = strings;
  return (first?.shares ?? []).map((_, slot) => {
    const shares = strings.map(({ shares }) => shares[slot] ?? 0).sort((one, other) => one - other);
    return shares[shares.length >> 1] ?? 0;
  });
}

/** Of a gateway that looks for nothing. */
export const NO_FINDINGS: Findings = {
  all: () => [],
  curveOf: () => undefined,
  verdicts: () => [],
  hasJudged: () => false,
  setKnown: () => false,
  expected: () => undefined,
  replace: () => undefined,
  forget: async () => undefined,
  stop: async () => undefined,
};
