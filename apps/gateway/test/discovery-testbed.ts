import { ONE_STRING, TWO_STRINGS } from '@heliograph/testbed/gateway/told-inverter.ts';
import { createMqttTestbed, type MqttTestbed, type MqttTestbedOptions } from './mqtt-testbed.ts';

export const GARAGE = TWO_STRINGS.serial;
export const SHED = ONE_STRING.serial;
/** Buttons, numbers, binary sensors, the AC side. */
export const WHOLE = 3 + 4 + 2 + 11;

/** MQTT with discovery switched on. */
export const createDiscoveryTestbed = ({ config, ...more }: MqttTestbedOptions = {}) =>
  createMqttTestbed({ config: { mqtt_hass_enabled: true, ...config }, ...more });

/** Topics about an inverter at which the broker keeps something for Home Assistant. */
export const keptAbout = (testbed: MqttTestbed, serial: string) =>
  [...testbed.broker.kept().keys()].filter((topic) => topic.includes(`/dtu_${serial}/`));
/** How often Home Assistant was told an entity of an inverter with this name. */
export const named = (testbed: MqttTestbed, name: string) =>
  testbed.broker.heard.filter(({ payload }) => payload.includes(`"dev":{"name":"${name}"`)).length;
