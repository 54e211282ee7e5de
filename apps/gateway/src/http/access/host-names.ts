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

/**
 * Takes the host's name (possibly with a domain), the names that were given at the start, and what tells the host name
 * of the settings, which may change.
 */
export function createHostNames(
  hostName: string,
  given: readonly string[],
  settingsName: () => string = () => '',
): HostNames {
  const lasting = new Set([
    'localhost',
    ...namesOfMachine(hostName),
    ...given.map((name) => name.toLowerCase()).filter((name) => name !== ''),
  ]);
  return {
    accepts(hostHeader) {
      const host = hostOf(hostHeader);
      if (host === undefined) return false;
      return lasting.has(host) || isIP(host) !== 0 || namesOfMachine(settingsName()).includes(host);
    },
  };
}

/** What a home network calls a machine of this name. */
function namesOfMachine(name: string): readonly string[] {
  const full = name.toLowerCase();
  const first = full.split('.')[0] ?? full;
  if (first === '') return [];
  return [full, first, `${full}.local`, ...LOCAL_SUFFIXES.map((suffix) => `${first}.${suffix}`)];
}

const HOST_HEADER = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/;

/** The name or address in a Host header, in lower case; undefined when it is malformed. */
export function hostOf(header: string | undefined): string | undefined {
  const [, ipv6, name] = HOST_HEADER.exec(header?.toLowerCase() ?? '') ?? [];
  if (ipv6 !== undefined) return isIP(ipv6) === 6 ? ipv6 : undefined;
  return name;
}
