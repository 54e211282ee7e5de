import { isIP } from 'node:net';

/**
 * The names this gateway answers to. A foreign page can point a name of its own at our address and then read our
 * answers as its own; it cannot do that with an address, nor with our names.
 */
export interface HostNames {
  /** Whether a Host header names us. Ports do not matter, addresses always pass. */
  accepts(hostHeader: string | undefined): boolean;
}

/**
 * What home networks put behind the names of their machines. Nobody can register names below them (fritz.box belongs
 * to the maker of these routers); with any other suffix a stranger could name a machine like ours.
 */
const LOCAL_SUFFIXES = ['local', 'lan', 'home', 'home.arpa', 'internal', 'localdomain', 'fritz.box'];

/** Takes the host's name (possibly with a domain) and the names that were configured. */
export function createHostNames(hostName: string, configured: readonly string[]): HostNames {
  const full = hostName.toLowerCase();
  const first = full.split('.')[0] ?? full;
  const names = new Set(
    [
      'localhost',
      full,
      first,
      `${full}.local`,
      ...(first === '' ? [] : LOCAL_SUFFIXES.map((suffix) => `${first}.${suffix}`)),
      ...configured.map((name) => name.toLowerCase()),
    ].filter((name) => name !== '' && name !== '.local'),
  );
  return {
    accepts(hostHeader) {
      const host = hostOf(hostHeader);
      return host !== undefined && (names.has(host) || isIP(host) !== 0);
    },
  };
}

const HOST_HEADER = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/;

/** The name or address in a Host header, in lower case; undefined when it is malformed. */
function hostOf(header: string | undefined): string | undefined {
  const [, ipv6, name] = HOST_HEADER.exec(header?.toLowerCase() ?? '') ?? [];
  if (ipv6 !== undefined) return isIP(ipv6) === 6 ? ipv6 : undefined;
  return name;
}
