import type { MqttConfig } from '@heliograph/contract';
import { COMMAND_NAMES, GROUP_ORDERS } from '../commands/commands.ts';

/**
 * Where online and offline are told; the broker tells the latter when we are lost. Source:
 * docs/reference/original-device.md#mqtt-topics.
 */
export function lastWillTopic(config: Pick<MqttConfig, 'mqtt_topic' | 'mqtt_lwt_topic'>): string {
  return config.mqtt_topic + config.mqtt_lwt_topic;
}

/** Whatever prefix it looks for entities under. */
const DEFAULT_BIRTH_TOPIC = 'homeassistant/status';

/**
 * Where Home Assistant may say that it is back: its default does not follow the prefix of discovery. Nowhere while
 * discovery is off. Source: Home Assistant's page "MQTT", "Birth and last will messages".
 */
export function birthTopics({
  mqtt_hass_enabled,
  mqtt_hass_topic,
}: Pick<MqttConfig, 'mqtt_hass_enabled' | 'mqtt_hass_topic'>): readonly string[] {
  return mqtt_hass_enabled ? [...new Set([`${mqtt_hass_topic}status`, DEFAULT_BIRTH_TOPIC])] : [];
}
/** What it says then. */
export const BIRTH_TEXT = 'online';

/** Everything that is listened to with these settings. Source: docs/reference/original-device.md#mqtt-topics. */
export function subscriptions(config: MqttConfig): readonly string[] {
  const commands = COMMAND_NAMES.map((name) => `${config.mqtt_topic}+/cmd/${name}`);
  const ofGroups = Object.keys(GROUP_ORDERS).map(
    (name) => `${groupTopic(config.mqtt_topic, '+')}/cmd/${name}`,
  );
  return [...commands, ...ofGroups, ...birthTopics(config)];
}

/** Where a group has its topics. Ours. Source: docs/mqtt-topics.md#groups. */
export function groupTopic(baseTopic: string, id: string): string {
  return `${baseTopic}group/${id}`;
}

/** Where it is told what becomes of the orders for an inverter. Ours. Source: docs/mqtt-topics.md#what-becomes-of-orders. */
export function orderTopic(baseTopic: string, serial: string): string {
  return `${baseTopic}${serial}/order`;
}
