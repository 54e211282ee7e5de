import type * as z from 'zod/mini';
import { ipv4, lenientBoolean, text, wireObject } from './constraints.ts';
import {
  HOSTNAME_MAX_LENGTH,
  HOSTNAME_MIN_LENGTH,
  NETWORK_PASSWORD_MAX_LENGTH,
  SSID_MAX_LENGTH,
} from './limits.ts';

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
