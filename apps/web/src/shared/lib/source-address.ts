/** Where a device is, as the gateway wants it. */
export interface SourceAddress {
  readonly https: boolean;
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  readonly host: string;
  /** Not a number where it is none. */
  readonly port: number;
  /** Empty, or begins with a slash and ends without one. */
  readonly path: string;
}

/** `none`: nothing like an address. `scheme`: of another protocol. `login`: it has a user name in it. `query`: it has more behind a `?` or `#`. */
export type AddressProblem = 'empty' | 'none' | 'scheme' | 'login' | 'query';

const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/** An address copied from the bar of a browser has the page that was open there: that is no part of the device's. */
const PAGE_OF_DEVICE =
  /\/(?:index\.html|home|login|about|(?:info|settings|firmware|maintenance|api)(?:\/.*)?)$/i;
const PAGE_BEHIND_HASH = /^#\//;

/**
 * Reads an address as people have it: a name, an IP address, or what stands in the bar of a browser. What is not a
 * possible host, port or path goes through: the schema says so.
 */
export function readAddress(typed: string): SourceAddress | AddressProblem {
  const whole = typed.trim().replace(/^(https?):\/(?!\/)/i, '$1://'); // as browsers take it
  const [, scheme, rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/i.exec(whole) ?? [];
  if (rest === '') return 'empty';
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return 'scheme';
  const [, authority = '', wholePath = '', more = ''] = /^([^/?#]*)([^?#]*)(.*)$/.exec(rest) ?? [];
  if (authority.includes('@')) return 'login';
  const trimmedPath = wholePath.replace(/\/+$/, '');
  const path = trimmedPath.replace(PAGE_OF_DEVICE, '');
  // Together with such a page it was copied, and goes with it.
  if (more !== '' && path === trimmedPath && !PAGE_BEHIND_HASH.test(more)) return 'query';
  const { host, portText } = splitAuthority(authority);
  if (/^[^\d-]/.test(portText)) return 'none'; // such as mailto:somebody
  const isHttps = scheme === undefined ? portText === String(HTTPS_PORT) : scheme.toLowerCase() === 'https';
  return {
    https: isHttps,
    host,
    port: portText === '' ? defaultPort(isHttps) : /^\d+$/.test(portText) ? Number(portText) : Number.NaN,
    path,
  };
}

/** More than one colon without brackets: an IPv6 address, which then cannot have a port. */
function splitAuthority(authority: string): { readonly host: string; readonly portText: string } {
  const [, inBrackets, bracketPort = ''] = /^\[(.*)\](?::(.*))?$/.exec(authority) ?? [];
  if (inBrackets !== undefined) return { host: inBrackets, portText: bracketPort };
  const [host = '', portText = '', ...more] = authority.split(':');
  return more.length > 0 ? { host: authority, portText: '' } : { host, portText };
}

/** The shortest address that is read as this one. */
export function addressText(address: SourceAddress): string {
  const { https, host, port, path } = address;
  if (!https && port === HTTP_PORT && path === '') return host;
  return addressLink(address);
}

/** The same for a browser. */
export function addressLink({ https, host, port, path }: SourceAddress): string {
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const shownPort = port === defaultPort(https) ? '' : `:${port}`;
  return `${https ? 'https' : 'http'}://${shownHost}${shownPort}${path}`;
}

export function isSameAddress(one: SourceAddress, other: SourceAddress): boolean {
  return (
    one.https === other.https && one.host === other.host && one.port === other.port && one.path === other.path
  );
}

function defaultPort(isHttps: boolean): number {
  return isHttps ? HTTPS_PORT : HTTP_PORT;
}

/** What a device announces of where it is. */
interface Announced {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** A device keeps its name when the router gives it another address. */
export function announcedAddress({ host, port, addresses }: Announced): SourceAddress {
  const name = host.replace(/\.$/, '');
  const [first = name] = addresses;
  return { https: false, host: /\.local$/i.test(name) ? name : first, port, path: '' };
}
