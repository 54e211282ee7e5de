import { Sun } from 'lucide';
import { useEffect, useState } from 'react';
import { useServices } from '../shared/api/services.ts';
import { createTicker } from '../shared/lib/ticker.ts';
import { Icon } from '../shared/ui/icon.tsx';
import styles from './brand-icon.module.css';
import type { ShownIcon } from './season-icon.ts';

// Source: docs/specification-check.md#9-business-constants-and-limits.
const RECHECK_MS = 10_000;

/** March, April and December, in which another icon may be due: else the start need not carry its picture and calendar. */
export const MONTHS_OF_OTHERS = [2, 3, 11];

const SUN: ShownIcon = { season: 'sun', icon: Sun };

/** The sun, except at Christmas and Easter. */
export function BrandIcon() {
  const { clock } = useServices();
  const [{ season, icon }, show] = useState(SUN);

  useEffect(() => {
    const look = async () => {
      const now = new Date(clock.unixMs());
      const mayBeOther = MONTHS_OF_OTHERS.includes(now.getMonth());
      show((mayBeOther && (await import('./season-icon.ts')).seasonIcon(now)) || SUN);
    };
    const lookAgain = () => void look().catch(() => undefined); // without the file it stays as it is
    lookAgain();
    return createTicker(clock, RECHECK_MS).subscribe(lookAgain);
  }, [clock]);

  return <Icon of={icon} className={styles[season]} size={26} data-season={season} />;
}
