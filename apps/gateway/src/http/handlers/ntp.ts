import {
  type Handlers,
  type NtpConfig,
  type NtpFailure,
  type NtpStatus,
  type NtpUpdate,
  result,
} from '@heliograph/contract';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { GatewayTime } from '../../time/gateway-time.ts';
import { localTimeParts, localTimeText, unixMsOfLocal } from '../../time/local-time.ts';
import type { ServerTrial } from '../../time/server-trials.ts';

type NtpHandlers = Pick<
  Handlers,
  'getNtpConfig' | 'setNtpConfig' | 'getNtpStatus' | 'getTime' | 'setTime' | 'testTimeServer'
>;

export interface NtpHandlerOptions {
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
  readonly time: Pick<GatewayTime, 'state' | 'setByHand' | 'tryServer'>;
}

/** Clock and time server have subscribed to the settings. */
export function createNtpHandlers({ settings, deviceClock, time }: NtpHandlerOptions): NtpHandlers {
  function status(): NtpStatus {
    const { state, answer, nextInMs, failure } = time.state();
    return {
      ...withoutPlace(settings.get('ntp')),
      ntp_status: state === 'synced',
      ntp_localtime: localTimeText(deviceClock),
      ntp_state: state,
      ntp_clock_set: deviceClock.isSet(),
      ntp_address: answer?.address ?? '',
      ntp_answer_age: answer === undefined ? -1 : Math.floor(answer.ageMs / 1000),
      ntp_offset: (answer?.changeMs ?? 0) / 1000,
      ntp_next_try: Math.ceil(nextInMs / 1000),
      ntp_failure: failure,
    };
  }

  return {
    getNtpConfig: () => settings.get('ntp'),
    async setNtpConfig(update) {
      await settings.update('ntp', (current) => withKeptPlace(update, current));
      return result('SettingsSaved');
    },
    getNtpStatus: status,
    getTime: () => ({ ntp_status: deviceClock.isSet(), ...localTimeParts(deviceClock) }),
    setTime({ unix_s: unixS, ...parts }) {
      time.setByHand(unixS === undefined ? unixMsOfLocal(parts, deviceClock) : unixS * 1000);
      return result('TimeUpdated');
    },
    async testTimeServer({ ntp_server }) {
      return trialAnswer(await time.tryServer(ntp_server));
    },
  };
}

/** Where somebody's roof is, is nobody else's business. */
function withoutPlace({ latitude: _, longitude: __, ...config }: NtpConfig) {
  return config;
}

/** Programs that know no place do not send one. */
function withKeptPlace(update: NtpUpdate, current: NtpConfig): NtpConfig {
  const { latitude = current.latitude, longitude = current.longitude } = update;
  return { ...update, latitude, longitude };
}

function trialAnswer(trial: ServerTrial): Awaited<ReturnType<NtpHandlers['testTimeServer']>> {
  if (trial.kind === 'time') {
    const { address, offsetMs } = trial;
    const message = 'The server gives the time.';
    return { type: 'success', message, ntp_failure: '', ntp_address: address, ntp_offset: offsetMs / 1000 };
  }
  const failure = trial.kind === 'busy' ? 'busy' : trial.failure;
  return {
    type: 'warning',
    message: TRIAL_MESSAGES[failure],
    ntp_failure: failure === 'busy' ? 'other' : failure,
    ntp_address: '',
    ntp_offset: 0,
  };
}

/** For scripts; the web app has its own words for each failure. */
const TRIAL_MESSAGES: Readonly<Record<NtpFailure | 'busy', string>> = {
  'unknown-host': 'The server name cannot be found.',
  'no-answer': 'The server does not answer.',
  refused: 'There is no time server at this address.',
  unwanted: 'The server is refusing requests because they come too often.',
  unsynchronised: 'The server itself does not know the time.',
  implausible: 'The server’s answer cannot be right.',
  other: 'The server could not be reached; details are in the console.',
  busy: 'Other servers are being asked; please try again in a few seconds.',
};
