import {
  type Handlers,
  type NtpConfig,
  type NtpFailure,
  type NtpStatus,
  type NtpUpdate,
  placeOf,
  result,
  type TimeZones,
} from '@heliograph/contract';
import type { DeviceClock } from '../../platform/device-clock.ts';
import { tellsNewest } from '../../settings/api-generations.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { GatewayTime } from '../../time/gateway-time.ts';
import { localTextOf, localTimeParts, localTimeText, unixMsOfLocal } from '../../time/local-time.ts';
import type { ServerTrial } from '../../time/server-trials.ts';
import { sunTimesOf } from '../../time/sun-times.ts';

type NtpHandlers = Pick<
  Handlers,
  'getNtpConfig' | 'setNtpConfig' | 'getNtpStatus' | 'getTime' | 'setTime' | 'getTimeZones' | 'testTimeServer'
>;

export interface NtpHandlerOptions {
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
  readonly time: Pick<GatewayTime, 'state' | 'setByHand' | 'tryServer'>;
  /** The rules of all zones by their names; none where the web app, which has them, is not built. */
  readonly timeZones: () => TimeZones;
}

/** Clock and time server have subscribed to the settings. */
export function createNtpHandlers({
  settings,
  deviceClock,
  time,
  timeZones,
}: NtpHandlerOptions): NtpHandlers {
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
      ...sunFacts(),
    };
  }

  function sunFacts() {
    const place = placeOf(settings.get('ntp'));
    const nowMs = deviceClock.unixMs();
    const sun = place && deviceClock.isSet() ? sunTimesOf(place, nowMs, deviceClock.utcOffsetS()) : undefined;
    const textOf = (unixMs: number | undefined) =>
      unixMs === undefined ? UNKNOWN_TIME : localTextOf(unixMs, deviceClock);
    return {
      sun_risetime: textOf(sun?.risesMs),
      sun_settime: textOf(sun?.setsMs),
      sun_isSunsetAvailable: sun !== undefined,
      sun_isDayPeriod: sun === undefined || (nowMs >= sun.risesMs && nowMs < sun.setsMs),
    };
  }

  /** Of the zone with this name; undefined where nobody knows it. */
  function ruleOf(name: string, current: NtpConfig): string | undefined {
    if (name === current.ntp_timezone_descr) return current.ntp_timezone;
    const zones = timeZones();
    return Object.hasOwn(zones, name) ? zones[name] : undefined;
  }

  return {
    getNtpConfig: () => ({ ...settings.get('ntp'), sunsettype: 0 }),
    async setNtpConfig(update, _, { generations }) {
      let isRuleKnown = true;
      await settings.update('ntp', (current) => {
        const known = tellsNewest(generations) ? ruleOf(update.ntp_timezone_descr, current) : undefined;
        const rule = update.ntp_timezone ?? known;
        isRuleKnown = rule !== undefined;
        return rule === undefined ? current : withKeptPlace({ ...update, ntp_timezone: rule }, current);
      });
      return result(isRuleKnown ? 'SettingsSaved' : 'ValuesMissing');
    },
    getNtpStatus: status,
    getTime: () => ({ ntp_status: deviceClock.isSet(), ...localTimeParts(deviceClock) }),
    setTime({ unix_s: unixS, ...parts }) {
      time.setByHand(unixS === undefined ? unixMsOfLocal(parts, deviceClock) : unixS * 1000);
      return result('TimeUpdated');
    },
    getTimeZones: timeZones,
    async testTimeServer({ ntp_server }) {
      return trialAnswer(await time.tryServer(ntp_server));
    },
  };
}

/** As originals write it. */
const UNKNOWN_TIME = '--';

/** Where somebody's roof is, is nobody else's business. */
function withoutPlace({ latitude: _, longitude: __, ...config }: NtpConfig) {
  return config;
}

/** Programs that know no place do not send one. */
function withKeptPlace(update: NtpUpdate & Pick<NtpConfig, 'ntp_timezone'>, current: NtpConfig): NtpConfig {
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
