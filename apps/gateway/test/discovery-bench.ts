import { createMqttBench, type MqttBench, type MqttBenchOptions } from './mqtt-bench.ts';
import { ONE_STRING, TWO_STRINGS } from './told-inverter.ts';

export const GARAGE = TWO_STRINGS.serial;
export const SHED = ONE_STRING.serial;
/** Buttons, numbers, binary sensors, the AC side. */
export const WHOLE = 3 + 4 + 2 + 11;

/** MQTT with discovery switched on. */
export const createDiscoveryBench = ({ config, ...more }: MqttBenchOptions = {}) =>
  createMqttBench({ config: { mqtt_hass_enabled: true, ...config }, ...more });

/** Topics about an inverter at which the broker keeps something for Home Assistant. */
export const keptAbout = (bench: MqttBench, serial: string) =>
  [...bench.broker.kept().keys()].filter((topic) => topic.includes(`/dtu_${serial}/`));
/** How often Home Assistant was told an entity of an inverter with this name. */
export const named = (bench: MqttBench, name: string) =>
  bench.broker.heard.filter(({ payload }) => payload.includes(`"dev":{"name":"${name}"`)).length;
