import { Egg, type LucideIcon, Sun, TreePine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useServices } from '../shared/api/services.ts';
import { useHydrated } from '../shared/api/use-hydrated.ts';
import { type BrandSeason, brandSeason } from '../shared/lib/brand-season.ts';
import { createTicker } from '../shared/lib/ticker.ts';
import styles from './brand-icon.module.css';

// Source: docs/specification-check.md#9-business-constants-and-limits.
const RECHECK_MS = 10_000;

const ICONS: Readonly<Record<BrandSeason, LucideIcon>> = { tree: TreePine, egg: Egg, sun: Sun };

/** The sun, except at Christmas and Easter. */
export function BrandIcon() {
  const { clock } = useServices();
  const [season, setSeason] = useState(() => brandSeason(new Date(clock.unixMs())));

  useEffect(() => {
    return createTicker(clock, RECHECK_MS).subscribe(() => setSeason(brandSeason(new Date(clock.unixMs()))));
  }, [clock]);

  // The day may be another one at the gateway.
  const shown = useHydrated() ? season : 'sun';
  const Icon = ICONS[shown];
  return <Icon className={styles[shown]} size={26} aria-hidden="true" data-season={shown} />;
}
