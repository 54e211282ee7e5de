import {
  INVERTER_NAME_MAX_LENGTH,
  RESULT_CODES,
  type ReceivedApiResult,
  type ReceivedSourceChange,
  renameSourceInverter,
  type SourceInverter,
  SourceInverterUpdateSchema,
  STRING_NAME_MAX_LENGTH,
} from '@heliograph/contract';
import { useId, useState } from 'react';
import type { CallResult } from '../../../shared/api/call.ts';
import { useServices } from '../../../shared/api/services.ts';
import type { FormValues } from '../../../shared/form/drafts.tsx';
import { FormAlert } from '../../../shared/form/form-alert.tsx';
import { DiscardDialog, LeaveGuard } from '../../../shared/form/leave-guard.tsx';
import { lengthError, lengthNote } from '../../../shared/form/length-note.ts';
import { schemaErrors } from '../../../shared/form/schema-errors.ts';
import { SwitchField } from '../../../shared/form/switch-field.tsx';
import { TextField } from '../../../shared/form/text-field.tsx';
import { type FieldErrors, type Form, useForm } from '../../../shared/form/use-form.ts';
import { wholeNumber, wholeNumberError } from '../../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { withUnit } from '../../../shared/i18n/with-unit.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { problemText } from '../source-values.ts';
import styles from './device.module.css';

interface RenameDialogProps {
  /** Id of the device. */
  readonly source: string;
  /** As it was when the dialog was opened. */
  readonly inverter: SourceInverter;
  readonly onClose: () => void;
  readonly onRenamed: (answer: ReceivedApiResult) => void;
}

/** Names and peak powers of an inverter of a device: for this gateway, or also on the device. */
export function RenameDialog({ source, inverter, onClose, onRenamed }: RenameDialogProps) {
  const { common, sources } = useTexts('common', 'sources');
  const { device: t } = sources;
  const formId = useId();
  const [isAsking, setAsking] = useState(false);
  const form = useRenameForm({ source, inverter, onRenamed });

  function close(): void {
    if (form.isDirty) setAsking(true);
    else onClose();
  }

  return (
    <>
      {/* Before the dialog that they stand above: they go first, and give the focus back to it before it goes too. */}
      <LeaveGuard isDirty={form.isDirty} onDiscard={form.reset} />
      {isAsking && (
        <DiscardDialog
          onStay={() => setAsking(false)}
          onDiscard={() => {
            form.reset();
            onClose();
          }}
        />
      )}
      <Dialog
        title={t.renameTitle}
        subtitle={`${inverter.name || inverter.device_name || t.noName}, ${inverter.serial}`}
        closeLabel={common.close}
        onClose={close}
        busy={form.isSaving}
        holdsInput={form.isDirty}
        footer={
          <>
            <Button onClick={close} aria-disabled={form.isSaving}>
              {common.cancel}
            </Button>
            <Button variant="primary" type="submit" form={formId} aria-disabled={form.isSaving}>
              {form.isSaving ? common.form.saving : common.form.save}
            </Button>
          </>
        }
      >
        <FormAlert form={form} />
        <form {...form.formProps} id={formId} className={styles.form}>
          <RenameFields form={form} inverter={inverter} />
        </form>
      </Dialog>
    </>
  );
}

const POWER_MAX_W = 65_535;
const stringName = (index: number) => `channel.${index}.name`;
const stringPower = (index: number) => `channel.${index}.max_power`;

/** Our own names, which may be none. */
function renameValues({ name, channel }: SourceInverter): FormValues {
  const strings = channel.flatMap((string, index) => [
    [stringName(index), string.name],
    [stringPower(index), string.max_power === 0 ? '' : String(string.max_power)],
  ]);
  return { name, on_device: false, ...Object.fromEntries(strings) };
}

function renameBody(source: string, { serial, channel }: SourceInverter, values: FormValues) {
  const text = (name: string) => String(values[name] ?? '').trim();
  return {
    ...{ source, serial, name: text('name'), on_device: values.on_device === true },
    channel: channel.map((_, index) => ({
      name: text(stringName(index)),
      max_power: wholeNumber(text(stringPower(index))) ?? 0,
    })),
  };
}

function useRenameForm({
  source,
  inverter,
  onRenamed,
}: Omit<RenameDialogProps, 'onClose'>): Form<FormValues> {
  const { format } = useI18n();
  const texts = useTexts('common', 'plant', 'sources');
  const { call } = useServices();

  /** The gateway's words are English: why the device did not take it has ours. */
  function inOurWords(result: CallResult<ReceivedSourceChange>): CallResult<ReceivedSourceChange> {
    if (result.kind !== 'answered' || result.answer.source_problem === undefined) return result;
    const message = problemText(texts, result.answer.source_problem);
    return { kind: 'answered', answer: { ...result.answer, message } };
  }

  function errorsOf(values: FormValues): FieldErrors<FormValues> {
    const errors = schemaErrors(texts, SourceInverterUpdateSchema, renameBody(source, inverter, values));
    const length = (name: string, max: number) => [
      name,
      lengthError(texts, String(values[name]).trim(), max),
    ];
    const more = inverter.channel.flatMap((_, index) => {
      const power = String(values[stringPower(index)]).trim();
      const range = { min: 0, max: POWER_MAX_W };
      return [
        length(stringName(index), STRING_NAME_MAX_LENGTH),
        [stringPower(index), power === '' ? undefined : wholeNumberError(texts, format, power, range)],
      ];
    });
    const narrow = Object.fromEntries([length('name', INVERTER_NAME_MAX_LENGTH), ...more]);
    // What is no field the gateway judges.
    const shown = Object.keys(values).map((name) => [name, narrow[name] ?? errors[name]]);
    return Object.fromEntries(shown);
  }

  return useForm<FormValues>({
    draftKey: `source-rename-${inverter.serial}`,
    initial: renameValues(inverter),
    errorsOf,
    save: async (values) =>
      inOurWords(await call(renameSourceInverter, { body: renameBody(source, inverter, values) })),
    fieldOf: ({ code }) => (code === RESULT_CODES.InverterNameLength.code ? 'name' : undefined),
    onSaved: onRenamed,
  });
}

interface RenameFieldsProps {
  readonly form: Form<FormValues>;
  readonly inverter: SourceInverter;
}

function RenameFields({ form, inverter }: RenameFieldsProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'sources');
  const { device: t } = texts.sources;
  const ifEmpty = (name: string) => (name === '' ? t.noneOnDevice : t.asOnDevice(name));
  const text = (name: string) => String(form.values[name] ?? '').trim();
  return (
    <>
      <TextField
        label={t.name}
        help="inverter-name"
        field={form.text('name')}
        hint={lengthNote(texts, text('name'), INVERTER_NAME_MAX_LENGTH) ?? ifEmpty(inverter.device_name)}
      />
      {inverter.channel.map((string, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strings have no name but their place
        <fieldset key={index} className={styles.string}>
          <legend>{t.string(index + 1)}</legend>
          <TextField
            label={t.name}
            help="inverter-string"
            field={form.text(stringName(index))}
            hint={
              lengthNote(texts, text(stringName(index)), STRING_NAME_MAX_LENGTH) ??
              ifEmpty(string.device_name)
            }
          />
          <TextField
            label={t.peakPower}
            help="inverter-power"
            field={form.text(stringPower(index))}
            hint={ifEmpty(withUnit(format, string.device_max_power, 'W'))}
            unit="W"
            inputMode="numeric"
          />
        </fieldset>
      ))}
      <SwitchField
        label={t.onDevice}
        field={form.flag('on_device')}
        hint={form.values.on_device === true ? t.onDeviceHint : t.hereOnly}
      />
    </>
  );
}
