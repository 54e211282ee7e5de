import type { ApiGenerations, Handlers, Installation, SystemStatus } from '@heliograph/contract';
import { NEWEST_RELEASE, settingsVersionOf, versionText } from '@heliograph/opendtu-api';
import type { Firmware } from '../../firmware/firmware.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Totals } from '../../fleet/totals.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HostFacts } from '../../platform/host-facts.ts';
import { chipIdOrSerial, expandHostname } from '../../settings/device-identity.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { networkStatus } from '../../system/network-status.ts';
import { prometheusText } from '../../system/prometheus-text.ts';
import type { RadioFacts } from '../../system/radio-facts.ts';
import { type StartReason, systemStatus } from '../../system/system-status.ts';
import { masked } from '../access/masked.ts';

type SystemHandlers = Pick<
  Handlers,
  'getSystemStatus' | 'getNetworkStatus' | 'getPrometheusMetrics' | 'getUpdateSource'
>;

export interface SystemHandlerOptions {
  readonly settings: SettingsStore;
  readonly host: HostFacts;
  readonly clock: Clock;
  readonly fleet: Pick<Fleet, 'startedAtMs'>;
  readonly startReason: StartReason;
  readonly dataFolder: string;
  /** Of the sources that the gateway was built from; empty when not known. */
  readonly gitHash: string;
  readonly version: string;
  readonly gatewayId: string;
  readonly upstreamIds: () => readonly string[];
  readonly installation: Installation;
  readonly firmware: Pick<Firmware, 'active'>;
  /** `owner/name`; empty: nobody is asked for newer versions. */
  readonly updateRepository: string;
  readonly radioStatus: () => RadioFacts;
  readonly totals: () => Totals;
}

/**
 * The release of original devices that programs of today take the gateway for. From v25.9.11 on its phone app sends no
 * limit that is kept. Source: docs/reference/api-for-other-programs.md#system-status.
 */
const API_RELEASE = 25_05_10;

/** What stands for the version of a device's firmware. */
function versionFor(generations: ApiGenerations, gitHash: string): string {
  if (generations === '2023') return gitHash;
  return versionText(generations === 'newest' ? NEWEST_RELEASE : API_RELEASE);
}

/** What the gateway tells of itself. */
export function createSystemHandlers(options: SystemHandlerOptions): SystemHandlers {
  const { settings, host, clock, fleet, startReason, dataFolder, firmware, updateRepository } = options;
  const { version, gitHash, installation } = options;

  function identity() {
    const chipId = chipIdOrSerial(host, settings.get('dtu').dtu_serial);
    return { chipId, hostname: expandHostname(settings.get('network').hostname, chipId) };
  }

  let leastFreeMemory = Number.POSITIVE_INFINITY;

  function statusAs(firmwareText: string, configVersion?: string): Promise<SystemStatus> {
    const memory = host.memory();
    leastFreeMemory = Math.min(leastFreeMemory, memory.total - memory.used);
    return systemStatus({
      host,
      ...{ firmwareText, configVersion },
      leastFreeMemory,
      dataFolder,
      hostname: identity().hostname,
      version,
      gitHash,
      gatewayId: options.gatewayId,
      upstreamIds: options.upstreamIds(),
      installation,
      image: firmware.active,
      startReason,
      saveCount: settings.saveCount(),
      uptimeS: Math.floor((clock.monotonicMs() - fleet.startedAtMs) / 1000),
      radio: options.radioStatus(),
    });
  }

  const getNetworkStatus = () => networkStatus({ network: host.network(), ...identity() });

  return {
    getSystemStatus: (_body, _query, { generations }) =>
      statusAs(
        versionFor(generations, gitHash),
        generations === 'newest' ? settingsVersionOf(NEWEST_RELEASE) : undefined,
      ),
    getNetworkStatus,
    async getPrometheusMetrics(_body, _query, { mayReadPrivate }) {
      const [system, network] = [await statusAs(gitHash), getNetworkStatus()];
      const isWhole = await mayReadPrivate();
      return prometheusText({
        system: isWhole ? system : masked('getSystemStatus', system),
        network: isWhole ? network : masked('getNetworkStatus', network),
        startedAtMs: fleet.startedAtMs,
        totals: options.totals(),
        labels: settings.get('network').prometheus_labels,
      });
    },
    getUpdateSource: () => ({ repository: updateRepository }),
  };
}
