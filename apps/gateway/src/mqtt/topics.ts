import type { MqttConfig } from '@heliograph/contract';
import { COMMAND_NAMES } from './commands.ts';

/** Where online and offline are told; the broker tells the latter when we are lost. Source: device contract, section 8.1. */
export function lastWillTopic(config: Pick<MqttConfig, 'mqtt_topic' | 'mqtt_lwt_topic'>): string {
  return config.mqtt_topic + config.mqtt_lwt_topic;
}

/**
 * Where Home Assistant says that it is back. Source: Home Assistant's page "MQTT", "Birth and last will messages"
 * (`homeassistant/status` by default).
 */
export function birthTopic(discoveryPrefix: string): string {
  return `${discoveryPrefix}status`;
}
/** What it says then. */
export const BIRTH_TEXT = 'online';

/** Everything that is listened to with these settings. Source: device contract, section 8.3. */
export function subscriptions(config: MqttConfig): readonly string[] {
  const commands = COMMAND_NAMES.map((name) => `${config.mqtt_topic}+/cmd/${name}`);
  return config.mqtt_hass_enabled ? [...commands, birthTopic(config.mqtt_hass_topic)] : commands;
}
