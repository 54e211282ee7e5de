import { type AlertChannel, type AlertProblem, mailAddresses } from '@heliograph/contract';
import { createTransport } from 'nodemailer';
import type { Clock } from '../platform/clock.ts';
import { problemOfCode } from '../platform/http-post.ts';
import type { AlertMessage } from './alert.ts';

/** A mail server answers in seconds; some make strangers wait before they greet. */
const WITHIN_MS = 14_000;
const ANSWER_MAX_BYTES = 64 * 1024;

/** Sends a mail by the server of a channel; undefined: the server has taken it. */
export async function sendMail(
  channel: AlertChannel,
  message: AlertMessage,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<AlertProblem | undefined> {
  const { address, port, security, user, secret, sender, target } = channel;
  const transport = createTransport({
    ...{ host: address, port, secure: security === 'tls', requireTLS: security === 'starttls' },
    // Wanted so by its owner: a server in the house may offer an encryption that nobody can trust.
    ignoreTLS: security === 'none',
    ...(user !== '' && { auth: { user, pass: secret } }),
    ...{ connectionTimeout: WITHIN_MS, greetingTimeout: WITHIN_MS, socketTimeout: WITHIN_MS },
    ...{ dnsTimeout: WITHIN_MS, maxResponseSize: ANSWER_MAX_BYTES, logger: false },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const late = new AbortController();
  const cancel = clock.after(WITHIN_MS, () => late.abort());
  try {
    await transport.sendMail({
      from: { name: 'Heliograph', address: sender },
      to: [...(mailAddresses(target) ?? [])],
      subject: message.title,
      text: `${message.text}\n`,
      headers: { 'auto-submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, late.signal]),
    });
    return undefined;
  } catch (error) {
    return late.signal.aborted ? 'timeout' : problemOf(error);
  } finally {
    cancel();
    transport.close();
  }
}

interface MailError {
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown };
  readonly responseCode?: unknown;
}

/** By the codes of nodemailer and of the server; what the server says in words may have anything in it. */
function problemOf(error: unknown): AlertProblem {
  const { code, cause, responseCode }: MailError = Object(error);
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login';
  if (code === 'EDNS') return 'unknown-name';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ETLS') return 'certificate';
  if (typeof responseCode === 'number') return responseCode >= 500 ? 'refused' : 'throttled';
  if (code === 'EPROTOCOL') return 'fault';
  return problemOfCode(String(cause?.code ?? code ?? ''));
}
