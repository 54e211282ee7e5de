import * as z from 'zod/mini';
import {
  ALERT_ADDRESS_MAX_LENGTH,
  ALERT_CHANNEL_COUNT_MAX,
  ALERT_NAME_MAX_LENGTH,
  ALERT_SECRET_MAX_LENGTH,
  ALERT_TARGET_MAX_LENGTH,
  ALERT_TEMPLATE_MAX_LENGTH,
  ALERT_USER_MAX_LENGTH,
} from './constants.ts';
import {
  exactList,
  exactNumber,
  exactWholeInside,
  type FieldRule,
  rules,
  wireObject,
} from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { isHost, isWebAddress } from './host-name.ts';
import { byteLength } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult, ResultName } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * What the gateway tells its owner by itself, and by which way. All of it is ours, no original device knows it
 * (docs/decisions/0023-extensions.md).
 */

/**
 * What is told.
 * - `silent`: an inverter does not answer in daylight
 * - `weak`, `dead`: a string yields less than it should, or nothing
 * - `order`: an inverter has not confirmed an order, or does something else
 * - `event`: an inverter has written an event into its log that nobody has explained
 * - `restarts`: an inverter, or the gateway, starts again and again
 * - `voltage`, `frequency`: those of the grid are out of their range
 * - `device`: a device, or the radio, brings no values
 * - `updated`: a device runs another version
 * - `meter`: the power meter of the house tells nothing
 * - `disk`: hardly any room is left, or nothing can be written
 * - `backup`: the nightly backup could not be made
 */
export const ALERT_RULES = [
  ...(['silent', 'weak', 'dead', 'order', 'event', 'restarts', 'voltage', 'frequency'] as const),
  ...(['device', 'updated', 'meter', 'disk', 'backup'] as const),
] as const;
export type AlertRule = (typeof ALERT_RULES)[number];

/** From the least to the most. */
export const ALERT_SEVERITIES = ['note', 'warning', 'urgent'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const ALERT_SEVERITY_OF: Readonly<Record<AlertRule, AlertSeverity>> = {
  silent: 'warning',
  weak: 'warning',
  dead: 'urgent',
  order: 'warning',
  event: 'note',
  restarts: 'warning',
  voltage: 'warning',
  frequency: 'warning',
  device: 'urgent',
  updated: 'note',
  meter: 'warning',
  disk: 'urgent',
  backup: 'urgent',
};

/** By which way. `home-assistant`: one of its notify services, over its own API. */
export const ALERT_CHANNEL_KINDS = [
  ...(['ntfy', 'gotify', 'pushover', 'telegram', 'webhook', 'home-assistant', 'mqtt', 'mail'] as const),
] as const;
export type AlertChannelKind = (typeof ALERT_CHANNEL_KINDS)[number];

/** Of mail: encrypted from the first byte, encrypted before anything is said, or not at all. */
export const ALERT_MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const;
export type AlertMailSecurity = (typeof ALERT_MAIL_SECURITIES)[number];

export const ALERT_LANGUAGES = ['en', 'de', 'fr'] as const;
export type AlertLanguage = (typeof ALERT_LANGUAGES)[number];

export const ALERT_SUMMARIES = ['off', 'daily', 'weekly'] as const;
export type AlertSummary = (typeof ALERT_SUMMARIES)[number];

/** From the least to the most that each number may be. */
export const ALERT_RANGES = {
  order_minutes: { min: 2, max: 1440 },
  restart_count: { min: 2, max: 100 },
  voltage_min: { min: 80, max: 400 },
  voltage_max: { min: 80, max: 400 },
  frequency_deviation: { min: 0.1, max: 3 },
  device_minutes: { min: 2, max: 1440 },
  meter_minutes: { min: 1, max: 1440 },
  disk_percent: { min: 1, max: 50 },
  max_a_day: { min: 1, max: 100 },
} as const;

const whole = (range: keyof typeof ALERT_RANGES) =>
  exactWholeInside({ ...ALERT_RANGES[range], fail: 'AlertNumber' });
const minuteOfDay = () => exactWholeInside({ min: 0, max: 1439, fail: 'AlertNumber' });
const text = () => z.string();
const flag = () => z.boolean();

/** Whether each rule is on, and from when on it is true. */
const RuleFields = /* @__PURE__ */ wireObject({
  silent: /* @__PURE__ */ flag(),
  weak: /* @__PURE__ */ flag(),
  dead: /* @__PURE__ */ flag(),
  order: /* @__PURE__ */ flag(),
  /** Minutes after which an order should have been confirmed. */
  order_minutes: /* @__PURE__ */ whole('order_minutes'),
  event: /* @__PURE__ */ flag(),
  restarts: /* @__PURE__ */ flag(),
  /** So many starts in a day are too many. */
  restart_count: /* @__PURE__ */ whole('restart_count'),
  voltage: /* @__PURE__ */ flag(),
  /** V. */
  voltage_min: /* @__PURE__ */ whole('voltage_min'),
  voltage_max: /* @__PURE__ */ whole('voltage_max'),
  frequency: /* @__PURE__ */ flag(),
  /** Hz, from 50 or 60, whichever is nearer. */
  frequency_deviation: /* @__PURE__ */ exactNumber(),
  device: /* @__PURE__ */ flag(),
  device_minutes: /* @__PURE__ */ whole('device_minutes'),
  updated: /* @__PURE__ */ flag(),
  meter: /* @__PURE__ */ flag(),
  meter_minutes: /* @__PURE__ */ whole('meter_minutes'),
  disk: /* @__PURE__ */ flag(),
  /** Less of the disk is free than so many percent. */
  disk_percent: /* @__PURE__ */ whole('disk_percent'),
  backup: /* @__PURE__ */ flag(),
});
export type AlertRuleSettings = z.infer<typeof RuleFields>;

const AlertRulesSchema = /* @__PURE__ */ RuleFields.check(
  /* @__PURE__ */ rules<AlertRuleSettings>([
    {
      ...{ key: 'frequency_deviation', result: 'AlertNumber', param: ALERT_RANGES.frequency_deviation },
      isBroken: ({ frequency_deviation: hertz }) =>
        hertz < ALERT_RANGES.frequency_deviation.min || hertz > ALERT_RANGES.frequency_deviation.max,
    },
  ]),
);

/** Keys that a channel of its kind does not need do not count. */
const ChannelFields = /* @__PURE__ */ wireObject({
  /** 1 to 16 letters, digits, - and _. */
  id: /* @__PURE__ */ text(),
  name: /* @__PURE__ */ text(),
  kind: /* @__PURE__ */ z.enum(ALERT_CHANNEL_KINDS),
  enabled: /* @__PURE__ */ flag(),
  /** What is less than this does not go there. */
  severity: /* @__PURE__ */ z.enum(ALERT_SEVERITIES),
  /** Where it is, as `http://` or `https://`; of mail the name of the server. Empty: the public one, where there is one. */
  address: /* @__PURE__ */ text(),
  /** Of mail. */
  port: /* @__PURE__ */ exactWholeInside({ min: 1, max: 65_535, fail: 'AlertNumber' }),
  security: /* @__PURE__ */ z.enum(ALERT_MAIL_SECURITIES),
  user: /* @__PURE__ */ text(),
  /** A token or a password; it never leaves the gateway but to this channel. */
  secret: /* @__PURE__ */ text(),
  /** Whom it reaches there: a topic, a chat, a user, a service, or addresses with commas between them. */
  target: /* @__PURE__ */ text(),
  /** Of mail. */
  sender: /* @__PURE__ */ text(),
  /** Of a webhook: what is sent, with `{title}`, `{message}`, `{severity}`, `{rule}`, `{state}` and `{time}` in it. Empty: all of these, as JSON. */
  template: /* @__PURE__ */ text(),
});
export type AlertChannel = z.infer<typeof ChannelFields>;

const MAIL_ADDRESS = /^[^\s@,;:<>()"\\[\]]{1,64}@[^\s@,;:<>()"\\[\]]{1,190}$/;
const MAIL_ADDRESSES_MAX = 5;

/** The addresses in a text with commas between them; undefined where one of them is none. */
export function mailAddresses(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((address) => address.trim());
  const areGood =
    addresses.length <= MAIL_ADDRESSES_MAX && addresses.every((address) => MAIL_ADDRESS.test(address));
  return areGood ? addresses : undefined;
}

const HAS_PUBLIC_ADDRESS: ReadonlySet<AlertChannelKind> = /* @__PURE__ */ new Set([
  ...(['ntfy', 'pushover', 'telegram'] as const),
]);

function isAddress({ kind, address }: AlertChannel): boolean {
  if (kind === 'mqtt') return true;
  if (kind === 'mail') return isHost(address);
  return address === '' ? HAS_PUBLIC_ADDRESS.has(kind) : isWebAddress(address);
}

const TARGET_FORMS: Readonly<Record<AlertChannelKind, (target: string) => boolean>> = {
  ntfy: (target) => /^[\w-]{1,64}$/.test(target),
  gotify: () => true,
  pushover: (target) => /^[A-Za-z\d]{1,64}$/.test(target),
  telegram: (target) => /^(-?\d{1,20}|@\w{1,64})$/.test(target),
  webhook: () => true,
  'home-assistant': (target) => /^[a-z\d_]{1,100}$/.test(target),
  mqtt: (target) => target !== '' && !/[+#]/.test(target),
  mail: (target) => mailAddresses(target) !== undefined,
};

/** Words of a template, and what stands for them. */
export const ALERT_PLACEHOLDERS = ['title', 'message', 'severity', 'rule', 'state', 'time'] as const;
export type AlertPlaceholder = (typeof ALERT_PLACEHOLDERS)[number];

/** What is sent as JSON by what it begins with. */
export const isJsonTemplate = (template: string) => /^\s*[[{]/.test(template);

/** A template with its placeholders filled in. In JSON each value stands inside a string, so it is written as in one. */
export function filledTemplate(template: string, values: Readonly<Record<AlertPlaceholder, string>>): string {
  const written = isJsonTemplate(template)
    ? (text: string) => JSON.stringify(text).slice(1, -1)
    : (text: string) => text;
  return template.replace(/\{(\w+)\}/g, (whole, word: string) => {
    const known = ALERT_PLACEHOLDERS.find((placeholder) => placeholder === word);
    return known === undefined ? whole : written(values[known]);
  });
}

function isTemplate(template: string): boolean {
  if (!isJsonTemplate(template)) return true;
  const [title, message, severity, rule, state, time] = ALERT_PLACEHOLDERS;
  try {
    JSON.parse(filledTemplate(template, { title, message, severity, rule, state, time }));
    return true;
  } catch {
    return false; // it is none, so nobody could read what is sent
  }
}

const CONTROL = /\p{Cc}/u;

function tooLong(
  key: 'name' | 'address' | 'user' | 'secret' | 'target' | 'sender' | 'template',
  max: number,
): FieldRule<AlertChannel> {
  return {
    ...{ key, result: 'AlertTextLength', param: { max } },
    isBroken: (channel) => byteLength(channel[key]) > max,
  };
}

/** Lengths are bytes of UTF-8. */
const CHANNEL_RULES: readonly FieldRule<AlertChannel>[] = [
  { key: 'id', result: 'AlertChannelId', isBroken: ({ id }) => !/^[\w-]{1,16}$/.test(id) },
  tooLong('name', ALERT_NAME_MAX_LENGTH),
  tooLong('address', ALERT_ADDRESS_MAX_LENGTH),
  tooLong('user', ALERT_USER_MAX_LENGTH),
  tooLong('secret', ALERT_SECRET_MAX_LENGTH),
  tooLong('target', ALERT_TARGET_MAX_LENGTH),
  tooLong('sender', ALERT_TARGET_MAX_LENGTH),
  tooLong('template', ALERT_TEMPLATE_MAX_LENGTH),
  { key: 'name', result: 'AlertText', isBroken: ({ name }) => name.trim() === '' || CONTROL.test(name) },
  { key: 'address', result: 'AlertAddress', isBroken: (channel) => !isAddress(channel) },
  { key: 'user', result: 'AlertText', isBroken: ({ user }) => CONTROL.test(user) },
  { key: 'secret', result: 'AlertText', isBroken: ({ secret }) => CONTROL.test(secret) },
  {
    key: 'target',
    result: 'AlertTarget',
    isBroken: ({ kind, target }) => CONTROL.test(target) || !TARGET_FORMS[kind](target),
  },
  {
    key: 'sender',
    result: 'AlertTarget',
    isBroken: ({ kind, sender }) => CONTROL.test(sender) || (kind === 'mail' && !MAIL_ADDRESS.test(sender)),
  },
  { key: 'template', result: 'AlertTemplate', isBroken: ({ template }) => !isTemplate(template) },
];

export const AlertChannelSchema = /* @__PURE__ */ ChannelFields.check(/* @__PURE__ */ rules(CHANNEL_RULES));

/** The results that only have to do with alerts. */
export type AlertResult = Extract<ResultName, `Alert${string}`>;

/** Why a field of a channel would be refused. */
export interface AlertFailure {
  readonly field: string;
  readonly result: AlertResult | 'ValuesMissing';
  readonly param: Readonly<Record<string, number>>;
}

/** What the gateway would say to a channel. Pages do not have the codes of these results, so they are told by their names. */
export function alertFailures(channel: AlertChannel): readonly AlertFailure[] {
  const parsed = AlertChannelSchema.safeParse(channel);
  return (parsed.error?.issues ?? []).map(({ path, ...issue }) => {
    const { result = 'ValuesMissing', param = {} } = issue.code === 'custom' ? (issue.params ?? {}) : {};
    return { field: path.join('.'), result, param };
  });
}

const SettingsFields = /* @__PURE__ */ wireObject({
  rules: AlertRulesSchema,
  channels: /* @__PURE__ */ exactList(/* @__PURE__ */ z.array(AlertChannelSchema), {
    ...{ min: 0, max: ALERT_CHANNEL_COUNT_MAX, fail: 'AlertChannelCount' },
  }),
  /** Minutes after midnight; the same twice: there are no quiet hours. */
  quiet_from: /* @__PURE__ */ minuteOfDay(),
  quiet_to: /* @__PURE__ */ minuteOfDay(),
  /** Messages by each channel. */
  max_a_day: /* @__PURE__ */ whole('max_a_day'),
  /** It is also told that something is over. */
  solved: /* @__PURE__ */ flag(),
  language: /* @__PURE__ */ z.enum(ALERT_LANGUAGES),
  summary: /* @__PURE__ */ z.enum(ALERT_SUMMARIES),
  /** Minutes after midnight. */
  summary_minutes: /* @__PURE__ */ minuteOfDay(),
});
export type AlertSettings = z.infer<typeof SettingsFields>;

export const AlertSettingsSchema = /* @__PURE__ */ SettingsFields.check(
  /* @__PURE__ */ rules<AlertSettings>([
    {
      ...{ key: 'channels', result: 'AlertChannelId' },
      isBroken: ({ channels }) => new Set(channels.map(({ id }) => id)).size < channels.length,
    },
    {
      ...{ key: 'rules', result: 'AlertVoltage' },
      isBroken: ({ rules: { voltage_min: min, voltage_max: max } }) => min >= max,
    },
  ]),
);

/** The rule whose example is sent. */
export const AlertRuleTestSchema = /* @__PURE__ */ wireObject({
  rule: /* @__PURE__ */ z.enum(ALERT_RULES),
});
export type AlertRuleTest = z.infer<typeof AlertRuleTestSchema>;

/**
 * Why a channel did not take a message.
 * - `unknown-name`, `unreachable`, `timeout`: nobody, or nobody in time, answers there
 * - `certificate`: its certificate is not trusted
 * - `login`: it wants another user, password or token
 * - `redirect`: it sends us to another address, and we do not follow
 * - `refused`: it does not want this message, or knows no such topic, chat or user
 * - `throttled`: it has had too many
 * - `fault`: it cannot now
 * - `mqtt-off`, `broker`: MQTT is switched off, or there is no connection to its broker
 */
export const ALERT_PROBLEMS = [
  ...(['unknown-name', 'unreachable', 'timeout', 'certificate', 'login', 'redirect'] as const),
  ...(['refused', 'throttled', 'fault', 'mqtt-off', 'broker'] as const),
] as const;
export type AlertProblem = (typeof ALERT_PROBLEMS)[number];

/**
 * Why something was not sent yet, or will not be. `soon`: it is about to be. `quiet`: quiet hours. `retry`: the channel did not take it,
 * and is tried again. `limit`: there were enough messages today. `given-up`: it was tried for days, or too much was waiting.
 */
export const ALERT_WAITS = ['soon', 'quiet', 'retry', 'limit', 'given-up'] as const;
export type AlertWait = (typeof ALERT_WAITS)[number];

/** A message that has not gone out. */
export interface WaitingAlert {
  /** The name of the channel. */
  readonly channel: string;
  readonly reason: AlertWait;
  /** Only with `retry` and `given-up`. */
  readonly problem?: AlertProblem;
}

/** A message that a channel has taken. */
export interface SentAlert {
  readonly channel: string;
  /** Unix seconds. */
  readonly at: number;
  /** It said that it is over. */
  readonly solved: boolean;
}

/** Something that is or was so. */
export interface Alert {
  readonly id: string;
  readonly rule: AlertRule;
  readonly severity: AlertSeverity;
  /** In the language of the call. */
  readonly title: string;
  readonly text: string;
  /** Unix seconds at which it was first so, and since when it is over. */
  readonly since: number;
  readonly solved?: number;
  /** Seconds by which the clock of the plant was ahead of UTC then. */
  readonly utc_offset: number;
  /** It happened, and does not go on: nobody is told that it is over. */
  readonly moment: boolean;
  /** The newest last. */
  readonly sent: readonly SentAlert[];
  readonly waits: readonly WaitingAlert[];
}

/** How it goes with a channel. */
export interface AlertChannelState {
  readonly id: string;
  readonly name: string;
  /** Messages today. */
  readonly sent_today: number;
  /** What has not gone out yet. */
  readonly waiting: number;
  /** Not there: the last message was taken. */
  readonly problem?: AlertProblem;
  /** The problem is that of an example, which is not sent again. */
  readonly example?: boolean;
  /** Unix seconds of the next try; only where something waits for it. */
  readonly next?: number;
}

export interface AlertList {
  /** What is so first, then what is over; of each the newest first. */
  readonly alerts: readonly Alert[];
  readonly channels: readonly AlertChannelState[];
  /** False: nothing is looked for, since nobody knows what time it is. */
  readonly has_clock: boolean;
  /** Seconds by which the clock of the plant is ahead of UTC now. */
  readonly utc_offset: number;
}

const recordsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);
const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

function readWait(sent: Readonly<Record<string, unknown>>): WaitingAlert {
  const problem = oneOf(ALERT_PROBLEMS, sent.problem);
  return {
    ...{ channel: textOf(sent.channel), reason: oneOf(ALERT_WAITS, sent.reason) ?? 'soon' },
    ...(problem && { problem }),
  };
}

function readAlert(sent: Readonly<Record<string, unknown>>): readonly Alert[] {
  const rule = oneOf(ALERT_RULES, sent.rule);
  if (rule === undefined || typeof sent.id !== 'string' || !isNumber(sent.since)) return [];
  return [
    {
      ...{ id: sent.id, rule, since: sent.since, title: textOf(sent.title), text: textOf(sent.text) },
      severity: oneOf(ALERT_SEVERITIES, sent.severity) ?? ALERT_SEVERITY_OF[rule],
      ...(isNumber(sent.solved) && { solved: sent.solved }),
      utc_offset: numberOf(sent.utc_offset),
      moment: sent.moment === true,
      sent: recordsOf(sent.sent).map(({ channel, at, solved }) => ({
        ...{ channel: textOf(channel), at: numberOf(at), solved: solved === true },
      })),
      waits: recordsOf(sent.waits).map(readWait),
    },
  ];
}

function readChannelState(sent: Readonly<Record<string, unknown>>): AlertChannelState {
  const problem = oneOf(ALERT_PROBLEMS, sent.problem);
  return {
    ...{ id: textOf(sent.id), name: textOf(sent.name) },
    ...{ sent_today: numberOf(sent.sent_today), waiting: numberOf(sent.waiting) },
    ...(problem && { problem }),
    ...(sent.example === true && { example: true }),
    ...(isNumber(sent.next) && { next: sent.next }),
  };
}

function readChannel(sent: Readonly<Record<string, unknown>>): AlertChannel {
  return {
    ...{ id: textOf(sent.id), name: textOf(sent.name), enabled: sent.enabled === true },
    kind: oneOf(ALERT_CHANNEL_KINDS, sent.kind) ?? 'webhook',
    severity: oneOf(ALERT_SEVERITIES, sent.severity) ?? 'note',
    ...{ address: textOf(sent.address), port: numberOf(sent.port) },
    security: oneOf(ALERT_MAIL_SECURITIES, sent.security) ?? 'tls',
    ...{ user: textOf(sent.user), secret: textOf(sent.secret), target: textOf(sent.target) },
    ...{ sender: textOf(sent.sender), template: textOf(sent.template) },
  };
}

function readRules(value: unknown): AlertRuleSettings {
  const sent = isRecord(value) ? value : {};
  const { silent, weak, dead, order, event, restarts, voltage, frequency } = sent;
  const { device, updated, meter, disk, backup } = sent;
  return {
    ...{ silent: silent === true, weak: weak === true, dead: dead === true, event: event === true },
    ...{ order: order === true, order_minutes: numberOf(sent.order_minutes) },
    ...{ restarts: restarts === true, restart_count: numberOf(sent.restart_count) },
    ...{ voltage: voltage === true, voltage_min: numberOf(sent.voltage_min) },
    ...{ voltage_max: numberOf(sent.voltage_max), frequency: frequency === true },
    frequency_deviation: numberOf(sent.frequency_deviation),
    ...{ device: device === true, device_minutes: numberOf(sent.device_minutes), updated: updated === true },
    ...{ meter: meter === true, meter_minutes: numberOf(sent.meter_minutes) },
    ...{ disk: disk === true, disk_percent: numberOf(sent.disk_percent), backup: backup === true },
  };
}

/** Which rules and channels there are. */
export const getAlertSettings: Endpoint<AlertSettings, AlertSettings> = {
  method: 'GET',
  path: '/api/heliograph/alert-settings',
  access: 'admin',
  query: [],
  read: (value) =>
    isRecord(value)
      ? {
          ...{ rules: readRules(value.rules), channels: recordsOf(value.channels).map(readChannel) },
          ...{ quiet_from: numberOf(value.quiet_from), quiet_to: numberOf(value.quiet_to) },
          ...{ max_a_day: numberOf(value.max_a_day), solved: value.solved === true },
          language: oneOf(ALERT_LANGUAGES, value.language) ?? 'en',
          summary: oneOf(ALERT_SUMMARIES, value.summary) ?? 'off',
          summary_minutes: numberOf(value.summary_minutes),
        }
      : undefined,
};

/**
 * Saves them at once. The placeholder stands for the secret that the channel of that id has. A channel that is left out is removed with all
 * that it was still to hear. Its id can be given to another one, which begins anew; what the old one was told then stands in the list under
 * the name of the new one, so give each new channel an id of its own.
 */
export const setAlertSettings: Endpoint<ApiResult, ReceivedApiResult, AlertSettings> = {
  method: 'POST',
  path: '/api/heliograph/alert-settings',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** What came of a test: a message without a code, and why the channel did not take it. */
export interface AlertTrial extends ApiResult {
  readonly problem?: AlertProblem;
}
export interface ReceivedAlertTrial extends ReceivedApiResult {
  readonly problem?: AlertProblem;
}

/** Sends a message by a channel as it is in the body, saves nothing, and answers after 15 s at most. */
export const testAlertChannel: Endpoint<AlertTrial, ReceivedAlertTrial, AlertChannel> = {
  method: 'POST',
  path: '/api/heliograph/alert-test',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value)) return answer;
    const problem = oneOf(ALERT_PROBLEMS, value.problem);
    return { ...answer, ...(problem && { problem }) };
  },
};

/** What a rule sees now, and that an example of its message is on its way. */
export interface AlertRuleAnswer extends ApiResult {
  /** In the language of the alerts. Not there where the call was refused. */
  readonly now?: readonly string[];
}
export interface ReceivedAlertRuleAnswer extends ReceivedApiResult {
  readonly now: readonly string[];
}

/** Sends an example of what a rule would say by all channels that are on, also in quiet hours, and tells what the rule sees now. */
export const testAlertRule: Endpoint<AlertRuleAnswer, ReceivedAlertRuleAnswer, AlertRuleTest> = {
  method: 'POST',
  path: '/api/heliograph/alert-rule-test',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value)) return undefined;
    return { ...answer, now: Array.isArray(value.now) ? value.now.map(textOf) : [] };
  },
};

/** What is so and what was in the last 30 days, what was told of it, and what waits. `lang`: `en`, `de` or `fr`. */
export const getAlerts: ReadersEndpoint<AlertList, AlertList, never, 'lang'> = {
  method: 'GET',
  path: '/api/heliograph/alerts',
  access: 'readonly',
  query: [],
  optionalQuery: ['lang'],
  read: (value) =>
    isRecord(value) && Array.isArray(value.alerts)
      ? {
          alerts: recordsOf(value.alerts).flatMap(readAlert),
          channels: recordsOf(value.channels).map(readChannelState),
          has_clock: value.has_clock === true,
          utc_offset: numberOf(value.utc_offset),
        }
      : undefined,
};
