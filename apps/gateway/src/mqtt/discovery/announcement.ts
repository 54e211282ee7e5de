import type { MqttConfig } from '@heliograph/contract';
import type { InverterState } from '../../fleet/inverter.ts';
import type { MqttMessage } from '../connection/mqtt-message.ts';
import type { GroupState } from '../messages/gateway-messages.ts';
import { lastWillTopic } from '../messages/topics.ts';
import {
  type Availability,
  type DiscoveryFacts,
  discoveryMessages,
  groupDiscoveryMessages,
} from './home-assistant.ts';

/**
 * Messages that a sensor may miss before its value counts as unknown. Source:
 * docs/reference/original-device.md#home-assistant-discovery.
 */
const EXPIRE_INTERVALS = 3;

/**
 * Everything that Home Assistant has to hear of with these settings; nothing while discovery is off. What removes is
 * kept by the broker in any case: that is how it forgets what it had.
 */
export function announcement(
  config: MqttConfig,
  { inverters, groups }: Announced,
  gateway: Pick<DiscoveryFacts, 'configurationUrl' | 'gatewayId' | 'gitHash'>,
): readonly MqttMessage[] {
  if (!config.mqtt_enabled || !config.mqtt_hass_enabled) return [];
  const facts = {
    ...gateway,
    prefix: config.mqtt_hass_topic,
    baseTopic: config.mqtt_topic,
    hasPanels: config.mqtt_hass_individualpanels,
    availability: availabilityOf(config),
    expireAfterS: config.mqtt_hass_expire
      ? inverters.length * config.mqtt_publish_interval * EXPIRE_INTERVALS
      : undefined,
  };
  const messages = [
    ...inverters.flatMap((inverter) => discoveryMessages(inverter, facts)),
    ...groups.flatMap((group) => groupDiscoveryMessages(group, facts)),
  ];
  return messages.map(({ topic, payload }) => ({
    topic,
    payload,
    retain: payload === '' || config.mqtt_hass_retain,
  }));
}

/** What has entities. */
export interface Announced {
  readonly inverters: readonly InverterState[];
  readonly groups: readonly GroupState[];
}

/** Texts that are empty, or do not differ, tell nothing. */
export function availabilityOf(config: MqttConfig): Availability | undefined {
  const { mqtt_lwt_online: online, mqtt_lwt_offline: offline } = config;
  if (online === '' || offline === '' || online === offline) return undefined;
  return { topic: lastWillTopic(config), online, offline };
}

/** Where entities are after these messages. */
export function entityTopics(messages: readonly MqttMessage[]): Set<string> {
  return new Set(messages.filter(({ payload }) => payload !== '').map(({ topic }) => topic));
}
