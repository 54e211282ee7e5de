import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { managesGroup } from '../rights.ts';
import { useFleet, useKept } from '../services.ts';
import { BodyDialog, type FieldOf } from './body-dialog.tsx';
import styles from './manage.module.css';
import { AddButton, type ThingAction, Things } from './things.tsx';

interface Named {
  /** Empty: a new one. */
  readonly id: string;
  readonly name: string;
}

/** The groups, which say who sees what. */
export function GroupsPart() {
  const { fleet, fleetManage } = useTexts('fleet', 'fleetManage');
  const { groups: t } = fleetManage;
  const { format } = useI18n();
  const { me, groups, sites } = useFleet();
  const named = useKept<Named | undefined>('group dialog', undefined);
  const own = groups.filter(({ id }) => managesGroup(me, id));
  const countOf = (id: string) =>
    format.count(sites.filter(({ group }) => group === id).length, fleet.list.inGroup);
  const removalOf = ({ id, name }: Named): ThingAction => ({
    word: t.remove,
    label: t.removeOf(name),
    does: {
      text: t.removeText(name),
      act: (send) => send('removeGroup', { id }, () => undefined),
      done: fleetManage.removed(name),
    },
  });
  return (
    <>
      <p className={styles.quiet}>{t.intro}</p>
      {me.admin && <AddButton label={t.add} onClick={() => named.set({ id: '', name: '' })} />}
      <Things
        label={fleetManage.parts.groups}
        things={own.map((group) => ({
          key: group.id,
          name: group.name,
          about: countOf(group.id),
          actions: [
            { word: t.rename, label: t.renameOf(group.name), does: () => named.set(group) },
            ...(me.admin ? [removalOf(group)] : []),
          ],
        }))}
      />
      {named.value !== undefined && (
        <GroupDialog named={named.value} onChange={named.set} onClose={named.forget} />
      )}
    </>
  );
}

interface GroupDialogProps {
  readonly named: Named;
  readonly onChange: (named: Named) => void;
  readonly onClose: () => void;
}

function GroupDialog({ named: { id, name }, onChange, onClose }: GroupDialogProps) {
  const { fleetManage } = useTexts('fleetManage');
  const { groups: t } = fleetManage;
  const { announce } = useNotices();
  const trimmed = name.trim();
  const rest = {
    isTyped: name !== '',
    onDone() {
      onClose();
      announce(fleetManage.saved(trimmed));
    },
    onClose,
    children: (fieldOf: FieldOf) => (
      <TextField
        label={fleetManage.name}
        help=""
        field={fieldOf('name', name, (text) => onChange({ id, name: text }))}
      />
    ),
  };
  return id === '' ? (
    <BodyDialog call="addGroup" body={{ name: trimmed }} title={t.add} action={t.addButton} {...rest} />
  ) : (
    <BodyDialog
      call="renameGroup"
      body={{ id, name: trimmed }}
      title={t.rename}
      action={t.rename}
      {...rest}
    />
  );
}
