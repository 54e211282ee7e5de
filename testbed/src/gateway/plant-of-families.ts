import { configuredInverters, SCENARIOS, type Scenario, type ScenarioInverter } from '@heliograph/simulator';
import { type PlantGateway, startPlantGateway } from './plant-gateway.ts';

function inverter(model: ScenarioInverter['model'], serial: string, stringCount: number): ScenarioInverter {
  const strings = Array.from({ length: stringCount }, (_, index) => ({
    ...{ name: `String ${index + 1}`, maxPowerW: 400 + index, panelW: 400 + index },
    ...{ tiltDeg: 20 + index, azimuthDeg: 160 + 10 * index, isDead: false },
  }));
  return { serial, name: `A ${model}`, model, strings, isPresent: true };
}

/** One inverter of every family beside HM, which the scenarios have. */
export const ALL_FAMILIES: readonly ScenarioInverter[] = [
  inverter('HMS-500', '112480400101', 1),
  inverter('HMS-500 v2', '140080400102', 1),
  inverter('HMS-800', '114480400103', 2),
  inverter('HMS-2000', '116480400104', 4),
  inverter('HMT-2000', '136180400105', 4),
  inverter('HMT-2250', '138280400106', 6),
  inverter('HERF-300', '284180400107', 1),
  inverter('HERF-800', '282180400108', 2),
  inverter('HERF-1800', '280180400109', 4),
];

/** The default scenario with these inverters instead. */
export function scenarioOf(inverters: readonly ScenarioInverter[]): Scenario {
  return { ...SCENARIOS['three-inverters'], inverters };
}

/** A gateway that has these inverters in its settings, and them on its air. */
export function startPlantOf(inverters: readonly ScenarioInverter[]): Promise<PlantGateway> {
  const scenario = scenarioOf(inverters);
  return startPlantGateway({
    world: () => scenario,
    prepare: (settings) =>
      settings.update('inverters', () => ({
        inverter: configuredInverters(scenario).map((configured, id) => ({
          ...configured,
          id,
        })),
      })),
  });
}
