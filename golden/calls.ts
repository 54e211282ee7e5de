/** Everything that can be asked for, written down once more: a path that changes by mistake must not change here. */

/** Answers about the plant and the gateway. */
export const STATUS_PATHS = [
  '/api/livedata/status',
  '/api/limit/status',
  '/api/power/status',
  '/api/devinfo/status',
  '/api/eventlog/status',
  '/api/network/status',
  '/api/ntp/status',
  '/api/mqtt/status',
  '/api/system/status',
  '/api/prometheus/metrics',
] as const;

export const SETTINGS_PATHS = [
  '/api/inverter/list',
  '/api/network/config',
  '/api/ntp/config',
  '/api/ntp/time',
  '/api/mqtt/config',
  '/api/dtu/config',
  '/api/device/config',
  '/api/security/config',
  '/api/security/authenticate',
  '/api/config/list',
  '/api/config/get',
  '/api/config/get?file=config.json',
  '/api/config/get?file=pin_mapping.json',
  '/api/config/get?file=../secret',
  '/api/heliograph/update-source',
] as const;

/** What is no call of the API, or none that there is. */
const OTHER_PATHS = [
  '/',
  '/index.html',
  '/settings/ntp',
  '/no/such/page',
  '/no-such-file.js',
  '/assets/no-such-file.js',
  '/favicon.ico',
  '/favicon.svg',
  '/zones.json',
  '/metrics',
  '/sw.js',
  '/livedata',
  '/console',
  '/healthz',
  '/readyz',
  '/api',
  '/api/',
  '/api/nothing',
  '/api/livedata/status/',
  '/api/livedata/status/inverters',
  '/api/livedata/status?inv=114182730124',
  '/api/livedata/status?inv=1',
  '/api/docs',
  '/api/docs.css',
  '/api/docs.js',
  '/api/openapi.json',
  '/api/asyncapi.json',
  '/%zz',
] as const;

export const GET_PATHS = [...STATUS_PATHS, ...SETTINGS_PATHS, ...OTHER_PATHS];

export const POST_PATHS = [
  '/api/limit/config',
  '/api/power/config',
  '/api/inverter/add',
  '/api/inverter/edit',
  '/api/inverter/del',
  '/api/network/config',
  '/api/ntp/config',
  '/api/ntp/time',
  '/api/mqtt/config',
  '/api/heliograph/mqtt-trial',
  '/api/dtu/config',
  '/api/device/config',
  '/api/security/config',
  '/api/config/delete',
  '/api/config/upload',
  '/api/firmware/update',
  '/api/maintenance/reboot',
  '/api/nothing',
  '/',
] as const;

export const SOCKET_PATHS = ['/livedata', '/console', '/no-such-socket'] as const;
