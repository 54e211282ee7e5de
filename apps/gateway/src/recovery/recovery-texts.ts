import { de } from './recovery-texts-de.ts';
import { en } from './recovery-texts-en.ts';
import { fr } from './recovery-texts-fr.ts';
import type { RecoveryTexts } from './recovery-wording.ts';

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
