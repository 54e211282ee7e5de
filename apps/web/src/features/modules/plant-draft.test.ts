import { PlantSchema } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { compassPoint } from '../../shared/lib/compass.ts';
import { draftOf, newGroupId, plantOf, withGroup, withGroupSaved, withoutGroup } from './plant-draft.ts';

const PLANT = {
  groups: [{ id: 'g1', name: 'South', azimuth: 180 }],
  modules: [
    { serial: '114100000001', string: 1, group: 'g1', column: 0, row: 0 },
    { serial: '999900000000', string: 4, column: 2, row: 0 },
  ],
  order: ['114100000001'],
};
const STRINGS = [1, 2].map((string) => ({
  key: `114100000001-${string}`,
  serial: '114100000001',
  string,
}));

describe('what is arranged', () => {
  it('keeps where inverters lay that are not there now, and the order that is stored', () => {
    const draft = draftOf(PLANT, STRINGS);
    const stored = plantOf(draft, { order: ['b', 'a'] });
    expect(stored.modules).toContainEqual({ serial: '999900000000', string: 4, column: 2, row: 0 });
    expect(stored.modules).toHaveLength(3);
    expect(stored.order).toEqual(['b', 'a']);
  });

  it('is what the gateway takes', () => {
    const draft = withGroup(draftOf(PLANT, STRINGS), ['114100000001-2'], 'g1');
    expect(PlantSchema.safeParse(plantOf(draft, PLANT)).success).toBe(true);
  });
});

describe('groups', () => {
  const draft = draftOf(PLANT, STRINGS);

  it('get modules and lose them', () => {
    const both = withGroup(draft, ['114100000001-1', '114100000001-2'], 'g1');
    expect([...both.groupOf.keys()]).toEqual(['114100000001-1', '114100000001-2']);
    expect([...withGroup(both, ['114100000001-1'], undefined).groupOf.keys()]).toEqual(['114100000001-2']);
  });

  it('are added, changed and removed, and leave their modules without one', () => {
    const id = newGroupId(draft.groups);
    expect(id).toBe('g2');
    const added = withGroupSaved(draft, { id, name: 'East' });
    expect(added.groups.map(({ name }) => name)).toEqual(['South', 'East']);
    expect(withGroupSaved(added, { id: 'g1', name: 'Roof' }).groups[0]).toEqual({ id: 'g1', name: 'Roof' });
    const removed = withoutGroup(added, 'g1');
    expect(removed.groups.map(({ id }) => id)).toEqual(['g2']);
    expect(removed.groupOf.size).toBe(0);
  });

  it('look to the nearest point of the compass', () => {
    expect([0, 22, 23, 180, 338, 359].map(compassPoint)).toEqual(['n', 'n', 'ne', 's', 'n', 'n']);
  });
});
