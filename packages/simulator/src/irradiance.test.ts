import { describe, expect, it } from 'vitest';
import { irradianceOnPlane, type Plane } from './irradiance.ts';

const SOUTH: Plane = { tiltDeg: 35, azimuthDeg: 180 };
const EAST: Plane = { tiltDeg: 35, azimuthDeg: 90 };
const WEST: Plane = { tiltDeg: 35, azimuthDeg: 270 };

describe('irradiance on a plane', () => {
  it('comes close to 1000 W/m2 when a high clear sun meets it squarely', () => {
    const irradiance = irradianceOnPlane({ altitudeDeg: 55, azimuthDeg: 180 }, 0, SOUTH);
    expect(irradiance).toBeGreaterThan(930);
    expect(irradiance).toBeLessThan(1080);
  });

  it('favours the plane that looks towards the sun', () => {
    const morning = { altitudeDeg: 25, azimuthDeg: 95 };
    const evening = { altitudeDeg: 25, azimuthDeg: 265 };
    expect(irradianceOnPlane(morning, 0, EAST)).toBeGreaterThan(3 * irradianceOnPlane(morning, 0, WEST));
    expect(irradianceOnPlane(evening, 0, WEST)).toBeCloseTo(irradianceOnPlane(morning, 0, EAST), 6);
  });

  it('falls with every cloud, but not to nothing', () => {
    const sun = { altitudeDeg: 50, azimuthDeg: 180 };
    const clear = irradianceOnPlane(sun, 0, SOUTH);
    const hazy = irradianceOnPlane(sun, 0.5, SOUTH);
    const overcast = irradianceOnPlane(sun, 1, SOUTH);
    expect(hazy).toBeLessThan(clear);
    expect(overcast).toBeLessThan(hazy);
    expect(overcast / clear).toBeGreaterThan(0.2);
    expect(overcast / clear).toBeLessThan(0.45);
  });

  it('fades through twilight to exactly nothing at night', () => {
    let before = irradianceOnPlane({ altitudeDeg: 3, azimuthDeg: 280 }, 0.3, SOUTH);
    for (let altitudeDeg = 2.9; altitudeDeg > -3; altitudeDeg -= 0.1) {
      const now = irradianceOnPlane({ altitudeDeg, azimuthDeg: 280 }, 0.3, SOUTH);
      expect(now).toBeLessThan(before);
      before = now;
    }
    expect(irradianceOnPlane({ altitudeDeg: -3.1, azimuthDeg: 280 }, 0.3, SOUTH)).toBe(0);
  });
});
