import type { NetworkStatus } from '@heliograph/contract';
import type { HostNetwork } from '../platform/host-network.ts';
import { accessPointName } from '../settings/device-identity.ts';

/** No address: the interface is down. */
const NO_ADDRESS = '0.0.0.0';

/**
 * The host's network in the device's words. A host is no WiFi station of ours and no access point: both read as
 * disabled. Source: docs/reference/original-device.md#network and docs/decisions/0017-host-facts.md.
 */
export function networkStatus(facts: {
  readonly network: HostNetwork;
  readonly hostname: string;
  readonly chipId: number;
}): NetworkStatus {
  const { network, hostname, chipId } = facts;
  const isUp = network.ip !== '';
  const [dns1 = NO_ADDRESS, dns2 = NO_ADDRESS] = isUp ? network.nameServers : [];
  return {
    sta_status: false,
    sta_ssid: '',
    sta_rssi: 0,
    network_hostname: hostname,
    network_ip: network.ip || NO_ADDRESS,
    network_netmask: network.netmask || NO_ADDRESS,
    network_gateway: network.gateway || NO_ADDRESS,
    network_dns1: dns1,
    network_dns2: dns2,
    network_mac: macText(network.mac),
    network_mode: 'Ethernet',
    ap_status: false,
    ap_ssid: accessPointName(chipId),
    ap_ip: NO_ADDRESS,
    ap_mac: '',
    ap_stationnum: 0,
    sta_bssid: '',
  };
}

function macText(digits: string): string {
  return (digits.toUpperCase().match(/../g) ?? []).join(':');
}
