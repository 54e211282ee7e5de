import type { ReactNode } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { pageTitle } from '../../shared/i18n/page-title.ts';
import type { Texts, TextsOf } from '../../shared/i18n/texts.ts';
import type { PageName } from '../../shared/lib/paths.ts';
import type { IndexedPage } from './settings-index.ts';

type MoreTexts = TextsOf<
  'accounts' | 'alerts' | 'history' | 'maintenance' | 'passkeys' | 'signIn' | 'timeseries'
>;

/** What can be set on pages whose texts nobody else here needs. */
export function moreSettings(
  frame: Texts['start'],
  { accounts, alerts, history, maintenance, passkeys, signIn, timeseries }: MoreTexts,
): readonly IndexedPage[] {
  const { channels, rules, times } = alerts;
  const { users, tokens, shares, sessions, door, own } = accounts;
  const { backup } = history.changes;
  const { openid } = signIn;
  const limitOf = (rule: string, limit: string) => `${rule} · ${limit}`;
  const names: readonly (readonly [PageName, readonly string[]])[] = [
    [
      'alerts',
      [
        ...[channels.title, channels.add, channels.name, channels.kind, ...Object.values(channels.kinds)],
        ...[channels.address, channels.server, channels.port, channels.security, channels.user],
        ...[channels.password, channels.token, channels.passwordOrToken, channels.topic, channels.userKey],
        ...[channels.chat, channels.service, channels.to, channels.sender, channels.template],
        ...[channels.severity, channels.enabled, ...Object.values(rules.names)],
        limitOf(rules.names.order, rules.order_minutes),
        limitOf(rules.names.restarts, rules.restart_count),
        limitOf(rules.names.voltage, rules.voltage_min),
        limitOf(rules.names.voltage, rules.voltage_max),
        limitOf(rules.names.frequency, rules.frequency_deviation),
        limitOf(rules.names.device, rules.device_minutes),
        limitOf(rules.names.meter, rules.meter_minutes),
        limitOf(rules.names.disk, rules.disk_percent),
        ...[times.quiet, limitOf(times.quiet, times.from), limitOf(times.quiet, times.to), times.maxADay],
        ...[times.solved, times.language, times.summary, limitOf(times.summary, times.summaryAt)],
      ],
    ],
    [
      'signIn',
      [
        ...[signIn.proxy, signIn.addresses, signIn.header, signIn.secret, signIn.strangers],
        ...[openid.title, openid.enabled, openid.issuer, openid.clientId, openid.clientSecret, openid.name],
        ...[openid.publicAddress, openid.userClaim, openid.groupsClaim, openid.admins, openid.operators],
        ...[openid.viewers, openid.strangers],
      ],
    ],
    [
      'timeseries',
      [
        ...[
          timeseries.card,
          timeseries.enabled,
          timeseries.address,
          timeseries.site,
          timeseries.login,
          timeseries.user,
        ],
        ...[timeseries.password, timeseries.token, timeseries.interval, timeseries.fleet.switch],
      ],
    ],
    [
      'accounts',
      [
        ...[users.title, users.add, users.name, users.password, tokens.title, tokens.add, tokens.name],
        ...[shares.title, shares.add, shares.name, shares.page, shares.goodFor, door.title],
      ],
    ],
    ['securitySettings', [own.title, sessions.title, passkeys.card.title, passkeys.card.add]],
    ['configManagement', [maintenance.backup, backup.title, backup.restoreTitle, history.changes.title]],
  ];
  return names.map(([page, all]) => ({ page, title: pageTitle(frame, page), names: [...new Set(all)] }));
}

/** The pages with what more can be set on them. */
export function withMore(
  pages: readonly IndexedPage[],
  more: readonly IndexedPage[],
): readonly IndexedPage[] {
  return pages.map((one) => {
    const names = more.find(({ page }) => page === one.page)?.names ?? [];
    return { ...one, names: [...new Set([...one.names, ...names])] };
  });
}

interface WithMoreProps {
  readonly pages: readonly IndexedPage[];
  readonly children: (pages: readonly IndexedPage[]) => ReactNode;
}

/** Has to wait for texts: whoever only looks at the page does not need them. */
export function WithMore({ pages, children }: WithMoreProps) {
  const { t: frame } = useI18n();
  const texts = useTexts('accounts', 'alerts', 'history', 'maintenance', 'passkeys', 'signIn', 'timeseries');
  return children(withMore(pages, moreSettings(frame, texts)));
}
