import { describe, expect, it } from 'vitest';
import { withReplaced } from './plant-places.ts';

const PLANT = {
  groups: [{ id: 's', name: 'South' }],
  modules: [
    { serial: 'old', string: 1, group: 's', column: 0, row: 0 },
    { serial: 'old', string: 2, column: 1, row: 0 },
    { serial: 'new', string: 1, column: 9, row: 9 },
    { serial: 'new', string: 3, column: 8, row: 9 },
    { serial: 'other', string: 1, column: 2, row: 0 },
  ],
  order: ['other', 'old', 'new'],
};

describe('an inverter that replaces another one', () => {
  it('hangs where that one did, and keeps what that one had no string for', () => {
    const { modules, groups } = withReplaced(PLANT, 'old', 'new');
    expect(modules).toEqual([
      { serial: 'new', string: 1, group: 's', column: 0, row: 0 },
      { serial: 'new', string: 2, column: 1, row: 0 },
      { serial: 'new', string: 3, column: 8, row: 9 },
      { serial: 'other', string: 1, column: 2, row: 0 },
    ]);
    expect(groups).toEqual(PLANT.groups);
  });

  it('stands at its place in the order', () => {
    expect(withReplaced(PLANT, 'old', 'new').order).toEqual(['other', 'new']);
    expect(withReplaced({ ...PLANT, order: ['new'] }, 'old', 'new').order).toEqual(['new']);
  });
});
