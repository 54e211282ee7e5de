import { easterSunday } from './easter.ts';

/** What the brand icon shows. */
type BrandSeason = 'tree' | 'egg' | 'sun';

/**
 * The season of a moment in local time: a tree on 24 to 26 December, an egg from Good Friday 00:00 until before Easter
 * Monday 00:00, otherwise the sun. Source: docs/specification-check.md#2-screens-and-routes and
 * docs/reference/original-device.md#the-web-app-of-the-device.
 */
export function brandSeason(now: Date): BrandSeason {
  const year = now.getFullYear();
  if (now.getMonth() === 11 && now.getDate() >= 24 && now.getDate() <= 26) return 'tree';
  const { month, day } = easterSunday(year);
  const goodFriday = new Date(year, month - 1, day - 2);
  const easterMonday = new Date(year, month - 1, day + 1);
  return now >= goodFriday && now < easterMonday ? 'egg' : 'sun';
}
