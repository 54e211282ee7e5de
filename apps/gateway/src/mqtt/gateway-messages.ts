import type { NetworkStatus } from '@heliograph/contract';
import type { MqttContent } from './mqtt-content.ts';

export interface GatewayFacts {
  /** Ends with a slash. */
  readonly baseTopic: string;
  readonly uptimeS: number;
  readonly network: NetworkStatus;
}

/** What is published of the gateway itself at every interval. Source: device contract, section 8.2. */
export function gatewayMessages({ baseTopic, uptimeS, network }: GatewayFacts): readonly MqttContent[] {
  const common = [
    { topic: `${baseTopic}dtu/uptime`, payload: String(uptimeS) },
    { topic: `${baseTopic}dtu/ip`, payload: network.network_ip },
    { topic: `${baseTopic}dtu/hostname`, payload: network.network_hostname },
  ];
  if (network.network_mode !== 'Station') return common; // no WiFi, no signal
  return [...common, { topic: `${baseTopic}dtu/rssi`, payload: String(network.sta_rssi) }];
}
