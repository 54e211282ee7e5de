import {
  type AlertChannel,
  type AlertChannelKind,
  alertFailures,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import type { Texts, TextsOf } from '../../shared/i18n/texts.ts';

/** The fields of a channel that people see; which ones depends on its kind. */
export type ChannelField =
  | 'address'
  | 'port'
  | 'security'
  | 'user'
  | 'secret'
  | 'target'
  | 'sender'
  | 'template';

export interface ShownField {
  readonly field: ChannelField;
  readonly label: string;
  readonly hint?: string;
}

/** What is asked of each kind, in the order in which people have it before them. */
export function fieldsOf(kind: AlertChannelKind, t: Texts['alerts']['channels']): readonly ShownField[] {
  const fields: Readonly<Record<AlertChannelKind, readonly ShownField[]>> = {
    ntfy: [
      { field: 'target', label: t.topic },
      { field: 'address', label: t.server, hint: t.ntfyHint },
      { field: 'user', label: t.user },
      { field: 'secret', label: t.passwordOrToken },
    ],
    gotify: [
      { field: 'address', label: t.address },
      { field: 'secret', label: t.token },
    ],
    pushover: [
      { field: 'target', label: t.userKey },
      { field: 'secret', label: t.token },
      { field: 'address', label: t.address, hint: t.publicHint },
    ],
    telegram: [
      { field: 'secret', label: t.token },
      { field: 'target', label: t.chat, hint: t.chatHint },
      { field: 'address', label: t.address, hint: t.publicHint },
    ],
    webhook: [
      { field: 'address', label: t.address },
      { field: 'user', label: t.user },
      { field: 'secret', label: t.passwordOrToken },
      { field: 'template', label: t.template, hint: t.templateHint },
    ],
    'home-assistant': [
      { field: 'address', label: t.address },
      { field: 'target', label: t.service, hint: t.serviceHint },
      { field: 'secret', label: t.token },
    ],
    mqtt: [{ field: 'target', label: t.topic }],
    mail: [
      { field: 'target', label: t.to, hint: t.toHint },
      { field: 'sender', label: t.sender },
      { field: 'address', label: t.server },
      { field: 'security', label: t.security },
      { field: 'port', label: t.port },
      { field: 'user', label: t.user },
      { field: 'secret', label: t.password },
    ],
  };
  return fields[kind];
}

/** What was typed into the dialog. */
export interface TypedChannel extends Omit<AlertChannel, 'port'> {
  readonly port: string;
}

const MAIL_PORTS = { tls: '465', starttls: '587', none: '25' } as const;

/** Another encryption mostly has another port. */
export function withSecurity(typed: TypedChannel, security: AlertChannel['security']): TypedChannel {
  const isUsual = Object.values(MAIL_PORTS).some((port) => port === typed.port);
  return { ...typed, security, port: isUsual ? MAIL_PORTS[security] : typed.port };
}

export function newChannel(id: string): TypedChannel {
  return {
    ...{ id, name: '', kind: 'ntfy', enabled: true, severity: 'note', address: '', port: MAIL_PORTS.tls },
    ...{ security: 'tls', user: '', secret: '', target: '', sender: '', template: '' },
  };
}

/** A name that no channel has or had: the alerts remember by it what was sent to one that is removed. `random` gives 0 to 1. */
export function freshId(random: () => number): string {
  const digits = () =>
    Math.floor(random() * 36 ** 5)
      .toString(36)
      .padStart(5, '0');
  return `c${digits()}${digits()}`;
}

/** What is saved and tried: what the kind does not need is empty. `stored` is the channel as it is, whose secret it may keep. */
export function channelOf(
  typed: TypedChannel,
  t: Texts['alerts']['channels'],
  stored?: AlertChannel,
): AlertChannel {
  const shown = new Set(fieldsOf(typed.kind, t).map(({ field }) => field));
  const text = (field: Exclude<ChannelField, 'port' | 'security'>) =>
    shown.has(field) ? typed[field].trim() : '';
  const port = /^\d{1,6}$/.test(typed.port.trim()) ? Number(typed.port) : 0;
  // A secret belongs to the service that it was made for.
  const keeps = typed.secret !== SECRET_PLACEHOLDER || stored?.kind === typed.kind;
  return {
    ...{ id: typed.id, name: typed.name.trim(), kind: typed.kind, enabled: typed.enabled },
    ...{ severity: typed.severity, security: typed.security, port: shown.has('port') ? port : 465 },
    ...{ address: text('address'), user: text('user'), target: text('target'), sender: text('sender') },
    ...{ template: text('template'), secret: keeps ? text('secret') : '' },
  };
}

/** What the gateway would say to a channel, by field. */
export function channelErrors(
  channel: AlertChannel,
  { alerts, common }: TextsOf<'alerts' | 'common'>,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { field, result, param } of alertFailures(channel)) {
    const text = result === 'ValuesMissing' ? common.results[1005] : alerts.results[result];
    errors[field] ??= text.replace(/\{(min|max)\}/g, (whole, key: string) => String(param[key] ?? whole));
  }
  return errors;
}
