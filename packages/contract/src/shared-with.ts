import type { ENDPOINTS, EndpointName } from './endpoints.ts';
import type { SharedPage } from './shares.ts';
import type { SOCKETS, SocketName } from './sockets.ts';

/** The calls of readers. */
export type ReadersCall = {
  [N in EndpointName]: (typeof ENDPOINTS)[N]['access'] extends 'readonly' ? N : never;
}[EndpointName];
/** The sockets of readers. */
export type ReadersSocket = {
  [N in SocketName]: (typeof SOCKETS)[N]['access'] extends 'readonly' ? N : never;
}[SocketName];

/** Which pages need what of all that readers may have. Nothing here: only a link to everything has it. */
export const SHARED_WITH: Readonly<Record<ReadersCall | ReadersSocket, readonly SharedPage[]>> = {
  getLiveData: ['home', 'modules'],
  liveData: ['home', 'modules'],
  liveLean: ['home', 'modules'],
  getLimitStatus: ['home', 'limits'],
  getPowerStatus: ['home'],
  getOrders: ['home', 'limits'],
  getEventLog: ['home'],
  getDeviceInfo: ['home'],
  getGridProfile: ['home'],
  getGridProfileBytes: ['home'],
  getPlantDay: ['home', 'history', 'findings', 'limits', 'events'],
  getExpectedYield: ['home'],
  getHistory: ['history', 'events'],
  getHistoryCurve: ['home', 'history', 'limits'],
  getHistoryEnergy: ['history'],
  getHistoryCsv: ['history'],
  getEvents: ['events'],
  getEventsCsv: ['events'],
  getFindings: ['home', 'modules', 'findings'],
  getFindingCurve: ['findings'],
  getPlant: ['modules'],
  getLimitSettings: ['limits'],
  getLimitState: ['home', 'limits'],
  getRule: ['limits'],
  getMeterReading: ['limits'],
  getAlerts: ['alerts'],
  getSystemStatus: ['systemInfo', 'console'],
  getNetworkStatus: ['networkInfo'],
  getNtpStatus: ['ntpInfo'],
  getMqttStatus: ['mqttInfo'],
  getRadio: ['radio'],
  console: ['console'],
  getTimeZones: [],
  getSources: [],
  getPrometheusMetrics: [],
};
