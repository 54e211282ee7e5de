import {
  type ApiGenerations,
  type NetworkUpdate,
  type PrometheusLabels,
  RESULT_CODES,
  type ReceivedApiResult,
  type ReceivedNetworkConfig,
} from '@heliograph/contract';
import { readIpv4 } from './ipv4.ts';

/** What is set by hand where there is no DHCP, in the order of the page. */
export const ADDRESSES = ['ipaddress', 'netmask', 'gateway', 'dns1', 'dns2'] as const;
type Addresses = { readonly [Name in (typeof ADDRESSES)[number]]: string };

// A type and not an interface: only types are known to have no further keys.
/** What stands in the form. */
export type NetworkValues = Addresses & {
  readonly ssid: string;
  readonly password: string;
  readonly hostname: string;
  readonly dhcp: boolean;
  /** Empty where there is none: original devices have one API. */
  readonly api_generations: string;
  /** In the same way. */
  readonly prometheus_labels: string;
};

export function networkValues(received: ReceivedNetworkConfig): NetworkValues {
  const { ssid, password, hostname, dhcp, ipaddress, netmask, gateway, dns1, dns2 } = received;
  const addresses = { ipaddress, netmask, gateway, dns1, dns2 };
  const { api_generations: api, prometheus_labels: labels } = received;
  return {
    ...{ ssid, password, hostname, dhcp, ...addresses },
    api_generations: !__FOR_DEVICE__ && typeof api === 'string' ? api : '',
    prometheus_labels: !__FOR_DEVICE__ && typeof labels === 'string' ? labels : '',
  };
}

/** With DHCP the addresses are not to be seen: what was typed there does not count. */
export function withoutHidden(values: NetworkValues, stored: NetworkValues): NetworkValues {
  const kept = values.dhcp ? ADDRESSES.map((name) => [name, stored[name]]) : [];
  return { ...values, ...Object.fromEntries(kept) };
}

/** With DHCP too they must be addresses. */
export function networkBody(
  { api_generations: api, prometheus_labels: labels, ...values }: NetworkValues,
  received: ReceivedNetworkConfig,
): NetworkUpdate {
  const kept = values.dhcp
    ? ADDRESSES.map((name) => [name, readIpv4(values[name]) === undefined ? '0.0.0.0' : values[name]])
    : [];
  const { api_generations: _, prometheus_labels: __, ...others } = received;
  return {
    ...{ ...others, ...values, ...Object.fromEntries(kept) },
    // The schema judges these two.
    ...(!__FOR_DEVICE__ && api !== '' && { api_generations: api as ApiGenerations }),
    ...(!__FOR_DEVICE__ && labels !== '' && { prometheus_labels: labels as PrometheusLabels }),
  };
}

/**
 * The field that a refusal is about. Three refusals have no code, neither an original device's nor ours, so their English
 * words have to tell. Source: docs/reference/original-device.md#network and docs/decisions/0014-refusals-without-a-code.md.
 */
export function refusedField({ code, message = '' }: ReceivedApiResult): keyof NetworkValues | undefined {
  if (code !== undefined) return FIELD_OF_CODE.get(code);
  return FIELD_WORDS.find(([, word]) => word.test(message))?.[0];
}

const FIELD_WORDS: readonly (readonly [keyof NetworkValues, RegExp])[] = [
  ['hostname', /host/i],
  ['ssid', /ssid/i],
  ['password', /pass/i],
];

const OF_OUR_GATEWAY = [
  [RESULT_CODES.ApiGenerationsUnknown.code, 'api_generations'],
  [RESULT_CODES.PrometheusLabelsUnknown.code, 'prometheus_labels'],
] as const;

const FIELD_OF_CODE: ReadonlyMap<number, keyof NetworkValues> = new Map([
  [RESULT_CODES.NetworkIpInvalid.code, 'ipaddress'],
  [RESULT_CODES.NetworkNetmaskInvalid.code, 'netmask'],
  [RESULT_CODES.NetworkGatewayInvalid.code, 'gateway'],
  [RESULT_CODES.NetworkDns1Invalid.code, 'dns1'],
  [RESULT_CODES.NetworkDns2Invalid.code, 'dns2'],
  ...(__FOR_DEVICE__ ? [] : OF_OUR_GATEWAY),
]);
