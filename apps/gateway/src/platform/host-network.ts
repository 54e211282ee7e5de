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

interface Route {
  readonly name: string;
  readonly gateway: string;
  readonly metric: number;
}

/**
 * The route to everywhere that counts before the others. Each line has, with tabs between them: interface, destination,
 * gateway, flags, two counters, metric, mask and more; addresses are hex numbers in the order of a little-endian
 * machine. Source: proc(5).
 */
function defaultRoute(table: string): Route | undefined {
  const routes = table.split('\n').flatMap((line): Route[] => {
    const [name = '', destination, gateway = '', , , , metric, mask] = line.split('\t');
    const leadsEverywhere = destination === NO_ADDRESS && mask === NO_ADDRESS;
    if (!leadsEverywhere || !/^[0-9A-F]{8}$/i.test(gateway)) return [];
    return [{ name, gateway: addressText(gateway), metric: Number(metric) }];
  });
  return routes.toSorted((one, other) => one.metric - other.metric)[0];
}

const NO_ADDRESS = '00000000';

function addressText(littleEndianHex: string): string {
  const bytes = littleEndianHex.match(/../g) ?? [];
  return bytes
    .map((byte) => Number.parseInt(byte, 16))
    .reverse()
    .join('.');
}
