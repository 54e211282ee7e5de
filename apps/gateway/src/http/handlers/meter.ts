import { type Handlers, type MeterConfig, type MeterProblem, result } from '@heliograph/contract';
import type { RuleControl } from '../../limits/rule-control.ts';
import type { Meter } from '../../meter/meter.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

export interface MeterHandlerOptions {
  readonly settings: SettingsStore;
  readonly meter: Pick<Meter, 'reading' | 'problem' | 'tryOut' | 'hasSimulated'>;
  readonly rule: Pick<RuleControl, 'state'>;
  readonly clock: Clock;
}

type MeterHandlers = Pick<Handlers, 'getMeter' | 'setMeter' | 'testMeter' | 'getMeterReading'>;

/** The meter itself has subscribed to the settings. */
export function createMeterHandlers({ settings, meter, rule, clock }: MeterHandlerOptions): MeterHandlers {
  const withKept = (config: MeterConfig): MeterConfig => ({
    ...config,
    password: keptOrNew(config.password, settings.get('meter').password),
  });
  /** A saved password is for the meter that it was saved for: whoever tries another one has to enter it. */
  function lacksPassword({ kind, host, port, password }: MeterConfig): boolean {
    const saved = settings.get('meter');
    const isSame = host === saved.host && port === saved.port;
    return kind === 'http' && !isSame && keptOrNew(password, '') !== password;
  }
  return {
    getMeter() {
      const config = settings.get('meter');
      return { ...config, password: shownSecret(config.password) };
    },
    async setMeter(config) {
      if (config.kind === 'none' && rule.state().armed) return result('RuleNeedsMeter');
      await settings.update('meter', (current) => ({
        ...config,
        password: keptOrNew(config.password, current.password),
      }));
      return result('SettingsSaved');
    },
    async testMeter(config) {
      if (lacksPassword(config)) return { type: 'warning', message: MESSAGES.login, problem: 'login' };
      const word = await meter.tryOut(withKept(config));
      if (word.kind === 'busy') {
        return {
          type: 'warning',
          message: 'Other values are being tried; please try again in a few seconds.',
        };
      }
      return word.kind === 'power'
        ? { type: 'success', message: 'The meter tells a power.', power: rounded(word.powerW) }
        : { type: 'warning', message: MESSAGES[word.problem], problem: word.problem };
    },
    getMeterReading() {
      const reading = meter.reading();
      const problem = meter.problem();
      return {
        ...(reading && {
          power: rounded(reading.powerW),
          age: Math.max(0, Math.round((clock.monotonicMs() - reading.atMs) / 1000)),
        }),
        ...(problem && { problem }),
        simulated: meter.hasSimulated,
      };
    },
  };
}

const rounded = (powerW: number) => Math.round(powerW * 10) / 10;

/** For scripts; the web app has its own words for each. */
const MESSAGES: Readonly<Record<MeterProblem, string>> = {
  none: 'There is no meter of this kind.',
  starting: 'The meter was not heard yet.',
  'mqtt-off': 'MQTT is switched off in the settings.',
  broker: 'There is no connection to the MQTT broker.',
  'no-message': 'Nothing comes on this topic.',
  'unknown-name': 'The name of the meter cannot be found.',
  unreachable: 'Nothing listens at this address and port.',
  timeout: 'The meter does not answer in time.',
  certificate: 'The certificate of the meter is not trusted.',
  login: 'The meter does not accept the user name and password.',
  redirect: 'The meter sends its readers to another address.',
  fault: 'The meter answers that it cannot tell this.',
  'no-json': 'What the meter says is no JSON.',
  'too-large': 'The answer is longer than that of any meter.',
  'no-value': 'There is no number where the power is looked for.',
  implausible: 'No house has so much power.',
  'no-meter': 'No meter of this kind is found at this address.',
};
