import type { SourceStatus } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { planPollStagger } from './poll-stagger-plan.ts';

const device = (id: string, changes: Partial<SourceStatus> = {}): SourceStatus => ({
  ...{ id, name: id, kind: 'opendtu', state: 'live', inverters: 2, duplicates: [] },
  ...{ poll_interval: 5, nrf: true, password_right: true },
  ...changes,
});
const radio = (changes: Partial<SourceStatus> = {}) => device('radio', { kind: 'radio', ...changes });

const planned = (...sources: readonly SourceStatus[]) =>
  planPollStagger(sources).map(({ id, fromS, toS }) => `${id} ${fromS} → ${toS}`);

describe('poll intervals', () => {
  it('are kept apart, and the first keeps its own', () => {
    expect(planned(device('a'), device('b'), device('c'))).toEqual(['b 5 → 6', 'c 5 → 7']);
    expect(planned(radio(), device('a'), device('b'))).toEqual(['a 5 → 6', 'b 5 → 7']);
  });

  it('stay where they are apart already', () => {
    expect(
      planned(device('a'), device('b', { poll_interval: 6 }), device('c', { poll_interval: 7 })),
    ).toEqual([]);
  });

  it('make way for those that cannot be changed', () => {
    expect(planned(device('a'), device('b', { password_right: false }))).toEqual(['a 5 → 6']);
    const untold = device('b');
    delete (untold as { password_right?: boolean }).password_right;
    expect(planned(device('a'), untold, device('c', { poll_interval: 6 }))).toEqual(['a 5 → 6', 'c 6 → 7']);
  });

  it.each([
    ['is not live', { state: 'problem' }],
    ['has no inverters', { inverters: 0 }],
    ['has no radio of that kind', { nrf: false }],
    ['is on another frequency', { nrf: false, cmt_frequency: 868_000_000 }],
  ] as const)('do not matter of a neighbour that %s', (_, changes) => {
    expect(planned(device('a', { cmt_frequency: 865_000_000 }), device('b', changes))).toEqual([]);
  });

  it('matter on one frequency of the other radio', () => {
    const cmt = { nrf: false, cmt_frequency: 865_000_000 };
    expect(planned(device('a', cmt), device('b', cmt))).toEqual(['b 5 → 6']);
  });

  it('stay as they are of a device that is set up twice', () => {
    const first = device('a', { host_name: 'roof' });
    const second = device('b', { host_name: 'roof', duplicates: ['1', '2'] });
    expect(planned(first, second, device('c'))).toEqual(['c 5 → 6']);
    expect(planned(first, { ...second, host_name: 'shed' })).toEqual(['b 5 → 6']);
  });

  it('do not become longer than a device takes', () => {
    const longest = { poll_interval: 86_400 };
    expect(planned(device('a', longest), device('b', longest))).toEqual([]);
  });
});
