import type { NetworkStatus } from '@heliograph/contract';
import type { Totals } from '../../fleet/totals.ts';
import type { MqttContent } from '../connection/mqtt-message.ts';
import { twoDecimals } from './inverter-messages.ts';

export interface GatewayFacts {
  /** Ends with a slash. */
  readonly baseTopic: string;
  readonly uptimeS: number;
  readonly network: NetworkStatus;
}

/** What is published of the gateway itself at every interval. Source: docs/reference/original-device.md#mqtt-topics. */
export function gatewayMessages({ baseTopic, uptimeS, network }: GatewayFacts): readonly MqttContent[] {
  const common = [
    { topic: `${baseTopic}dtu/uptime`, payload: String(uptimeS) },
    { topic: `${baseTopic}dtu/ip`, payload: network.network_ip },
    { topic: `${baseTopic}dtu/hostname`, payload: network.network_hostname },
  ];
  if (network.network_mode !== 'Station') return common; // no WiFi, no signal
  return [...common, { topic: `${baseTopic}dtu/rssi`, payload: String(network.sta_rssi) }];
}

/**
 * The sums of the plant, which originals of this generation do not publish: behind everything that they do. What is not
 * known is left out.
 */
export function totalMessages(baseTopic: string, totals: Totals): readonly MqttContent[] {
  const { powerW, yieldDayWh, yieldTotalKWh, all, answering, producing, isNight } = totals;
  const message = (name: string, payload: string) => ({ topic: `${baseTopic}dtu/total/${name}`, payload });
  return [
    message('power', twoDecimals(powerW)),
    ...(yieldDayWh === undefined ? [] : [message('yieldday', twoDecimals(yieldDayWh))]),
    ...(yieldTotalKWh === undefined ? [] : [message('yieldtotal', twoDecimals(yieldTotalKWh))]),
    message('inverters', String(all)),
    message('answering', String(answering)),
    message('producing', String(producing)),
    message('night', isNight ? '1' : '0'),
  ];
}
