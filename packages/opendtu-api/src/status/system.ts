import type { Release } from '../release.ts';
import { countIn, objectIn, textIn, valueIn, type WireObject } from '../untrusted-values.ts';
import { decodeFacts, encodeFacts, type Facts } from './facts.ts';

/**
 * The machine and its radios: sizes in bytes, `cpuFrequencyMhz`, `uptimeS`. Source:
 * docs/reference/original-device.md#system-status and docs/reference/api-generations.md#system-status.
 */
const KEYS = [
  { key: 'hostname', kind: 'text', word: 'hostName' },
  { key: 'sdkversion', kind: 'text', word: 'sdkVersion' },
  { key: 'cpufreq', kind: 'number', word: 'cpuFrequencyMhz' },
  { key: 'cputemp', kind: 'number', word: 'cpuTemperatureC', since: 24_06_10 },
  { key: 'heap_total', kind: 'number', word: 'heapTotalBytes' },
  { key: 'heap_used', kind: 'number', word: 'heapUsedBytes' },
  { key: 'heap_max_block', kind: 'number', word: 'heapLargestBlockBytes', since: 24_01_14 },
  { key: 'heap_min_free', kind: 'number', word: 'heapLeastFreeBytes', since: 24_01_14 },
  { key: 'psram_total', kind: 'number', word: 'psramTotalBytes', since: 24_02_12 },
  { key: 'psram_used', kind: 'number', word: 'psramUsedBytes', since: 24_02_12 },
  { key: 'sketch_total', kind: 'number', word: 'programTotalBytes' },
  { key: 'sketch_used', kind: 'number', word: 'programUsedBytes' },
  { key: 'littlefs_total', kind: 'number', word: 'fileSystemTotalBytes' },
  { key: 'littlefs_used', kind: 'number', word: 'fileSystemUsedBytes' },
  { key: 'flashsize', kind: 'number', word: 'flashBytes', since: 24_06_10 },
  { key: 'chiprevision', kind: 'number', word: 'chipRevision' },
  { key: 'chipmodel', kind: 'text', word: 'chipModel' },
  { key: 'chipcores', kind: 'number', word: 'cpuCores' },
  { key: 'resetreason_0', kind: 'text', word: 'resetReasonCpu0' },
  { key: 'resetreason_1', kind: 'text', word: 'resetReasonCpu1' },
  { key: 'cfgsavecount', kind: 'number', word: 'saveCount' },
  { key: 'config_version', kind: 'text', word: 'configVersion' },
  { key: 'git_hash', kind: 'text', word: 'versionText' },
  { key: 'git_branch', kind: 'text', word: 'branch', since: 25_05_10 },
  { key: 'pioenv', kind: 'text', word: 'environment', since: 23_05_09 },
  { key: 'uptime', kind: 'number', word: 'uptimeS' },
  { key: 'radio_connected', kind: 'flag', word: 'isRadioConnected', until: 23_04_15 },
  { key: 'radio_pvariant', kind: 'flag', word: 'isRadioPlusVariant', until: 23_04_15 },
  { key: 'nrf_configured', kind: 'flag', word: 'isRadioConfigured', since: 23_04_15 },
  { key: 'nrf_connected', kind: 'flag', word: 'isRadioConnected', since: 23_04_15 },
  { key: 'nrf_pvariant', kind: 'flag', word: 'isRadioPlusVariant', since: 23_04_15 },
  { key: 'cmt_configured', kind: 'flag', word: 'isSecondRadioConfigured', since: 23_04_15 },
  { key: 'cmt_connected', kind: 'flag', word: 'isSecondRadioConnected', since: 23_04_15 },
] as const;

/** A task of the firmware. */
export interface DeviceTask {
  readonly name: string;
  /** The least stack that it ever had left. */
  readonly leastStackBytes: number;
  readonly priority: number;
}

export interface SystemFacts extends Facts<(typeof KEYS)[number]> {
  /** Undefined on older devices. */
  readonly tasks: readonly DeviceTask[] | undefined;
}

const TASK_KEYS = [{ key: 'task_details', kind: 'list', word: 'tasks', since: 24_10_15 }] as const;

/** Reads `GET /api/system/status`; undefined where it is no such answer. */
export function decodeSystemStatus(sent: unknown): SystemFacts | undefined {
  const facts = decodeFacts(sent, KEYS);
  return facts && { ...facts, tasks: decodeFacts(sent, TASK_KEYS)?.tasks?.map(decodeTask) };
}

function decodeTask(sent: unknown): DeviceTask {
  const task = objectIn(sent);
  return {
    name: textIn(valueIn(task, 'name')) ?? '',
    leastStackBytes: countIn(valueIn(task, 'stack_watermark')) ?? 0,
    priority: countIn(valueIn(task, 'priority')) ?? 0,
  };
}

/** As a device of that release answers `GET /api/system/status`. */
export function encodeSystemStatus(release: Release, facts: Partial<SystemFacts>): WireObject {
  const tasks = facts.tasks?.map(({ name, leastStackBytes, priority }) => ({
    ...{ name, stack_watermark: leastStackBytes, priority },
  }));
  return { ...encodeFacts(release, facts, KEYS), ...encodeFacts(release, tasks ? { tasks } : {}, TASK_KEYS) };
}
