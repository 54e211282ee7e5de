import { LIMIT_VALUE_LARGE_MAX, WHOLE_PLANT } from '@heliograph/contract';
import { maxPowerOf } from '../fleet/device-info.ts';
import type { InverterState } from '../fleet/inverter.ts';
import type { InverterStanding, Totals } from '../fleet/totals.ts';
import type { SunspecLimit, SunspecState, SunspecUnit } from './sunspec-map.ts';

/** Who the plant is. */
export interface PlantName {
  readonly name: string;
  readonly serial: string;
  /** Of the gateway. */
  readonly version: string;
}

export interface UnitFacts {
  readonly unit: number;
  readonly plant: PlantName;
  readonly limit: SunspecLimit;
  /** What its counter of energy shows. */
  readonly energyWh: number;
}

/** Source: docs/reference/sunspec.md#who-it-is. */
const MANUFACTURER = 'Heliograph';

/** An inverter as SunSpec tells it. What is not so any more is not told: a silent inverter makes nothing. */
export function inverterUnit(standing: InverterStanding, facts: UnitFacts): SunspecUnit {
  const { inverter, isAnswering } = standing;
  const { serial, model, reading, deviceInfo } = inverter;
  const now = (value: number) => (isAnswering ? value : NaN);
  const { hardware, firmware } = deviceInfo;
  return {
    ...{ unit: facts.unit, limit: facts.limit, energyWh: facts.energyWh },
    ...{ manufacturer: MANUFACTURER, serial, phaseCount: model.phaseCount },
    model: hardware?.model?.name ?? model.typeText,
    version: firmware === undefined ? '' : String(firmware.firmwareBuildVersion),
    ceilingW: LIMIT_VALUE_LARGE_MAX,
    ratedW: maxPowerOf(deviceInfo) || NaN,
    powerW: isAnswering ? reading.powerW : 0,
    dcPowerW: isAnswering ? reading.dcPowerW : 0,
    reactivePowerVar: now(reading.reactivePowerVar),
    frequencyHz: now(reading.frequencyHz),
    temperatureC: now(reading.temperatureC),
    currentA: isAnswering ? sum(reading.phases.map(({ currentA }) => currentA)) : 0,
    phaseCurrentsA: reading.phases.map(({ currentA }) => (isAnswering ? currentA : 0)),
    phaseVoltagesV: reading.phases.map(({ voltageV }) => now(voltageV)),
    lineVoltagesV: reading.lineVoltagesV.map(now),
    state: stateOf(standing),
  };
}

/**
 * The plant as one inverter. It has three phases where every inverter has: to which phase one of a single phase is connected nobody
 * has told.
 */
export function plantUnit(totals: Totals, { plant, ...facts }: UnitFacts): SunspecUnit {
  const standings = totals.standings;
  const inverters = standings.map(({ inverter }) => inverter);
  const answering = standings
    .filter(({ isAnswering }) => isAnswering)
    .map(({ inverter }) => inverter.reading);
  const hasThreePhases = inverters.length > 0 && inverters.every(({ model }) => model.phaseCount === 3);
  const phases = hasThreePhases ? [0, 1, 2] : [0];
  const currents = phases.map((phase) =>
    sum(
      answering.map((reading) =>
        hasThreePhases
          ? (reading.phases[phase]?.currentA ?? NaN)
          : sum(reading.phases.map(({ currentA }) => currentA)),
      ),
    ),
  );
  const voltages = (phase: number) =>
    answering.flatMap((reading) =>
      hasThreePhases
        ? (reading.phases[phase]?.voltageV ?? [])
        : reading.phases.map(({ voltageV }) => voltageV),
    );
  return {
    ...facts,
    ...{ manufacturer: MANUFACTURER, model: plant.name, version: plant.version, serial: plant.serial },
    phaseCount: phases.length,
    ceilingW: Math.max(1, inverters.length) * LIMIT_VALUE_LARGE_MAX,
    ratedW: ratedPowerOf(WHOLE_PLANT, inverters) || NaN,
    powerW: totals.powerW,
    dcPowerW: sum(answering.map(({ dcPowerW }) => dcPowerW)),
    reactivePowerVar:
      answering.length === 0 ? NaN : sum(answering.map(({ reactivePowerVar }) => reactivePowerVar)),
    frequencyHz: mean(answering.map(({ frequencyHz }) => frequencyHz)),
    temperatureC: NaN,
    currentA: sum(currents),
    phaseCurrentsA: currents,
    phaseVoltagesV: phases.map((phase) => mean(voltages(phase))),
    lineVoltagesV: phases.map((phase) =>
      hasThreePhases ? mean(answering.flatMap(({ lineVoltagesV }) => lineVoltagesV[phase] ?? [])) : NaN,
    ),
    state: plantState(standings),
  };
}

/** What a target can do at most, in W, as far as its inverters have told their model; 0: nothing is known. */
export function ratedPowerOf(target: string, inverters: readonly InverterState[]): number {
  return sum(
    inverters
      .filter(({ serial }) => target === WHOLE_PLANT || serial === target)
      .map(({ deviceInfo }) => maxPowerOf(deviceInfo)),
  );
}

function stateOf({ inverter, isAnswering, silence }: InverterStanding): SunspecState {
  if (!isAnswering) return silence === 'asleep' ? 'asleep' : 'off';
  if (inverter.reading.powerW <= 0) return 'waiting';
  const { source, percent } = inverter.limit;
  return source !== 'unknown' && percent < 100 ? 'limited' : 'producing';
}

/** The liveliest of its inverters. */
function plantState(standings: readonly InverterStanding[]): SunspecState {
  const states = new Set(standings.map(stateOf));
  const order = ['limited', 'producing', 'waiting', 'asleep'] as const;
  return order.find((state) => states.has(state)) ?? 'off';
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length; // NaN of none
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
