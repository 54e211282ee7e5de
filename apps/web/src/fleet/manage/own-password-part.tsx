import { FLEET_BODIES } from '@heliograph/fleet-contract';
import { type FormEvent, useRef, useState } from 'react';
import { bound } from '../../shared/form/form-dialog.tsx';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { failureText } from '../failure-text.ts';
import { badKeys } from '../field-errors.ts';
import { useFleetServices } from '../services.ts';
import styles from './manage.module.css';

const EMPTY = { current: '', password: '', again: '' };

/** A new password for the own account. */
export function OwnPasswordPart() {
  const { fleet, fleetManage } = useTexts('fleet', 'fleetManage');
  const { own: t, errors, accounts, working } = fleetManage;
  const { format } = useI18n();
  const { call } = useFleetServices();
  const { announce } = useNotices();
  const [values, setValues] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** The server has refused the current password, and nothing else was typed there since. */
  const [isWrong, setWrong] = useState(false);
  const currentField = useRef<HTMLInputElement>(null);
  const { current, password, again } = values;
  const isBad = badKeys(FLEET_BODIES.setOwnPassword, { current, password }).has('password');
  const problems = {
    current: current === '' ? t.currentMissing : undefined,
    password: isBad ? errors.password : undefined,
    again: again === password ? undefined : t.differs,
  };
  const wrong = isWrong ? t.currentWrong : undefined;
  const field = (name: keyof typeof EMPTY) =>
    bound(
      name,
      values[name],
      (text) => {
        if (name === 'current') setWrong(false);
        setValues({ ...values, [name]: text });
      },
      isTried ? (problems[name] ?? (name === 'current' ? wrong : undefined)) : undefined,
    );

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    setWrong(false);
    if (isSaving || Object.values(problems).some((problem) => problem !== undefined)) return;
    setSaving(true);
    const result = await call('setOwnPassword', { body: { current, password } });
    setSaving(false);
    if (result.kind === 'refused' && result.refusal === 'credentials') {
      setWrong(true); // no name was asked for, so it is this
      currentField.current?.focus();
      return;
    }
    if (result.kind !== 'answered') return setFailure(failureText(fleet, format, result));
    setValues(EMPTY);
    setTried(false);
    announce(t.saved);
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {failure !== undefined && (
        <Alert kind="danger" announced>
          <p>{failure}</p>
        </Alert>
      )}
      <PasswordField
        ref={currentField}
        label={t.current}
        help=""
        autoComplete="current-password"
        field={field('current')}
      />
      <PasswordField
        label={t.password}
        help=""
        hint={accounts.passwordHint}
        autoComplete="new-password"
        field={field('password')}
      />
      <PasswordField label={t.again} help="" autoComplete="new-password" field={field('again')} />
      <Button variant="primary" type="submit" className={styles.add} aria-disabled={isSaving}>
        {isSaving ? working : t.save}
      </Button>
    </form>
  );
}
