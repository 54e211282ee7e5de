import type { Handlers } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { HostFacts } from '../../platform/host-facts.ts';
import { chipIdOrSerial, expandHostname } from '../../settings/device-identity.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { networkStatus } from '../../system/network-status.ts';
import type { RadioFacts } from '../../system/radio-facts.ts';
import { type StartReason, systemStatus } from '../../system/system-status.ts';

type SystemHandlers = Pick<Handlers, 'getSystemStatus' | 'getNetworkStatus' | 'getUpdateSource'>;

export interface SystemHandlerOptions {
  readonly settings: SettingsStore;
  readonly host: HostFacts;
  readonly clock: Clock;
  readonly startedAtMs: number;
  readonly startReason: StartReason;
  readonly dataFolder: string;
  /** Of the sources that the gateway was built from; empty when not known. */
  readonly gitHash: string;
  /** `owner/name`; empty: nobody is asked for newer versions. */
  readonly updateRepository: string;
  readonly radioStatus: () => RadioFacts;
}

/** What the gateway tells of itself. */
export function createSystemHandlers(options: SystemHandlerOptions): SystemHandlers {
  const { settings, host, clock, startedAtMs, startReason, dataFolder, gitHash, updateRepository } = options;

  function identity() {
    const chipId = chipIdOrSerial(host, settings.get('dtu').dtu_serial);
    return { chipId, hostname: expandHostname(settings.get('network').hostname, chipId) };
  }

  return {
    getSystemStatus: () =>
      systemStatus({
        host,
        dataFolder,
        hostname: identity().hostname,
        gitHash,
        startReason,
        saveCount: settings.saveCount(),
        uptimeS: Math.floor((clock.monotonicMs() - startedAtMs) / 1000),
        radio: options.radioStatus(),
      }),
    getNetworkStatus: () => networkStatus({ network: host.network(), ...identity() }),
    getUpdateSource: () => ({ repository: updateRepository }),
  };
}
