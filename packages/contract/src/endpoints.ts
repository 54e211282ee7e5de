import { authenticate } from './authenticate.ts';
import { deleteConfig, getConfigFile, getConfigList } from './config-files.ts';
import { getDeviceInfo } from './device-info.ts';
import { getDeviceConfig, setDeviceConfig } from './device-settings.ts';
import { getDtuConfig, setDtuConfig } from './dtu-settings.ts';
import type { Endpoint } from './endpoint.ts';
import { getEventLog } from './event-log.ts';
import { getUpdateSource, testMqttConnection, testTimeServer } from './extensions.ts';
import { addInverter, deleteInverter, editInverter, getInverterList } from './inverter-list.ts';
import { getLimitStatus, setLimit } from './limit.ts';
import { reboot } from './maintenance.ts';
import { getMqttConfig, setMqttConfig } from './mqtt-settings.ts';
import { getMqttStatus } from './mqtt-status.ts';
import { getNetworkConfig, getNetworkStatus, setNetworkConfig } from './network-settings.ts';
import { getNtpConfig, getNtpStatus, getTime, setNtpConfig, setTime } from './ntp-settings.ts';
import { getPowerStatus, setPower } from './power.ts';
import { getPrometheusMetrics } from './prometheus.ts';
import { getLiveData } from './read-live-data.ts';
import { getSecurityConfig, setSecurityConfig } from './security-settings.ts';
import { getSystemStatus } from './system-status.ts';

/** Every call of the HTTP API. A row here makes the compiler ask the gateway for a handler. */
export const ENDPOINTS = {
  authenticate,
  getLiveData,
  getLimitStatus,
  setLimit,
  getPowerStatus,
  setPower,
  getEventLog,
  getDeviceInfo,
  getInverterList,
  addInverter,
  editInverter,
  deleteInverter,
  getNetworkConfig,
  setNetworkConfig,
  getNetworkStatus,
  getNtpConfig,
  setNtpConfig,
  getNtpStatus,
  getTime,
  setTime,
  testTimeServer,
  getMqttConfig,
  setMqttConfig,
  getMqttStatus,
  testMqttConnection,
  getDtuConfig,
  setDtuConfig,
  getDeviceConfig,
  setDeviceConfig,
  getSecurityConfig,
  setSecurityConfig,
  getSystemStatus,
  getConfigFile,
  getPrometheusMetrics,
  getConfigList,
  deleteConfig,
  reboot,
  getUpdateSource,
} as const;

export type EndpointName = keyof typeof ENDPOINTS;

type Parts<N extends EndpointName> =
  (typeof ENDPOINTS)[N] extends Endpoint<infer Sent, infer Received, infer Body, infer Query, infer Optional>
    ? {
        readonly sent: Sent;
        readonly received: Received;
        readonly body: Body;
        readonly query: Query | Optional;
      }
    : never;

/** What the gateway's handler of an endpoint returns. */
export type SentAnswer<N extends EndpointName> = Parts<N>['sent'];
/** What a client gets from an endpoint. */
export type ReceivedAnswer<N extends EndpointName> = Parts<N>['received'];
/** What a POST brings, checked and in its final form; undefined for a GET. */
export type RequestBody<N extends EndpointName> = Parts<N>['body'];
/** The query parameters of a call; one that was not given is undefined. */
export type RequestQuery<N extends EndpointName> = { readonly [K in Parts<N>['query']]: string | undefined };

/** The calls that change something. */
export type PostName = {
  [N in EndpointName]: (typeof ENDPOINTS)[N]['method'] extends 'POST' ? N : never;
}[EndpointName];

/** Who makes a call. */
export interface Caller {
  /** Whether what is private is for this caller: it is logged in. */
  readonly mayReadPrivate: () => Promise<boolean>;
}

/** One handler for each endpoint. What is private in an answer is masked behind it. */
export type Handlers = {
  readonly [N in EndpointName]: (
    body: RequestBody<N>,
    query: RequestQuery<N>,
    caller: Caller,
  ) => SentAnswer<N> | Promise<SentAnswer<N>>;
};
