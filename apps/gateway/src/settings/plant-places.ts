import type { PlantSettings } from '@heliograph/contract';

/**
 * How the plant is drawn after an inverter was replaced: the new one hangs where the old one did, belongs to the same groups, and
 * stands at its place in the order. Where the new one has been put somewhere meanwhile, the place of the old one counts.
 */
export function withReplaced(plant: PlantSettings, oldSerial: string, newSerial: string): PlantSettings {
  const inherited = plant.modules.filter(({ serial }) => serial === oldSerial);
  const isInherited = (string: number) => inherited.some((module) => module.string === string);
  return {
    ...plant,
    modules: plant.modules
      .filter(({ serial, string }) => serial !== newSerial || !isInherited(string))
      .map((module) => (module.serial === oldSerial ? { ...module, serial: newSerial } : module)),
    order: plant.order.includes(oldSerial)
      ? plant.order
          .filter((serial) => serial !== newSerial)
          .map((serial) => (serial === oldSerial ? newSerial : serial))
      : plant.order,
  };
}
