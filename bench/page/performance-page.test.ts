import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type BenchFigure, readRuns } from './bench-figures.ts';
import { performancePage } from './performance-page.ts';

const BENCHES = fileURLToPath(new URL('..', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

function rowsOf(figures: readonly BenchFigure[]): readonly string[] {
  const page = performancePage({ web: { date: '2026-01-02T03:04:05Z', machine: 'a machine', figures } });
  return page.split('\n').filter((line) => line.startsWith('| '));
}

const figure = (subject: string, value: number, goal?: number): BenchFigure => ({
  what: 'first value',
  subject,
  value,
  unit: 'ms',
  ...(goal !== undefined && { goal }),
});

describe('the page of the figures', () => {
  it('holds each build against the first column, and tells a missed goal', () => {
    const row = rowsOf([figure('plain', 200, 1.6), figure('ours', 330, 1.6), figure('small', 320, 1.6)]).at(
      -1,
    );
    expect(row).toBe(
      '| first value | 200 ms | 330 ms, **1.65 x** | 320 ms, 1.60 x | at most 1.6 x: **missed** |',
    );
  });

  it('says held when all of them reach the goal', () => {
    const row = rowsOf([figure('plain', 200, 1.6), figure('ours', 100, 1.6)]).at(-1);
    expect(row).toBe('| first value | 200 ms | 100 ms, 0.50 x | at most 1.6 x: held |');
  });

  it('gives no ratio to nothing, and judges nothing without a goal', () => {
    expect(rowsOf([figure('plain', 0), figure('ours', 1.2345)]).at(-1)).toBe(
      '| first value | 0 ms | 1.23 ms |  |',
    );
  });

  it('says which commit was measured, where that is known', () => {
    const run = { date: '2026-01-02T03:04:05Z', machine: 'a machine', figures: [figure('plain', 200)] };
    expect(performancePage({ web: run })).toContain('run on 2026-01-02, a machine.');
    expect(performancePage({ web: { ...run, commit: 'abc1234' } })).toContain(
      'run on 2026-01-02 at commit abc1234, a machine.',
    );
  });

  it('says of the first dialog why it has no goal', () => {
    const run = { date: '2026-01-02', machine: '' };
    const dialog = { ...figure('plain', 40), what: 'limit dialog, first time, 4 inverters' };
    const told = (figures: readonly BenchFigure[]) => performancePage({ web: { ...run, figures } });
    expect(told([dialog])).toMatch(/^- Limit dialog, first time: .*\.$/m);
    expect(told([figure('plain', 40)])).not.toContain('Limit dialog');
  });

  it('says what was not measured', () => {
    expect(performancePage({})).toMatch(/^Not measured yet: the web app, .*decoding\.$/m);
  });

  it('has a chapter for every bench', () => {
    const names = readdirSync(BENCHES).filter((name) => name.endsWith('.bench.ts'));
    const run = { date: '2026-01-02', machine: '', figures: [{ what: 'a', value: 1, unit: 's' }] };
    for (const name of names) {
      expect(performancePage({ [name.replace('.bench.ts', '')]: run })).toContain(`../bench/${name}`);
    }
  });

  it('is committed as it comes out of the committed figures', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(performancePage(readRuns()));
  });
});
