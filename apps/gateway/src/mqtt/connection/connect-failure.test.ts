import { MQTT_FAILURES, type MqttFailure } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { type ConnectPhase, failureSentence, problemOf, UnreadableRootError } from './connect-failure.ts';

const errorWith = (facts: object) => Object.assign(new Error('what it says'), facts);

const CODES: readonly (readonly [code: unknown, phase: ConnectPhase, failure: MqttFailure])[] = [
  ['ECONNREFUSED', 'reach', 'refused'],
  ['ETIMEDOUT', 'reach', 'no-answer'],
  ['EHOSTUNREACH', 'reach', 'no-answer'],
  ['ENETUNREACH', 'reach', 'no-answer'],
  ['ETIMEDOUT', 'speak', 'no-answer'],
  ['ECONNRESET', 'reach', 'closed'],
  ['ECONNRESET', 'speak', 'closed'],
  ['EPIPE', 'speak', 'closed'],
  ['ECONNRESET', 'trust', 'no-tls'],
  ['EPIPE', 'trust', 'no-tls'],
  ['EPROTO', 'trust', 'no-tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'trust', 'no-tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'trust', 'no-tls'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'trust', 'rejected'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'speak', 'rejected'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'trust', 'untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'trust', 'untrusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'trust', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'trust', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'trust', 'untrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'trust', 'wrong-name'],
  ['CERT_HAS_EXPIRED', 'trust', 'wrong-time'],
  ['CERT_NOT_YET_VALID', 'trust', 'wrong-time'],
  [1, 'speak', 'rejected'],
  [2, 'speak', 'rejected'],
  [3, 'speak', 'no-answer'],
  [4, 'speak', 'login'],
  [5, 'speak', 'login'],
  [200, 'speak', 'rejected'],
  ['ERR_SOCKET_BAD_PORT', 'reach', 'other'],
  [undefined, 'speak', 'rejected'],
  [undefined, 'reach', 'other'],
];

describe('why there is no connection', () => {
  it.each(CODES)('is, for %s while we %s, %s', (code, phase, failure) => {
    expect(problemOf(errorWith({ code }), phase)).toEqual({ failure, code: String(code ?? 'what it says') });
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])('is an unknown host when the look-up says %s', (code) => {
    expect(problemOf(errorWith({ code, syscall: 'getaddrinfo' }), 'reach').failure).toBe('unknown-host');
  });

  it('is no answer when a ping gets none', () => {
    expect(problemOf(new Error('Keepalive timeout'), 'speak').failure).toBe('no-answer');
  });

  it('is that it hung up when there is no error, and with TLS that it does not know that', () => {
    expect(problemOf(undefined, 'reach').failure).toBe('closed');
    expect(problemOf(undefined, 'trust').failure).toBe('no-tls');
    expect(problemOf(undefined, 'speak').failure).toBe('closed');
  });

  it('is that the root certificate cannot be read', () => {
    expect(problemOf(new UnreadableRootError(), 'reach').failure).toBe('unreadable-root');
  });

  it('is, of several addresses, what tells most', () => {
    const unreachable = errorWith({ code: 'ENETUNREACH' });
    const refused = errorWith({ code: 'ECONNREFUSED' });
    const problem = { failure: 'refused', code: 'ECONNREFUSED' };
    expect(problemOf(new AggregateError([unreachable, refused]), 'reach')).toEqual(problem);
    expect(problemOf(new AggregateError([refused, unreachable]), 'reach')).toEqual(problem);
    expect(problemOf(new AggregateError([unreachable, unreachable]), 'reach').failure).toBe('no-answer');
    expect(problemOf(new AggregateError([]), 'reach').failure).toBe('other');
  });

  it.each([null, 'a text', { code: 'ECONNREFUSED' }])(
    'is anything else for %j, which is no error',
    (thrown) => {
      expect(problemOf(thrown, 'reach').failure).toBe('other');
    },
  );

  it('is a sentence of its own for each', () => {
    const sentences = MQTT_FAILURES.map(failureSentence);
    expect(new Set(sentences).size).toBe(MQTT_FAILURES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^No MQTT connection: the broker [^.]+\.$/);
  });
});
