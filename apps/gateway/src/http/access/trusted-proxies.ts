import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { PROXY_SECRET_HEADER, type ProxySettings, type Role } from '@heliograph/contract';
import type { Account } from '../../accounts/accounts.ts';
import { plainAddress } from '../../platform/plain-address.ts';

/**
 * What a proxy in front of the gateway says of a request: who it is, from where it comes, and whether it came over HTTPS. It is believed of a
 * proxy that comes from a listed address and knows the secret, and of nobody else. Source: docs/decisions/0056-trusted-proxies.md.
 */
export interface TrustedProxies {
  /** Undefined: nothing that is said of the request is believed. */
  wordOn(request: ForwardedRequest): ProxyWord | undefined;
}

export interface ForwardedRequest {
  /** Of whoever is connected. */
  readonly peerAddress: string;
  /** Names and values in turn, as they came: what comes twice stands there twice. */
  readonly rawHeaders: readonly string[];
}

export interface ProxyWord {
  /** Of whoever is connected to the proxy, or to the one before it. */
  readonly address: string;
  readonly isHttps: boolean;
  readonly user: ProxyUser | undefined;
}

export interface ProxyUser {
  readonly name: string;
  readonly role: Role;
}

export interface TrustedProxiesOptions {
  readonly settings: () => ProxySettings;
  readonly accountOf: (name: string) => Pick<Account, 'name' | 'role'> | undefined;
  /** Told once of each reason why something was not believed, until the settings are others. */
  readonly onIgnored: (reason: IgnoredReason, address: string) => void;
}

/**
 * - `address`: who names a user is no listed proxy
 * - `secret`: it is one by its address, and does not know the secret
 * - `twice`: there is more than one user, or one that is written otherwise
 * - `name`: nobody can have such a name
 */
export type IgnoredReason = 'address' | 'secret' | 'twice' | 'name';

/** No colon and nothing unseen, as in accounts; a comma is how some join two headers into one. */
const USER_NAME = /^(?! )[^:,\p{C}\p{Zl}\p{Zp}]{1,64}(?<! )$/u;
/** More hops are somebody's game. */
const HOPS_MAX = 32;

export function createTrustedProxies(options: TrustedProxiesOptions): TrustedProxies {
  let known = readProxies(options.settings());

  function proxies(): Proxies {
    const settings = options.settings();
    if (settings !== known.settings) known = readProxies(settings);
    return known;
  }

  function ignore(reason: IgnoredReason, address: string): undefined {
    const { told } = known;
    if (told.has(reason)) return;
    told.add(reason);
    options.onIgnored(reason, address);
  }

  /** Whoever stands in between may write a name otherwise, or a second time, to be taken for somebody else. */
  function userOf(headers: Headers, peer: string): ProxyUser | undefined {
    const { user_header: header, strangers } = known.settings;
    const lines = headers.of(header);
    const isOne = lines.length === 1 && headers.alike(header) === 1;
    const isNone = headers.alike(header) === 0 || (isOne && lines[0] === '');
    if (isNone) return undefined;
    if (!isOne && !__WITHOUT__.oneProxyUser) return ignore('twice', peer);
    const name = utf8Of(lines.at(-1) ?? '');
    if (name === undefined || !USER_NAME.test(name)) return ignore('name', peer);
    return personOf(name, strangers);
  }

  function personOf(name: string, strangers: ProxySettings['strangers']): ProxyUser | undefined {
    const account = options.accountOf(name);
    if (account !== undefined) return { name: account.name, role: account.role };
    return strangers === 'viewer' ? { name, role: 'viewer' } : undefined;
  }

  /** Whoever is no proxy names nobody. */
  function disbelieve(reason: IgnoredReason, headers: Headers, peer: string): undefined {
    if (headers.alike(known.settings.user_header) > 0) ignore(reason, peer);
  }

  return {
    wordOn({ peerAddress, rawHeaders }) {
      const { settings, contains, secret } = proxies();
      if (settings.addresses.length === 0) return undefined;
      const headers = readHeaders(rawHeaders);
      const peer = plainAddress(peerAddress);
      if (!contains(peer) && !__WITHOUT__.listedProxies) return disbelieve('address', headers, peer);
      const knowsSecret = isSecret(headers.of(PROXY_SECRET_HEADER), secret);
      if (!knowsSecret && !__WITHOUT__.proxySecret) return disbelieve('secret', headers, peer);
      return {
        address: clientAddress(headers.of('x-forwarded-for'), peer, contains),
        isHttps: isHttps(headers.of('x-forwarded-proto')),
        user: userOf(headers, peer),
      };
    },
  };
}

interface Proxies {
  readonly settings: ProxySettings;
  readonly contains: (address: string) => boolean;
  /** Its digest: two texts of different lengths are compared in the same time. */
  readonly secret: Buffer;
  readonly told: Set<IgnoredReason>;
}

function readProxies(settings: ProxySettings): Proxies {
  const list = new BlockList();
  for (const listed of settings.addresses) {
    const [address = '', length] = listed.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  const contains = (address: string) =>
    isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return { settings, contains, secret: digestOf(settings.secret), told: new Set() };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

function isSecret(sent: readonly string[], secret: Buffer): boolean {
  const [one] = sent;
  return sent.length === 1 && one !== undefined && one !== '' && timingSafeEqual(digestOf(one), secret);
}

/** The next hop before us is the last one that was written down; those that are listed tell the truth of the one before them. */
function clientAddress(
  lines: readonly string[],
  peer: string,
  contains: (address: string) => boolean,
): string {
  const hops = lines.flatMap((line) => line.split(','));
  let client = peer;
  for (const hop of hops.slice(-HOPS_MAX).reverse()) {
    const address = addressOfHop(hop.trim());
    if (address === undefined) return client;
    client = address;
    if (!contains(address) && !__WITHOUT__.lastUnlistedHop) return client;
  }
  return client;
}

/** Some write the port behind it. */
function addressOfHop(hop: string): string | undefined {
  const [, v6, v4] = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|(\d+(?:\.\d+){3}):\d{1,5})$/i.exec(hop) ?? [];
  const address = plainAddress(v6 ?? v4 ?? hop);
  return isIP(address) === 0 ? undefined : address;
}

/** Of several proxies all have to say so. */
function isHttps(lines: readonly string[]): boolean {
  const told = lines.flatMap((line) => line.split(',')).map((proto) => proto.trim().toLowerCase());
  return told.length > 0 && told.every((proto) => proto === 'https');
}

/** HTTP knows bytes, which Node takes for Latin-1; proxies send names as UTF-8. */
function utf8Of(value: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return undefined; // no name
  }
}

interface Headers {
  /** The values of all lines of this name. */
  of(name: string): readonly string[];
  /** How many lines somebody could take for this name: some programs make no difference between `-` and `_`. */
  alike(name: string): number;
}

function readHeaders(raw: readonly string[]): Headers {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : []));
  const folded = (name: string) => name.toLowerCase().replaceAll('_', '-');
  return {
    of: (name) => lines.flatMap(([line = '', value = '']) => (line === name.toLowerCase() ? [value] : [])),
    alike: (name) => lines.filter(([line = '']) => folded(line) === folded(name)).length,
  };
}
