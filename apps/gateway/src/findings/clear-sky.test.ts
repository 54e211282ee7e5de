import { describe, expect, it } from 'vitest';
import { clearSkyOn, sunAt } from './clear-sky.ts';

const SITE = { latitude: 48.1, longitude: 11.58 };
/** Of 21 June, in summer time of central Europe. */
const atHour = (hour: number) => sunAt(Date.UTC(2026, 5, 21, hour - 2), SITE);

describe('light under a clear sky', () => {
  it.each([
    ['south', 13, { azimuthDeg: 180, tiltDeg: 30 }, 1002],
    ['east', 10, { azimuthDeg: 90, tiltDeg: 60 }, 895],
    ['west', 18, { azimuthDeg: 270, tiltDeg: 60 }, 885],
  ])('on a %s roof at %i h', (_, hour, plane, wattsPerM2) => {
    expect(Math.round(clearSkyOn(plane, atHour(hour)))).toBe(wattsPerM2);
  });

  it('comes from the east in the morning and from the west in the evening', () => {
    expect(atHour(9).azimuthDeg).toBeLessThan(120);
    expect(atHour(18).azimuthDeg).toBeGreaterThan(240);
    const east = { azimuthDeg: 90, tiltDeg: 40 };
    expect(clearSkyOn(east, atHour(9))).toBeGreaterThan(3 * clearSkyOn(east, atHour(18)));
  });

  it('is nothing at night, and never less', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      for (const azimuthDeg of [0, 90, 180, 270]) {
        expect(clearSkyOn({ azimuthDeg, tiltDeg: 90 }, atHour(hour))).toBeGreaterThanOrEqual(0);
      }
    }
    expect(clearSkyOn({ azimuthDeg: 180, tiltDeg: 30 }, atHour(24))).toBe(0);
  });

  it('of a level plane does not depend on where it looks', () => {
    const level = [0, 90, 180].map((azimuthDeg) => clearSkyOn({ azimuthDeg, tiltDeg: 0 }, atHour(12)));
    expect(new Set(level.map((value) => value.toFixed(6))).size).toBe(1);
  });
});
