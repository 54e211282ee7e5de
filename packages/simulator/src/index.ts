/**
 * The far end of the radio: inverters that produce, weather that changes, air that loses packets. And original devices that
 * read such inverters and answer over HTTP.
 */

export { type ChipRadio, type ChipRadioOptions, createChipRadio } from './chip/chip-radio.ts';
export type { WiringFault } from './chip/wiring.ts';
export { type DeviceFailure, type DeviceFaults, NO_FAULTS } from './device/device-faults.ts';
export type { AnswerEnd, DeviceAnswer, DeviceRequest } from './device/device-http.ts';
export type { SocketClient } from './device/device-sockets.ts';
export { FIRMWARES, type SimulatedFirmware } from './device/firmware.ts';
export {
  createSimulatedDevice,
  type SimulatedDevice,
  type SimulatedDeviceOptions,
  type SocketOpening,
  type SocketResult,
} from './device/simulated-device.ts';

export { householdLoadW } from './household.ts';
export type { SimulationMemory } from './past.ts';
export { keepPace, type PacedClock, type SimulatorClock } from './physical-clock.ts';
export {
  type AirConditions,
  CAPTURED_EXPECTATIONS,
  type CapturedExpectation,
  type ConfiguredInverter,
  configuredInverters,
  DEFAULT_SCENARIO,
  type FirmwareName,
  ownScenario,
  placeOfSun,
  SCENARIOS,
  type Scenario,
  type ScenarioDevice,
  type ScenarioInverter,
  type ScenarioName,
  type ScenarioString,
  type Site,
} from './scenarios/index.ts';
export type { InverterTruth } from './simulated-inverter.ts';
export { createSimulatedRadio, type SimulatedRadio, type SimulatedRadioOptions } from './simulated-radio.ts';
