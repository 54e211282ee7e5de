import { FLEET_BODIES, type Group } from '@heliograph/fleet-contract';
import { useState } from 'react';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { badKeys } from '../field-errors.ts';
import { outcomeOf } from '../outcome.ts';
import { managesGroup } from '../rights.ts';
import { useFleet, useFleetServices, useKept } from '../services.ts';
import { AskFirst } from './ask-first.tsx';
import styles from './manage.module.css';
import { AddButton, Things } from './things.tsx';

interface Named {
  /** Empty: a new one. */
  readonly id: string;
  readonly name: string;
}

/** The groups, which say who sees what. */
export function GroupsPart() {
  const { fleet, fleetManage: t } = useTexts('fleet', 'fleetManage');
  const { format } = useI18n();
  const { me, groups, sites } = useFleet();
  const { call } = useFleetServices();
  const named = useKept<Named | undefined>('group dialog', undefined);
  const [removing, setRemoving] = useState<Group>();
  const own = groups.filter(({ id }) => managesGroup(me, id));
  const countOf = (id: string) =>
    format.count(sites.filter(({ group }) => group === id).length, fleet.list.inGroup);
  return (
    <>
      <p className={styles.quiet}>{t.groups.intro}</p>
      {me.admin && <AddButton label={t.groups.add} onClick={() => named.set({ id: '', name: '' })} />}
      <Things
        label={t.parts.groups}
        things={own.map((group) => ({
          key: group.id,
          name: group.name,
          about: countOf(group.id),
          actions: [
            { word: t.groups.rename, label: t.groups.renameOf(group.name), act: () => named.set(group) },
            ...(me.admin
              ? [
                  {
                    word: t.groups.remove,
                    label: t.groups.removeOf(group.name),
                    act: () => setRemoving(group),
                  },
                ]
              : []),
          ],
        }))}
      />
      {named.value !== undefined && (
        <GroupDialog named={named.value} onChange={named.set} onClose={named.forget} />
      )}
      {removing !== undefined && (
        <AskFirst
          title={t.groups.removeOf(removing.name)}
          text={t.groups.removeText(removing.name)}
          action={t.groups.remove}
          done={t.removed(removing.name)}
          call={() => call('removeGroup', { body: { id: removing.id } })}
          onDone={() => undefined}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

interface GroupDialogProps {
  readonly named: Named;
  readonly onChange: (named: Named) => void;
  readonly onClose: () => void;
}

function GroupDialog({ named, onChange, onClose }: GroupDialogProps) {
  const { fleet, fleetManage: t } = useTexts('fleet', 'fleetManage');
  const { format } = useI18n();
  const { call } = useFleetServices();
  const { announce } = useNotices();
  const [isTried, setTried] = useState(false);
  const isNew = named.id === '';
  const isBad = badKeys(FLEET_BODIES.addGroup, { name: named.name }).size > 0;

  function submit() {
    setTried(true);
    if (isBad) return undefined;
    const name = named.name.trim();
    const done = () => {
      onClose();
      announce(t.saved(name));
    };
    return isNew
      ? call('addGroup', { body: { name } }).then((result) => outcomeOf(fleet, format, result, done))
      : call('renameGroup', { body: { id: named.id, name } }).then((result) =>
          outcomeOf(fleet, format, result, done),
        );
  }

  return (
    <FormDialog
      title={isNew ? t.groups.add : t.groups.rename}
      action={isNew ? t.groups.addButton : t.groups.rename}
      acting={t.working}
      isTyped={named.name !== ''}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        help=""
        field={bound(
          'name',
          named.name,
          (name) => onChange({ ...named, name }),
          isTried && isBad ? t.errors.name : undefined,
        )}
      />
    </FormDialog>
  );
}
