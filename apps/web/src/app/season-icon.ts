import { Egg, type LucideIcon, TreePine } from 'lucide-react';
import { brandSeason } from '../shared/lib/brand-season.ts';

/** What the bar shows at some time of the year. */
export interface ShownIcon {
  readonly season: 'tree' | 'egg' | 'sun';
  readonly Icon: LucideIcon;
}

const ICONS: Readonly<Record<'tree' | 'egg', ShownIcon>> = {
  tree: { season: 'tree', Icon: TreePine },
  egg: { season: 'egg', Icon: Egg },
};

/** The icon of Christmas or Easter; undefined at any other time. */
export function seasonIcon(now: Date): ShownIcon | undefined {
  const season = brandSeason(now);
  return season === 'sun' ? undefined : ICONS[season];
}
