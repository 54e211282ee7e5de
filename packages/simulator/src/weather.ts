/** Clouds, air temperature and the grid. All are functions of seed and time, so nobody's questions change them. */

import { seedFor, smoothNoise } from './seeded-random.ts';
import type { SunPosition } from './sun.ts';

export interface Weather {
  /** 0 (clear) to 1 (overcast). */
  cloudAt(timeMs: number): number;
  airTemperatureC(timeMs: number, sun: SunPosition): number;
}

export interface Grid {
  voltageV(timeMs: number): number;
  frequencyHz(timeMs: number): number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Cloud fields drift by within tens of minutes, single clouds within minutes. */
const CLOUD_FIELD_MS = 35 * MINUTE_MS;
const CLOUD_MS = 5 * MINUTE_MS;
/** Noise below the first value is clear sky, above the second a closed cover. */
const CLOUD_FROM = -0.05;
const CLOUD_TO = 0.75;

const NIGHT_TEMPERATURE_C = 11;
const SUN_WARMS_BY_C = 13;

export function createWeather(seed: number): Weather {
  const fieldSeed = seedFor(seed, 'cloud field');
  const cloudSeed = seedFor(seed, 'cloud');
  const airSeed = seedFor(seed, 'air');
  return {
    cloudAt(timeMs) {
      const field = smoothNoise(fieldSeed, timeMs / CLOUD_FIELD_MS);
      const cloud = smoothNoise(cloudSeed, timeMs / CLOUD_MS);
      const cover = (0.6 * field + 0.4 * cloud - CLOUD_FROM) / (CLOUD_TO - CLOUD_FROM);
      return Math.min(1, Math.max(0, cover));
    },
    airTemperatureC(timeMs, sun) {
      const warmth = Math.max(0, Math.sin((sun.altitudeDeg * Math.PI) / 180));
      return (
        NIGHT_TEMPERATURE_C + SUN_WARMS_BY_C * warmth + 2.5 * smoothNoise(airSeed, timeMs / (3 * HOUR_MS))
      );
    },
  };
}

/** A European house connection: 230 V, 50 Hz. */
export function createGrid(seed: number): Grid {
  const slowSeed = seedFor(seed, 'grid voltage, slow');
  const fastSeed = seedFor(seed, 'grid voltage, fast');
  const balanceSeed = seedFor(seed, 'grid frequency, slow');
  const swingSeed = seedFor(seed, 'grid frequency, fast');
  return {
    voltageV: (timeMs) =>
      231.5 +
      3.2 * smoothNoise(slowSeed, timeMs / (12 * MINUTE_MS)) +
      0.7 * smoothNoise(fastSeed, timeMs / (4 * SECOND_MS)),
    frequencyHz: (timeMs) =>
      50 +
      0.028 * smoothNoise(balanceSeed, timeMs / (2 * MINUTE_MS)) +
      0.014 * smoothNoise(swingSeed, timeMs / (6 * SECOND_MS)),
  };
}
