import type { Loaders } from '../texts.ts';

/** French. */
export const fr: Loaders = {
  start: () => import('./start.ts'),
  common: () => import('./common.ts'),
  accounts: () => import('./accounts.ts'),
  alerts: () => import('./alerts.ts'),
  limits: () => import('./limits.ts'),
  login: () => import('./login.ts'),
  control: () => import('./control.ts'),
  device: () => import('./device.ts'),
  events: () => import('./events.ts'),
  gateway: () => import('./gateway.ts'),
  help: () => import('./help.ts'),
  history: () => import('./history.ts'),
  house: () => import('./house.ts'),
  info: () => import('./info.ts'),
  inverters: () => import('./inverters.ts'),
  maintenance: () => import('./maintenance.ts'),
  modules: () => import('./modules.ts'),
  mqtt: () => import('./mqtt.ts'),
  network: () => import('./network.ts'),
  plant: () => import('./plant.ts'),
  sources: () => import('./sources.ts'),
  time: () => import('./time.ts'),
  welcome: () => import('./welcome.ts'),
};
