import {
  getMqttConfig,
  getTimeseriesSettings,
  getTimeseriesStatus,
  type ReceivedTimeseriesTrial,
  setTimeseriesSettings,
  TIMESERIES_LOGINS,
  type TimeseriesLogin,
  type TimeseriesSettings,
  TimeseriesSettingsSchema,
  type TimeseriesStatus,
  testTimeseries,
  timeseriesFailures,
} from '@heliograph/contract';
import { Link } from 'wouter';
import { useServices } from '../../shared/api/services.ts';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { askAgainMs, LoadFailure, mayPass } from '../../shared/form/load-failure.tsx';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { Trial, type TrialVerdict } from '../../shared/form/trial.tsx';
import type { FieldErrors, Form } from '../../shared/form/use-form.ts';
import { wholeNumber } from '../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList } from '../../shared/ui/info-list.tsx';

/** A time-series database of the owner gets everything that is measured: which one, and how that goes. */
export function TimeseriesPage() {
  const { t: frame } = useI18n();
  const { timeseries: t } = useTexts('timeseries');
  const status = useEndpoint(getTimeseriesStatus, NO_QUERY, statusEveryMs);

  function moreErrors(values: TimeseriesValues): FieldErrors<TimeseriesValues> {
    return Object.fromEntries(
      timeseriesFailures(bodyOf(values)).map(({ field, result, param }) => [
        field,
        t.results[result].replace(/\{(min|max)\}/g, (whole, key: string) => String(param[key] ?? whole)),
      ]),
    );
  }

  return (
    <SettingsPage
      draftKey="timeseries"
      title={frame.titles.timeseries}
      info={t.intro}
      load={getTimeseriesSettings}
      save={setTimeseriesSettings}
      schema={TimeseriesSettingsSchema}
      valuesOf={valuesOf}
      bodyOf={bodyOf}
      moreErrors={moreErrors}
      fieldOf={() => undefined}
      onSaved={status.reload}
      heights={[30, 12, 13]}
    >
      {(form) => (
        <>
          <TargetCard form={form} />
          <StateCard status={status} />
          <FleetCard form={form} />
        </>
      )}
    </SettingsPage>
  );
}

const NO_QUERY = {};
const STATUS_EVERY_MS = 3000;
const EXAMPLE = 'http://192.168.4.30:8428/write';
/** The gateway itself waits for 10 s. */
const ANSWER_WAIT_MS = 15_000;

function statusEveryMs(loaded: Loaded<unknown>): number | undefined {
  if (loaded.failure?.kind === 'throttled') return askAgainMs(loaded);
  return loaded.failure === undefined || mayPass(loaded.failure) ? STATUS_EVERY_MS : undefined;
}

function TargetCard({ form }: { readonly form: Form<TimeseriesValues> }) {
  const { timeseries: t } = useTexts('timeseries');
  const { call } = useServices();
  const { login } = form.values;

  function verdictOf({ type, problem, answer }: ReceivedTimeseriesTrial): TrialVerdict | undefined {
    if (problem === undefined) {
      return type === 'success' ? { isGood: true, text: t.results.TimeseriesTaken } : undefined;
    }
    const more = answer === undefined ? undefined : <p>{t.answer(answer)}</p>;
    return { isGood: false, text: t.problems[problem], more };
  }

  return (
    <Card title={t.card}>
      <SwitchField label={t.enabled} field={form.flag('enabled')} />
      <TextField
        label={t.address}
        hint={t.addressHint(EXAMPLE)}
        field={form.text('address')}
        inputMode="url"
        spellCheck={false}
      />
      <TextField label={t.site} hint={t.siteHint} field={form.text('site')} />
      <SelectField
        label={t.login}
        field={form.text('login')}
        options={TIMESERIES_LOGINS.map((value) => ({ value, label: t.logins[value] }))}
      />
      {login === 'basic' && <TextField label={t.user} field={form.text('user')} spellCheck={false} />}
      {login !== 'none' && (
        <SecretField
          label={login === 'basic' ? t.password : t.token}
          hint={t.secretHint}
          field={form.text('secret')}
          canBeRemoved
        />
      )}
      <TextField label={t.interval} field={form.text('interval')} unit="s" inputMode="numeric" required />
      {form.values.address !== '' && (
        <Trial
          form={form}
          label={t.test}
          target={form.values.address}
          send={() => call(testTimeseries, { body: bodyOf(form.values), waitMs: ANSWER_WAIT_MS })}
          verdictOf={verdictOf}
        />
      )}
    </Card>
  );
}

/** What is saved, and how it goes with that. */
function StateCard({
  status,
}: {
  readonly status: Loaded<TimeseriesStatus> & { readonly reload: () => void };
}) {
  const { format } = useI18n();
  const { timeseries: t } = useTexts('timeseries');
  const { answer, failure } = status;
  const ago = (seconds: number) => format.duration(seconds * 1000);
  return (
    <Card title={t.state}>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={status.reload} />
      )}
      {answer !== undefined && (
        <>
          <div role="status">
            <Verdict status={answer} />
          </div>
          {answer.enabled && (
            <InfoList
              stale={failure !== undefined}
              rows={[
                [t.lastTaken, answer.last_taken === undefined ? t.never : t.ago(ago(answer.last_taken))],
                [t.lines, format.noDigits(answer.lines)],
              ]}
            />
          )}
          {answer.too_old > 0 && <p>{t.tooOld(format.noDigits(answer.too_old))}</p>}
          {answer.lines_refused > 0 && <p>{format.count(answer.lines_refused, t.linesRefused)}</p>}
        </>
      )}
    </Card>
  );
}

/** The summary for a fleet page goes another way: over MQTT. */
function FleetCard({ form }: { readonly form: Form<TimeseriesValues> }) {
  const { t: frame } = useI18n();
  const { timeseries: t } = useTexts('timeseries');
  const { answer } = useEndpoint(getMqttConfig, NO_QUERY);
  const topic = typeof answer?.mqtt_topic === 'string' ? answer.mqtt_topic : '…/';
  return (
    <Card title={t.fleet.card}>
      <SwitchField
        label={t.fleet.switch}
        hint={t.fleet.hint(`${topic}${SUMMARY_TOPIC}`)}
        field={form.flag('fleet')}
      />
      <p>{t.fleet.place}</p>
      {form.values.fleet && answer?.mqtt_enabled === false && (
        <Alert kind="warning">
          {t.fleet.mqttOff} <Link href={PATHS.mqttSettings}>{frame.titles.mqttSettings}</Link>
        </Alert>
      )}
    </Card>
  );
}

/** The last level of the topic. Source: docs/reference/fleet-messages.md. */
const SUMMARY_TOPIC = 'site';

/** It is behind where the oldest that it has not got is older than a few rounds of sending. */
const BEHIND_S = 60;

function Verdict({ status }: { readonly status: TimeseriesStatus }) {
  const { format } = useI18n();
  const { timeseries: t } = useTexts('timeseries');
  const { enabled, problem, answer, waiting = 0, next_in: nextIn } = status;
  if (!enabled) return <Alert kind="info">{t.off}</Alert>;
  const behind = waiting > BEHIND_S && <p>{t.behind(format.duration(waiting * 1000))}</p>;
  if (problem === undefined) {
    const isUntried = status.last_taken === undefined;
    return (
      <Alert kind={behind || isUntried ? 'info' : 'success'}>
        {behind || (isUntried ? t.nothingYet : t.current)}
      </Alert>
    );
  }
  return (
    <Alert kind="warning">
      <p>{t.problems[problem]}</p>
      {answer !== undefined && <p>{t.answer(answer)}</p>}
      {behind}
      {nextIn !== undefined && <p>{t.again(format.duration(nextIn * 1000))}</p>}
    </Alert>
  );
}

// A type and not an interface: only types are known to have no further keys.
type TimeseriesValues = {
  readonly enabled: boolean;
  readonly address: string;
  readonly site: string;
  readonly login: string;
  readonly user: string;
  readonly secret: string;
  readonly interval: string;
  readonly fleet: boolean;
};

function valuesOf(settings: TimeseriesSettings): TimeseriesValues {
  return { ...settings, interval: String(settings.interval) };
}

function bodyOf({ address, site, login, interval, ...others }: TimeseriesValues): TimeseriesSettings {
  return {
    ...others,
    ...{ address: address.trim(), site: site.trim(), login: login as TimeseriesLogin },
    interval: wholeNumber(interval) ?? 0,
  };
}
