import {
  getMeter,
  getMeterReading,
  METER_FACTOR_MAX,
  METER_FACTOR_MIN,
  METER_HTTP_PRESETS,
  METER_INTERVAL_MAX_S,
  METER_INTERVAL_MIN_S,
  METER_KINDS,
  METER_MODBUS_PRESETS,
  METER_UNIT_MAX,
  METER_UNIT_MIN,
  type MeterConfig,
  MeterConfigSchema,
  type MeterHttpPreset,
  type MeterKind,
  type MeterModbusPreset,
  type MeterStatus,
  RESULT_CODES,
  type ReceivedMeter,
  type ReceivedMeterTrial,
  SOURCE_PORT_MAX,
  SOURCE_PORT_MIN,
  setMeter,
  testMeter,
} from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { Trial, type TrialVerdict } from '../../shared/form/trial.tsx';
import type { FieldErrors, Form } from '../../shared/form/use-form.ts';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList } from '../../shared/ui/info-list.tsx';

/** The gateway itself waits for 12 s. */
const ANSWER_WAIT_MS = 16_000;
const READ_EVERY_MS = 2000;
const NO_QUERY = {};

/** How the power meter of the house is read, with a test before it is saved. */
export function MeterForm() {
  const { format } = useI18n();
  const texts = useTexts('common', 'house');
  const t = texts.house.meter;
  const status = useEndpoint(getMeterReading, NO_QUERY, () => READ_EVERY_MS);

  function moreErrors(values: MeterValues): FieldErrors<MeterValues> {
    const { kind, http_preset, topic, path, factor } = values;
    const isOwn = kind === 'http' && http_preset === 'own';
    const isFactor = factorOf(factor) >= METER_FACTOR_MIN && factorOf(factor) <= METER_FACTOR_MAX;
    const range = (min: number, max: number) => ({ min, max });
    return {
      topic: kind === 'mqtt' && !/^[^+#]+$/.test(topic) ? t.topicMissing : undefined,
      path: isOwn && !path.startsWith('/') ? t.pathMissing : undefined,
      port: wholeNumberError(texts, format, values.port, range(SOURCE_PORT_MIN, SOURCE_PORT_MAX)),
      interval: wholeNumberError(
        ...([texts, format, values.interval, range(METER_INTERVAL_MIN_S, METER_INTERVAL_MAX_S)] as const),
      ),
      unit: wholeNumberError(texts, format, values.unit, range(METER_UNIT_MIN, METER_UNIT_MAX)),
      factor: isFactor ? undefined : t.number(String(METER_FACTOR_MIN), String(METER_FACTOR_MAX)),
    };
  }

  return (
    <SettingsPage<ReceivedMeter, MeterConfig, MeterValues>
      draftKey="meter"
      title=""
      load={getMeter}
      save={setMeter}
      schema={MeterConfigSchema}
      valuesOf={meterValues}
      bodyOf={meterBody}
      settle={settled}
      moreErrors={moreErrors}
      fieldOf={({ code }) => FIELD_OF_CODE.get(code ?? 0)}
      onSaved={status.reload}
      heights={[25]}
    >
      {(form, received) => (
        <Card title={t.title}>
          <p>{t.intro}</p>
          <MeterFields form={form} canBeSimulated={status.answer?.simulated === true} />
          {form.values.kind !== 'none' && <MeterTest form={form} received={received} />}
          {received.kind !== 'none' && status.answer && <Now status={status.answer} />}
        </Card>
      )}
    </SettingsPage>
  );
}

interface MeterFieldsProps {
  readonly form: Form<MeterValues>;
  readonly canBeSimulated: boolean;
}

function MeterFields({ form, canBeSimulated }: MeterFieldsProps) {
  const t = useTexts('house').house.meter;
  /** How often saving or testing had come to nothing when the kind was chosen. */
  const [refusals, setRefusals] = useState<number>();
  const { kind, http_preset } = form.values;
  const kinds = METER_KINDS.filter((one) => one !== 'simulated' || canBeSimulated || kind === one);
  const isOwn = kind === 'http' && http_preset === 'own';
  const isAsked = kind === 'http' || kind === 'modbus';
  const isReal = isAsked || kind === 'mqtt';

  function chooseKind(next: string): void {
    form.set('kind', next);
    form.set('port', portOf(next, form.values.https, form.values.port));
    setRefusals(form.refusals);
  }

  function chooseHttps(isHttps: boolean): void {
    form.set('https', isHttps);
    form.set('port', portOf(kind, isHttps, form.values.port));
  }

  /** What only came with the kind was not there to be wrong when another one was refused. */
  function text(name: keyof MeterValues) {
    const field = form.text(name);
    return refusals === form.refusals && !field.isTyped ? { ...field, error: undefined } : field;
  }

  return (
    <>
      <SelectField
        label={t.kind}
        field={{ ...form.text('kind'), onText: chooseKind }}
        options={optionsOf(kinds, t.kinds)}
      />
      {kind === 'http' && (
        <SelectField
          label={t.preset}
          field={form.text('http_preset')}
          options={optionsOf(METER_HTTP_PRESETS, t.httpPresets)}
        />
      )}
      {kind === 'modbus' && (
        <SelectField
          label={t.preset}
          field={form.text('modbus_preset')}
          options={optionsOf(METER_MODBUS_PRESETS, t.modbusPresets)}
        />
      )}
      {kind === 'mqtt' && (
        <TextField label={t.topic} field={text('topic')} hint={t.topicHint} spellCheck={false} required />
      )}
      {isAsked && (
        <>
          <TextField label={t.host} field={text('host')} spellCheck={false} autoCapitalize="none" required />
          <TextField
            label={t.port}
            field={form.text('port')}
            hint={kind === 'modbus' ? t.modbusPortHint : t.httpPortHint}
            inputMode="numeric"
            required
          />
        </>
      )}
      {isOwn && (
        <TextField label={t.path} field={text('path')} hint={t.pathHint} spellCheck={false} required />
      )}
      {(isOwn || kind === 'mqtt') && (
        <TextField label={t.value} field={form.text('value')} hint={t.valueHint} spellCheck={false} />
      )}
      {kind === 'http' && (
        <>
          <SwitchField label={t.https} field={{ ...form.flag('https'), onFlag: chooseHttps }} />
          <TextField label={t.user} field={form.text('user')} spellCheck={false} autoCapitalize="none" />
          <SecretField label={t.password} field={form.text('password')} canBeRemoved />
        </>
      )}
      {kind === 'modbus' && (
        <TextField label={t.unit} field={form.text('unit')} inputMode="numeric" required />
      )}
      {isAsked && (
        <TextField label={t.interval} field={form.text('interval')} unit="s" inputMode="numeric" required />
      )}
      {isReal && (
        <>
          <TextField
            label={t.factor}
            field={form.text('factor')}
            hint={t.factorHint}
            inputMode="decimal"
            required
          />
          <SwitchField label={t.inverted} field={form.flag('inverted')} />
        </>
      )}
    </>
  );
}

/** Where meters of a kind mostly listen. */
const USUAL_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', modbus: '502' };

/** The usual port of one kind takes the place of that of another; one of somebody's own stays. */
function portOf(kind: string, isHttps: boolean, port: string): string {
  const way = kind === 'http' && isHttps ? 'https' : kind;
  return Object.values(USUAL_PORTS).includes(port) ? (USUAL_PORTS[way] ?? port) : port;
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) {
  return values.map((value) => ({ value, label: labels[value] }));
}

interface MeterTestProps {
  readonly form: Form<MeterValues>;
  readonly received: ReceivedMeter;
}

/** Reads the meter with the values of the form without saving them. */
function MeterTest({ form, received }: MeterTestProps) {
  const { format } = useI18n();
  const { call } = useServices();
  const t = useTexts('house').house.meter;
  const { kind, topic, host, port } = form.values;

  function verdictOf({ type, power, problem }: ReceivedMeterTrial): TrialVerdict | undefined {
    if (problem !== undefined) return { isGood: false, text: t.problems[problem] };
    if (type !== 'success' || power === undefined) return undefined;
    const text = (power < 0 ? t.fedIn : t.taken)(`${format.noDigits(Math.abs(power))} W`);
    return { isGood: true, text, ...(kind !== 'simulated' && { more: t.signHint }) };
  }

  return (
    <Trial
      form={form}
      label={t.test}
      target={kind === 'mqtt' ? topic : kind === 'simulated' ? t.kinds.simulated : `${host}:${port}`}
      send={() =>
        call(testMeter, {
          body: meterBody(settled(form.values, meterValues(received)), received),
          waitMs: ANSWER_WAIT_MS,
        })
      }
      verdictOf={verdictOf}
    />
  );
}

/** What the meter says, as it is saved. */
function Now({ status: { power, age, problem } }: { readonly status: MeterStatus }) {
  const { format } = useI18n();
  const t = useTexts('house').house.meter;
  const watts = power === undefined ? undefined : `${format.noDigits(Math.abs(power))} W`;
  const value = watts !== undefined && (power !== undefined && power < 0 ? t.nowFedIn : t.nowTaken)(watts);
  const parts = [value, age !== undefined && t.age(format.noDigits(age)), problem && t.problems[problem]];
  return <InfoList rows={[[t.now, parts.filter(Boolean).join(' · ')]]} />;
}

// A type and not an interface: only types are known to have no further keys.
type MeterValues = {
  readonly kind: string;
  readonly topic: string;
  readonly value: string;
  readonly http_preset: string;
  readonly modbus_preset: string;
  readonly https: boolean;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly user: string;
  readonly password: string;
  readonly interval: string;
  readonly unit: string;
  readonly factor: string;
  readonly inverted: boolean;
};

function meterValues(meter: ReceivedMeter): MeterValues {
  const { port, interval, unit, factor, ...others } = meter;
  return {
    ...others,
    ...{ port: String(port), interval: String(interval), unit: String(unit), factor: String(factor) },
  };
}

/** What another kind is read by stays as it is stored: nobody could see what is wrong with it. */
function settled(values: MeterValues, stored: MeterValues): MeterValues {
  const { kind, http_preset } = values;
  const isAsked = kind === 'http' || kind === 'modbus';
  const isOwn = kind === 'http' && http_preset === 'own';
  const { topic, value, host, port, interval, path, user, password, https, unit } = stored;
  return {
    ...values,
    ...(kind !== 'mqtt' && { topic }),
    ...(kind !== 'mqtt' && !isOwn && { value }),
    ...(!isAsked && { host, port, interval }),
    ...(!isOwn && { path }),
    ...(kind !== 'http' && { user, password, https }),
    ...(kind !== 'modbus' && { unit }),
    ...(!isAsked && kind !== 'mqtt' && { factor: stored.factor, inverted: stored.inverted }),
  };
}

/** The schema judges what was chosen. */
function meterBody(values: MeterValues, received: ReceivedMeter): MeterConfig {
  return {
    ...received,
    ...values,
    kind: values.kind as MeterKind,
    http_preset: values.http_preset as MeterHttpPreset,
    modbus_preset: values.modbus_preset as MeterModbusPreset,
    port: wholeNumber(values.port) ?? 0,
    interval: wholeNumber(values.interval) ?? 0,
    unit: wholeNumber(values.unit) ?? 0,
    factor: factorOf(values.factor),
  };
}

/** With a comma or a point; what is none is 0. */
function factorOf(text: string): number {
  const factor = Number(text.trim().replace(',', '.'));
  return Number.isFinite(factor) ? factor : 0;
}

const FIELD_OF_CODE: ReadonlyMap<number, keyof MeterValues> = new Map([
  [RESULT_CODES.MeterTopic.code, 'topic'],
  [RESULT_CODES.SourceHostInvalid.code, 'host'],
  [RESULT_CODES.SourcePort.code, 'port'],
  [RESULT_CODES.SourcePathInvalid.code, 'path'],
  [RESULT_CODES.SourceUserLength.code, 'user'],
  [RESULT_CODES.SourceUserInvalid.code, 'user'],
  [RESULT_CODES.SourcePasswordLength.code, 'password'],
  [RESULT_CODES.MeterInterval.code, 'interval'],
  [RESULT_CODES.MeterUnit.code, 'unit'],
  [RESULT_CODES.MeterFactor.code, 'factor'],
]);
