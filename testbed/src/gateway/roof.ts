import { clearSkyOn, type Plane, type Site, sunAt } from '../../../apps/gateway/src/findings/clear-sky.ts';
import { createDetector, type Detector } from '../../../apps/gateway/src/findings/detector.ts';
import { STEP_S, type StringStep } from '../../../apps/gateway/src/findings/watch.ts';

/** A roof of strings under sun, clouds, snow and trees, made for the detector alone: no inverter, no air, five minutes a step. */
export interface RoofOptions {
  readonly seed: number;
  readonly site?: Site;
  /** Unix milliseconds; the first midnight. */
  readonly startMs?: number;
  readonly days: number;
  readonly strings: readonly RoofString[];
  /** How much each value trembles, as a share. */
  readonly noise?: number;
  /** Days on which it snows. */
  readonly snowDays?: readonly number[];
  /** Days, from noon to three, on which inverters may put out this much of their peak only. */
  readonly limits?: readonly { readonly day: number; readonly share: number }[];
  readonly losses?: readonly Loss[];
  /** Days of which nothing is heard. */
  readonly unheard?: (day: number) => boolean;
  readonly peakWOf?: (string: RoofString, day: number) => number;
}

export interface RoofString extends Plane {
  readonly serial: string;
  readonly string: number;
  readonly peakW: number;
  readonly group?: string;
  /** A tree stands before the sun while that is between these azimuths. */
  readonly shade?: { readonly fromDeg: number; readonly toDeg: number };
}

export interface Loss {
  readonly serial: string;
  readonly string: number;
  readonly fromDay: number;
  readonly fromHour: number;
  readonly untilDay?: number;
  /** What is left, from 0 to 1. */
  readonly left: number;
}

export const MUNICH: Site = { latitude: 48.1, longitude: 11.58 };
/** Hours of the sun of that place before those of UTC. */
const SUN_OFFSET_H = 1;
export const MARCH_MS = Date.UTC(2026, 2, 1) - SUN_OFFSET_H * 3_600_000;
const DAY_MS = 86_400_000;
const STEP_MS = STEP_S * 1000;
const STEPS_PER_DAY = DAY_MS / STEP_MS;

export const EAST: Plane = { azimuthDeg: 95, tiltDeg: 35 };
export const WEST: Plane = { azimuthDeg: 275, tiltDeg: 35 };
export const SOUTH: Plane = { azimuthDeg: 180, tiltDeg: 30 };

/** Eight strings to the east and eight to the west, two of each inverter; a tree before one of them. */
export function eastAndWest(group: (side: 'east' | 'west') => { group?: string } = () => ({})): RoofString[] {
  return Array.from({ length: 16 }, (_, index) => {
    const isEast = index < 8;
    return {
      serial: `1141827401${String(index >> 1).padStart(2, '0')}`,
      string: (index % 2) + 1,
      peakW: 400 + 5 * (index % 5),
      ...(isEast ? EAST : WEST),
      ...group(isEast ? 'east' : 'west'),
      ...(index === 3 && { shade: { fromDeg: 70, toDeg: 125 } }),
    };
  });
}

/** Numbers from 0 to 1 that depend on the seed alone. Source: mulberry32 by Tommy Ettinger, public domain. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface RoofDay {
  readonly day: number;
  readonly detector: Detector;
}

/** Passes time over the roof; `after` sees every step. */
export function runRoof(
  options: RoofOptions,
  detector: Detector = createDetector(),
  after: (step: { day: number; hour: number; atS: number }) => void = () => undefined,
): Detector {
  const { days, startMs = MARCH_MS, site = MUNICH } = options;
  const random = randomOf(options.seed);
  let sky = 0.3;
  const snow = new Map<string, number>();
  for (let day = 0; day < days; day += 1) {
    const weather = skyOfDay(random);
    if (options.snowDays?.includes(day) === true) {
      for (const one of options.strings) snow.set(keyOf(one), 4 + 18 * random());
    }
    for (let index = 0; index < STEPS_PER_DAY; index += 1) {
      const atMs = startMs + day * DAY_MS + index * STEP_MS;
      const sun = sunAt(atMs + STEP_MS / 2, site);
      sky += 0.15 * (weather.mean - sky) + weather.unrest * (random() - 0.5);
      sky = Math.min(0.95, Math.max(0, sky));
      const hour = (index * STEP_MS) / 3_600_000;
      const strings = options.strings.map((one) =>
        stepOf(one, options, { day, hour, sun, sky, random, snow }),
      );
      if (options.unheard?.(day) !== true) {
        detector.step({ atS: atMs / 1000, dayOffsetS: SUN_OFFSET_H * 3600, strings, silent: new Set() });
      }
      after({ day, hour, atS: atMs / 1000 });
    }
  }
  return detector;
}

/** Clear, broken and grey days, in no order. */
function skyOfDay(random: () => number): { mean: number; unrest: number } {
  const kind = random();
  if (kind < 0.25) return { mean: 0, unrest: 0.01 };
  if (kind < 0.75) return { mean: 0.2 + 0.5 * random(), unrest: 0.5 };
  return { mean: 0.85, unrest: 0.1 };
}

interface Moment {
  readonly day: number;
  readonly hour: number;
  readonly sun: ReturnType<typeof sunAt>;
  /** From 0, clear, to 1. */
  readonly sky: number;
  readonly random: () => number;
  /** Hours of light that it takes until the snow has slid off. */
  readonly snow: Map<string, number>;
}

const keyOf = ({ serial, string }: { readonly serial: string; readonly string: number }) =>
  `${serial}/${string}`;

function stepOf(one: RoofString, options: RoofOptions, moment: Moment): StringStep {
  const { day, hour, sun, sky, random, snow } = moment;
  const clear = clearSkyOn(one, sun);
  // From every side: the share of it that is left under a plane without the sun's own light.
  const diffuse =
    0.15 * clearSkyOn({ ...one, tiltDeg: 0 }, sun) * ((1 + Math.cos((one.tiltDeg * Math.PI) / 180)) / 2);
  const isShaded =
    one.shade !== undefined && sun.azimuthDeg >= one.shade.fromDeg && sun.azimuthDeg <= one.shade.toDeg;
  const direct = Math.max(0, clear - diffuse) * (1 - sky) * (isShaded ? 0.15 : 1);
  const light = direct + diffuse * (1 + 1.2 * sky) * (isShaded ? 0.8 : 1);
  const { noise = 0.05, limits = [], losses = [], peakWOf = () => one.peakW } = options;
  const normal = random() + random() + random() + random() + random() + random() - 3; // spread 0.71
  const lying = snow.get(keyOf(one)) ?? 0;
  if (lying > 0 && sun.altitudeDeg > 0) snow.set(keyOf(one), lying - STEP_S / 3600);
  const covered = lying > 0 ? (lying > 1 ? 0.02 : 0.4) : 1;
  const left = losses
    .filter((loss) => keyOf(loss) === keyOf(one) && hasBegun(loss, day, hour))
    .reduce((share, loss) => share * loss.left, 1);
  const could = one.peakW * 0.92 * (light / 1000) * covered * left * Math.max(0, 1 + (noise * normal) / 0.71);
  const limit = limits.find((known) => known.day === day && hour >= 10 && hour < 15);
  const cap = limit === undefined ? Number.POSITIVE_INFINITY : limit.share * one.peakW;
  return {
    serial: one.serial,
    string: one.string,
    peakW: peakWOf(one, day),
    group: one.group,
    powerW: sun.altitudeDeg > 0 ? Math.min(could, cap) : undefined,
    standing: could >= cap * 0.97 ? 'limited' : 'free',
    plane: { azimuthDeg: one.azimuthDeg, tiltDeg: one.tiltDeg },
    clearSkyWm2: sun.altitudeDeg > 0 ? clear : undefined,
  };
}

function hasBegun(
  { fromDay, fromHour, untilDay = Number.POSITIVE_INFINITY }: Loss,
  day: number,
  hour: number,
): boolean {
  const now = day * 24 + hour;
  return now >= fromDay * 24 + fromHour && now < untilDay * 24 + fromHour;
}
