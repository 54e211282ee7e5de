import type { NetworkStatus } from '@heliograph/contract';
import type { HostFacts } from '../../platform/host-facts.ts';
import { accessPointName, chipIdOrSerial, expandHostname } from '../../settings/device-identity.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { networkStatus } from '../../system/network-status.ts';
import type { DiscoveryFacts } from './home-assistant.ts';

/** Who we are to a broker and to those who listen there; asked anew each time, since settings and addresses change. */
export interface GatewayIdentity {
  readonly clientId: () => string;
  readonly network: () => NetworkStatus;
  readonly discoveryFacts: () => Pick<DiscoveryFacts, 'configurationUrl' | 'gatewayId' | 'gitHash'>;
}

/** Where our pages are served. */
export interface WebPlace {
  /** An address or a name; undefined for all addresses of this machine. */
  readonly host: string | undefined;
  /** Where they begin, with a slash at both ends. */
  readonly basePath: string;
  readonly isHttps: boolean;
}

export interface GatewayIdentityOptions {
  readonly settings: SettingsStore;
  readonly host: HostFacts;
  readonly gitHash: string;
  readonly web: WebPlace;
  readonly httpPort: () => number;
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const;
const ALL_ADDRESSES: readonly string[] = ['0.0.0.0', '::'];
/** Source: RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3; RFC 6761, section 6.3. */
const LOOPBACK = /^(127\..*|::1|localhost)$/i;

export function createGatewayIdentity(options: GatewayIdentityOptions): GatewayIdentity {
  const { settings, host, gitHash, httpPort } = options;
  const { host: httpHost, basePath, isHttps } = options.web;
  const chipId = () => chipIdOrSerial(host, settings.get('dtu').dtu_serial);

  /** None while the interface is down, and where nobody else could open it. */
  function configurationUrl(): string | undefined {
    const isEverywhere = httpHost === undefined || ALL_ADDRESSES.includes(httpHost);
    const name = isEverywhere ? host.network().ip : httpHost;
    if (name === '' || LOOPBACK.test(name)) return undefined;
    const urlHost = name.includes(':') ? `[${name}]` : name;
    const scheme = isHttps ? 'https' : 'http';
    const port = httpPort() === DEFAULT_PORTS[scheme] ? '' : `:${httpPort()}`;
    return `${scheme}://${urlHost}${port}${basePath === '/' ? '' : basePath}`;
  }

  return {
    /** Source: docs/reference/original-device.md#mqtt-topics. */
    clientId: () => accessPointName(chipId()),
    network: () =>
      networkStatus({
        network: host.network(),
        chipId: chipId(),
        hostname: expandHostname(settings.get('network').hostname, chipId()),
      }),
    discoveryFacts: () => ({ configurationUrl: configurationUrl(), gatewayId: String(chipId()), gitHash }),
  };
}
