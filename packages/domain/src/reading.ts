import type { InverterModel } from './inverter.ts';

/**
 * What an inverter has measured, told in one answer, with what follows from it. All values are 32-bit floats, and sums
 * and quotients are those of single precision. NaN: not told. That happens with readings from other devices, never with
 * those from the air, and never with `powerW`, `yieldTodayWh` and `yieldTotalKWh`.
 */
export interface Reading {
  /** Power that it feeds into the grid, over all phases, in W. */
  readonly powerW: number;
  /** Power that all strings deliver, in W. */
  readonly dcPowerW: number;
  /** Yield of all strings since the inverter began its day, in Wh. */
  readonly yieldTodayWh: number;
  /** Yield of all strings since the inverter was built, in kWh. */
  readonly yieldTotalKWh: number;
  /** Of the grid, in Hz. */
  readonly frequencyHz: number;
  /** Inside of its case, in °C. */
  readonly temperatureC: number;
  /** Cosine of phi, without a unit: 1 where nothing but active power is fed in. */
  readonly powerFactor: number;
  /** In var. */
  readonly reactivePowerVar: number;
  /** `powerW` of `dcPowerW`, in per cent; 0 while there is none. */
  readonly efficiencyPercent: number;
  /** How many events it has counted; the counter starts again at 0 after its last number. */
  readonly eventCount: number;
  /** The phases of the grid that it is connected to, 1 to 3. */
  readonly phases: readonly PhaseReading[];
  /** Voltages from phase 1 to 2, from 2 to 3 and from 3 to 1, in V; empty with one phase. */
  readonly lineVoltagesV: readonly number[];
  /** Its strings of panels, 1 to 6. */
  readonly strings: readonly StringReading[];
}

/** One phase of the grid, as the inverter measures it. */
export interface PhaseReading {
  /** In V. */
  readonly voltageV: number;
  /** That the inverter feeds in, in A. */
  readonly currentA: number;
}

/** One string of panels, on its DC side. */
export interface StringReading {
  /** In V. */
  readonly voltageV: number;
  /** In A. */
  readonly currentA: number;
  /** In W. */
  readonly powerW: number;
  /** Since the inverter began its day, in Wh. */
  readonly yieldTodayWh: number;
  /** Since the inverter was built, in kWh. */
  readonly yieldTotalKWh: number;
}

/** What stands for the reading of an inverter that has not answered yet: everything is 0. */
export function noReading({
  phaseCount,
  stringCount,
}: Pick<InverterModel, 'phaseCount' | 'stringCount'>): Reading {
  const phase: PhaseReading = { voltageV: 0, currentA: 0 };
  const string: StringReading = { ...phase, powerW: 0, yieldTodayWh: 0, yieldTotalKWh: 0 };
  return {
    powerW: 0,
    dcPowerW: 0,
    yieldTodayWh: 0,
    yieldTotalKWh: 0,
    frequencyHz: 0,
    temperatureC: 0,
    powerFactor: 0,
    reactivePowerVar: 0,
    efficiencyPercent: 0,
    eventCount: 0,
    phases: Array.from({ length: phaseCount }, () => phase),
    lineVoltagesV: phaseCount > 1 ? Array.from({ length: phaseCount }, () => 0) : [],
    strings: Array.from({ length: stringCount }, () => string),
  };
}

/**
 * How much of the peak power of its panels a string delivers, in per cent and in single precision; 0 where no peak
 * power is set.
 */
export function irradiationPercent(powerW: number, maxPowerW: number): number {
  return maxPowerW > 0 ? Math.fround(Math.fround(powerW / maxPowerW) * 100) : 0;
}
