import type { EndpointName } from '@heliograph/contract';
import type { ComponentType } from 'react';
import type { Group } from '../shared/i18n/texts.ts';
import type { PageName } from '../shared/lib/paths.ts';

/** A place in a menu: which one, and which of its groups; a line divides these. */
type MenuPlace = readonly [menu: 'settings' | 'info', group: 0 | 1];

/** A page of ours. Its address is in `PATHS`, because all of the app links to it; its title is in the texts. */
interface Route {
  /** Where a menu has it, in the order of the rows. */
  readonly menu?: MenuPlace;
  /** Who may see it: anyone else is led to the login. */
  readonly role: 'anyone' | 'admin';
  /** Anyone else who is logged in reads that only an admin can open it. Whoever is not is led to the login by its first call. */
  readonly isForAdmins?: true;
  /** The texts that it needs besides those that are there from the start. */
  readonly texts: readonly Group[];
  /** The calls that the page begins with, where visitors may see it: the gateway renders it with their answers. */
  readonly firstCalls?: readonly EndpointName[];
  /** Loads the code of the page; each page is a file of its own, which exports the page and nothing else. */
  readonly load: () => Promise<Readonly<Record<string, ComponentType>>>;
}

/** What no original device has: the bundler leaves these pages out of a build for one. */
const OF_OUR_GATEWAY = {
  settingsIndex: {
    menu: ['settings', 0],
    role: 'admin',
    isForAdmins: true,
    texts: [
      ...(['common', 'device', 'gateway', 'help', 'history', 'house', 'info', 'inverters'] as const),
      ...(['login', 'modules', 'mqtt', 'network', 'sources', 'time'] as const),
    ],
    load: () => import('../features/config-management/settings-index-page.tsx'),
  },
  accounts: {
    menu: ['settings', 0],
    role: 'admin',
    isForAdmins: true,
    texts: ['accounts', 'common', 'deeds'],
    load: () => import('../features/accounts/accounts-page.tsx'),
  },
  signIn: {
    menu: ['settings', 0],
    role: 'admin',
    isForAdmins: true,
    texts: ['common', 'signIn'],
    load: () => import('../features/sign-in/sign-in-page.tsx'),
  },
  timeseries: {
    menu: ['settings', 0],
    role: 'admin',
    isForAdmins: true,
    texts: ['common', 'timeseries'],
    load: () => import('../features/timeseries/timeseries-page.tsx'),
  },
  modules: {
    role: 'anyone',
    texts: ['common', 'modules'],
    load: () => import('../features/modules/modules-page.tsx'),
  },
  findings: {
    role: 'anyone',
    texts: ['common', 'history'],
    load: () => import('../features/findings/findings-page.tsx'),
  },
  events: {
    menu: ['info', 1],
    role: 'anyone',
    texts: ['common', 'eventPage', 'events'],
    load: () => import('../features/events/events-page.tsx'),
  },
  radio: {
    menu: ['info', 1],
    role: 'anyone',
    texts: ['common', 'radio'],
    load: () => import('../features/radio/radio-page.tsx'),
  },
  history: {
    role: 'anyone',
    texts: ['common', 'history'],
    load: () => import('../features/history/history-page.tsx'),
  },
  limits: {
    menu: ['settings', 0],
    role: 'anyone',
    texts: ['common', 'limits'],
    load: () => import('../features/limits/limits-page.tsx'),
  },
  share: {
    role: 'anyone',
    texts: ['share'],
    load: () => import('../features/share/share-page.tsx'),
  },
  sources: {
    menu: ['settings', 0],
    role: 'admin',
    isForAdmins: true,
    texts: ['common', 'plant', 'sources'],
    load: () => import('./source-pages.tsx'),
  },
  alerts: {
    menu: ['settings', 0],
    role: 'anyone',
    texts: ['common', 'alerts'],
    load: () => import('../features/alerts/alerts-page.tsx'),
  },
  welcome: {
    role: 'anyone',
    isForAdmins: true,
    texts: ['common', 'welcome'],
    load: () => import('./welcome-page.tsx'),
  },
} as const satisfies Partial<Record<PageName, Route>>;

/** Source of the menus: docs/reference/original-device.md#the-web-app-of-the-device. */
export const ROUTES: Readonly<Record<PageName, Route>> = {
  // The app starts with the live view; this is a part of it that few need.
  home: {
    role: 'anyone',
    texts: ['plant'],
    firstCalls: ['getLiveData'],
    load: () => import('../features/live-data/plant-part.tsx'),
  },
  networkSettings: {
    menu: ['settings', 0],
    role: 'anyone',
    isForAdmins: true,
    texts: ['common', 'gateway', 'network'],
    load: () => import('../features/network-settings/network-settings-page.tsx'),
  },
  ntpSettings: {
    menu: ['settings', 0],
    role: 'anyone',
    isForAdmins: true,
    texts: ['common', 'gateway', 'info', 'plant', 'time'],
    load: () => import('../features/ntp-settings/ntp-settings-page.tsx'),
  },
  mqttSettings: {
    menu: ['settings', 0],
    role: 'anyone',
    isForAdmins: true,
    texts: ['common', 'gateway', 'info', 'login', 'mqtt'],
    load: () => import('../features/mqtt-settings/mqtt-settings-page.tsx'),
  },
  inverterSettings: {
    menu: ['settings', 0],
    role: 'anyone',
    isForAdmins: true,
    texts: ['common', 'inverters', 'modules'],
    load: () => import('../features/inverter-settings/inverter-settings-page.tsx'),
  },
  ...(__FOR_DEVICE__ ? ({} as typeof OF_OUR_GATEWAY) : OF_OUR_GATEWAY),
  securitySettings: {
    menu: ['settings', 0],
    role: 'anyone',
    texts: ['accounts', 'common', 'network'],
    load: () => import('../features/security-settings/security-settings-page.tsx'),
  },
  dtuSettings: {
    menu: ['settings', 0],
    role: 'anyone',
    isForAdmins: true,
    texts: ['common', 'device'],
    load: () => import('../features/dtu-settings/dtu-settings-page.tsx'),
  },
  deviceManager: {
    menu: ['settings', 0],
    role: 'anyone',
    isForAdmins: true,
    texts: ['common', 'device'],
    load: () => import('../features/device-manager/device-manager-page.tsx'),
  },
  configManagement: {
    menu: ['settings', 1],
    role: 'anyone',
    isForAdmins: true,
    texts: [
      'common',
      'device',
      'gateway',
      'info',
      'inverters',
      'login',
      'maintenance',
      'mqtt',
      'network',
      'time',
    ],
    load: () => import('../features/config-management/config-management-page.tsx'),
  },
  firmwareUpgrade: {
    menu: ['settings', 1],
    role: 'admin',
    isForAdmins: true,
    texts: ['common', 'device', 'gateway', 'info', 'maintenance'],
    load: () => import('../features/firmware-upgrade/firmware-upgrade-page.tsx'),
  },
  reboot: {
    menu: ['settings', 1],
    role: 'admin',
    isForAdmins: true,
    texts: ['common', 'device', 'gateway', 'info', 'maintenance'],
    load: () => import('../features/reboot/reboot-page.tsx'),
  },
  systemInfo: {
    menu: ['info', 0],
    role: 'anyone',
    texts: ['common', 'gateway', 'help', 'info', 'plant'],
    firstCalls: ['getSystemStatus', 'getUpdateSource'],
    load: () => import('../features/system-info/system-info-page.tsx'),
  },
  networkInfo: {
    menu: ['info', 0],
    role: 'anyone',
    texts: ['common', 'info'],
    firstCalls: ['getNetworkStatus'],
    load: () => import('../features/network-info/network-info-page.tsx'),
  },
  ntpInfo: {
    menu: ['info', 0],
    role: 'anyone',
    texts: ['common', 'gateway', 'info', 'plant', 'time'],
    firstCalls: ['getNtpStatus'],
    load: () => import('../features/ntp-info/ntp-info-page.tsx'),
  },
  mqttInfo: {
    menu: ['info', 0],
    role: 'anyone',
    texts: ['common', 'gateway', 'info', 'mqtt'],
    firstCalls: ['getMqttStatus'],
    load: () => import('../features/mqtt-info/mqtt-info-page.tsx'),
  },
  console: {
    menu: ['info', 1],
    role: 'anyone',
    texts: ['common', 'maintenance'],
    load: () => import('../features/console/console-page.tsx'),
  },
  about: {
    role: 'anyone',
    texts: ['info'],
    firstCalls: ['getUpdateSource'],
    load: () => import('../features/about/about-page.tsx'),
  },
  login: {
    role: 'anyone',
    texts: __FOR_DEVICE__ ? ['common', 'login'] : ['common', 'login', 'signIn'],
    firstCalls: [],
    load: () => import('../features/login/login-page.tsx'),
  },
};

const ROUTE_NAMES = Object.keys(ROUTES) as PageName[];

/** The pages of a menu in its groups. */
function groupsOf(menu: MenuPlace[0]): readonly (readonly PageName[])[] {
  const pages = ROUTE_NAMES.filter((name) => ROUTES[name].menu?.[0] === menu);
  return [0, 1].map((group) => pages.filter((name) => ROUTES[name].menu?.[1] === group));
}

/** What the bar has beside the menus, from the left. */
export const MAIN_PAGES: readonly PageName[] = __FOR_DEVICE__ ? ['home'] : ['home', 'modules', 'history'];

export const MENUS = { settings: groupsOf('settings'), info: groupsOf('info') };
