import type { MqttConfig } from '@heliograph/contract';

/** What one broker has got from us, from the start of the gateway on. */
export interface BrokerMemory {
  /** Topics under which it has entities of ours. */
  readonly announced: Set<string>;
  /** By topic of the inverter, which statistics it has got: their time on the monotonic clock. */
  readonly published: Map<string, number>;
}

/** More brokers than anybody has; of another one the longest unused is forgotten. */
const BROKERS_MAX = 4;

/** The memories of all brokers, by the settings that lead there. */
export function createBrokerMemories(): (config: MqttConfig) => BrokerMemory {
  const memories = new Map<string, BrokerMemory>();
  return (config) => {
    const key = keyOf(config);
    const memory = memories.get(key) ?? { announced: new Set(), published: new Map() };
    memories.delete(key);
    memories.set(key, memory);
    const [oldest] = memories.keys();
    if (memories.size > BROKERS_MAX && oldest !== undefined) memories.delete(oldest);
    return memory;
  };
}

export function isSameBroker(a: MqttConfig, b: MqttConfig): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf({ mqtt_hostname, mqtt_port }: MqttConfig): string {
  return `${mqtt_hostname.toLowerCase()}:${mqtt_port}`;
}
