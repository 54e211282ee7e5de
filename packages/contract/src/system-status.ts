import type { ReadersEndpoint } from './endpoint.ts';
import { type ReceivedFacts, type SentFacts, statusOf } from './read-settings.ts';

const STATUS_FIELDS = {
  hostname: ['privateText', 'hostname'],
  sdkversion: ['publicText', 'sdkVersion'],
  cpufreq: ['number', 'cpuFrequencyMhz'],
  heap_total: ['number', 'heapTotalBytes'],
  heap_used: ['number', 'heapUsedBytes'],
  sketch_total: ['number', 'sketchTotalBytes'],
  sketch_used: ['number', 'sketchUsedBytes'],
  littlefs_total: ['number', 'fileSystemTotalBytes'],
  littlefs_used: ['number', 'fileSystemUsedBytes'],
  chiprevision: ['number', 'chipRevision'],
  chipmodel: ['publicText', 'chipModel'],
  chipcores: ['number', 'cpuCores'],
  resetreason_0: ['publicText', 'resetReasonCpu0'],
  resetreason_1: ['publicText', 'resetReasonCpu1'],
  cfgsavecount: ['number', 'saveCount'],
  config_version: ['publicText', 'configVersion'],
  git_hash: ['publicText', 'firmwareBuild'],
  uptime: ['number', 'uptimeS'],
  radio_connected: ['flag', 'isRadioConnected'],
  radio_pvariant: ['flag', 'isRadioPlusVariant'],
  heliograph_version: ['publicText', 'programVersion'],
  heliograph_commit: ['publicText', 'programCommit'],
  heliograph_installation: ['publicText', 'installation'],
  heliograph_image: ['publicText', 'storedImage'],
  heliograph_runtime_end_of_life: ['publicText', 'runtimeEndOfLifeDay'],
} as const;

/** How the gateway was installed, and so is updated; `unknown` where that does not show. */
export type Installation = 'git' | 'docker' | 'systemd' | 'unknown';

/** A task of an original's firmware. */
export interface FirmwareTask {
  readonly name: string;
  readonly stack_watermark: number;
  readonly priority: number;
}

/** What original devices have come to tell since February 2023. Source: docs/reference/api-generations.md#system-status. */
export interface NewerSystemStatus {
  /** Degrees Celsius; 0 where the machine does not tell. */
  readonly cputemp: number;
  /** Free memory: the system gives it out in one block. */
  readonly heap_max_block: number;
  /** The least free memory of all times that somebody asked. */
  readonly heap_min_free: number;
  /** No computer has this kind of memory: 0. */
  readonly psram_total: number;
  readonly psram_used: number;
  /** Of the disk that the data folder is on. */
  readonly flashsize: number;
  /** A program has none of these: empty. */
  readonly task_details: readonly FirmwareTask[];
  /** Not known: empty. */
  readonly git_branch: string;
  /** What the firmware was built for, which is no chip here: `heliograph`. */
  readonly pioenv: string;
  readonly nrf_configured: boolean;
  /** As `radio_connected` and `radio_pvariant`. */
  readonly nrf_connected: boolean;
  readonly nrf_pvariant: boolean;
  /** A radio of the other kind, which the gateway has not. */
  readonly cmt_configured: boolean;
  readonly cmt_connected: boolean;
}

/**
 * The machine and what runs on it: sizes in bytes, `cpufreq` in MHz, `uptime` in seconds. `git_hash` is for programs: the
 * release of original devices whose calls and keys they find here. Keys in the order of the wire: those of 2023, those that
 * came later, and ours: the gateway's version, the commit it was built from and how it was installed (`git`, `docker`,
 * `systemd` or `unknown`), the version of the firmware image that it keeps and does not run, empty without one, and the day
 * of the last security fixes for what it runs on (`2026-04-30`), empty while it gets them. Source:
 * docs/reference/original-device.md#system-status and docs/reference/api-for-other-programs.md#system-status.
 */
export interface SystemStatus extends SentFacts<typeof STATUS_FIELDS>, NewerSystemStatus {
  readonly heliograph_installation: Installation;
  /** Of this run of the gateway, by chance. */
  readonly heliograph_id: string;
  /** Ids of the gateways that it has inverters from, directly or through others: none of them may have inverters from it. */
  readonly heliograph_upstream: readonly string[];
}

/**
 * As a client gets it. `firmwareBuild` is the description of the build of a device's firmware; what begins with `program`,
 * and the last three, only our gateway tells.
 */
export type ReceivedSystemStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** What the gateway runs on, and as which version. */
export const getSystemStatus: ReadersEndpoint<SystemStatus, ReceivedSystemStatus> = {
  method: 'GET',
  path: '/api/system/status',
  access: 'readonly',
  query: [],
  ...statusOf(STATUS_FIELDS),
};
