/** Pages about what no original device has: a build for one has none of them. */
const OF_OUR_GATEWAY = {
  accounts: '/settings/accounts',
  alerts: '/settings/alerts',
  events: '/events',
  findings: '/findings',
  history: '/history',
  limits: '/limits',
  modules: '/modules',
  radio: '/info/radio',
  settingsIndex: '/settings',
  share: '/share',
  signIn: '/settings/signin',
  sources: '/settings/sources',
  timeseries: '/settings/timeseries',
  welcome: '/welcome',
} as const;

/** Every path of the interface. Source: docs/specification-check.md#2-screens-and-routes. */
export const PATHS = {
  home: '/',
  login: '/login',
  about: '/about',
  networkInfo: '/info/network',
  systemInfo: '/info/system',
  ntpInfo: '/info/ntp',
  mqttInfo: '/info/mqtt',
  console: '/info/console',
  networkSettings: '/settings/network',
  ntpSettings: '/settings/ntp',
  mqttSettings: '/settings/mqtt',
  inverterSettings: '/settings/inverter',
  dtuSettings: '/settings/dtu',
  securitySettings: '/settings/security',
  deviceManager: '/settings/device',
  configManagement: '/settings/config',
  firmwareUpgrade: '/firmware/upgrade',
  reboot: '/maintenance/reboot',
  ...(__FOR_DEVICE__ ? ({} as typeof OF_OUR_GATEWAY) : OF_OUR_GATEWAY),
} as const;

/** The name of a page of ours. */
export type PageName = keyof typeof PATHS;

/** Of pages that a build for a device does not have. */
export type OwnPageName = keyof typeof OF_OUR_GATEWAY;

const PAGE_NAMES = Object.keys(PATHS) as PageName[];

/** The page at a path; a slash at the end does not matter. Undefined where there is none. */
export function findPage(path: string): PageName | undefined {
  const wanted = path.replace(/([^/])\/$/, '$1');
  return PAGE_NAMES.find((name) => PATHS[name] === wanted);
}

/** The login page that leads back to where the user was. */
export function loginPath(currentPath: string): string {
  return `${PATHS.login}?returnUrl=${encodeURIComponent(currentPath)}`;
}

/** The page that asks for another password than the one that everybody knows, and leads on to where the user wanted to go. */
export function passwordPath(currentPath: string): string {
  return `${PATHS.welcome}?returnUrl=${encodeURIComponent(currentPath)}`;
}

/**
 * Where to go after login. Whatever is not exactly the path of one of our own pages (another site, a scheme, an
 * encoded or doubled slash, the login page itself) leads home; a query or a hash of our own page is kept.
 */
export function safeReturnUrl(returnUrl: string | null): string {
  const [, path = '', rest = ''] = /^(\/[a-z/]*)([?#][\x21-\x5b\x5d-\x7e]*)?$/.exec(returnUrl ?? '') ?? [];
  const page = findPage(path);
  return page === undefined || page === 'login' ? PATHS.home : path + rest;
}
