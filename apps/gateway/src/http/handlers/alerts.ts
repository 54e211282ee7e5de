import {
  ALERT_LANGUAGES,
  ALERT_SEVERITY_OF,
  type Alert,
  type AlertChannel,
  type AlertLanguage,
  type AlertProblem,
  type AlertSettings,
  type Handlers,
  result,
  type WaitingAlert,
} from '@heliograph/contract';
import type { AlertRecord } from '../../alerts/alert.ts';
import { isOpen } from '../../alerts/alert-book.ts';
import type { ChannelState } from '../../alerts/outbox.ts';
import type { Alerts } from '../../alerts/start-alerts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

export interface AlertHandlerOptions {
  readonly settings: SettingsStore;
  readonly alerts: Pick<Alerts, 'all' | 'channels' | 'words' | 'hasClock' | 'testChannel' | 'testRule'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly deviceClock: Pick<DeviceClock, 'unixMs' | 'utcOffsetAtS'>;
}

type AlertHandlers = Pick<
  Handlers,
  'getAlertSettings' | 'setAlertSettings' | 'testAlertChannel' | 'testAlertRule' | 'getAlerts'
>;

/** The alerts themselves have subscribed to the settings. */
export function createAlertHandlers(options: AlertHandlerOptions): AlertHandlers {
  const { settings, alerts } = options;
  return {
    getAlertSettings() {
      const { channels, ...others } = settings.get('alerts');
      return {
        ...others,
        channels: channels.map((channel) => ({ ...channel, secret: shownSecret(channel.secret) })),
      };
    },
    async setAlertSettings(next) {
      await settings.update('alerts', (current) => ({
        ...next,
        channels: next.channels.map((channel) => withKept(channel, current)),
      }));
      return result('SettingsSaved');
    },
    async testAlertChannel(channel) {
      const problem = await alerts.testChannel(withKept(channel, settings.get('alerts')));
      if (problem === undefined) return result('AlertSent');
      if (problem !== 'busy') return { type: 'warning', message: MESSAGES[problem], problem };
      return {
        type: 'warning',
        message: 'Other channels are being tried; please try again in a few seconds.',
      };
    },
    testAlertRule({ rule }) {
      const { now, channels } = alerts.testRule(rule);
      return { ...result(channels > 0 ? 'AlertRuleTested' : 'AlertNoChannel'), now };
    },
    getAlerts(_, { lang }) {
      const language = ALERT_LANGUAGES.find((known) => known === lang) ?? settings.get('alerts').language;
      const channels = alerts.channels();
      const records = [...alerts.all()].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)));
      return {
        alerts: records.map((record) => sentAlert(record, language, channels, options)),
        channels: channels.map((channel) => sentChannel(channel, options)),
        has_clock: alerts.hasClock(),
        utc_offset: options.deviceClock.utcOffsetAtS(options.deviceClock.unixMs()),
      };
    },
  };
}

/** The placeholder stands for the secret that the channel of this id has. */
function withKept(channel: AlertChannel, { channels }: AlertSettings): AlertChannel {
  const stored = channels.find(({ id }) => id === channel.id)?.secret ?? '';
  return { ...channel, secret: keptOrNew(channel.secret, stored) };
}

function sentAlert(
  record: AlertRecord,
  language: AlertLanguage,
  channels: readonly ChannelState[],
  { alerts, settings, deviceClock }: AlertHandlerOptions,
): Alert {
  const { id, rule, sinceS, solvedAtS, isMoment, sent } = record;
  const stored = settings.get('alerts').channels;
  const nameOf = (channel: string) => stored.find((one) => one.id === channel)?.name ?? channel;
  return {
    ...{ id, rule, severity: ALERT_SEVERITY_OF[rule], since: sinceS, moment: isMoment },
    utc_offset: deviceClock.utcOffsetAtS(sinceS * 1000),
    ...alerts.words(record, language),
    ...(solvedAtS !== undefined && { solved: solvedAtS }),
    sent: sent.map(({ channel, atS, isSolved }) => ({ channel: nameOf(channel), at: atS, solved: isSolved })),
    waits: [
      ...channels.flatMap((channel) => waitOf(channel, id)),
      ...record.givenUp.map((channel): WaitingAlert => ({ channel: nameOf(channel), reason: 'given-up' })),
    ],
  };
}

function waitOf({ name, notices, hold, problem }: ChannelState, id: string): readonly WaitingAlert[] {
  const waits = notices.some((notice) => 'alert' in notice && notice.alert === id);
  return waits ? [{ channel: name, reason: hold ?? 'soon', ...(problem && { problem }) }] : [];
}

function sentChannel(
  { id, name, sentToday, notices, problem, isOfExample, nextMs }: ChannelState,
  { clock, deviceClock }: AlertHandlerOptions,
) {
  const next = (ms: number) =>
    Math.ceil((deviceClock.unixMs() + Math.max(0, ms - clock.monotonicMs())) / 1000);
  return {
    ...{ id, name, sent_today: sentToday, waiting: notices.length },
    ...(problem && { problem, ...(isOfExample && { example: true }) }),
    ...(nextMs !== undefined && { next: next(nextMs) }),
  };
}

/** For scripts; the web app has its own words for each. */
const MESSAGES: Readonly<Record<AlertProblem, string>> = {
  'unknown-name': 'The name in the address cannot be found.',
  unreachable: 'Nothing answers at this address.',
  timeout: 'The channel does not answer in time.',
  certificate: 'The certificate of the channel is not trusted.',
  login: 'The channel wants another user, password or token.',
  redirect: 'The channel sends us to another address.',
  refused: 'The channel refuses the message, or knows no such recipient.',
  throttled: 'The channel has had too many messages.',
  fault: 'The channel answers that it cannot.',
  'mqtt-off': 'MQTT is switched off in the settings.',
  broker: 'There is no connection to the MQTT broker.',
};
