import {
  ALERT_LANGUAGES,
  ALERT_RANGES,
  ALERT_SUMMARIES,
  type AlertLanguage,
  type AlertRule,
  type AlertRuleSettings,
  type AlertSettings,
  AlertSettingsSchema,
  type AlertSummary,
  getAlertSettings,
  setAlertSettings,
  testAlertRule,
} from '@heliograph/contract';
import { type ReactNode, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { FieldErrors, Form } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './alerts.module.css';

const NUMBERS = [
  ...(['order_minutes', 'restart_count', 'voltage_min', 'voltage_max', 'frequency_deviation'] as const),
  ...(['device_minutes', 'meter_minutes', 'disk_percent'] as const),
] as const;
type NumberKey = (typeof NUMBERS)[number];

const GROUPS: readonly {
  readonly title: 'inverters' | 'grid' | 'around';
  readonly rules: readonly AlertRule[];
}[] = [
  { title: 'inverters', rules: ['silent', 'weak', 'dead', 'order', 'event', 'restarts'] },
  { title: 'grid', rules: ['voltage', 'frequency'] },
  { title: 'around', rules: ['device', 'updated', 'meter', 'disk', 'backup'] },
];

/** From when on a rule is true. */
const NUMBERS_OF: { readonly [R in AlertRule]?: readonly NumberKey[] } = {
  order: ['order_minutes'],
  restarts: ['restart_count'],
  voltage: ['voltage_min', 'voltage_max'],
  frequency: ['frequency_deviation'],
  device: ['device_minutes'],
  meter: ['meter_minutes'],
  disk: ['disk_percent'],
};

/** The rules, and when and how much is told. */
export function RulesForm() {
  const { format } = useI18n();
  const { alerts: t } = useTexts('alerts');

  function moreErrors(values: RuleValues): FieldErrors<RuleValues> {
    const number = (key: NumberKey | 'max_a_day', text: string) => {
      const { min, max } = ALERT_RANGES[key];
      const value = numberOf(text);
      const isWhole = key === 'frequency_deviation' || Number.isInteger(value);
      if (isWhole && value >= min && value <= max) return undefined;
      return t.number(format.decimal(min), format.decimal(max));
    };
    const time = (text: string) => (minutesOf(text) < 0 ? t.time : undefined);
    const isOrdered = numberOf(values.voltage_min) < numberOf(values.voltage_max);
    return {
      ...Object.fromEntries(NUMBERS.map((key) => [key, number(key, values[key])])),
      voltage_max:
        number('voltage_max', values.voltage_max) ?? (isOrdered ? undefined : t.results.AlertVoltage),
      max_a_day: number('max_a_day', values.max_a_day),
      quiet_from: time(values.quiet_from),
      quiet_to: time(values.quiet_to),
      summary_minutes: time(values.summary_minutes),
    };
  }

  return (
    <SettingsPage
      draftKey="alerts"
      title=""
      load={getAlertSettings}
      save={setAlertSettings}
      schema={AlertSettingsSchema}
      valuesOf={valuesOf}
      bodyOf={bodyOf}
      moreErrors={moreErrors}
      isHidden={(name, values) => isHidden(name, values)}
      fieldOf={() => undefined}
      heights={[30, 20]}
    >
      {(form) => (
        <>
          <div className={styles.side}>
            {GROUPS.slice(0, 1).map((group) => (
              <RulesCard key={group.title} {...group} form={form} />
            ))}
            <TimesCard form={form} />
          </div>
          <div className={styles.side}>
            {GROUPS.slice(1).map((group) => (
              <RulesCard key={group.title} {...group} form={form} />
            ))}
          </div>
        </>
      )}
    </SettingsPage>
  );
}

interface RulesCardProps {
  readonly title: (typeof GROUPS)[number]['title'];
  readonly rules: readonly AlertRule[];
  readonly form: Form<RuleValues>;
}

function RulesCard({ title, rules, form }: RulesCardProps) {
  const { rules: t } = useTexts('alerts').alerts;
  return (
    <Card title={t[title]}>
      {rules.map((rule) => (
        <RuleRow key={rule} rule={rule} form={form} />
      ))}
    </Card>
  );
}

function RuleRow({ rule, form }: { readonly rule: AlertRule; readonly form: Form<RuleValues> }) {
  const { rules: t } = useTexts('alerts').alerts;
  const numbers = form.values[rule] ? (NUMBERS_OF[rule] ?? []) : [];
  return (
    <div className={styles.rule}>
      <SwitchField label={t.names[rule]} hint={t.hints[rule]} field={form.flag(rule)} />
      <RuleTest rule={rule}>
        {numbers.length > 0 && (
          <div className={styles.numbers}>
            {numbers.map((key) => (
              <TextField
                key={key}
                label={t[key]}
                unit={unitOf(key, t)}
                inputMode={key === 'frequency_deviation' ? 'decimal' : 'numeric'}
                field={form.text(key)}
              />
            ))}
          </div>
        )}
      </RuleTest>
    </div>
  );
}

function unitOf(
  key: NumberKey,
  t: { readonly minutes: string; readonly starts: string; readonly free: string },
) {
  if (key === 'restart_count') return t.starts;
  if (key === 'disk_percent') return t.free;
  if (key === 'frequency_deviation') return 'Hz';
  return key.startsWith('voltage') ? 'V' : t.minutes;
}

interface RuleTestProps {
  readonly rule: AlertRule;
  /** From when on it is true. */
  readonly children: ReactNode;
}

/** What the rule sees now, and an example of what it says. */
function RuleTest({ rule, children }: RuleTestProps) {
  const { call } = useServices();
  const { rules: t, results } = useTexts('alerts').alerts;
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const [told, setTold] = useState<readonly string[]>();

  async function test(): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    setFailure(undefined);
    setTold(undefined);
    const result = await call(testAlertRule, { body: { rule } });
    setWorking(false);
    if (result.kind !== 'answered') return setFailure(result);
    const { now, type } = result.answer;
    setTold([
      ...(now.length === 0 ? [t.nowNothing] : now.map((what) => t.now(what))),
      type === 'success' ? results.AlertRuleTested : results.AlertNoChannel,
    ]);
  }

  return (
    <>
      <Button aria-label={t.exampleOf(t.names[rule])} aria-disabled={isWorking} onClick={() => void test()}>
        {t.example}
      </Button>
      {children}
      <div role="status" className={styles.told}>
        {told !== undefined && (
          <Alert kind="info">
            {told.map((line) => (
              <p key={line}>
                <bdi>{line}</bdi>
              </p>
            ))}
          </Alert>
        )}
      </div>
      {failure !== undefined && (
        <div className={styles.told}>
          <FailureAlert failure={failure} />
        </div>
      )}
    </>
  );
}

function TimesCard({ form }: { readonly form: Form<RuleValues> }) {
  const { times: t } = useTexts('alerts').alerts;
  const { quiet, summary } = form.values;
  return (
    <Card title={t.title}>
      <SwitchField label={t.quiet} hint={t.quietHint} field={form.flag('quiet')} />
      {quiet && (
        <div className={styles.numbers}>
          <TextField label={t.from} type="time" field={form.text('quiet_from')} />
          <TextField label={t.to} type="time" field={form.text('quiet_to')} />
        </div>
      )}
      <TextField label={t.maxADay} hint={t.maxADayHint} inputMode="numeric" field={form.text('max_a_day')} />
      <SwitchField label={t.solved} field={form.flag('solved')} />
      <SelectField
        label={t.language}
        field={form.text('language')}
        options={ALERT_LANGUAGES.map((value) => ({ value, label: t.languages[value] }))}
      />
      <SelectField
        label={t.summary}
        field={form.text('summary')}
        options={ALERT_SUMMARIES.map((value) => ({ value, label: t.summaries[value] }))}
      />
      {summary !== 'off' && (
        <TextField label={t.summaryAt} type="time" field={form.text('summary_minutes')} />
      )}
    </Card>
  );
}

// Types and not interfaces: only types are known to have no further keys.
type RuleValues = { readonly [R in AlertRule]: boolean } & { readonly [K in NumberKey]: string } & {
  readonly quiet: boolean;
  readonly quiet_from: string;
  readonly quiet_to: string;
  readonly max_a_day: string;
  readonly solved: boolean;
  readonly language: string;
  readonly summary: string;
  readonly summary_minutes: string;
};

function valuesOf({ rules, ...settings }: AlertSettings): RuleValues {
  const texts = Object.fromEntries(NUMBERS.map((key) => [key, String(rules[key])]));
  const { quiet_from: from, quiet_to: to } = settings;
  return {
    ...rules,
    ...(texts as Record<NumberKey, string>), // one for each of them
    ...{ quiet: from !== to, quiet_from: timeOf(from), quiet_to: timeOf(to) },
    ...{ max_a_day: String(settings.max_a_day), solved: settings.solved, language: settings.language },
    ...{ summary: settings.summary, summary_minutes: timeOf(settings.summary_minutes) },
  };
}

function bodyOf(values: RuleValues, received: AlertSettings): AlertSettings {
  const flags = Object.fromEntries(GROUPS.flatMap(({ rules }) => rules.map((rule) => [rule, values[rule]])));
  const numbers = Object.fromEntries(NUMBERS.map((key) => [key, numberOf(values[key])]));
  const from = minutesOf(values.quiet_from);
  return {
    ...received,
    // Every key of the rules is one of these two.
    rules: { ...received.rules, ...(flags as Partial<AlertRuleSettings>), ...numbers },
    // The same twice is no quiet hour at all.
    ...{ quiet_from: from, quiet_to: values.quiet ? minutesOf(values.quiet_to) : from },
    ...{ max_a_day: numberOf(values.max_a_day), solved: values.solved },
    language: values.language as AlertLanguage,
    ...{ summary: values.summary as AlertSummary, summary_minutes: minutesOf(values.summary_minutes) },
  };
}

function isHidden(name: keyof RuleValues, values: RuleValues): boolean {
  if (name === 'quiet_from' || name === 'quiet_to') return !values.quiet;
  return name === 'summary_minutes' && values.summary === 'off';
}

/** With a comma or a point; what is none is outside of every range. */
function numberOf(text: string): number {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(number) ? number : -1;
}

const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Of a time of the day as `22:00`; -1 where it is none. */
function minutesOf(text: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined ? -1 : Number(hours) * 60 + Number(minutes);
}
