import { type Bucket, joinSpreads, type Spread } from './bucket.ts';

/**
 * The place of the power meter is kept as that of an inverter is. Its power is that of the meter, what it has delivered is what
 * the plant has made while the meter was heard, and where an inverter has strings it has these parts.
 */
const PARTS = {
  /** What the house takes, of which the power alone is kept: its energy follows from the others. */
  house: 0,
  /** Energy that came from the grid, and that went there. */
  imported: 1,
  exported: 2,
} as const;
export const METER_PARTS = Object.keys(PARTS).length;

/** So long after its last word nobody knows what a meter would say: the slowest ones speak once a minute. */
export const METER_GAP_S = 90;

/** What the meter has shown for a while. */
export interface MeterSample {
  readonly atS: number;
  /** Seconds for which it counts. */
  readonly forS: number;
  readonly grid: Spread;
  /** What the house took; undefined where it is not known what the plant gave. */
  readonly houseW: number | undefined;
}

export function withMeterSample(bucket: Bucket, { atS, forS, grid, houseW }: MeterSample): Bucket {
  const { coveredS, power } = bucket;
  const isPeak = power === undefined || grid.max > power.max;
  return {
    ...bucket,
    coveredS: coveredS + forS,
    power: joinSpreads(power, coveredS, grid, forS),
    peakAtS: isPeak ? atS : bucket.peakAtS,
    strings: bucket.strings.map((part, index) =>
      index !== PARTS.house || houseW === undefined
        ? part
        : {
            ...part,
            power: joinSpreads(part.power, coveredS, { mean: houseW, min: houseW, max: houseW }, forS),
          },
    ),
  };
}

/** In whole Wh. */
export interface MeterEnergy {
  /** What the plant has made while the meter was heard. */
  readonly producedWh: number;
  readonly importedWh: number;
  readonly exportedWh: number;
}

export function withMeterEnergy(bucket: Bucket, energy: MeterEnergy): Bucket {
  const added = [0, energy.importedWh, energy.exportedWh];
  return {
    ...bucket,
    energyWh: bucket.energyWh + energy.producedWh,
    strings: bucket.strings.map((part, index) => ({
      ...part,
      energyWh: part.energyWh + (added[index] ?? 0),
    })),
  };
}

export function meterEnergyOf({ energyWh, strings }: Bucket): MeterEnergy {
  return {
    producedWh: energyWh,
    importedWh: strings[PARTS.imported]?.energyWh ?? 0,
    exportedWh: strings[PARTS.exported]?.energyWh ?? 0,
  };
}

/** What the house has taken, from the grid and from the plant; of several spans the sum of theirs. */
export const consumedWh = ({ producedWh, importedWh, exportedWh }: MeterEnergy) =>
  producedWh + importedWh - exportedWh;

/** What the house has taken from the plant; as above. */
export const ownUseWh = ({ producedWh, exportedWh }: MeterEnergy) => producedWh - exportedWh;

export const houseSpread = ({ strings }: Bucket): Spread | undefined => strings[PARTS.house]?.power;
