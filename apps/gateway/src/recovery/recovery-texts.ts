import type { RecoverySettings } from '../settings/recovery-settings.ts';
import { de } from './recovery-texts-de.ts';
import { en } from './recovery-texts-en.ts';
import { fr } from './recovery-texts-fr.ts';

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

export const RECOVERY_TEXTS = { en, de, fr } as const satisfies Readonly<Record<string, RecoveryTexts>>;
export type RecoveryLanguage = keyof typeof RECOVERY_TEXTS;

/** The language of ours that a browser likes best; English where it likes none. */
export function languageOf(acceptLanguage = ''): RecoveryLanguage {
  const liked = acceptLanguage
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: name.split('-', 1)[0], weight: Number(weight) };
    })
    .filter(
      ({ language, weight }) =>
        weight > 0 && language !== undefined && Object.hasOwn(RECOVERY_TEXTS, language),
    )
    .sort((one, other) => other.weight - one.weight);
  return (liked[0]?.language as RecoveryLanguage | undefined) ?? 'en';
}
