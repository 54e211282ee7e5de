import { describe, expect, it } from 'vitest';
import { createGrid, createWeather } from './weather.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2024, 5, 21);

function everyMinutes(minutes: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => START_MS + index * minutes * MINUTE_MS);
}

describe('weather', () => {
  it('brings clear sky, clouds and everything between', () => {
    const covers = everyMinutes(7, 3000).map((timeMs) => createWeather(1).cloudAt(timeMs));
    expect(Math.min(...covers)).toBe(0);
    expect(Math.max(...covers)).toBeGreaterThan(0.8);
    expect(covers.filter((cover) => cover < 0.1).length).toBeGreaterThan(600);
    expect(covers.filter((cover) => cover > 0.1).length).toBeGreaterThan(600);
  });

  it('is warmer under a high sun', () => {
    const weather = createWeather(1);
    const noonC = weather.airTemperatureC(START_MS, { altitudeDeg: 60, azimuthDeg: 180 });
    const nightC = weather.airTemperatureC(START_MS, { altitudeDeg: -20, azimuthDeg: 0 });
    expect(noonC - nightC).toBeGreaterThan(8);
  });

  it('depends on the seed', () => {
    const times = everyMinutes(11, 50);
    const covers = (seed: number) => times.map((timeMs) => createWeather(seed).cloudAt(timeMs));
    expect(covers(1)).toEqual(covers(1));
    expect(covers(1)).not.toEqual(covers(2));
  });
});

describe('grid', () => {
  it('wanders slowly around 230 V and 50 Hz and within its limits', () => {
    const grid = createGrid(4);
    const volts = everyMinutes(0.5, 10_000).map((timeMs) => grid.voltageV(timeMs));
    const hertz = everyMinutes(0.5, 10_000).map((timeMs) => grid.frequencyHz(timeMs));
    expect(Math.min(...volts)).toBeGreaterThan(226);
    expect(Math.max(...volts)).toBeLessThan(238);
    expect(Math.max(...volts) - Math.min(...volts)).toBeGreaterThan(5);
    expect(Math.min(...hertz)).toBeGreaterThan(49.95);
    expect(Math.max(...hertz)).toBeLessThan(50.05);
    expect(Math.abs(grid.voltageV(START_MS + 1000) - grid.voltageV(START_MS))).toBeLessThan(0.6);
  });
});
