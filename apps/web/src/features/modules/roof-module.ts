import {
  type Finding,
  type PlantSettings,
  quantityOf,
  type ReceivedChannel,
  type ReceivedInverter,
} from '@heliograph/contract';
import { channelTitle } from '../../shared/i18n/channel-title.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { deadStrings, inverterState, inverterTitle } from '../../shared/page/inverter-state.ts';

/** A string that gives less than it should, as the gateway has found. */
export interface StringFinding {
  readonly serial: string;
  /** From 1. */
  readonly string: number;
  readonly lossPercent: number;
}

/** Those of weak strings that are so now; of what their owner knows already nobody is told again. A dead one is seen live. */
export function stringFindings(findings: readonly Finding[]): readonly StringFinding[] {
  return findings
    .filter(({ kind, state }) => kind === 'weak' && state === 'open')
    .flatMap(({ serial, string, ratio }) =>
      string === undefined ? [] : [{ serial, string, lossPercent: Math.round((1 - ratio) * 100) }],
    );
}

/**
 * How a string is doing, what matters most first: what is true of its inverter as a whole comes before what is true of it
 * alone, because where an inverter does not answer nobody knows anything of its strings.
 */
export type ModuleState =
  | 'stale'
  | 'unreachable'
  | 'silent'
  | 'unpolled'
  | 'asleep'
  | 'unknown'
  | 'off'
  | 'dead'
  | 'weak'
  | 'idle'
  | 'limited'
  | 'producing';

/** One string of one inverter, as it is now. */
export interface RoofModule {
  /** The same for the same string of the same inverter. */
  readonly key: string;
  readonly serial: string;
  /** From 1. */
  readonly string: number;
  /** What to call it where nothing else says whose it is, */
  readonly title: string;
  /** and where something does. */
  readonly stringTitle: string;
  readonly inverterTitle: string;
  readonly state: ModuleState;
  /** In W; undefined where nobody knows what it is now. */
  readonly powerW: number | undefined;
  /** W per Wp; undefined where its peak power is not set either. */
  readonly ratio: number | undefined;
  /** How much of what it should give it does not. */
  readonly lossPercent: number | undefined;
  /** Of its inverter. */
  readonly limitPercent: number | undefined;
}

export function moduleKey(serial: string, string: number): string {
  return `${serial}-${string}`;
}

const KNOWN_NOW: ReadonlySet<ModuleState> = new Set(['off', 'dead', 'weak', 'idle', 'limited', 'producing']);
const FULL_PERCENT = 100;

interface RoofNow {
  readonly inverters: readonly ReceivedInverter[];
  readonly plant: Pick<PlantSettings, 'modules'>;
  readonly findings: readonly StringFinding[];
  /** The page has had no message for too long. */
  readonly isStale: boolean;
}

/** Every string of every inverter; of inverters with the same serial the first one. */
export function roofModules(t: Texts['start'], now: RoofNow): readonly RoofModule[] {
  const { inverters, plant, findings, isStale } = now;
  const dead = new Set(isStale ? [] : deadKeys(inverters, plant));
  const lossOf = new Map(findings.map((found) => [moduleKey(found.serial, found.string), found.lossPercent]));
  const modules = new Map<string, RoofModule>();
  for (const inverter of inverters) {
    for (const string of inverter.strings) {
      const key = moduleKey(inverter.serial, string.number);
      if (modules.has(key)) continue;
      const lossPercent = lossOf.get(key);
      const state = stateOf(inverter, { isStale, isDead: dead.has(key), isWeak: lossPercent !== undefined });
      const isKnown = KNOWN_NOW.has(state);
      const irradiation = quantityOf(string, 'irradiation')?.value ?? undefined;
      modules.set(key, {
        key,
        serial: inverter.serial,
        string: string.number,
        title: ownTitle(t, inverter, string),
        stringTitle: channelTitle(t, string),
        inverterTitle: inverterTitle(inverter),
        state,
        powerW: isKnown ? powerOf(string) : undefined,
        ratio: isKnown && irradiation !== undefined ? irradiation / 100 : undefined,
        lossPercent,
        limitPercent: inverter.limit.percent,
      });
    }
  }
  return [...modules.values()];
}

/** By its own name, or by that of its inverter, since on the roof nothing else says whose it is. */
function ownTitle(t: Texts['start'], inverter: ReceivedInverter, string: ReceivedChannel): string {
  if (string.name.trim() !== '') return channelTitle(t, string);
  return inverter.strings.length === 1
    ? inverterTitle(inverter)
    : `${inverterTitle(inverter)} · ${string.number}`;
}

interface Judgement {
  readonly isStale: boolean;
  readonly isDead: boolean;
  readonly isWeak: boolean;
}

function stateOf(inverter: ReceivedInverter, { isStale, isDead, isWeak }: Judgement): ModuleState {
  const whole = inverterState(inverter, isStale);
  if (whole !== 'producing' && whole !== 'idle') return whole;
  if (inverter.isSwitchedOff) return 'off';
  if (isDead) return 'dead';
  if (whole === 'idle') return 'idle';
  if (isWeak) return 'weak';
  const { percent = FULL_PERCENT, isInDoubt } = inverter.limit;
  return percent < FULL_PERCENT && !isInDoubt ? 'limited' : 'producing';
}

function powerOf(string: ReceivedChannel): number | undefined {
  return quantityOf(string, 'power')?.value ?? undefined;
}

// As between the strings of one inverter: so much light on a neighbour that diffuse light alone would show on a healthy one.
const NEIGHBOUR_NOTABLE_W = 20;
const DEAD_BELOW_W = 0.5;

/** Strings without power beside others of their inverter, or of their group, that have some; never of one that rests. */
function deadKeys(inverters: readonly ReceivedInverter[], plant: Pick<PlantSettings, 'modules'>): string[] {
  const producing = inverters.filter((inverter) => inverter.isAnswering && inverter.isProducing);
  const groupOf = new Map(plant.modules.map((one) => [moduleKey(one.serial, one.string), one.group]));
  const strings = producing.flatMap(({ serial, strings }) =>
    strings.map((string) => ({ key: moduleKey(serial, string.number), powerW: powerOf(string) })),
  );
  const lit = new Set(
    strings
      .filter(({ powerW = 0 }) => powerW >= NEIGHBOUR_NOTABLE_W)
      .map(({ key }) => groupOf.get(key))
      .filter((group) => group !== undefined),
  );
  return [
    ...producing.flatMap((inverter) =>
      deadStrings(inverter).map((string) => moduleKey(inverter.serial, string.number)),
    ),
    ...strings
      .filter(
        ({ key, powerW }) => powerW !== undefined && powerW < DEAD_BELOW_W && lit.has(groupOf.get(key) ?? ''),
      )
      .map(({ key }) => key),
  ];
}
