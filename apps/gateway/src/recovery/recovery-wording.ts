import type { RecoverySettings } from '../settings/recovery-settings.ts';

/** What the recovery page says. Between backticks are names that are not broken. */
export interface RecoveryTexts {
  readonly title: string;
  /** Several names are separated by commas. */
  readonly damaged: (names: string, isOne: boolean) => string;
  readonly missing: (names: string, isOne: boolean) => string;
  readonly started: string;
  readonly heading: string;
  readonly password: Readonly<Record<Exclude<RecoverySettings['password'], 'lost'>, string>>;
  readonly file: string;
  readonly send: string;
  /** Where nobody knows the password. */
  readonly locked: string;
  readonly noScript: string;
  readonly meaningHeading: string;
  readonly resting: string;
  readonly kept: string;
  readonly waysHeading: string;
  readonly whereBackups: string;
  readonly copies: (names: string) => string;
  readonly goodCopy: string;
  readonly otherFolder: string;
  readonly open: string;
  /** What the script says. */
  readonly said: SaidTexts;
  /** Sentences of the gateway as patterns, and what they are in this language; `$1` is what a group has found. */
  readonly refusals: readonly (readonly [string, string])[];
}

export interface SaidTexts {
  readonly sending: string;
  readonly done: string;
  readonly wrongPassword: string;
  /** `$1`: seconds. */
  readonly wait: string;
  /** As above. */
  readonly busy: string;
  readonly lost: string;
  readonly over: string;
}
