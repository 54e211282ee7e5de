import { Egg, type LucideIcon, Sun, TreePine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useServices } from '../shared/api/services.ts';
import { type BrandSeason, brandSeason } from '../shared/lib/brand-season.ts';
import { createTicker } from '../shared/lib/ticker.ts';
import styles from './brand-icon.module.css';

// Source: specification, point 9.
const RECHECK_MS = 10_000;

const ICONS: Readonly<Record<BrandSeason, LucideIcon>> = { tree: TreePine, egg: Egg, sun: Sun };

/** The sun, except at Christmas and Easter. */
export function BrandIcon() {
  const { clock } = useServices();
  const [season, setSeason] = useState(() => brandSeason(new Date(clock.unixMs())));

  useEffect(() => {
    return createTicker(clock, RECHECK_MS).subscribe(() => setSeason(brandSeason(new Date(clock.unixMs()))));
  }, [clock]);

  const Icon = ICONS[season];
  return <Icon className={styles[season]} size={26} aria-hidden="true" data-season={season} />;
}
