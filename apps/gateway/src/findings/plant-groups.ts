import type { PlantSettings } from '@heliograph/contract';
import type { StringGroup, StringGroups } from './string-watcher.ts';

/** The groups that the owner has drawn, as of now. */
export function createPlantGroups(plant: () => PlantSettings): () => StringGroups {
  let made: { readonly of: PlantSettings; readonly groups: StringGroups } | undefined;
  return () => {
    const current = plant();
    if (made?.of !== current) made = { of: current, groups: groupsOf(current) };
    return made.groups;
  };
}

function groupsOf({ groups, modules }: PlantSettings): StringGroups {
  const byId = new Map(
    groups.map(({ id, azimuth, tilt }): [string, StringGroup] => {
      const isPlaneKnown = azimuth !== undefined && tilt !== undefined;
      return [id, { id, plane: isPlaneKnown ? { azimuthDeg: azimuth, tiltDeg: tilt } : undefined }];
    }),
  );
  const ofString = new Map(modules.map(({ serial, string, group }) => [`${serial}/${string}`, group]));
  return { groupOf: (serial, string) => byId.get(ofString.get(`${serial}/${string}`) ?? '') };
}
