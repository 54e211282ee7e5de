import { Egg, type IconNode, TreePine } from 'lucide';
import { brandSeason } from '../shared/lib/brand-season.ts';

/** What the bar shows at some time of the year. */
export interface ShownIcon {
  readonly season: 'tree' | 'egg' | 'sun';
  readonly icon: IconNode;
}

const ICONS: Readonly<Record<'tree' | 'egg', ShownIcon>> = {
  tree: { season: 'tree', icon: TreePine },
  egg: { season: 'egg', icon: Egg },
};

/** The icon of Christmas or Easter; undefined at any other time. */
export function seasonIcon(now: Date): ShownIcon | undefined {
  const season = brandSeason(now);
  return season === 'sun' ? undefined : ICONS[season];
}
