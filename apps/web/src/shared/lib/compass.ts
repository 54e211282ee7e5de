/** The points of the compass, clockwise from north, each in the middle of its 45 degrees. */
export const COMPASS_POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type CompassPoint = (typeof COMPASS_POINTS)[number];

export function compassPoint(azimuthDeg: number): CompassPoint {
  return COMPASS_POINTS[Math.round(azimuthDeg / 45) % COMPASS_POINTS.length] ?? 'n';
}
