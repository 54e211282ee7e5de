/** Every route of the product. Source: docs/specification-check.md#2-screens-and-routes; accounts, alerts, events, findings, history, limits, modules, sources and the guide are ours. */
export const ROUTES = [
  '/',
  '/modules',
  '/login',
  '/about',
  '/events',
  '/findings',
  '/history',
  '/limits',
  '/info/network',
  '/info/system',
  '/info/ntp',
  '/info/mqtt',
  '/info/console',
  '/settings',
  '/settings/network',
  '/settings/ntp',
  '/settings/mqtt',
  '/settings/inverter',
  '/settings/sources',
  '/settings/alerts',
  '/settings/dtu',
  '/settings/accounts',
  '/settings/security',
  '/settings/device',
  '/settings/config',
  '/firmware/upgrade',
  '/maintenance/reboot',
  '/welcome',
] as const;

export type Route = (typeof ROUTES)[number];

/** Those that send an anonymous visitor to the login page: by themselves, or because what they show needs it. */
export const ROUTES_WITH_LOGIN: readonly Route[] = [
  '/settings/network',
  '/settings/ntp',
  '/settings/mqtt',
  '/settings/inverter',
  '/settings/sources',
  '/settings/dtu',
  '/settings/accounts',
  '/settings/security',
  '/settings/device',
  '/settings/config',
  '/firmware/upgrade',
  '/maintenance/reboot',
];
