import {
  ADMIN_USER_NAME,
  byteLength,
  DEFAULT_ADMIN_PASSWORD,
  encodeCredentials,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  setOwnPassword,
} from '@heliograph/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { renewLogin } from '../../shared/api/renew-login.ts';
import { useServices } from '../../shared/api/services.ts';
import { PasswordField } from '../../shared/form/password-field.tsx';
import type { TextBinding } from '../../shared/form/use-form.ts';
import { passwordNotice } from '../../shared/form/weak-passwords.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import styles from './guide-page.module.css';
import { Problem, type TypedIn, typedField, useErrorFocus, useSending } from './step-parts.tsx';

/** What is wrong with a new password, and with its repetition. */
export function passwordErrors(
  { welcome: t }: TextsOf<'welcome'>,
  password: string,
  again: string,
): { readonly password: string | undefined; readonly again: string | undefined } {
  const length = byteLength(password);
  const fits = length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH;
  return {
    password: fits ? undefined : t.passwordLength(String(PASSWORD_MIN_LENGTH), String(PASSWORD_MAX_LENGTH)),
    again: again === password ? undefined : t.passwordDiffers,
  };
}

interface PasswordFieldsProps {
  readonly password: TextBinding;
  readonly again: TextBinding;
}

/** The two fields of a new password of the admin. */
export function PasswordFields({ password, again }: PasswordFieldsProps) {
  const { welcome: t } = useTexts('welcome');
  return (
    <>
      {/* For password managers, which store both together. */}
      <input type="hidden" name="username" autoComplete="username" value={ADMIN_USER_NAME} readOnly />
      <PasswordField
        label={t.password}
        hint={t.passwordHint(String(PASSWORD_MIN_LENGTH))}
        notice={passwordNotice(password.value, ADMIN_USER_NAME, t.weak)}
        field={password}
        autoComplete="new-password"
      />
      <PasswordField label={t.passwordAgain} field={again} autoComplete="new-password" />
    </>
  );
}

interface ReplacePasswordProps {
  readonly fields: TypedIn;
  /** Another password is set, and this browser logged in with it. */
  readonly onSet: () => void;
  /** What sends it, and what goes on without. */
  readonly foot: (save: () => void, isBusy: boolean) => ReactNode;
}

/** Takes the place of the password that everybody knows. */
export function ReplacePassword({ fields, onSet, foot }: ReplacePasswordProps) {
  const { call, session } = useServices();
  const texts = useTexts('common', 'welcome');
  const { welcome: t } = texts;
  const { isBusy, problem, say, send } = useSending();
  const { password = '', again = '' } = fields.typed;
  const [isChecked, setChecked] = useState(false);
  const { form, toFirstError } = useErrorFocus();
  const errors = passwordErrors(texts, password, again);
  const isKnown = password === DEFAULT_ADMIN_PASSWORD;

  async function save(): Promise<void> {
    setChecked(true);
    toFirstError();
    if (isBusy || errors.password !== undefined || errors.again !== undefined) return;
    if (isKnown) return say(t.results[21504]);
    const body = { current_password: DEFAULT_ADMIN_PASSWORD, password };
    const answer = await send(
      () => call(setOwnPassword, { body }),
      () => t.known.changed,
    );
    if (answer?.type !== 'success') return;
    // All logins have ended: this browser begins a new one.
    const user = session.user();
    if (user !== undefined) {
      session.logIn({ ...user, authdata: encodeCredentials(ADMIN_USER_NAME, password) });
    }
    await renewLogin({ call, session });
    fields.type({ password: '', again: '' });
    onSet();
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <PasswordFields
        password={typedField(fields, 'password', '', isChecked ? errors.password : undefined)}
        again={typedField(fields, 'again', '', isChecked ? errors.again : undefined)}
      />
      <Problem of={problem} />
      {foot(() => void save(), isBusy)}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}
