import type { RealTimeData } from '@heliograph/protocol';
import type { EnergyMeter } from './energy-meter.ts';
import { type OperatingPoint, powerFactorAt } from './operating-point.ts';

/** The state of an inverter in which it measures. */
export interface MeasuredState {
  readonly point: OperatingPoint;
  readonly maxPowerW: number;
  /** Of each phase against neutral. */
  readonly phaseVoltagesV: readonly number[];
  readonly frequencyHz: number;
  readonly temperatureC: number;
  readonly meter: EnergyMeter;
  readonly eventCount: number;
}

/** What an inverter in this state tells when it is asked for its measurements. */
export function measuredData(state: MeasuredState): RealTimeData {
  const { point, phaseVoltagesV, meter } = state;
  const { acPowerW, stringPowerW, stringVoltageV } = point;
  const powerFactor = acPowerW > 0 ? powerFactorAt(acPowerW / state.maxPowerW) : 0;
  const apparentPowerVa = powerFactor > 0 ? acPowerW / powerFactor : 0;
  return {
    strings: stringPowerW.map((powerW, index) => {
      const stringV = stringVoltageV[index] ?? 0;
      return {
        voltageV: stringV,
        currentA: stringV > 0 ? powerW / stringV : 0,
        powerW,
        yieldDayWh: meter.dayWh(index),
        yieldTotalKWh: meter.totalKWh(index),
      };
    }),
    ac: {
      phases: phaseVoltagesV.map((voltageV) => ({
        voltageV,
        currentA: apparentPowerVa / phaseVoltagesV.length / voltageV,
      })),
      lineVoltagesV: lineVoltages(phaseVoltagesV),
      frequencyHz: state.frequencyHz,
      powerW: acPowerW,
      reactivePowerVar: Math.sqrt(Math.max(0, apparentPowerVa ** 2 - acPowerW ** 2)),
      powerFactor,
      temperatureC: state.temperatureC,
    },
    eventCount: state.eventCount,
  };
}

/** Between each phase and the next one, a third of a turn behind it; a single phase has no other. */
function lineVoltages(phaseVoltagesV: readonly number[]): readonly number[] {
  if (phaseVoltagesV.length === 1) return [];
  return phaseVoltagesV.map((oneV, index) => {
    const nextV = phaseVoltagesV[(index + 1) % phaseVoltagesV.length] ?? 0;
    return Math.sqrt(oneV ** 2 + nextV ** 2 + oneV * nextV);
  });
}
