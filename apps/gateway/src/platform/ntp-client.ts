import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import type { Clock } from './clock.ts';
import { encodeNtpRequest, judgeNtpAnswer, NTP_NONCE_BYTES, type NtpVerdict } from './sntp-packet.ts';
import { systemErrorCode } from './start-error.ts';

/** What came of asking one address. */
export type NtpReply =
  /** It was `unixMs` when the monotonic clock showed `atMonotonicMs`, give or take half of `roundTripMs`. */
  | {
      readonly kind: 'time';
      readonly unixMs: number;
      readonly atMonotonicMs: number;
      readonly roundTripMs: number;
    }
  | { readonly kind: 'kiss'; readonly code: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Time servers as a port. */
export interface NtpClient {
  /** The addresses of a server, by name or as they are; empty where the name leads nowhere. */
  addressesOf(server: string): Promise<readonly string[]>;
  /** Asks one address once. Never rejects; settles at once when `signal` aborts. */
  ask(address: string, signal: AbortSignal): Promise<NtpReply>;
}

export interface NtpClientOptions {
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Where servers listen; tests take another one. */
  readonly port?: number;
}

const NTP_PORT = 123;
const ANSWER_TIMEOUT_MS = 3000;
/** The answer may be off by half of it. */
const MAX_ROUND_TRIP_MS = 2000;
/** The server's clock and ours count a little differently. */
const CLOCK_TOLERANCE_MS = 20;

/** Asks over UDP. */
export function createNtpClient({ clock, randomBytes, port = NTP_PORT }: NtpClientOptions): NtpClient {
  return {
    async addressesOf(server) {
      try {
        const found = await lookup(server, { all: true, order: 'verbatim' });
        return [...new Set(found.map(({ address }) => address))];
      } catch {
        return []; // how exactly a name is not found differs from host to host
      }
    },
    ask: (address, signal) => askOnce({ clock, nonce: randomBytes(NTP_NONCE_BYTES), port, address, signal }),
  };
}

interface Question {
  readonly clock: Clock;
  readonly nonce: Uint8Array;
  readonly port: number;
  readonly address: string;
  readonly signal: AbortSignal;
}

function askOnce({ clock, nonce, port, address, signal }: Question): Promise<NtpReply> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    let lastReason = 'no answer';
    const settle = (reply: NtpReply) => {
      cancelTimeout();
      signal.removeEventListener('abort', onAbort);
      close(socket);
      resolve(reply);
    };
    const fail = (reason: string) => settle({ kind: 'failed', reason });
    const onAbort = () => fail('cancelled');
    const cancelTimeout = clock.after(ANSWER_TIMEOUT_MS, () => fail(lastReason));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    socket.on('error', (error) => fail(systemErrorCode(error) ?? error.message));
    socket.once('connect', () => {
      const sentMs = clock.monotonicMs();
      socket.on('message', (bytes) => {
        const reply = replyOf(judgeNtpAnswer(bytes, nonce), sentMs, clock.monotonicMs());
        if (typeof reply === 'string') lastReason = reply;
        else settle(reply);
      });
      socket.send(encodeNtpRequest(nonce));
    });
    // A connected socket hears of this address and port only, and of a port where nobody listens.
    socket.connect(port, address);
  });
}

/** A text is why this is not yet the end of it. */
function replyOf(verdict: NtpVerdict, sentMs: number, receivedMs: number): NtpReply | string {
  if (verdict.kind === 'unrelated') return verdict.reason;
  if (verdict.kind === 'kiss') return verdict;
  if (verdict.kind === 'refused') return { kind: 'failed', reason: verdict.reason };
  const { transmitMs, processingMs } = verdict;
  const elapsedMs = receivedMs - sentMs;
  if (elapsedMs > MAX_ROUND_TRIP_MS) return { kind: 'failed', reason: 'its answer took too long' };
  if (processingMs < -CLOCK_TOLERANCE_MS || processingMs > elapsedMs + CLOCK_TOLERANCE_MS) {
    return { kind: 'failed', reason: 'its times contradict each other' };
  }
  const roundTripMs = Math.max(0, elapsedMs - processingMs);
  return { kind: 'time', unixMs: transmitMs + roundTripMs / 2, atMonotonicMs: receivedMs, roundTripMs };
}

function close(socket: Socket): void {
  try {
    socket.close();
  } catch {
    // it is closed already
  }
}
