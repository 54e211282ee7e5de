import { join } from 'node:path';
import type { Picture } from './picture.ts';
import { ROOT } from './root.mjs';

const FOLDER = join(ROOT, 'docs', 'pictures');

/** What all of them have in common; a password of one's own, so that none shows the hint about the default one. */
const COMMON = {
  scenario: 'three-inverters',
  route: '/',
  locale: 'en',
  theme: 'light',
  width: 1280,
  loggedIn: true,
  password: 'not the default one',
} as const;

type Special = Partial<Omit<Picture, 'file'>>;

const DIALOG = { dialogOnly: true } as const;
const ON_SCREEN = { screenOnly: true } as const;

/** By the name of the file. */
const PICTURES: Readonly<Record<string, Special>> = {
  'home-desktop-light': { width: 1440, tab: 'East and west roof', moment: 'sunny morning' },
  'home-phone-dark': { width: 390, theme: 'dark', moment: 'sunny morning', ...ON_SCREEN },
  'menu-phone': { width: 390, moment: 'menu open', ...ON_SCREEN },
  'live-link-lost': { moment: 'link lost', ...ON_SCREEN },
  'live-clock-not-set': { scenario: 'clock-not-set', ...ON_SCREEN },
  'live-two-devices': { scenario: 'two-devices', ...ON_SCREEN },
  limit: { moment: 'limit', ...DIALOG },
  'order-open': { moment: 'command pending', ...ON_SCREEN },
  power: { moment: 'power asked again', ...DIALOG },
  'event-log': { moment: 'event log', ...DIALOG },
  'device-info': { moment: 'device info', ...DIALOG },
  limits: { route: '/limits', moment: 'limit taken over', ...ON_SCREEN },
  modules: { route: '/modules', ...ON_SCREEN },
  history: { route: '/history?date={yesterday}&with=before', pastDays: 14, hasRealTime: true },
  findings: { route: '/findings', moment: 'finding told', hasRealTime: true },
  events: { route: '/events', moment: 'events told', hasRealTime: true, ...ON_SCREEN },
  'settings-network': { route: '/settings/network' },
  'settings-ntp': { route: '/settings/ntp', hasRealTime: true },
  'settings-mqtt': { route: '/settings/mqtt', moment: 'MQTT on' },
  'settings-inverter': { route: '/settings/inverter' },
  'inverter-edited': { route: '/settings/inverter', moment: 'inverter edited', ...DIALOG },
  'settings-sources': { scenario: 'two-devices', route: '/settings/sources' },
  'source-added': { scenario: 'two-devices', route: '/settings/sources', moment: 'device added', ...DIALOG },
  'source-device': { scenario: 'two-devices', route: '/settings/sources?device=simulated-2' },
  'source-device-settings': {
    scenario: 'two-devices',
    route: '/settings/sources?device=simulated-2&part=dtu',
  },
  'first-run': { route: '/welcome', width: 390, loggedIn: false, ...ON_SCREEN },
  'settings-security': { route: '/settings/security' },
  'settings-dtu': { route: '/settings/dtu' },
  'settings-device': { route: '/settings/device', ...ON_SCREEN },
  'settings-config': { route: '/settings/config', moment: 'restore chosen' },
  'firmware-upgrade': { route: '/firmware/upgrade' },
  reboot: { route: '/maintenance/reboot' },
  'info-system': { route: '/info/system', moment: 'example machine' },
  'info-network': { route: '/info/network', moment: 'example machine' },
  'info-ntp': { route: '/info/ntp', hasRealTime: true },
  'info-mqtt': { route: '/info/mqtt' },
  console: {
    route: '/info/console',
    moment: 'console lines',
    hasRealTime: true,
    flags: ['--log-level', 'debug'],
    ...ON_SCREEN,
  },
  radio: { route: '/info/radio', scenario: 'chip', moment: 'radio heard', hasRealTime: true },
  alerts: { route: '/settings/alerts', hasRealTime: true, ...ON_SCREEN },
  'settings-accounts': { route: '/settings/accounts' },
  'settings-sign-in': { route: '/settings/signin', ...ON_SCREEN },
  'settings-timeseries': { route: '/settings/timeseries' },
  settings: { route: '/settings', ...ON_SCREEN },
  'fleet-list': { fleetOf: 40, width: 1440, hasRealTime: true, ...ON_SCREEN },
  'fleet-map-dark': { fleetOf: 40, route: '/?view=map', theme: 'dark', hasRealTime: true, ...ON_SCREEN },
  'fleet-site-phone': { fleetOf: 40, route: '/sites/site-0019', width: 390, hasRealTime: true, ...ON_SCREEN },
  login: { route: '/login', moment: 'login refused', loggedIn: false },
  about: { route: '/about' },
  recovery: { isDamaged: true, loggedIn: false },
};

/** The pictures in README.md and in the user guide. */
export function documentPictures(): Picture[] {
  return Object.entries(PICTURES).map(([name, special]) => ({
    ...COMMON,
    ...special,
    file: join(FOLDER, `${name}.png`),
  }));
}
