import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RADIO_FAULT_SENTENCES, RADIO_FAULTS, type RadioFault } from './radio-faults.ts';

const FACTS = { spi: '/dev/spidev7.3', ce: 'GPIO 97', irq: '/dev/gpiochip8:96', detail: 'a fan' };
const sentence = (fault: RadioFault, detail = FACTS.detail) =>
  RADIO_FAULT_SENTENCES[fault]({ ...FACTS, detail });

const versionOf = (manifest: string, name: string): string => {
  const text = readFileSync(new URL(`../../../${manifest}/package.json`, import.meta.url), 'utf8');
  const { dependencies, optionalDependencies } = JSON.parse(text);
  return { ...dependencies, ...optionalDependencies }[name];
};

describe('what is said of a fault of the radio', () => {
  it.each(RADIO_FAULTS)('is whole sentences: %s', (fault) => {
    for (const text of [sentence(fault), sentence(fault, '')]) {
      expect(text).toMatch(/^[A-Z/].*\.$/);
      expect(text).not.toMatch(/undefined|\(\)|""|\.\.| {2}/);
    }
  });

  it.each([
    ...(['spi-off', 'spi-rights', 'spi-busy', 'spi-refused', 'thread-hangs'] as const).map(
      (fault) => [fault, FACTS.spi] as const,
    ),
    ...(['silent-low', 'silent-high', 'no-memory', 'lost'] as const).map(
      (fault) => [fault, FACTS.spi] as const,
    ),
    ...(['no-ce', 'ce-unknown', 'ce-taken', 'pins-same'] as const).map((fault) => [fault, FACTS.ce] as const),
    ...(['no-irq', 'irq-unknown', 'irq-taken'] as const).map((fault) => [fault, FACTS.irq] as const),
  ])('names which device or pin is meant: %s', (fault, name) => {
    expect(sentence(fault)).toContain(name);
  });

  it.each([
    ...(['ce-taken', 'irq-taken', 'ce-unknown', 'irq-unknown', 'gpio-missing', 'gpio-rights'] as const),
    ...(['spi-refused', 'no-koffi', 'thread-ended'] as const),
  ])('carries what else is known: %s', (fault) => {
    expect(sentence(fault)).toContain(FACTS.detail);
  });

  it.each(['silent-low', 'silent-high', 'no-memory', 'no-ce'] as const)(
    'names wires that may be swapped: %s',
    (fault) => {
      expect(sentence(fault)).toContain('swapped');
    },
  );

  it('names the versions that we have', () => {
    const text = sentence('no-koffi');
    expect(text).toContain(`koffi@${versionOf('packages/radio', 'koffi')}`);
    expect(text).toContain(`libsql@${versionOf('apps/gateway', 'libsql')}`);
  });
});
