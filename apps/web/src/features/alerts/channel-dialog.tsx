import {
  ALERT_CHANNEL_KINDS,
  ALERT_MAIL_SECURITIES,
  ALERT_SEVERITIES,
  type AlertChannel,
  type AlertChannelKind,
  type AlertMailSecurity,
  type AlertSettings,
  type AlertSeverity,
  getAlertSettings,
  type ReceivedAlertTrial,
  type ReceivedApiResult,
  setAlertSettings,
  testAlertChannel,
} from '@heliograph/contract';
import { type FormEvent, useId, useState } from 'react';
import type { CallResult } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextAreaField } from '../../shared/form/text-area-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { SecretBinding, TextBinding } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import styles from './alerts.module.css';
import {
  channelErrors,
  channelOf,
  fieldsOf,
  type ShownField,
  type TypedChannel,
  withSecurity,
} from './channel-fields.ts';

interface ChannelDialogProps {
  readonly channel: TypedChannel;
  /** As it is kept; undefined: it is a new one. */
  readonly stored: AlertChannel | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

type Work = 'saving' | 'testing' | 'removing';

/** One way to the owner: what it needs, a test of it, and all in one place. */
export function ChannelDialog({ channel, stored, onClose, onChanged }: ChannelDialogProps) {
  const { call } = useServices();
  const texts = useTexts('common', 'alerts');
  const { common } = texts;
  const { channels: t, results } = texts.alerts;
  const formId = useId();
  const [typed, setTyped] = useState(channel);
  const [isChecked, setChecked] = useState(false);
  const [work, setWork] = useState<Work>();
  const [failure, setFailure] = useState<FormFailure>();
  const [trial, setTrial] = useState<ReceivedAlertTrial>();
  const next = channelOf(typed, t, stored);
  const errors = channelErrors(next, texts);

  function edit(change: Partial<TypedChannel>): void {
    setTyped({ ...typed, ...change });
    setTrial(undefined);
    setFailure(undefined);
  }

  /** False: the fields say what is wrong. */
  function check(): boolean {
    setChecked(true);
    return Object.keys(errors).length === 0;
  }

  async function run(what: Work, send: () => Promise<FormFailure | undefined>): Promise<void> {
    if (work !== undefined) return;
    setWork(what);
    setFailure(undefined);
    setTrial(undefined);
    setFailure(await send());
    setWork(undefined);
  }

  /** Changes what is stored as it is now, which somebody else may have changed meanwhile. */
  async function change(edited: (settings: AlertSettings) => readonly AlertChannel[]) {
    const current = await call(getAlertSettings, {});
    if (current.kind !== 'answered') return current;
    const { answer } = current;
    const saved = await call(setAlertSettings, { body: { ...answer, channels: [...edited(answer)] } });
    const problem = failureOf(saved);
    if (problem === undefined) onChanged();
    return problem;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!check()) return;
    void run('saving', () =>
      change(({ channels }) =>
        channels.some(({ id }) => id === next.id)
          ? channels.map((one) => (one.id === next.id ? next : one))
          : [...channels, next],
      ),
    );
  }

  function remove(): void {
    void run('removing', () => change(({ channels }) => channels.filter(({ id }) => id !== next.id)));
  }

  function test(): void {
    if (!check()) return;
    void run('testing', async () => {
      const sent = await call(testAlertChannel, { body: next });
      if (sent.kind !== 'answered') return sent;
      setTrial(sent.answer);
      return undefined;
    });
  }

  const errorAt = (name: string) => (isChecked ? errors[name] : undefined);
  const isBusy = work !== undefined;
  return (
    <Dialog
      title={stored === undefined ? t.add : t.editTitle}
      closeLabel={common.close}
      onClose={onClose}
      busy={isBusy}
      holdsInput={typed !== channel}
      footer={
        <>
          {stored !== undefined && (
            <Button aria-disabled={isBusy} onClick={remove}>
              {t.remove}
            </Button>
          )}
          <Button aria-disabled={isBusy} onClick={test}>
            {work === 'testing' ? t.testing : t.test}
          </Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={isBusy}>
            {work === 'saving' ? common.form.saving : common.form.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <SelectField
          label={t.kind}
          hint={t.hints[typed.kind]}
          field={text('kind', typed.kind, (kind) => edit({ kind: kind as AlertChannelKind }))}
          options={ALERT_CHANNEL_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
        />
        <TextField label={t.name} field={text('name', typed.name, (name) => edit({ name }))} required />
        {fieldsOf(typed.kind, t).map((shown) => (
          <ChannelInput
            key={shown.field}
            {...{ shown, typed, edit, t }}
            storedSecret={stored?.kind === typed.kind ? stored.secret : ''}
            error={errorAt(shown.field)}
          />
        ))}
        <SelectField
          label={t.severity}
          field={text('severity', typed.severity, (severity) =>
            edit({ severity: severity as AlertSeverity }),
          )}
          options={ALERT_SEVERITIES.map((value) => ({ value, label: t.least[value] }))}
        />
        <SwitchField
          label={t.enabled}
          field={{
            ...{ name: 'enabled', value: typed.enabled, error: undefined, readOnly: isBusy },
            onFlag: (enabled) => edit({ enabled }),
          }}
        />
      </form>
      <div role="status">
        {trial !== undefined && (
          <Alert kind={trial.type === 'success' ? 'success' : 'danger'}>{trialText(trial)}</Alert>
        )}
      </div>
      {failure !== undefined && <FailureAlert failure={failure} />}
    </Dialog>
  );

  function text(name: string, value: string, onText: (text: string) => void): TextBinding {
    return bound(name, value, onText, errorAt(name));
  }

  function trialText({ problem, type, message = '' }: ReceivedAlertTrial): string {
    if (problem !== undefined) return t.problems[problem];
    return type === 'success' ? results.AlertSent : message;
  }
}

function bound(
  name: string,
  value: string,
  onText: (text: string) => void,
  error: string | undefined,
): TextBinding {
  return { ...{ name, value, onText, error }, stored: value, readOnly: false, onLeave: () => undefined };
}

/** Why a save came to nothing; the fields were checked by the same schema before. */
function failureOf(result: CallResult<ReceivedApiResult>): FormFailure | undefined {
  if (result.kind !== 'answered') return result;
  const { answer } = result;
  return answer.type === 'success' ? undefined : { kind: 'rejected', answer };
}

interface ChannelInputProps {
  readonly shown: ShownField;
  readonly typed: TypedChannel;
  readonly edit: (change: Partial<TypedChannel>) => void;
  readonly t: Texts['alerts']['channels'];
  readonly storedSecret: string;
  readonly error: string | undefined;
}

/** One field, with the control that fits it. */
function ChannelInput({ shown, typed, edit, t, storedSecret, error }: ChannelInputProps) {
  const { field, label, hint } = shown;
  const binding = bound(field, typed[field], (value) => edit({ [field]: value }), error);
  if (field === 'secret') {
    const secret: SecretBinding = {
      ...binding,
      ...{ value: typed.secret, stored: storedSecret, isTyped: typed.secret !== storedSecret },
      onUndo: () => edit({ secret: storedSecret }),
    };
    return <SecretField label={label} field={secret} canBeRemoved />;
  }
  if (field === 'template')
    return <TextAreaField label={label} hint={hint} rows={3} tidy={(text) => text.trim()} field={binding} />;
  if (field === 'security') {
    const onText = (value: string) => edit(withSecurity(typed, value as AlertMailSecurity));
    const options = ALERT_MAIL_SECURITIES.map((value) => ({ value, label: t.securities[value] }));
    return <SelectField label={label} field={{ ...binding, onText }} options={options} />;
  }
  return (
    <TextField
      {...{ label, hint }}
      field={binding}
      autoCapitalize="none"
      spellCheck={false}
      {...(field === 'port' && { inputMode: 'numeric' as const })}
    />
  );
}
