import { type Handlers, result, type TimeseriesProblem, type TimeseriesSettings } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { Timeseries } from '../../timeseries/timeseries.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type TimeseriesHandlers = Pick<
  Handlers,
  'getTimeseriesSettings' | 'setTimeseriesSettings' | 'testTimeseries' | 'getTimeseriesStatus'
>;

/** Where everything that is measured goes to, and whether it gets there. What sends has subscribed to the settings. */
export function createTimeseriesHandlers(
  settings: SettingsStore,
  timeseries: Pick<Timeseries, 'status' | 'test'>,
): TimeseriesHandlers {
  return {
    getTimeseriesSettings() {
      const { secret, ...others } = settings.get('timeseries');
      return { ...others, secret: shownSecret(secret) };
    },
    async setTimeseriesSettings(next) {
      await settings.update('timeseries', (current) => withKept(next, current));
      return result('SettingsSaved');
    },
    async testTimeseries(tried) {
      const refusal = await timeseries.test(withKept(tried, settings.get('timeseries')));
      if (refusal === undefined) return result('TimeseriesTaken');
      if (refusal !== 'busy') return { type: 'warning', message: MESSAGES[refusal.problem], ...refusal };
      return { type: 'warning', message: 'Others are trying it too; please try again in a few seconds.' };
    },
    getTimeseriesStatus: () => timeseries.status(),
  };
}

/** The placeholder stands for the secret that is known, but only at the address that it was given for. */
function withKept(next: TimeseriesSettings, current: TimeseriesSettings): TimeseriesSettings {
  const isSameServer = originOf(next.address) === originOf(current.address);
  return { ...next, secret: keptOrNew(next.secret, isSameServer ? current.secret : '') };
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '');

/** For scripts; the web app has its own words for each. */
const MESSAGES: Readonly<Record<TimeseriesProblem, string>> = {
  'unknown-name': 'The name in the address cannot be found.',
  unreachable: 'Nothing answers at this address.',
  timeout: 'The database does not answer in time.',
  certificate: 'The certificate of the database is not trusted.',
  login: 'The database wants another user, password or token.',
  'not-found': 'There is no such path or database there.',
  redirect: 'The database sends us to another address.',
  refused: 'The database refuses what we send.',
  'lines-refused': 'The fleet page refuses it: mostly the name of the plant is not the id of its site there.',
  throttled: 'The database has had too much.',
  fault: 'The database answers that it cannot.',
};
