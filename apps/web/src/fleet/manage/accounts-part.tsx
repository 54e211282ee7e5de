import { type AccountView, type FleetBodies, MEMBER_ROLES } from '@heliograph/fleet-contract';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { useFleet, useKept } from '../services.ts';
import { BodyDialog } from './body-dialog.tsx';
import { AddButton, Things } from './things.tsx';
import { useAnswer } from './use-answer.ts';

type Account = FleetBodies['saveAccount'];
const NEW: Account = { name: '', password: '', isNew: true, admin: false, groups: [] };

/** Who may log in, and what they see. */
export function AccountsPart() {
  const { fleetManage: t } = useTexts('fleetManage');
  const { groups } = useFleet();
  const { answer, failure, again } = useAnswer('getAccounts');
  const editing = useKept<Account | undefined>('account dialog', undefined);
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? id;
  const rightsOf = ({ admin, groups: own }: AccountView) => {
    if (admin) return t.accounts.everything;
    const told = own.map(({ group, role }) => `${nameOf(group)} (${t.accounts.roles[role]})`);
    return told.length === 0 ? t.accounts.nothing : told.join(', ');
  };
  return (
    <>
      <AddButton label={t.accounts.add} onClick={() => editing.set(NEW)} />
      <Things
        label={t.parts.accounts}
        failure={failure}
        things={answer?.accounts.map((account) => ({
          key: account.name,
          name: account.name,
          about: rightsOf(account),
          actions: [
            {
              word: t.accounts.change,
              label: t.accounts.changeOf(account.name),
              does: () =>
                editing.set({ ...account, groups: [...account.groups], password: '', isNew: false }),
            },
            {
              word: t.accounts.remove,
              label: t.accounts.removeOf(account.name),
              does: {
                text: t.accounts.removeText(account.name),
                act: (send) => send('removeAccount', { name: account.name }, again),
                done: t.removed(account.name),
              },
            },
          ],
        }))}
      />
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
  const { fleetManage } = useTexts('fleetManage');
  const { accounts: t } = fleetManage;
  const { groups } = useFleet();
  const { announce } = useNotices();
  const { name, password, isNew, admin } = account;
  const trimmed = name.trim();

  function giveRole(group: string, value: string): void {
    const others = account.groups.filter((one) => one.group !== group);
    const role = MEMBER_ROLES.find((one) => one === value);
    onChange({ ...account, groups: role === undefined ? others : [...others, { group, role }] });
  }

  const roleOptions = (['', ...MEMBER_ROLES] as const).map((value) => ({ value, label: t.roles[value] }));
  return (
    <BodyDialog
      call="saveAccount"
      body={{ ...account, name: trimmed }}
      alsoBad={isNew && password === '' ? 'password' : undefined}
      title={isNew ? t.add : t.changeOf(name)}
      action={t.save}
      isTyped={isNew ? name !== '' || password !== '' : true}
      onDone={() => {
        announce(fleetManage.saved(trimmed));
        onSaved();
      }}
      onClose={onClose}
    >
      {(fieldOf) => (
        <>
          {isNew && (
            <TextField
              label={fleetManage.name}
              help=""
              autoCapitalize="none"
              spellCheck={false}
              field={fieldOf('name', name, (text) => onChange({ ...account, name: text }))}
            />
          )}
          <PasswordField
            label={t.password}
            help=""
            autoComplete="new-password"
            hint={isNew ? t.passwordHint : t.passwordStays}
            field={fieldOf('password', password, (text) => onChange({ ...account, password: text }))}
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
                field={fieldOf(
                  `group-${id}`,
                  account.groups.find(({ group }) => group === id)?.role ?? '',
                  (value) => giveRole(id, value),
                )}
              />
            ))}
        </>
      )}
    </BodyDialog>
  );
}
