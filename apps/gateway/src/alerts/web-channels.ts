import {
  type AlertChannel,
  type AlertChannelKind,
  type AlertPlaceholder,
  type AlertProblem,
  type AlertSeverity,
  filledTemplate,
  isJsonTemplate,
} from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import { type Post, sendPost } from '../platform/http-post.ts';
import type { AlertMessage } from './alert.ts';

/** The channels that are one POST each. */
type WebKind = Exclude<AlertChannelKind, 'mqtt' | 'mail'>;

const JSON_TYPE = { 'content-type': 'application/json' };

/** Undefined: no address can be like this, although it looks like one. */
export function postOf(kind: WebKind, channel: AlertChannel, message: AlertMessage): Post | undefined {
  try {
    return POSTS[kind](channel, message);
  } catch {
    return undefined; // what names an address strictly is its parser
  }
}

/** What a web channel is sent, as each of these services documents it. Everything of a message stands in the body, as data. */
const POSTS: Readonly<Record<WebKind, (channel: AlertChannel, message: AlertMessage) => Post>> = {
  // As JSON and not in headers: those take no letters beyond ASCII.
  ntfy: (channel, { title, text, severity, state }) => ({
    url: new URL(channel.address || 'https://ntfy.sh'),
    headers: { ...JSON_TYPE, ...loginOf(channel) },
    body: JSON.stringify({
      ...{ topic: channel.target, title, message: text, priority: NTFY_PRIORITIES[severity] },
      tags: [NTFY_TAGS[state]],
    }),
  }),
  gotify: (channel, { title, text, severity }) => ({
    url: below(channel.address, 'message'),
    headers: { ...JSON_TYPE, 'x-gotify-key': asHeader(channel.secret) },
    body: JSON.stringify({ title, message: text, priority: GOTIFY_PRIORITIES[severity] }),
  }),
  pushover: (channel, { title, text, severity }) => ({
    url: below(channel.address || 'https://api.pushover.net', '1/messages.json'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...{ token: channel.secret, user: channel.target, title, message: text },
      priority: PUSHOVER_PRIORITIES[severity],
    }).toString(),
  }),
  // Without `parse_mode`: names are shown as they are, whatever marks are in them.
  telegram: (channel, { title, text }) => ({
    url: below(
      channel.address || 'https://api.telegram.org',
      `bot${encodeURIComponent(channel.secret).replaceAll('%3A', ':')}/sendMessage`,
    ),
    headers: JSON_TYPE,
    body: JSON.stringify({
      chat_id: channel.target,
      text: `${title}\n${text}`,
      link_preview_options: { is_disabled: true },
    }),
  }),
  webhook: (channel, message) => ({
    url: new URL(channel.address),
    headers: {
      ...(isJsonTemplate(channel.template) || channel.template === ''
        ? JSON_TYPE
        : { 'content-type': 'text/plain; charset=utf-8' }),
      ...loginOf(channel),
    },
    body:
      channel.template === ''
        ? messageJson(message)
        : filledTemplate(channel.template, placeholdersOf(message)),
  }),
  'home-assistant': (channel, { title, text }) => ({
    url: below(channel.address, `api/services/notify/${channel.target}`),
    headers: { ...JSON_TYPE, authorization: `Bearer ${asHeader(channel.secret)}` },
    body: JSON.stringify({ title, message: text }),
  }),
};

/** A message for programs: what a webhook without a template and a topic of MQTT get. */
export function messageJson(message: AlertMessage): string {
  return JSON.stringify(placeholdersOf(message));
}

function placeholdersOf(message: AlertMessage): Readonly<Record<AlertPlaceholder, string>> {
  const { title, text, severity, rule, state, atS } = message;
  return { title, message: text, severity, rule, state, time: new Date(atS * 1000).toISOString() };
}

const NTFY_PRIORITIES: Readonly<Record<AlertSeverity, number>> = { note: 2, warning: 3, urgent: 4 };
const NTFY_TAGS: Readonly<Record<AlertMessage['state'], string>> = {
  open: 'warning',
  solved: 'white_check_mark',
  note: 'sunny',
};
const GOTIFY_PRIORITIES: Readonly<Record<AlertSeverity, number>> = { note: 2, warning: 5, urgent: 8 };
/** None of them rings until somebody answers: that would need a time limit. */
const PUSHOVER_PRIORITIES: Readonly<Record<AlertSeverity, string>> = {
  note: '-1',
  warning: '0',
  urgent: '1',
};

/** With a user it is his password, without one a token. */
function loginOf({ user, secret }: AlertChannel): Readonly<Record<string, string>> {
  if (user !== '') return { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
  return secret === '' ? {} : { authorization: `Bearer ${asHeader(secret)}` };
}

/** Tokens are ASCII; what is not would be refused by Node.js with a message that has it in it. */
const asHeader = (secret: string) => secret.replace(/[^\x21-\x7e]/g, '');

/** A path below an address, whether that ends in a slash or not; its query stays. */
function below(address: string, path: string): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  return url;
}

/** Sends a message once; undefined: it was taken. Nothing of the answer is kept, since it may say anything. */
export async function sendAlert(
  post: Post,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<AlertProblem | undefined> {
  const outcome = await sendPost(post, clock, signal);
  return outcome.kind === 'failed' ? outcome.problem : problemOfStatus(outcome.status);
}

function problemOfStatus(status: number): AlertProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'login';
  if (status === 429) return 'throttled';
  return status >= 400 && status < 500 ? 'refused' : 'fault';
}
