import type { NetworkInterfaceInfo } from 'node:os';

/** How the host is connected. Addresses are dotted IPv4 texts, empty where there is none. */
export interface HostNetwork {
  readonly ip: string;
  readonly netmask: string;
  readonly gateway: string;
  /** IPv4 name servers in the host's order. */
  readonly nameServers: readonly string[];
  /** Twelve hex digits in lower case; empty where there is no interface. */
  readonly mac: string;
}

interface HostNetworkFacts {
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
  /** The kernel's routing table as `/proc/net/route` shows it; empty on systems without it. */
  readonly routes: string;
  readonly nameServers: readonly string[];
}

/** The interface of the default route; without a route table the first one that leads out of the machine. */
export function hostNetwork({ interfaces, routes, nameServers }: HostNetworkFacts): HostNetwork {
  const route = defaultRoute(routes);
  const candidates = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map((address) => ({ name, ...address })),
  );
  const active = candidates.find(({ name }) => name === route?.name) ?? candidates[0];
  return {
    ip: active?.address ?? '',
    netmask: active?.netmask ?? '',
    gateway: active !== undefined && active.name === route?.name ? route.gateway : '',
    nameServers: nameServers.filter((server) => /^[\d.]+$/.test(server)),
    mac: active?.mac.replaceAll(':', '').toLowerCase() ?? '',
  };
}

/** Lines of interface, destination and gateway as hex numbers in the order of a little-endian machine. Source: proc(5). */
function defaultRoute(table: string): { readonly name: string; readonly gateway: string } | undefined {
  for (const line of table.split('\n').slice(1)) {
    const [name, destination, gateway = ''] = line.split('\t');
    if (name === undefined || destination !== '00000000' || !/^[0-9A-F]{8}$/i.test(gateway)) continue;
    const bytes = gateway.match(/../g) ?? [];
    return {
      name,
      gateway: bytes
        .reverse()
        .map((byte) => Number.parseInt(byte, 16))
        .join('.'),
    };
  }
  return undefined;
}
