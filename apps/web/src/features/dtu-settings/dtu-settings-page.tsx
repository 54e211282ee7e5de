import {
  DTU_SERIAL_MAX,
  DTU_SERIAL_MIN,
  type DtuConfig,
  DtuConfigSchema,
  getDtuConfig,
  PA_LEVEL_DBM,
  POLL_INTERVAL_MAX_S,
  POLL_INTERVAL_MIN_S,
  RESULT_CODES,
  type ReceivedDtuConfig,
  setDtuConfig,
} from '@heliograph/contract';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { FieldErrors } from '../../shared/form/use-form.ts';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';

/** The gateway as a station on the air: its serial, how often it asks, and how loud it is. */
export function DtuSettingsPage() {
  const { t: frame, format } = useI18n();
  const texts = useTexts('common', 'device');
  const { dtu: t } = texts.device;

  function moreErrors(values: DtuValues, received: ReceivedDtuConfig): FieldErrors<DtuValues> {
    const serial = wholeNumber(values.dtu_serial) ?? 0;
    // A serial that is stored was taken as it is.
    const isGood =
      values.dtu_serial === received.dtu_serial || (serial >= DTU_SERIAL_MIN && serial <= DTU_SERIAL_MAX);
    const range = { min: POLL_INTERVAL_MIN_S, max: POLL_INTERVAL_MAX_S };
    return {
      dtu_serial: isGood
        ? undefined
        : texts.common.form.wholeNumber(String(DTU_SERIAL_MIN), String(DTU_SERIAL_MAX)),
      dtu_pollinterval: wholeNumberError(texts, format, values.dtu_pollinterval, range),
    };
  }

  return (
    <SettingsPage
      draftKey="dtu"
      title={frame.titles.dtuSettings}
      load={getDtuConfig}
      save={setDtuConfig}
      schema={DtuConfigSchema}
      valuesOf={dtuValues}
      bodyOf={dtuBody}
      moreErrors={moreErrors}
      fieldOf={({ code }) => FIELD_OF_CODE.get(code ?? 0)}
      heights={[25]}
    >
      {(form) => (
        <Card title={t.title}>
          <TextField
            label={t.serial}
            field={form.text('dtu_serial')}
            hint={t.serialHint}
            clean={(text) => text.replace(/\s/g, '')}
            inputMode="numeric"
            spellCheck={false}
            required
          />
          <TextField
            label={t.pollInterval}
            field={form.text('dtu_pollinterval')}
            hint={t.pollIntervalHint}
            unit="s"
            inputMode="numeric"
            required
          />
          <SelectField
            label={t.paLevel}
            field={form.text('dtu_palevel')}
            hint={t.paLevelHint}
            options={PA_LEVEL_DBM.map((dbm, level) => ({
              value: String(level),
              label: `${t.paLevels[level]} (${format.noDigits(dbm)} dBm)`,
            }))}
          />
        </Card>
      )}
    </SettingsPage>
  );
}

// A type and not an interface: only types are known to have no further keys.
type DtuValues = {
  readonly dtu_serial: string;
  readonly dtu_pollinterval: string;
  readonly dtu_palevel: string;
};

function dtuValues({ dtu_serial, dtu_pollinterval, dtu_palevel }: ReceivedDtuConfig): DtuValues {
  return { dtu_serial, dtu_pollinterval: String(dtu_pollinterval), dtu_palevel: String(dtu_palevel) };
}

function dtuBody(values: DtuValues, received: ReceivedDtuConfig): DtuConfig {
  return {
    ...received,
    dtu_serial: values.dtu_serial,
    dtu_pollinterval: wholeNumber(values.dtu_pollinterval) ?? 0,
    dtu_palevel: Number(values.dtu_palevel) as DtuConfig['dtu_palevel'], // the schema judges it
  };
}

const FIELD_OF_CODE: ReadonlyMap<number, keyof DtuValues> = new Map([
  [RESULT_CODES.DtuSerialZero.code, 'dtu_serial'],
  [RESULT_CODES.DtuPollZero.code, 'dtu_pollinterval'],
  [RESULT_CODES.DtuInvalidPowerLevel.code, 'dtu_palevel'],
]);
