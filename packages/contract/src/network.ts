import type * as z from 'zod/mini';
import {
  HOSTNAME_MAX_LENGTH,
  HOSTNAME_MIN_LENGTH,
  NETWORK_PASSWORD_MAX_LENGTH,
  SSID_MAX_LENGTH,
} from './constants.ts';
import { ipv4, lenientBoolean, text, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFacts, type ReceivedFields, readSettings, statusOf } from './read-settings.ts';
import type { ApiResult } from './results.ts';

/**
 * Network settings. The addresses must make sense with DHCP too; the last three checks have no code. The SSID may be
 * empty: only a gateway that has nothing but WiFi needs one. Source: docs/reference/original-device.md#network,
 * docs/decisions/0014-refusals-without-a-code.md and docs/decisions/0022-lengths.md.
 */
export const NetworkConfigSchema = wireObject({
  ipaddress: ipv4('NetworkIpInvalid'),
  netmask: ipv4('NetworkNetmaskInvalid'),
  gateway: ipv4('NetworkGatewayInvalid'),
  dns1: ipv4('NetworkDns1Invalid'),
  dns2: ipv4('NetworkDns2Invalid'),
  hostname: text({ min: HOSTNAME_MIN_LENGTH, max: HOSTNAME_MAX_LENGTH, fail: 'HostnameLength' }),
  ssid: text({ max: SSID_MAX_LENGTH, fail: 'SsidLength' }),
  password: text({ max: NETWORK_PASSWORD_MAX_LENGTH, fail: 'NetworkPasswordLength' }),
  dhcp: lenientBoolean(),
});
export type NetworkConfig = z.infer<typeof NetworkConfigSchema>;

const NETWORK_FIELDS = {
  hostname: 'text',
  dhcp: 'flag',
  ipaddress: 'text',
  netmask: 'text',
  gateway: 'text',
  dns1: 'text',
  dns2: 'text',
  ssid: 'text',
  password: 'text',
} as const;

/**
 * The host name is the pattern as stored; the password is the placeholder
 * (docs/decisions/0007-secrets-are-never-sent.md), of an original device its text.
 */
export type ReceivedNetworkConfig = ReceivedFields<typeof NETWORK_FIELDS>;

/** Host name, WiFi and addresses. */
export const getNetworkConfig: Endpoint<NetworkConfig, ReceivedNetworkConfig> = {
  method: 'GET',
  path: '/api/network/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, NETWORK_FIELDS),
};

/**
 * Saves host name, WiFi and addresses. They are stored and checked, but not applied to the machine that a gateway in
 * software runs on (docs/decisions/0017-host-facts.md).
 */
export const setNetworkConfig: Endpoint<ApiResult, ReceivedApiResult, NetworkConfig> = {
  method: 'POST',
  path: '/api/network/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};

const STATUS_FIELDS = {
  sta_status: 'flag',
  sta_ssid: 'privateText',
  sta_rssi: 'number',
  network_hostname: 'privateText',
  network_ip: 'privateText',
  network_netmask: 'privateText',
  network_gateway: 'privateText',
  network_dns1: 'privateText',
  network_dns2: 'privateText',
  network_mac: 'privateText',
  network_mode: 'publicText',
  ap_status: 'flag',
  ap_ssid: 'privateText',
  ap_ip: 'privateText',
  ap_mac: 'privateText',
  ap_stationnum: 'number',
} as const;

/**
 * The networks that the gateway is in. `sta_rssi` is in dBm and 0 while not connected, addresses are `0.0.0.0` while
 * down, `network_mode` is `Station` or `Ethernet`. Keys in the order of the wire. Source:
 * docs/reference/original-device.md#network.
 */
export type NetworkStatus = ReceivedFields<typeof STATUS_FIELDS>;
export type ReceivedNetworkStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** Where the gateway is in the network, and its own WiFi. */
export const getNetworkStatus: Endpoint<NetworkStatus, ReceivedNetworkStatus> = {
  method: 'GET',
  path: '/api/network/status',
  access: 'readonly',
  query: [],
  ...statusOf(STATUS_FIELDS),
};
