import type { Capabilities } from './capabilities.ts';

/** Calls that stand at the same path in every generation; not every device has each of them. */
export const PATHS = {
  systemStatus: '/api/system/status',
  liveData: '/api/livedata/status',
  deviceInfo: '/api/devinfo/status',
  eventLog: '/api/eventlog/status',
  gridProfile: '/api/gridprofile/status',
  limitStatus: '/api/limit/status',
  limitOrder: '/api/limit/config',
  powerStatus: '/api/power/status',
  powerOrder: '/api/power/config',
  inverterList: '/api/inverter/list',
  inverterAdd: '/api/inverter/add',
  inverterEdit: '/api/inverter/edit',
  inverterDelete: '/api/inverter/del',
  networkStatus: '/api/network/status',
  networkSettings: '/api/network/config',
  timeStatus: '/api/ntp/status',
  timeSettings: '/api/ntp/config',
  clock: '/api/ntp/time',
  mqttStatus: '/api/mqtt/status',
  mqttSettings: '/api/mqtt/config',
  dtuSettings: '/api/dtu/config',
  deviceSettings: '/api/device/config',
  securitySettings: '/api/security/config',
  login: '/api/security/authenticate',
  firmwareUpdate: '/api/firmware/update',
  /** Restarts with `{"reboot":true}`. */
  restart: '/api/maintenance/reboot',
  prometheus: '/api/prometheus/metrics',
  liveDataSocket: '/livedata',
  consoleSocket: '/console',
  /**
   * Open to everybody, whatever is set: an array from v24.11.7 on, a page before. It tells something of a device whose
   * login is not known. Source: docs/reference/api-generations.md#which-generation-a-device-is.
   */
  languages: '/api/i18n/languages',
} as const;

/** Calls that not every device has, or not at the same path. Undefined: it has none. */
export interface DevicePaths {
  readonly gridProfileBytes: string | undefined;
  readonly inverterOrder: string | undefined;
  readonly statisticsReset: string | undefined;
  readonly logSettings: string | undefined;
  /** Where the time zones are, the likelier first: what answers with a page and not with JSON is not the place. */
  readonly zones: readonly string[];
  readonly fileList: string;
  readonly fileGet: string;
  readonly fileUpload: string;
  /** Deletes all settings with `{"delete":true}`. The older path does nothing on newer devices, and says so to nobody. */
  readonly factoryReset: string;
  /** Deletes one file with `{"file":name}`. */
  readonly fileDelete: string | undefined;
}

/** Source: docs/reference/api-generations.md#paths. */
export function devicePaths(capabilities: Capabilities): DevicePaths {
  const { fileCalls, gridProfile, gridProfileValues, inverterOrder, statisticsReset, logLevels } =
    capabilities;
  const older = gridProfile ? PATHS.gridProfile : undefined;
  return {
    gridProfileBytes: gridProfileValues ? '/api/gridprofile/rawdata' : older,
    inverterOrder: inverterOrder ? '/api/inverter/order' : undefined,
    statisticsReset: statisticsReset ? '/api/inverter/stats_reset' : undefined,
    logSettings: logLevels ? '/api/logging/config' : undefined,
    zones: ZONES[capabilities.zones],
    ...(fileCalls ? FILE_CALLS : CONFIG_CALLS),
  };
}

const ZONES: Readonly<Record<Capabilities['zones'], readonly string[]>> = {
  call: ['/api/ntp/zones'],
  file: ['/zones.json'],
  unknown: ['/api/ntp/zones', '/zones.json'],
};

const CONFIG_CALLS = {
  fileList: '/api/config/list',
  fileGet: '/api/config/get',
  fileUpload: '/api/config/upload',
  factoryReset: '/api/config/delete',
  fileDelete: undefined,
} as const;

const FILE_CALLS = {
  fileList: '/api/file/list',
  fileGet: '/api/file/get',
  fileUpload: '/api/file/upload',
  factoryReset: '/api/file/delete_all',
  fileDelete: '/api/file/delete',
} as const;

/**
 * A call of one inverter: `?inv=`, and for event logs the language of their messages, which older devices ignore. The
 * oldest ones ignore `inv` too where they tell of all inverters at once.
 */
export function ofInverter(path: string, serial: string, locale?: 'de' | 'en' | 'fr'): string {
  return `${path}?inv=${encodeURIComponent(serial)}${locale === undefined ? '' : `&locale=${locale}`}`;
}

/** A call of one file. */
export function ofFile(path: string, name: string): string {
  return `${path}?file=${encodeURIComponent(name)}`;
}
