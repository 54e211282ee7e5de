import { getPosition } from 'suncalc';

/** A plane that panels lie in. */
export interface Plane {
  /** Degrees clockwise from north: where it looks. */
  readonly azimuthDeg: number;
  /** Degrees from horizontal. */
  readonly tiltDeg: number;
}

/** A point on the earth. */
export interface Site {
  readonly latitude: number;
  readonly longitude: number;
}

/** The sun as it stands over a site. */
export interface Sun {
  readonly altitudeDeg: number;
  /** Degrees clockwise from north. */
  readonly azimuthDeg: number;
}

const DEGREE = Math.PI / 180;
/** Light on level ground under a clear sky. Source: B. Haurwitz, "Insolation in relation to cloud type", 1948. */
const HAURWITZ_W_M2 = 1098;
const HAURWITZ_EXPONENT = 0.057;
/** So much of it comes from the sky around the sun; the usual share of a clear day. */
const DIFFUSE_SHARE = 0.15;

/** Suncalc 2 counts in degrees and from north; older ones counted in radians and from south. */
export function sunAt(unixMs: number, { latitude, longitude }: Site): Sun {
  const { altitude, azimuth } = getPosition(new Date(unixMs), latitude, longitude);
  return { altitudeDeg: altitude, azimuthDeg: azimuth };
}

/**
 * W/m2 that fall on a plane under a clear sky: the sun's own light by the angle at which it comes, that of the sky as if
 * it were equally bright everywhere. What the ground reflects is left out.
 */
export function clearSkyOn({ azimuthDeg, tiltDeg }: Plane, sun: Sun): number {
  const height = Math.sin(sun.altitudeDeg * DEGREE);
  if (height <= 0) return 0;
  const onGround = HAURWITZ_W_M2 * height * Math.exp(-HAURWITZ_EXPONENT / height);
  const tilt = tiltDeg * DEGREE;
  const aside =
    Math.cos(sun.altitudeDeg * DEGREE) * Math.sin(tilt) * Math.cos((sun.azimuthDeg - azimuthDeg) * DEGREE);
  const incidence = Math.max(0, height * Math.cos(tilt) + aside);
  const direct = ((1 - DIFFUSE_SHARE) * onGround * incidence) / height;
  return direct + (DIFFUSE_SHARE * onGround * (1 + Math.cos(tilt))) / 2;
}
