import { FILE_REFUSALS } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { RECOVERY_REFUSALS } from './recovery-refusals.ts';
import { RECOVERY_TEXTS } from './recovery-texts.ts';

describe.each(['de', 'fr'] as const)('a refusal in %s', (language) => {
  const { refusals } = RECOVERY_TEXTS[language];

  it.each(RECOVERY_REFUSALS)('for %s holds only what the reason tells', (name) => {
    const held = [...(refusals?.[name].matchAll(/\{(\w+)\}/g) ?? [])].map(([, key]) => key);
    expect(FILE_REFUSALS[name]).toEqual(expect.arrayContaining(held));
    expect(refusals?.[name]).toMatch(/\.$/);
  });
});
