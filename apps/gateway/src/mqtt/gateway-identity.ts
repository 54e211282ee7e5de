import type { NetworkStatus } from '@heliograph/contract';
import type { HostFacts } from '../platform/host-facts.ts';
import { accessPointName, chipIdOrSerial, expandHostname } from '../settings/device-identity.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { networkStatus } from '../system/network-status.ts';
import type { DiscoveryFacts } from './home-assistant.ts';

/** Who we are to a broker and to those who listen there; asked anew each time, since settings and addresses change. */
export interface GatewayIdentity {
  readonly clientId: () => string;
  readonly network: () => NetworkStatus;
  readonly discoveryFacts: () => Pick<DiscoveryFacts, 'configurationUrl' | 'gitHash'>;
}

export interface GatewayIdentityOptions {
  readonly settings: SettingsStore;
  readonly host: HostFacts;
  readonly gitHash: string;
  readonly httpPort: () => number;
}

const HTTP_PORT = 80;

export function createGatewayIdentity(options: GatewayIdentityOptions): GatewayIdentity {
  const { settings, host, gitHash, httpPort } = options;
  const chipId = () => chipIdOrSerial(host, settings.get('dtu').dtu_serial);

  function configurationUrl(): string | undefined {
    const { ip } = host.network();
    if (ip === '') return undefined; // the interface is down
    return httpPort() === HTTP_PORT ? `http://${ip}` : `http://${ip}:${httpPort()}`;
  }

  return {
    /** Source: device contract, section 8.1. */
    clientId: () => accessPointName(chipId()),
    network: () =>
      networkStatus({
        network: host.network(),
        chipId: chipId(),
        hostname: expandHostname(settings.get('network').hostname, chipId()),
      }),
    discoveryFacts: () => ({ configurationUrl: configurationUrl(), gitHash }),
  };
}
