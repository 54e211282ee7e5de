import { describe, expect, it } from 'vitest';
import { createSky, declinationDeg } from './sun.ts';

const HOUR_MS = 3_600_000;
const MUNICH = { latitude: 48.1, longitude: 11.6 };

describe('a real sun', () => {
  const sky = createSky('real', MUNICH, Date.UTC(2024, 5, 21));

  it('stands where an almanac has it', () => {
    // Latitude 48.1: 90 - 48.1 + 23.44 degrees at noon of the longest day, in the south.
    const noon = sky.sunAt(Date.UTC(2024, 5, 21, 11, 15, 30));
    expect(noon.altitudeDeg).toBeCloseTo(65.3, 1);
    expect(noon.azimuthDeg).toBeCloseTo(180, 0);
    expect(sky.sunAt(Date.UTC(2024, 5, 21, 23)).altitudeDeg).toBeLessThan(-15);
  });

  it('knows no day without a night before it', () => {
    expect(sky.nextDayMs(Date.UTC(2024, 5, 21))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a sun that never sets', () => {
  it('finds the late morning at any hour of any day', () => {
    for (let month = 0; month < 12; month++) {
      for (let hour = 0; hour < 24; hour++) {
        const startMs = Date.UTC(2025, month, 20, hour, 17);
        const { altitudeDeg, azimuthDeg } = createSky('always-day', MUNICH, startMs).sunAt(startMs);
        expect(altitudeDeg).toBeGreaterThan(45);
        expect(altitudeDeg).toBeLessThan(70);
        expect(azimuthDeg).toBeGreaterThan(90);
        expect(azimuthDeg).toBeLessThan(180);
      }
    }
  });

  it('stays well above the horizon for years', () => {
    const startMs = Date.UTC(2025, 10, 3, 23, 59);
    const sky = createSky('always-day', MUNICH, startMs);
    for (let hours = 0; hours < 2 * 365 * 24; hours += 0.7) {
      expect(sky.sunAt(startMs + hours * HOUR_MS).altitudeDeg).toBeGreaterThan(9);
    }
  });

  it('rises and sinks: each day ends after ten hours, at the time that it names', () => {
    const startMs = Date.UTC(2025, 2, 3, 4);
    const sky = createSky('always-day', MUNICH, startMs);
    const endMs = sky.nextDayMs(startMs);
    expect(endMs - startMs).toBe(6.5 * HOUR_MS);
    expect(sky.nextDayMs(endMs)).toBe(endMs + 10 * HOUR_MS);
    expect(sky.sunAt(endMs - 1).azimuthDeg).toBeGreaterThan(180);
    expect(sky.sunAt(endMs).azimuthDeg).toBeLessThan(180);
    expect(sky.historyStartMs).toBe(startMs - 3.5 * HOUR_MS);
  });

  it('never shines when it is always night', () => {
    const sky = createSky('always-night', MUNICH, 0);
    for (let hour = 0; hour < 48; hour++) expect(sky.sunAt(hour * HOUR_MS).altitudeDeg).toBeLessThan(-18);
  });
});

describe('declination', () => {
  it('swings between the tropics', () => {
    expect(declinationDeg(Date.UTC(2024, 5, 21))).toBeCloseTo(23.4, 0);
    expect(declinationDeg(Date.UTC(2024, 11, 21))).toBeCloseTo(-23.4, 0);
    expect(Math.abs(declinationDeg(Date.UTC(2024, 2, 20)))).toBeLessThan(1.5);
  });
});
