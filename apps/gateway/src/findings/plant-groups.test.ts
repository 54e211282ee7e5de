import { describe, expect, it } from 'vitest';
import { createPlantGroups } from './plant-groups.ts';

const GROUPS = [
  { id: 's', name: 'South', azimuth: 180, tilt: 35 },
  { id: 'e', name: 'East', azimuth: 90 },
];

describe('the groups that the owner has drawn', () => {
  it('say which strings look the same way, and how, where both angles are known', () => {
    const modules = [
      { serial: '11', string: 1, group: 's' },
      { serial: '11', string: 2, group: 'e' },
      { serial: '22', string: 1, column: 0, row: 0 },
    ];
    const { groupOf } = createPlantGroups(() => ({ groups: GROUPS, modules, order: [] }))();
    expect(groupOf('11', 1)).toEqual({ id: 's', plane: { azimuthDeg: 180, tiltDeg: 35 } });
    expect(groupOf('11', 2)).toEqual({ id: 'e', plane: undefined });
    expect(groupOf('22', 1)).toBeUndefined();
    expect(groupOf('33', 1)).toBeUndefined();
  });

  it('are those of now', () => {
    let modules = [{ serial: '11', string: 1, group: 's' }];
    let plant = { groups: GROUPS, modules, order: [] };
    const groups = createPlantGroups(() => plant);
    expect(groups().groupOf('11', 1)?.id).toBe('s');
    modules = [{ serial: '11', string: 1, group: 'e' }];
    plant = { ...plant, modules };
    expect(groups().groupOf('11', 1)?.id).toBe('e');
  });
});
