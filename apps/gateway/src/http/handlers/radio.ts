import { type Handlers, type LinkCounts, type RadioLink, type RadioTest, result } from '@heliograph/contract';
import type { LinkCounts as Counted } from '@heliograph/domain';
import type { Fleet } from '../../fleet/fleet.ts';
import { type InverterState, isReachable, RADIO_SOURCE } from '../../fleet/inverter.ts';
import type { Clock } from '../../platform/clock.ts';
import { ranked } from '../../settings/inverter-slots.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { RadioTrial, TrialResult } from '../../sources/radio/radio-trial.ts';
import { bandsOf, outOfBand } from '../../sources/radio/supported-inverters.ts';
import type { RadioFacts } from '../../system/radio-facts.ts';

type RadioHandlers = Pick<Handlers, 'getRadio' | 'setRadioSettings' | 'testRadio'>;

export interface RadioHandlerOptions {
  readonly settings: SettingsStore;
  readonly fleet: Pick<Fleet, 'inverters'>;
  readonly radioStatus: () => RadioFacts;
  readonly isRadioSimulated: boolean;
  readonly platform: { readonly clock: Pick<Clock, 'monotonicMs'> };
  readonly radioTrial: Pick<RadioTrial, 'start' | 'isRunning' | 'result'>;
}

/** How the own radio does, and how well it reaches each inverter. */
export function createRadioHandlers(options: RadioHandlerOptions): RadioHandlers {
  const { settings, fleet, radioStatus, isRadioSimulated, radioTrial } = options;
  const { clock } = options.platform;
  return {
    getRadio() {
      const { connected, plusVariant, fault, lateness } = radioStatus();
      const tried = radioTrial.result();
      const unreached = outOfBand(ranked(settings.get('inverters')), bandsOf(options));
      return {
        ...{ simulated: isRadioSimulated, connected, plus_variant: plusVariant },
        ...(fault && { fault }),
        hop_mode: settings.get('radio').hop_mode,
        ...(lateness && { lateness }),
        testing: radioTrial.isRunning(),
        ...(tried && { test: testOf(tried, clock.monotonicMs()) }),
        inverters: fleet
          .inverters()
          .filter(({ sourceId }) => sourceId === RADIO_SOURCE)
          .map(linkOf),
        ...(unreached.length > 0 && { out_of_band: unreached.map(({ serial, name }) => ({ serial, name })) }),
      };
    },
    async setRadioSettings(next) {
      await settings.update('radio', () => next);
      return result('SettingsSaved');
    },
    testRadio({ test }) {
      if (!test) return { type: 'warning', message: 'The radio is not tested.' };
      radioTrial.start();
      return {
        type: 'success',
        message: 'The radio is being tested; what comes of it is told with the radio.',
      };
    },
  };
}

function testOf(trial: TrialResult, nowMs: number): RadioTest {
  const { tries, packets, endedMs, connected, plusVariant, fault } = trial;
  return {
    ...{ ago: Math.round((nowMs - endedMs) / 1000), connected, plus_variant: plusVariant, packets },
    ...(tries !== undefined && { tries }),
    ...(fault && { fault }),
  };
}

function linkOf(inverter: InverterState): RadioLink {
  const { serial, name, link, radioStatistics } = inverter;
  const rssi = radioStatistics?.rssiDbm;
  return {
    ...{ serial, name, reachable: isReachable(inverter) },
    ...(rssi !== undefined && { rssi }),
    ...{ rigid: sentCounts(link.rigid), free: sentCounts(link.free) },
  };
}

function sentCounts({ missedFragments, repeatedRequests, ...counts }: Counted): LinkCounts {
  return { ...counts, missed_fragments: missedFragments, repeated_requests: repeatedRequests };
}
