import type { PhaseReading, Reading, StringReading } from '@heliograph/domain';

/** The least and the most that a value can be. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

type Ranges<Values> = Readonly<Partial<Record<keyof Values, Range>>>;

interface ReadingRanges {
  readonly ac: Ranges<Omit<Reading, 'phases' | 'lineVoltagesV' | 'strings'>>;
  readonly phase: Ranges<PhaseReading>;
  /** Between two phases. */
  readonly line: { readonly voltageV: Range };
  readonly string: Ranges<StringReading>;
}

/**
 * What a micro-inverter on a household's grid can measure, and generously so: whatever lies outside was damaged on its
 * way, or never measured, however good its checksum. The reason of each number is in docs/reference/radio-protocol.md.
 * What has no entry here can be anything that fits its bytes.
 */
export const READING_RANGES = {
  ac: {
    powerW: { min: 0, max: 4000 },
    frequencyHz: { min: 0, max: 75 },
  },
  phase: {
    voltageV: { min: 0, max: 500 },
    currentA: { min: 0, max: 40 },
  },
  line: {
    voltageV: { min: 0, max: 800 },
  },
  string: {
    powerW: { min: 0, max: 1000 },
    voltageV: { min: 0, max: 120 },
    currentA: { min: 0, max: 40 },
    yieldTotalKWh: { min: 0, max: 500_000 },
  },
} as const satisfies ReadingRanges;

/** Whether a reading is something that an inverter can measure: every value of it, since they came in one answer. */
export function isPlausible(reading: Reading): boolean {
  const { ac, phase, line, string } = READING_RANGES;
  return (
    isWithin(reading.powerW, ac.powerW) &&
    isWithin(reading.frequencyHz, ac.frequencyHz) &&
    reading.phases.every(
      ({ voltageV, currentA }) => isWithin(voltageV, phase.voltageV) && isWithin(currentA, phase.currentA),
    ) &&
    reading.lineVoltagesV.every((voltageV) => isWithin(voltageV, line.voltageV)) &&
    reading.strings.every(
      ({ powerW, voltageV, currentA, yieldTotalKWh }) =>
        isWithin(powerW, string.powerW) &&
        isWithin(voltageV, string.voltageV) &&
        isWithin(currentA, string.currentA) &&
        isWithin(yieldTotalKWh, string.yieldTotalKWh),
    )
  );
}

function isWithin(value: number, { min, max }: Range): boolean {
  return value >= min && value <= max;
}
