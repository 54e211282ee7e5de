/**
 * What is wrong with a string or an inverter. `weak`: the string yields less than it should. `dead`: it yields nothing.
 * `silent`: the inverter does not answer in daylight.
 */
export type FindingKind = 'weak' | 'dead' | 'silent';

/** Whether it is to be told; `known`: its owner knows it and does not want to be told again. `over`: it has ended. */
export type FindingState = 'open' | 'known' | 'over';

/** `possible`: other reasons would look the same. `likely`: for an hour of sun. `sure`: for several. */
export type Sureness = 'possible' | 'likely' | 'sure';

/** Against what a string was held: its neighbours, or what it did itself under a clear sky before. */
export type Basis = 'neighbours' | 'itself';

export interface Finding {
  readonly id: string;
  /** Canonical serial. */
  readonly serial: string;
  /** From 1; undefined: the inverter as a whole. */
  readonly string: number | undefined;
  readonly kind: FindingKind;
  readonly state: FindingState;
  /** Unix seconds: when it began, was found, and ended. */
  readonly sinceS: number;
  readonly foundAtS: number;
  readonly overAtS: number | undefined;
  readonly basis: Basis;
  readonly sureness: Sureness;
  /** What it yields of what it should, 0 to 1. */
  readonly ratio: number;
  /** Lost since it began, in Wh. */
  readonly lostWh: number;
  /** The number of the sun's day of which `curve` is. */
  readonly day: number;
  /** How the day on which it was found went; fills until that day is over. */
  readonly curve: EvidenceCurve | undefined;
  /** For those that are known: what it yielded when its owner said so. */
  readonly knownRatio: number | undefined;
}

/**
 * What the power of a string is held against. `neighbours`: what it should have been by its siblings. `others`: what it would be if it gave as
 * much of its peak power as the others, wherever these look. `before`: what it gave of a clear sky before.
 */
export const COMPARED = ['neighbours', 'others', 'before'] as const;
export type Compared = (typeof COMPARED)[number];

/** What shows that something is wrong: power in W every five minutes from `startS` on, as it was and as it should have been. */
export interface EvidenceCurve {
  readonly compared: Compared;
  /** Unix seconds. */
  readonly startS: number;
  readonly measuredW: readonly (number | null)[];
  readonly expectedW: readonly (number | null)[];
}

/**
 * Whether a string is being judged, and if not why. `good`, `weak` and `dead` are judgements. `learning`: it is not known
 * long enough. `limited`: its inverter puts out as much as it may, so nobody can tell how much it could. `off`: its
 * inverter is switched off. `dark`: there is too little light. `unheard`: nothing came from its inverter. `few`: it has
 * too few neighbours that look the same way, and its own history and the sky do not do either.
 */
export const VERDICTS = [
  'good',
  'weak',
  'dead',
  'learning',
  'limited',
  'off',
  'dark',
  'unheard',
  'few',
] as const;
export type Verdict = (typeof VERDICTS)[number];
