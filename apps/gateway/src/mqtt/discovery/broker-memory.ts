import type { MqttConfig } from '@heliograph/contract';
import type { AnnouncedTopics, DiscoveryMemory } from './discovery-memory.ts';

/** What one broker has got from us. */
export interface BrokerMemory {
  readonly announced: AnnouncedTopics;
  /** By topic of the inverter, which statistics it has got in this run: their time on the monotonic clock. */
  readonly published: Map<string, number>;
}

/** More brokers than anybody has; of another one the longest unused is forgotten. */
const BROKERS_MAX = 4;

/** The memories of all brokers, by the settings that lead there. */
export function createBrokerMemories(discovery: DiscoveryMemory): (config: MqttConfig) => BrokerMemory {
  const publishedAt = new Map<string, Map<string, number>>();
  return ({ mqtt_hostname, mqtt_port }) => {
    const broker = `${mqtt_hostname.toLowerCase()}:${mqtt_port}`;
    const published = publishedAt.get(broker) ?? new Map();
    publishedAt.delete(broker);
    publishedAt.set(broker, published);
    const [oldest = ''] = publishedAt.keys();
    if (publishedAt.size > BROKERS_MAX) publishedAt.delete(oldest);
    return { announced: discovery.at(broker), published };
  };
}

/** Whether settings lead to a broker in the same way. */
export function isSameBroker(a: MqttConfig, b: MqttConfig): boolean {
  const wayOf = ({ mqtt_hostname, mqtt_port, mqtt_tls }: MqttConfig) =>
    `${mqtt_hostname.toLowerCase()}:${mqtt_port} ${mqtt_tls}`;
  return wayOf(a) === wayOf(b);
}
