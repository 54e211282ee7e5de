import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROW_IDS, readFigures } from './figures.ts';
import { goalText, isHeld } from './goal.ts';
import { safetyPage } from './page.ts';
import type { RowRecord } from './row.ts';

describe('the page of the plan', () => {
  const common = { row: 'L3', unit: '', seed: 7, date: '2026-01-02T03:04:05.000Z', goal: '64' } as const;
  const held = { ...common, kind: 'figure', what: 'sockets taken', value: 64, isHeld: true } as const;
  const proof = {
    ...common,
    ...({ kind: 'counter-proof', without: 'the cap', what: 'taken', value: 1000, isHeld: true } as const),
  };
  const pageOf = (...records: RowRecord[]) => safetyPage({ L3: { machine: 'a machine', records } });

  it('says of a figure what it is, and of a counter-proof whether it proves', () => {
    const page = pageOf(held, proof);
    expect(page).toContain(`Of ${ROW_IDS.length} rows 1 hold`);
    expect(page).toContain('| sockets taken | 64 | 64 | held |');
    expect(page).toContain('| *without the cap*: taken | 1,000 | 64 | missed, as it must be |');
    expect(page).toContain('Run on 2026-01-02, a machine, seed 7.');
    expect(page).toMatch(/^\| \[L3\].* \| 1 \| 1 \| 2026-01-02 \| holds \|$/m);
  });

  it.each([
    [
      'a missed figure',
      [{ ...held, what: 'a|b', value: 0.1234, isHeld: false }, proof],
      '| a\\|b | 0.123 | 64 | **missed** |',
    ],
    [
      'one that could not be measured',
      [{ ...held, value: null, isHeld: false }, proof],
      '| not measured | 64 | **missed** |',
    ],
    ['a guard that nothing missed', [held, { ...proof, isHeld: false }], '**reached all the same**'],
    [
      'a part that could not run',
      [held, proof, { ...held, kind: 'not run', without: 'no strace', isHeld: false }],
      '**not run**: no strace',
    ],
    ['no counter-proof', [held], '**no counter-proof**'],
    ['no figure at all', [], '**no figures**'],
  ] as const)('does not call a row held with %s', (_, records, text) => {
    const page = pageOf(...records);
    expect(page).toContain(text);
    expect(page).toContain(`Of ${ROW_IDS.length} rows 0 hold`);
  });
});

describe('a goal', () => {
  it.each([
    [{ exactly: 3 }, 3, 4, '3'],
    [{ atMost: 3 }, 3, 4, 'at most 3'],
    [{ atLeast: 3 }, 3, 2, 'at least 3'],
    [{ below: 3 }, 2.9, 3, 'below 3'],
  ] as const)('%j', (goal, good, bad, text) => {
    expect([isHeld(good, goal), isHeld(bad, goal), goalText(goal)]).toEqual([true, false, text]);
    expect([Number.NaN, Number.POSITIVE_INFINITY].map((value) => isHeld(value, goal))).toEqual([
      false,
      false,
    ]);
  });

  it('is the one that is made of the figures and the plan', () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/safety.md', import.meta.url)), 'utf8');
    expect(
      page === safetyPage(readFigures()),
      'docs/safety.md is old: npx tsx safety/plan/write-page.ts',
    ).toBe(true);
  });
});
