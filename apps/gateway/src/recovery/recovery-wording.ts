import type { RecoverySettings } from '../settings/recovery-settings.ts';
import type { RecoveryRefusalTexts } from './recovery-refusals.ts';

/** What the recovery page says. Between backticks are names that are not broken. */
export interface RecoveryTexts {
  readonly title: string;
  /** Several names are separated by commas. */
  readonly damaged: (names: string, isOne: boolean) => string;
  readonly missing: (names: string, isOne: boolean) => string;
  /** Neither the settings nor a copy of them are there. */
  readonly gone: string;
  /** Behind that, where there is one. */
  readonly historyThere: string;
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
  /** Behind that, where there is a history. */
  readonly keepHistory: string;
  readonly open: string;
  /** Of a backup of everything that was looked into. */
  readonly withHistory: string;
  readonly newPassword: string;
  readonly restoreThis: string;
  /** What the script says. */
  readonly said: SaidTexts;
  /** Undefined where the gateway's own sentences are in this language. */
  readonly refusals: RecoveryRefusalTexts | undefined;
}

export interface SaidTexts {
  /** `$1`: when, `$2`: the version of the gateway that has made it. */
  readonly found: string;
  readonly noClock: string;
  readonly looking: string;
  readonly check: string;
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
