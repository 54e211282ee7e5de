import {
  editInverter,
  INVERTER_NAME_MAX_LENGTH,
  type ListedInverter,
  type ReceivedApiResult,
  STRING_NAME_MAX_LENGTH,
} from '@heliograph/contract';
import { type FormEvent, useId, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FormAlert } from '../../shared/form/form-alert.tsx';
import { DiscardDialog, LeaveGuard } from '../../shared/form/leave-guard.tsx';
import { lengthNote } from '../../shared/form/length-note.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { type Form, useForm } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { Attempt } from './attempt.ts';
import {
  type EditValues,
  editBody,
  editErrors,
  editedField,
  editedStringCount,
  editValues,
  isStored,
  maxPowerField,
  stringNameField,
  textAt,
} from './edit-values.ts';
import { meanwhile } from './inverter-list.ts';
import { shortName } from './inverter-name.ts';
import styles from './inverter-settings.module.css';
import { InverterTreatment } from './inverter-treatment.tsx';
import { cleanSerial, isSameSerial, serialNotice, serialOnAir } from './serial-check.ts';

/** What was typed into this dialog comes back under this name. */
export const EDIT_DRAFT = 'inverter-edit';

interface EditInverterDialogProps {
  /** As it was when the dialog was opened. */
  readonly opened: ListedInverter;
  /** The configured inverters as they are now. */
  readonly inverters: readonly ListedInverter[];
  readonly onClose: () => void;
  readonly onChanged: (answer: ReceivedApiResult) => void;
  readonly attempt: Attempt;
}

/** Serial, name and strings of one inverter. */
export function EditInverterDialog(props: EditInverterDialogProps) {
  const { inverters, onClose } = props;
  const { common, inverters: t } = useTexts('common', 'inverters');
  const formId = useId();
  const [isAsking, setAsking] = useState(false);
  // Taking over what somebody else stored means: from now on that is what was opened.
  const [opened, setOpened] = useState(props.opened);
  const form = useEditForm(opened, props);

  function close(): void {
    if (form.isDirty) setAsking(true);
    else onClose();
  }

  /** What the gateway holds already is not sent again. */
  function submit(event: FormEvent): void {
    const isDone = !form.isSaving && isStored(opened, form.values, storedIn(inverters, opened));
    event.preventDefault();
    if (isDone) discard();
    else form.formProps.onSubmit(event);
  }

  function discard(): void {
    form.reset();
    onClose();
  }

  return (
    <>
      {/* Before the dialog that they stand above: they go first, and give the focus back to it before it goes too. */}
      <LeaveGuard isDirty={form.isDirty} onDiscard={form.reset} />
      {isAsking && <DiscardDialog onStay={() => setAsking(false)} onDiscard={discard} />}
      <Dialog
        title={t.editTitle}
        subtitle={shortName(opened)}
        closeLabel={common.close}
        onClose={close}
        busy={form.isSaving}
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
        <MeanwhileAlert
          opened={opened}
          inverters={inverters}
          values={form.values}
          onTake={(stored) => {
            setOpened(stored);
            form.reset(editValues(stored));
          }}
        />
        <form {...form.formProps} onSubmit={submit} id={formId} className={styles.form}>
          <EditFields form={form} opened={opened} inverters={inverters} />
        </form>
      </Dialog>
    </>
  );
}

function useEditForm(
  opened: ListedInverter,
  { onChanged, attempt }: Pick<EditInverterDialogProps, 'onChanged' | 'attempt'>,
): Form<EditValues> {
  const { format } = useI18n();
  const texts = useTexts('common', 'inverters');
  const { call } = useServices();
  return useForm<EditValues>({
    draftKey: EDIT_DRAFT,
    mark: { id: String(opened.id) },
    initial: editValues(opened),
    errorsOf: (values) => editErrors(texts, format, opened, values),
    save: (values) => attempt(() => call(editInverter, { body: editBody(opened, values) })),
    fieldOf: editedField,
    onSaved: onChanged,
  });
}

/** What the slot of an inverter holds now. */
function storedIn(inverters: readonly ListedInverter[], { id }: ListedInverter): ListedInverter | undefined {
  return inverters.find((inverter) => inverter.id === id);
}

interface MeanwhileAlertProps {
  readonly opened: ListedInverter;
  readonly inverters: readonly ListedInverter[];
  /** What stands in the form. */
  readonly values: EditValues;
  readonly onTake: (stored: ListedInverter) => void;
}

/** What somebody else did with the inverter while it was being edited here. */
function MeanwhileAlert({ opened, inverters, values, onTake }: MeanwhileAlertProps) {
  const { inverters: t } = useTexts('inverters');
  const stored = storedIn(inverters, opened);
  const what = meanwhile(opened, stored);
  if (what === 'same') return null;
  // Saved from here, without an answer that could be read.
  if (isStored(opened, values, stored)) return <Alert kind="success">{t.isStored}</Alert>;
  if (stored === undefined) return <Alert kind="warning">{t.deletedElsewhere}</Alert>;
  return (
    <Alert kind="warning">
      <p>{what === 'replaced' ? t.replacedElsewhere(shortName(stored)) : t.changedElsewhere}</p>
      <Button className={styles.inAlert} onClick={() => onTake(stored)}>
        {t.takeStored}
      </Button>
    </Alert>
  );
}

interface EditFieldsProps {
  readonly form: Form<EditValues>;
  readonly opened: ListedInverter;
  readonly inverters: readonly ListedInverter[];
}

function EditFields({ form, opened, inverters }: EditFieldsProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'inverters');
  const { inverters: t } = texts;
  const [serial, name] = [textAt(form.values, 'serial'), textAt(form.values, 'name')];
  const others = inverters.filter(({ id }) => id !== opened.id);
  const strings = Array.from({ length: editedStringCount(opened) }, (_, index) => index);
  return (
    <>
      <TextField
        label={t.serial}
        field={form.text('serial')}
        hint={t.serialHint}
        notice={serialNotice(texts, format, serial, others)}
        clean={cleanSerial}
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      {!isSameSerial(serialOnAir(serial), opened.serial) && <Alert kind="info">{t.serialChanged}</Alert>}
      <TextField
        label={t.name}
        field={form.text('name')}
        hint={lengthNote(texts, name.trim(), INVERTER_NAME_MAX_LENGTH) ?? t.nameHint}
        required
      />
      <p className={styles.quiet}>{t.maxPowerUse}</p>
      {strings.map((index) => (
        <fieldset key={index} className={styles.string}>
          <legend>{t.string(index + 1)}</legend>
          <TextField
            label={t.stringName}
            help="string-name"
            field={form.text(stringNameField(index))}
            hint={
              lengthNote(texts, textAt(form.values, stringNameField(index)).trim(), STRING_NAME_MAX_LENGTH) ??
              t.stringNameHint
            }
          />
          <TextField
            label={t.maxPower}
            help="peak-power"
            field={form.text(maxPowerField(index))}
            hint={t.maxPowerHint}
            unit="W"
            inputMode="numeric"
            required
          />
        </fieldset>
      ))}
      {!__FOR_DEVICE__ && <InverterTreatment form={form} stringCount={strings.length} />}
    </>
  );
}
