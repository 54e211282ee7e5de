import type { NetworkStatus } from '@heliograph/contract';
import type { Totals } from '../../fleet/totals.ts';
import type { GroupLimit } from '../../limits/limit-control.ts';
import type { MqttContent } from '../connection/mqtt-message.ts';
import { twoDecimals } from './inverter-messages.ts';
import { groupTopic } from './topics.ts';

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

/** What is told of a group of inverters. */
export interface GroupState extends GroupLimit {
  readonly id: string;
  readonly name: string;
}

/** How Home Assistant is told that a number has no value. Source: its page "MQTT Number", `payload_reset`. */
const NOTHING = 'None';

/** Groups that are limited together, which originals do not have. */
export function groupMessages(baseTopic: string, groups: readonly GroupState[]): readonly MqttContent[] {
  return groups.flatMap(({ id, watts, minutes }) => {
    const topic = `${groupTopic(baseTopic, id)}/status`;
    return [
      { topic: `${topic}/cap`, payload: watts === undefined ? NOTHING : String(watts) },
      { topic: `${topic}/expiry`, payload: String(minutes) },
    ];
  });
}
