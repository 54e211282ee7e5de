/** How much light falls on a tilted plane. Textbook clear-sky formulas, weakened by clouds. */

import type { SunPosition } from './sun.ts';

export interface Plane {
  /** Degrees from horizontal. */
  readonly tiltDeg: number;
  /** Degrees clockwise from north: where the plane looks. */
  readonly azimuthDeg: number;
}

const DEGREE = Math.PI / 180;
/** Direct light: 1353 W/m2 outside the atmosphere, a share of 0.7 gets through one air mass (Meinel). */
const SOLAR_CONSTANT_W_M2 = 1353;
const AIR_MASS_EXPONENT = 0.678;
/** Scattered light of a clear sky as a share of the direct light on the ground, and of dusk and dawn in W/m2. */
const CLEAR_DIFFUSE_SHARE = 0.14;
const TWILIGHT_W_M2 = 12;
const TWILIGHT_FROM_DEG = -3;
const TWILIGHT_TO_DEG = 5;
/** A closed cloud cover takes this share of the direct light and adds this share of scattered light. */
const CLOUD_TAKES = 0.85;
const CLOUD_SCATTERS = 1.2;
const GROUND_REFLECTS = 0.2;

/** Irradiance on `plane` in W/m2; `cloud` goes from 0 (clear) to 1 (overcast). */
export function irradianceOnPlane(sun: SunPosition, cloud: number, plane: Plane): number {
  const sinAltitude = Math.sin(sun.altitudeDeg * DEGREE);
  const clearDirect = clearDirectIrradiance(sun.altitudeDeg);
  const direct = clearDirect * (1 - CLOUD_TAKES * cloud);
  const clearDiffuse = CLEAR_DIFFUSE_SHARE * clearDirect * Math.max(0, sinAltitude);
  const diffuse = clearDiffuse * (1 + CLOUD_SCATTERS * cloud) + twilight(sun.altitudeDeg);
  const onGround = direct * Math.max(0, sinAltitude) + diffuse;
  const cosTilt = Math.cos(plane.tiltDeg * DEGREE);
  return (
    direct * cosOfIncidence(sun, plane) +
    (diffuse * (1 + cosTilt)) / 2 +
    (GROUND_REFLECTS * onGround * (1 - cosTilt)) / 2
  );
}

function clearDirectIrradiance(altitudeDeg: number): number {
  if (altitudeDeg <= 0) return 0;
  // Relative air mass after Kasten and Young, 1989.
  const airMass = 1 / (Math.sin(altitudeDeg * DEGREE) + 0.50572 * (altitudeDeg + 6.07995) ** -1.6364);
  return SOLAR_CONSTANT_W_M2 * 0.7 ** (airMass ** AIR_MASS_EXPONENT);
}

function twilight(altitudeDeg: number): number {
  const share = (altitudeDeg - TWILIGHT_FROM_DEG) / (TWILIGHT_TO_DEG - TWILIGHT_FROM_DEG);
  return TWILIGHT_W_M2 * Math.min(1, Math.max(0, share));
}

function cosOfIncidence(sun: SunPosition, plane: Plane): number {
  const altitude = sun.altitudeDeg * DEGREE;
  const tilt = plane.tiltDeg * DEGREE;
  const turn = (sun.azimuthDeg - plane.azimuthDeg) * DEGREE;
  const cos = Math.sin(altitude) * Math.cos(tilt) + Math.cos(altitude) * Math.sin(tilt) * Math.cos(turn);
  return Math.max(0, cos);
}
