import { describe, expect, it } from 'vitest';
import { goalText, isHeld } from './goal.ts';
import { safetyPage } from './page.ts';

describe('the page of the plan', () => {
  it('says of a figure what it is, and of a counter-proof whether it proves', () => {
    const common = { row: 'L3', unit: '', seed: 7, date: '2026-01-02T03:04:05.000Z', goal: '64' } as const;
    const page = safetyPage({
      machine: 'a machine',
      rows: {
        L3: [
          { ...common, kind: 'figure', what: 'sockets taken', value: 64, isHeld: true },
          { ...common, kind: 'figure', what: 'a|b', value: 0.1234, isHeld: false },
          { ...common, kind: 'counter-proof', without: 'the cap', what: 'taken', value: 1000, isHeld: true },
        ],
      },
    });
    expect(page).toContain('0 of 1 rows that were run');
    expect(page).toContain('| sockets taken | 64 | 64 | held |');
    expect(page).toContain('| a\\|b | 0.123 | 64 | **missed** |');
    expect(page).toContain('| *without the cap*: taken | 1,000 | 64 | missed, as it must be |');
    expect(page).toContain('Run on 2026-01-02, seed 7.');
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
    expect(isHeld(Number.NaN, goal)).toBe(false);
  });
});
