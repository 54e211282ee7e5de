import type { ShareView } from '@heliograph/fleet-contract';
import { useState } from 'react';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { FLEET_PATHS } from '../paths.ts';
import { managesGroup } from '../rights.ts';
import { useFleet, useKept } from '../services.ts';
import { BodyDialog } from './body-dialog.tsx';
import styles from './manage.module.css';
import { ShownOnce } from './shown-once.tsx';
import { AddButton, Things } from './things.tsx';
import { useAnswer } from './use-answer.ts';

interface NewLink {
  readonly name: string;
  readonly group: string;
  readonly validFor: string;
}

const A_WEEK = '604800';

/** Links by which somebody sees a group without an account. */
export function LinksPart() {
  const { fleetManage } = useTexts('fleetManage');
  const { links: t } = fleetManage;
  const { format } = useI18n();
  const { groups, me } = useFleet();
  const { answer, failure, again } = useAnswer('getShares');
  const own = groups.filter(({ id }) => managesGroup(me, id));
  const making = useKept<NewLink | undefined>('link dialog', undefined);
  const [address, setAddress] = useState<string>();
  const aboutOf = ({ group, until, by }: ShareView) =>
    [
      groups.find(({ id }) => id === group)?.name ?? group,
      `${t.until} ${format.dateMinutes(until * 1000)}`,
      `${t.by} ${by}`,
    ].join(' · ');
  return (
    <>
      <p className={styles.quiet}>{t.intro}</p>
      {own.length === 0 ? (
        <Alert kind="info">{fleetManage.accounts.noGroups}</Alert>
      ) : (
        <AddButton
          label={t.add}
          onClick={() => making.set({ name: '', group: own[0]?.id ?? '', validFor: A_WEEK })}
        />
      )}
      <Things
        label={fleetManage.parts.links}
        failure={failure}
        things={answer?.shares.map((share) => ({
          key: share.id,
          name: share.name,
          about: aboutOf(share),
          actions: [
            {
              word: t.end,
              label: t.endOf(share.name),
              does: {
                text: t.endText(share.name),
                act: (send) => send('endShare', { id: share.id }, again),
                done: t.ended(share.name),
              },
            },
          ],
        }))}
      />
      {making.value !== undefined && (
        <LinkDialog
          link={making.value}
          onChange={making.set}
          onClose={making.forget}
          onMade={(secret) => {
            making.forget();
            setAddress(`${window.location.origin}${FLEET_PATHS.share}#${secret}`);
            again();
          }}
        />
      )}
      {address !== undefined && (
        <ShownOnce title={t.onceTitle} onClose={() => setAddress(undefined)}>
          <p>{t.once}</p>
          <p className={styles.link}>
            <code className={styles.code}>{address}</code>
            <CopyButton text={address} label={t.copyLink} />
          </p>
        </ShownOnce>
      )}
    </>
  );
}

interface LinkDialogProps {
  readonly link: NewLink;
  readonly onChange: (link: NewLink) => void;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

function LinkDialog({ link, onChange, onClose, onMade }: LinkDialogProps) {
  const { links: t } = useTexts('fleetManage').fleetManage;
  const { groups, me } = useFleet();
  const { name, group, validFor } = link;
  return (
    <BodyDialog
      call="addShare"
      body={{ name: name.trim(), group, validFor: Number(validFor) }}
      title={t.add}
      action={t.addButton}
      isTyped={name !== ''}
      onDone={({ secret }) => onMade(secret)}
      onClose={onClose}
    >
      {(fieldOf) => (
        <>
          <TextField
            label={t.forWhom}
            help=""
            field={fieldOf('name', name, (text) => onChange({ ...link, name: text }))}
          />
          <SelectField
            label={t.group}
            help=""
            options={groups
              .filter(({ id }) => managesGroup(me, id))
              .map((one) => ({ value: one.id, label: one.name }))}
            field={fieldOf('group', group, (id) => onChange({ ...link, group: id }))}
          />
          <SelectField
            label={t.validFor}
            help=""
            options={Object.entries(t.spans).map(([value, label]) => ({ value, label }))}
            field={fieldOf('validFor', validFor, (span) => onChange({ ...link, validFor: span }))}
          />
        </>
      )}
    </BodyDialog>
  );
}
