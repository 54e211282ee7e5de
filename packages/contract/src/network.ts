import * as z from 'zod/mini';
import {
  HOSTNAME_MAX_LENGTH,
  HOSTNAME_MIN_LENGTH,
  NETWORK_PASSWORD_MAX_LENGTH,
  SSID_MAX_LENGTH,
} from './constants.ts';
import { ipv4, keysPresent, lenientBoolean, oneOfTexts, text, wireObject } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import {
  type ReceivedFacts,
  type ReceivedFields,
  readSettings,
  type SentFacts,
  statusOf,
} from './read-settings.ts';
import type { ApiResult } from './results.ts';

/**
 * Which API programs find at the gateway: that of the first original devices and of release 0.1.0, that of the newest ones,
 * or both at once in the same documents. Source: docs/decisions/0044-both-generations-at-once.md.
 */
export const API_GENERATIONS = ['both', '2023', 'newest'] as const;
export type ApiGenerations = (typeof API_GENERATIONS)[number];

/**
 * Labels and metrics for Prometheus: those of the first original devices and of release 0.1.0, or those of the newest ones.
 * Dashboards are drawn for one of them. Source: docs/reference/api-generations.md#console-prometheus-languages.
 */
export const PROMETHEUS_LABELS = ['newest', '2023'] as const;
export type PrometheusLabels = (typeof PROMETHEUS_LABELS)[number];

/**
 * Network settings. The addresses must make sense with DHCP too; the last three checks have no code. The SSID may be
 * empty: only a gateway that has nothing but WiFi needs one. Source: docs/reference/original-device.md#network,
 * docs/decisions/0014-refusals-without-a-code.md and docs/decisions/0022-lengths.md.
 */
const FIELDS = {
  ipaddress: ipv4('NetworkIpInvalid'),
  netmask: ipv4('NetworkNetmaskInvalid'),
  gateway: ipv4('NetworkGatewayInvalid'),
  dns1: ipv4('NetworkDns1Invalid'),
  dns2: ipv4('NetworkDns2Invalid'),
  hostname: text({ min: HOSTNAME_MIN_LENGTH, max: HOSTNAME_MAX_LENGTH, fail: 'HostnameLength' }),
  ssid: text({ max: SSID_MAX_LENGTH, fail: 'SsidLength' }),
  password: text({ max: NETWORK_PASSWORD_MAX_LENGTH, fail: 'NetworkPasswordLength' }),
  dhcp: lenientBoolean(),
};

/** Ours: what other programs find. */
const PROGRAMS = {
  api_generations: oneOfTexts({ texts: API_GENERATIONS, fail: 'ApiGenerationsUnknown' }),
  prometheus_labels: oneOfTexts({ texts: PROMETHEUS_LABELS, fail: 'PrometheusLabelsUnknown' }),
};

/** Network settings as they are kept. */
export const NetworkConfigSchema = wireObject({ ...FIELDS, ...PROGRAMS });
export type NetworkConfig = z.infer<typeof NetworkConfigSchema>;

/** Network settings as posted: who does not name what programs find leaves it as it is. */
export const NetworkUpdateSchema = z.pipe(
  keysPresent((has) => Object.keys(FIELDS).every(has)),
  z.object({
    ...FIELDS,
    api_generations: z.optional(PROGRAMS.api_generations),
    prometheus_labels: z.optional(PROGRAMS.prometheus_labels),
  }),
);
export type NetworkUpdate = z.infer<typeof NetworkUpdateSchema>;

/**
 * What original devices have come to set about the network, which a gateway on a computer has not. Source:
 * docs/reference/api-generations.md#settings and docs/reference/api-for-other-programs.md#network.
 */
export interface NewerNetworkConfig {
  readonly aptimeout: number;
  readonly mdnsenabled: boolean;
  readonly syslogenabled: boolean;
  readonly sysloghostname: string;
  readonly syslogport: number;
}
/** The keys of 2023 and ours, and behind them those of today. */
export interface NetworkSettings extends NetworkConfig, NewerNetworkConfig {}

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
export interface ReceivedNetworkConfig extends ReceivedFields<typeof NETWORK_FIELDS> {
  /** As it came; an original device has none. */
  readonly api_generations?: unknown;
  /** In the same way. */
  readonly prometheus_labels?: unknown;
}

/**
 * Host name, WiFi and addresses; and which API programs find, `api_generations`: `2023`, `newest`, or `both` of them at once,
 * and which labels Prometheus gets, `prometheus_labels`: `2023` or `newest`.
 */
export const getNetworkConfig: Endpoint<NetworkSettings, ReceivedNetworkConfig> = {
  method: 'GET',
  path: '/api/network/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, NETWORK_FIELDS),
};

/**
 * Saves host name, WiFi and addresses. They are stored and checked, but not applied to the machine that a gateway in
 * software runs on (docs/decisions/0017-host-facts.md). `api_generations` and `prometheus_labels` count from the very next
 * call on; without them the stored ones stay.
 */
export const setNetworkConfig: Endpoint<ApiResult, ReceivedApiResult, NetworkUpdate> = {
  method: 'POST',
  path: '/api/network/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};

const STATUS_FIELDS = {
  sta_status: ['flag', 'isStationEnabled'],
  sta_ssid: ['privateText', 'stationSsid'],
  sta_rssi: ['number', 'stationRssiDbm'],
  network_hostname: ['privateText', 'hostname'],
  network_ip: ['privateText', 'ipAddress'],
  network_netmask: ['privateText', 'netmask'],
  network_gateway: ['privateText', 'gateway'],
  network_dns1: ['privateText', 'dns1'],
  network_dns2: ['privateText', 'dns2'],
  network_mac: ['privateText', 'macAddress'],
  network_mode: ['publicText', 'mode'],
  ap_status: ['flag', 'isAccessPointEnabled'],
  ap_ssid: ['privateText', 'accessPointSsid'],
  ap_ip: ['privateText', 'accessPointIpAddress'],
  ap_mac: ['privateText', 'accessPointMacAddress'],
  ap_stationnum: ['number', 'accessPointStations'],
} as const;

/**
 * The networks that the gateway is in. `sta_rssi` is in dBm and 0 while not connected, addresses are `0.0.0.0` while
 * down, `network_mode` is `Station` or `Ethernet`. Keys in the order of the wire. Source:
 * docs/reference/original-device.md#network.
 */
export interface NetworkStatus extends SentFacts<typeof STATUS_FIELDS> {
  /** Of the WiFi's access point; newer originals tell it. Empty here. */
  readonly sta_bssid: string;
}
/** As a client gets it: what has no prefix is of the interface that `mode` names. */
export type ReceivedNetworkStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** Where the gateway is in the network, and its own WiFi. */
export const getNetworkStatus: ReadersEndpoint<NetworkStatus, ReceivedNetworkStatus> = {
  method: 'GET',
  path: '/api/network/status',
  access: 'readonly',
  query: [],
  ...statusOf(STATUS_FIELDS),
};
