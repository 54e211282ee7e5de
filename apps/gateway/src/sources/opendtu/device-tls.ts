import { Agent } from 'node:https';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Clock } from '../../platform/clock.ts';

/** What of an address matters before HTTP begins. */
export interface TlsAddress {
  readonly host: string;
  readonly port: number;
  /**
   * The SHA-256 of the one certificate that its owner trusts there, as `AB:CD:...`. Undefined: one that an authority has
   * signed which this machine trusts.
   */
  readonly certificate?: string | undefined;
}

/** A certificate as it is shown to whoever asks, before anything is trusted. */
export interface ShownCertificate {
  /** SHA-256, as `AB:CD:...`. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  /** Names and addresses that it is for. */
  readonly names: readonly string[];
  readonly validFromMs: number;
  readonly validToMs: number;
}

interface HandshakeOptions {
  readonly address: TlsAddress;
  readonly clock: Clock;
  readonly lookup?: LookupFunction | undefined;
}

const HANDSHAKE_WITHIN_MS = 3000;

/** The code of the error where another certificate is shown than the one that is trusted. */
export const OTHER_CERTIFICATE = 'OTHER_CERTIFICATE';

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * Gives a connection only after it has shown the certificate that its owner trusts, so not a byte of a login goes to anybody
 * else. Whoever is trusted by name has any certificate for it that an authority has signed: that is what the default does.
 */
export function connectPinned({ address, lookup }: Omit<HandshakeOptions, 'clock'>, done: Connected): void {
  const socket = untrusted(address, lookup);
  const fail = (error: Error) => done(error, socket);
  socket.once('error', fail);
  socket.once('secureConnect', () => {
    socket.off('error', fail);
    const isTrusted = socket.getPeerX509Certificate()?.fingerprint256 === address.certificate;
    if (isTrusted || __WITHOUT__.pinnedCertificate) {
      done(null, socket);
      return;
    }
    socket.destroy();
    done(Object.assign(new Error('Another certificate is shown.'), { code: OTHER_CERTIFICATE }), socket);
  });
}

/** Keeps one connection to a device whose certificate is trusted by its fingerprint. */
export class PinnedAgent extends Agent {
  readonly #address: TlsAddress;
  readonly #lookup: LookupFunction | undefined;

  constructor(address: TlsAddress, lookup: LookupFunction | undefined) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#address = address;
    this.#lookup = lookup;
  }

  // It may answer later by the callback, which the types of Node do not say of all agents.
  override createConnection(_options: object, done?: Connected): Duplex {
    connectPinned({ address: this.#address, lookup: this.#lookup }, done ?? (() => undefined));
    return undefined as unknown as Duplex;
  }
}

/** Whatever is shown is taken: nothing is sent before somebody has looked at it. */
function untrusted({ host, port }: TlsAddress, lookup: LookupFunction | undefined): TLSSocket {
  return connectTls({
    ...{ host, port, rejectUnauthorized: false },
    ...(isIP(host) === 0 && { servername: host }),
    ...(lookup && { lookup }),
  });
}

/** The certificate that is shown at an address; undefined where nobody speaks TLS. Nothing is sent but the handshake. */
export function shownCertificate({
  address,
  clock,
  lookup,
}: HandshakeOptions): Promise<ShownCertificate | undefined> {
  const socket = untrusted(address, lookup);
  return firstOf(socket, clock, (settle) => {
    socket.once('secureConnect', () => {
      const shown = socket.getPeerX509Certificate();
      settle(
        shown && {
          fingerprint: shown.fingerprint256,
          subject: lineOf(shown.subject),
          issuer: lineOf(shown.issuer),
          names: namesOf(shown.subjectAltName),
          validFromMs: Date.parse(shown.validFrom),
          validToMs: Date.parse(shown.validTo),
        },
      );
    });
  });
}

/** Whether an address that gave no answer over TLS speaks HTTP without. It is asked for nothing, and learns no login. */
export async function speaksPlainHttp({ address, clock, lookup }: HandshakeOptions): Promise<boolean> {
  const { host, port } = address;
  const socket = connectTcp({ host, port, ...(lookup && { lookup }) });
  const first = await firstOf<string>(socket, clock, (settle) => {
    socket.once('connect', () =>
      socket.write('HEAD / HTTP/1.1\r\nHost: device\r\nConnection: close\r\n\r\n'),
    );
    socket.once('data', (data) => settle(String(data.subarray(0, 12))));
  });
  // With status 400 servers that do speak TLS answer those that do not.
  return first !== undefined && /^HTTP\/1\.[01] (?!400)\d{3}$/.test(first);
}

function firstOf<Value>(
  socket: Socket,
  clock: Clock,
  watch: (settle: (value: Value | undefined) => void) => void,
): Promise<Value | undefined> {
  return new Promise<Value | undefined>((resolve) => {
    const cancel = clock.after(HANDSHAKE_WITHIN_MS, () => settle(undefined));
    const settle = (value: Value | undefined) => {
      cancel();
      resolve(value);
      socket.destroy();
    };
    socket.on('error', () => settle(undefined));
    socket.on('close', () => settle(undefined));
    watch(settle);
  });
}

/** What comes over the network may be anything. */
const TEXT_MAX = 200;
const NAMES_MAX = 20;

/** Node has each part of a name in a line of its own. */
function lineOf(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ').slice(0, TEXT_MAX);
}

function namesOf(names: string | undefined): readonly string[] {
  const each = (names ?? '').split(', ').filter((name) => name !== '');
  return each.slice(0, NAMES_MAX).map((name) => name.replace(/^(DNS|IP Address):/, '').slice(0, TEXT_MAX));
}
