/** Of the pages of a gateway alone. */
const OF_A_GATEWAY = {
  accounts: () => import('./accounts.ts'),
  alerts: () => import('./alerts.ts'),
  limits: () => import('./limits.ts'),
  login: () => import('./login.ts'),
  control: () => import('./control.ts'),
  deeds: () => import('./deeds.ts'),
  device: () => import('./device.ts'),
  events: () => import('./events.ts'),
  eventPage: () => import('./event-page.ts'),
  gateway: () => import('./gateway.ts'),
  help: () => import('./help.ts'),
  house: () => import('./house.ts'),
  info: () => import('./info.ts'),
  inverters: () => import('./inverters.ts'),
  maintenance: () => import('./maintenance.ts'),
  modules: () => import('./modules.ts'),
  mqtt: () => import('./mqtt.ts'),
  network: () => import('./network.ts'),
  passkeys: () => import('./passkeys.ts'),
  plant: () => import('./plant.ts'),
  radio: () => import('./radio.ts'),
  share: () => import('./share.ts'),
  signIn: () => import('./sign-in.ts'),
  timeseries: () => import('./timeseries.ts'),
  sources: () => import('./sources.ts'),
  time: () => import('./time.ts'),
  welcome: () => import('./welcome.ts'),
};

/** Of the pages of a fleet alone. */
const OF_A_FLEET = {
  fleet: () => import('./fleet.ts'),
  fleetManage: () => import('./fleet-manage.ts'),
  fleetSite: () => import('./fleet-site.ts'),
};

/** English: each group of texts is a file that is loaded when it is needed. */
export const en = {
  start: () => import('./start.ts'),
  common: () => import('./common.ts'),
  history: () => import('./history.ts'),
  ...(__FOR_GATEWAY__ ? OF_A_GATEWAY : ({} as typeof OF_A_GATEWAY)),
  ...(__FOR_FLEET__ ? OF_A_FLEET : ({} as typeof OF_A_FLEET)),
};
