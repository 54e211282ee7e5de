import type { MqttFailure } from '@heliograph/contract';

/** How far a connection had come: to the host, to trust in it, to words of MQTT. */
export type ConnectPhase = 'reach' | 'trust' | 'speak';

/** Why a connection could not be made, or ended. */
export interface ConnectProblem {
  readonly failure: MqttFailure;
  /** For the log: the code of Node.js, of OpenSSL or of the CONNACK; a few words where there is none. */
  readonly code: string;
}

/** The root certificate of the settings holds none, or one that cannot be read. */
export class UnreadableRootError extends Error {
  readonly code = 'UNREADABLE_ROOT';
}

/** Certificate and key of the settings cannot be read, or are not of one another. */
export class UnreadableLoginError extends Error {
  readonly code = 'UNREADABLE_LOGIN';
}

/** By the code of the error. Source: the error codes of Node.js, of its TLS and of libuv. */
const FAILURES: Readonly<Record<string, MqttFailure>> = {
  UNREADABLE_ROOT: 'unreadable-root',
  UNREADABLE_LOGIN: 'unreadable-login',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  ECONNABORTED: 'closed',
  EPIPE: 'closed',
  ERR_STREAM_PREMATURE_CLOSE: 'closed',
  ETIMEDOUT: 'no-answer',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  EHOSTDOWN: 'no-answer',
  ENETUNREACH: 'no-answer',
  ENETDOWN: 'no-answer',
  EADDRNOTAVAIL: 'no-answer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
  HOSTNAME_MISMATCH: 'wrong-name',
  CERT_HAS_EXPIRED: 'wrong-time',
  CERT_NOT_YET_VALID: 'wrong-time',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  CERT_SIGNATURE_FAILURE: 'untrusted',
  CERT_CHAIN_TOO_LONG: 'untrusted',
  CERT_REVOKED: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_REJECTED: 'untrusted',
  INVALID_CA: 'untrusted',
  INVALID_PURPOSE: 'untrusted',
  PATH_LENGTH_EXCEEDED: 'untrusted',
};

/** An answer of the server's TLS, which therefore is there. */
const TLS_ALERT = /^ERR_SSL_\w*ALERT/;
const TLS_TROUBLE = /^(ERR_SSL_|EPROTO$)/;

/** By the return code of the CONNACK; any other one refuses us. Source: MQTT 3.1.1, section 3.2.2.3. */
const RETURN_CODES: Readonly<Record<number, MqttFailure>> = { 3: 'no-answer', 4: 'login', 5: 'login' };

/** What MQTT.js says, without a code, when a ping stays without answer. */
const NO_PING_ANSWER = 'Keepalive timeout';

/** What `error` means for a connection that had come as far as `phase`; undefined: it ended without a word. */
export function problemOf(error: unknown, phase: ConnectPhase): ConnectProblem {
  if (error === undefined) return { failure: phase === 'trust' ? 'no-tls' : 'closed', code: 'end' };
  if (error instanceof AggregateError && error.errors.length > 0) {
    const problems = error.errors.map((part) => problemOf(part, phase));
    const [first = { failure: 'other', code: '' }] = problems;
    return problems.find(({ failure }) => failure !== 'no-answer' && failure !== 'other') ?? first;
  }
  const { code, syscall, message } = factsOf(error);
  return { failure: failureOf(code, syscall, message, phase), code: String(code ?? message) };
}

function failureOf(code: unknown, syscall: unknown, message: string, phase: ConnectPhase): MqttFailure {
  if (syscall === 'getaddrinfo') return 'unknown-host';
  if (typeof code === 'number') return RETURN_CODES[code] ?? 'rejected';
  if (typeof code !== 'string') return failureWithoutCode(message, phase);
  // Who does not speak TLS hangs up on its first words.
  if (phase === 'trust' && FAILURES[code] === 'closed') return 'no-tls';
  if (TLS_ALERT.test(code)) return 'rejected';
  return FAILURES[code] ?? (TLS_TROUBLE.test(code) ? 'no-tls' : 'other');
}

function failureWithoutCode(message: string, phase: ConnectPhase): MqttFailure {
  if (message === NO_PING_ANSWER) return 'no-answer';
  return phase === 'speak' ? 'rejected' : 'other'; // the parser of MQTT.js: what came is not MQTT
}

interface ErrorFacts {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message: string;
}

function factsOf(error: unknown): ErrorFacts {
  return error instanceof Error ? error : { message: String(error) };
}

/** For the log, behind `No MQTT connection: the broker `. */
const SENTENCES: Readonly<Record<MqttFailure, string>> = {
  'unknown-host': 'has a name that cannot be looked up.',
  refused: 'does not listen on that port.',
  'no-answer': 'does not answer.',
  closed: 'closed the connection; it may expect TLS, or another client has the same id.',
  login: 'does not accept user name and password.',
  rejected: 'is not an MQTT broker, or does not accept this client.',
  'no-tls': 'does not use TLS on that port.',
  untrusted: 'has a certificate that does not come from the root certificate.',
  'wrong-name': 'has a certificate for a different name.',
  'wrong-time': 'has a certificate that is not valid at the moment.',
  'unreadable-root': 'was not contacted, because the root certificate cannot be read.',
  'unreadable-login':
    'was not contacted, because the certificate and the key to log in with cannot be read, or are not of one another.',
  other: 'cannot be used.',
};

/** One sentence for the log. */
export function failureSentence(failure: MqttFailure): string {
  return `No MQTT connection: the broker ${SENTENCES[failure]}`;
}
