import type { Installation, SystemStatus } from '@heliograph/contract';
import type { HostFacts } from '../platform/host-facts.ts';
import type { RadioFacts } from './radio-facts.ts';

/**
 * The version of the settings' form, as the original writes it: 0x00011700. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file.
 */
const CONFIG_VERSION = '0.1.23';
/** Bytes of a firmware slot. Source: docs/reference/original-device.md#system-status. */
const FIRMWARE_SLOT_BYTES = 0x18_0000;

/** How the gateway came to run. */
export type StartReason = 'started' | 'restarted';
const RESET_REASONS: Readonly<Record<StartReason, string>> = {
  started: 'Program started',
  restarted: 'Software restart',
};

export interface SystemFacts {
  readonly host: HostFacts;
  readonly dataFolder: string;
  readonly hostname: string;
  readonly version: string;
  /** Which release of original devices it is to programs, or which commit. */
  readonly firmwareText: string;
  /** Of the settings of the device that programs are to find; those of 2023 where it is not said. */
  readonly configVersion?: string | undefined;
  /** Of the sources that the gateway was built from; empty when not known. */
  readonly gitHash: string;
  /** How this run of the gateway calls itself where others ask, */
  readonly gatewayId: string;
  /** and the ids of other gateways that inverters come from, directly or through others. */
  readonly upstreamIds: readonly string[];
  readonly installation: Installation;
  /** The active firmware image, which is kept and never runs. */
  readonly image: { readonly version: string; readonly length: number } | undefined;
  readonly startReason: StartReason;
  readonly saveCount: number;
  readonly uptimeS: number;
  readonly radio: RadioFacts;
  /** The least memory that was free so far, in bytes. */
  readonly leastFreeMemory: number;
}

/**
 * The host's figures in the device's words. Source: docs/reference/original-device.md#system-status and
 * docs/decisions/0017-host-facts.md.
 */
export async function systemStatus(facts: SystemFacts): Promise<SystemStatus> {
  const { host, radio } = facts;
  const processor = host.processor();
  const memory = host.memory();
  const hasPlusVariant = radio.connected && radio.plusVariant;
  const files = await host.fileSystem(facts.dataFolder);
  return {
    hostname: facts.hostname,
    sdkversion: host.runtime(),
    cpufreq: processor.frequencyMhz,
    heap_total: memory.total,
    heap_used: memory.used,
    sketch_total: FIRMWARE_SLOT_BYTES,
    sketch_used: facts.image?.length ?? 0,
    littlefs_total: files.total,
    littlefs_used: files.used,
    chiprevision: processor.revision,
    chipmodel: processor.model,
    chipcores: processor.cores,
    resetreason_0: RESET_REASONS[facts.startReason],
    resetreason_1: RESET_REASONS[facts.startReason],
    cfgsavecount: facts.saveCount,
    config_version: facts.configVersion ?? CONFIG_VERSION,
    git_hash: facts.firmwareText,
    uptime: facts.uptimeS,
    radio_connected: radio.connected,
    radio_pvariant: hasPlusVariant,
    cputemp: host.temperatureC(),
    heap_max_block: memory.total - memory.used,
    // Memory is looked at once more here, and there may be less of it by now.
    heap_min_free: Math.min(facts.leastFreeMemory, memory.total - memory.used),
    psram_total: 0,
    psram_used: 0,
    flashsize: files.total,
    task_details: [],
    git_branch: '',
    pioenv: 'heliograph',
    nrf_configured: true,
    nrf_connected: radio.connected,
    nrf_pvariant: hasPlusVariant,
    cmt_configured: false,
    cmt_connected: false,
    heliograph_version: facts.version,
    heliograph_commit: facts.gitHash.replace(/^g/, ''),
    heliograph_installation: facts.installation,
    heliograph_image: facts.image?.version ?? '',
    heliograph_runtime_end_of_life: host.runtimeEndOfLife() ?? '',
    heliograph_id: facts.gatewayId,
    heliograph_upstream: facts.upstreamIds,
  };
}
