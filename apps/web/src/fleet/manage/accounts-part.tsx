import { type AccountView, FLEET_BODIES, type FleetBodies, MEMBER_ROLES } from '@heliograph/fleet-contract';
import { useState } from 'react';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { badKeys } from '../field-errors.ts';
import { outcomeOf } from '../outcome.ts';
import { useFleet, useFleetServices, useKept } from '../services.ts';
import { AskFirst } from './ask-first.tsx';
import { AddButton, Things } from './things.tsx';
import { useAnswer } from './use-answer.ts';

type Account = FleetBodies['saveAccount'];
const NEW: Account = { name: '', password: '', isNew: true, admin: false, groups: [] };

/** Who may log in, and what they see. */
export function AccountsPart() {
  const { fleetManage: t } = useTexts('fleetManage');
  const { groups } = useFleet();
  const { call } = useFleetServices();
  const { answer, failure, again } = useAnswer('getAccounts');
  const editing = useKept<Account | undefined>('account dialog', undefined);
  const [removing, setRemoving] = useState<string>();
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? id;
  const rightsOf = ({ admin, groups: own }: AccountView) => {
    if (admin) return t.accounts.everything;
    const told = own.map(({ group, role }) => `${nameOf(group)} (${t.accounts.roles[role]})`);
    return told.length === 0 ? t.accounts.nothing : told.join(', ');
  };
  return (
    <>
      <AddButton label={t.accounts.add} onClick={() => editing.set(NEW)} />
      {failure !== undefined && <Alert kind="warning">{failure}</Alert>}
      {answer === undefined && failure === undefined && <Skeleton height="8rem" />}
      {answer !== undefined && (
        <Things
          label={t.parts.accounts}
          things={answer.accounts.map((account) => ({
            key: account.name,
            name: account.name,
            about: rightsOf(account),
            actions: [
              {
                word: t.accounts.change,
                label: t.accounts.changeOf(account.name),
                act: () =>
                  editing.set({ ...account, groups: [...account.groups], password: '', isNew: false }),
              },
              {
                word: t.accounts.remove,
                label: t.accounts.removeOf(account.name),
                act: () => setRemoving(account.name),
              },
            ],
          }))}
        />
      )}
      {editing.value !== undefined && (
        <AccountDialog
          account={editing.value}
          onChange={editing.set}
          onClose={editing.forget}
          onSaved={() => {
            editing.forget();
            again();
          }}
        />
      )}
      {removing !== undefined && (
        <AskFirst
          title={t.accounts.removeOf(removing)}
          text={t.accounts.removeText(removing)}
          action={t.accounts.remove}
          done={t.removed(removing)}
          call={() => call('removeAccount', { body: { name: removing } })}
          onDone={again}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

interface AccountDialogProps {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function AccountDialog({ account, onChange, onClose, onSaved }: AccountDialogProps) {
  const { fleet, fleetManage } = useTexts('fleet', 'fleetManage');
  const { accounts: t, errors } = fleetManage;
  const { format } = useI18n();
  const { groups } = useFleet();
  const { call } = useFleetServices();
  const { announce } = useNotices();
  const [isTried, setTried] = useState(false);
  const { name, password, isNew, admin } = account;
  const bad = badKeys(FLEET_BODIES.saveAccount, account);
  const isPasswordBad = bad.has('password') || (isNew && password === '');

  function submit() {
    setTried(true);
    if (bad.size > 0 || isPasswordBad) return undefined;
    const body = { ...account, name: name.trim() };
    return call('saveAccount', { body }).then((result) =>
      outcomeOf(fleet, format, result, () => {
        announce(fleetManage.saved(body.name));
        onSaved();
      }),
    );
  }

  function giveRole(group: string, value: string): void {
    const others = account.groups.filter((one) => one.group !== group);
    const role = MEMBER_ROLES.find((one) => one === value);
    onChange({ ...account, groups: role === undefined ? others : [...others, { group, role }] });
  }

  const roleOptions = (['', ...MEMBER_ROLES] as const).map((value) => ({ value, label: t.roles[value] }));
  return (
    <FormDialog
      title={isNew ? t.add : t.changeOf(name)}
      action={t.save}
      acting={fleetManage.working}
      isTyped={isNew ? name !== '' || password !== '' : true}
      submit={submit}
      onClose={onClose}
    >
      {isNew && (
        <TextField
          label={fleetManage.name}
          help=""
          autoCapitalize="none"
          spellCheck={false}
          field={bound(
            'name',
            name,
            (text) => onChange({ ...account, name: text }),
            isTried && bad.has('name') ? errors.name : undefined,
          )}
        />
      )}
      <PasswordField
        label={t.password}
        help=""
        autoComplete="new-password"
        hint={isNew ? t.passwordHint : t.passwordStays}
        field={bound(
          'password',
          password,
          (text) => onChange({ ...account, password: text }),
          isTried && isPasswordBad ? errors.password : undefined,
        )}
      />
      <SwitchField
        label={t.admin}
        help=""
        field={{
          ...{ name: 'admin', value: admin, error: undefined, readOnly: false },
          onFlag: (value) => onChange({ ...account, admin: value }),
        }}
      />
      {!admin && <h3>{t.groupRoles}</h3>}
      {!admin && groups.length === 0 && <p>{t.noGroups}</p>}
      {!admin &&
        groups.map(({ id, name: groupName }) => (
          <SelectField
            key={id}
            label={groupName}
            help=""
            options={roleOptions}
            field={bound(
              `group-${id}`,
              account.groups.find(({ group }) => group === id)?.role ?? '',
              (value) => giveRole(id, value),
            )}
          />
        ))}
    </FormDialog>
  );
}
