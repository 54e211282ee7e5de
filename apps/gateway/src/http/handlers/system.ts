import type { Handlers, Installation } from '@heliograph/contract';
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
  readonly installation: Installation;
  readonly firmware: Pick<Firmware, 'active'>;
  /** `owner/name`; empty: nobody is asked for newer versions. */
  readonly updateRepository: string;
  readonly radioStatus: () => RadioFacts;
  readonly totals: () => Totals;
}

/** What the gateway tells of itself. */
export function createSystemHandlers(options: SystemHandlerOptions): SystemHandlers {
  const { settings, host, clock, fleet, startReason, dataFolder, firmware, updateRepository } = options;
  const { version, gitHash, installation } = options;

  function identity() {
    const chipId = chipIdOrSerial(host, settings.get('dtu').dtu_serial);
    return { chipId, hostname: expandHostname(settings.get('network').hostname, chipId) };
  }

  const getSystemStatus = () =>
    systemStatus({
      host,
      dataFolder,
      hostname: identity().hostname,
      version,
      gitHash,
      installation,
      image: firmware.active,
      startReason,
      saveCount: settings.saveCount(),
      uptimeS: Math.floor((clock.monotonicMs() - fleet.startedAtMs) / 1000),
      radio: options.radioStatus(),
    });
  const getNetworkStatus = () => networkStatus({ network: host.network(), ...identity() });

  return {
    getSystemStatus,
    getNetworkStatus,
    async getPrometheusMetrics(_body, _query, { mayReadPrivate }) {
      const [system, network] = [await getSystemStatus(), getNetworkStatus()];
      const isWhole = await mayReadPrivate();
      return prometheusText({
        system: isWhole ? system : masked('getSystemStatus', system),
        network: isWhole ? network : masked('getNetworkStatus', network),
        startedAtMs: fleet.startedAtMs,
        totals: options.totals(),
      });
    },
    getUpdateSource: () => ({ repository: updateRepository }),
  };
}
