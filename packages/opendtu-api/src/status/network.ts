import type { Release } from '../release.ts';
import type { WireObject } from '../untrusted-values.ts';
import { decodeFacts, encodeFacts, type Facts } from './facts.ts';

/**
 * The networks that a device is in; `stationRssiDbm` is 0 without a connection, `mode` is `Station` or `Ethernet`. What has
 * no prefix is of the interface that `mode` names. Source: docs/reference/original-device.md#network and
 * docs/reference/api-generations.md#status-of-network-time-and-mqtt.
 */
const KEYS = [
  { key: 'sta_status', kind: 'flag', word: 'isStationEnabled' },
  { key: 'sta_ssid', kind: 'text', word: 'stationSsid' },
  { key: 'sta_bssid', kind: 'text', word: 'stationBssid', since: 23_06_09 },
  { key: 'sta_rssi', kind: 'number', word: 'stationRssiDbm' },
  { key: 'network_hostname', kind: 'text', word: 'hostName' },
  { key: 'network_ip', kind: 'text', word: 'ipAddress' },
  { key: 'network_netmask', kind: 'text', word: 'netmask' },
  { key: 'network_gateway', kind: 'text', word: 'gateway' },
  { key: 'network_dns1', kind: 'text', word: 'dns1' },
  { key: 'network_dns2', kind: 'text', word: 'dns2' },
  { key: 'network_mac', kind: 'text', word: 'macAddress' },
  { key: 'network_mode', kind: 'text', word: 'mode' },
  { key: 'ap_status', kind: 'flag', word: 'isAccessPointEnabled' },
  { key: 'ap_ssid', kind: 'text', word: 'accessPointSsid' },
  { key: 'ap_ip', kind: 'text', word: 'accessPointIpAddress' },
  { key: 'ap_mac', kind: 'text', word: 'accessPointMacAddress' },
  { key: 'ap_stationnum', kind: 'number', word: 'accessPointStations' },
] as const;

export type NetworkFacts = Facts<(typeof KEYS)[number]>;

/** Reads `GET /api/network/status`; undefined where it is no such answer. */
export function decodeNetworkStatus(sent: unknown): NetworkFacts | undefined {
  return decodeFacts(sent, KEYS);
}

/** As a device of that release answers `GET /api/network/status`. */
export function encodeNetworkStatus(release: Release, facts: Partial<NetworkFacts>): WireObject {
  return encodeFacts(release, facts, KEYS);
}
