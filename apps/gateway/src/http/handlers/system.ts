import type { Handlers } from '@heliograph/contract';
import type { Firmware } from '../../firmware/firmware.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HostFacts } from '../../platform/host-facts.ts';
import { chipIdOrSerial, expandHostname } from '../../settings/device-identity.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { networkStatus } from '../../system/network-status.ts';
import { prometheusText } from '../../system/prometheus-text.ts';
import type { RadioFacts } from '../../system/radio-facts.ts';
import { type StartReason, systemStatus } from '../../system/system-status.ts';

type SystemHandlers = Pick<
  Handlers,
  'getSystemStatus' | 'getNetworkStatus' | 'getPrometheusMetrics' | 'getUpdateSource'
>;

export interface SystemHandlerOptions {
  readonly settings: SettingsStore;
  readonly host: HostFacts;
  readonly clock: Clock;
  readonly fleet: Pick<Fleet, 'startedAtMs' | 'inverters'>;
  readonly startReason: StartReason;
  readonly dataFolder: string;
  /** Of the active firmware image, or of the sources that the gateway was built from; empty when not known. */
  readonly gitHash: string;
  readonly firmware: Pick<Firmware, 'running'>;
  /** `owner/name`; empty: nobody is asked for newer versions. */
  readonly updateRepository: string;
  readonly radioStatus: () => RadioFacts;
}

/** What the gateway tells of itself. */
export function createSystemHandlers(options: SystemHandlerOptions): SystemHandlers {
  const { settings, host, clock, fleet, startReason, dataFolder, gitHash, firmware, updateRepository } =
    options;

  function identity() {
    const chipId = chipIdOrSerial(host, settings.get('dtu').dtu_serial);
    return { chipId, hostname: expandHostname(settings.get('network').hostname, chipId) };
  }

  const getSystemStatus = () =>
    systemStatus({
      host,
      dataFolder,
      hostname: identity().hostname,
      gitHash,
      imageBytes: firmware.running?.length ?? 0,
      startReason,
      saveCount: settings.saveCount(),
      uptimeS: Math.floor((clock.monotonicMs() - fleet.startedAtMs) / 1000),
      radio: options.radioStatus(),
    });
  const getNetworkStatus = () => networkStatus({ network: host.network(), ...identity() });

  return {
    getSystemStatus,
    getNetworkStatus,
    getPrometheusMetrics: async () =>
      prometheusText({
        system: await getSystemStatus(),
        network: getNetworkStatus(),
        inverters: fleet.inverters(),
        startedAtMs: fleet.startedAtMs,
      }),
    getUpdateSource: () => ({ repository: updateRepository }),
  };
}
