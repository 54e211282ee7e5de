/** The far end of the radio: inverters that produce, weather that changes, air that loses packets. */

export type { SimulationMemory } from './past.ts';
export { keepPace, type PacedClock, type SimulatorClock } from './physical-clock.ts';
export {
  type AirConditions,
  CAPTURED_EXPECTATIONS,
  type CapturedExpectation,
  type ConfiguredInverter,
  configuredInverters,
  DEFAULT_SCENARIO,
  placeOfSun,
  SCENARIOS,
  type Scenario,
  type ScenarioInverter,
  type ScenarioName,
  type ScenarioString,
  type Site,
} from './scenarios/index.ts';
export type { InverterTruth } from './simulated-inverter.ts';
export { createSimulatedRadio, type SimulatedRadio, type SimulatedRadioOptions } from './simulated-radio.ts';
