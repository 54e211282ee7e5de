import { FLEET_BODIES, type ShareView } from '@heliograph/fleet-contract';
import { useState } from 'react';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { badKeys } from '../field-errors.ts';
import { outcomeOf } from '../outcome.ts';
import { FLEET_PATHS } from '../paths.ts';
import { managesGroup } from '../rights.ts';
import { useFleet, useFleetServices, useKept } from '../services.ts';
import { AskFirst } from './ask-first.tsx';
import styles from './manage.module.css';
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
  const { call } = useFleetServices();
  const { answer, failure, again } = useAnswer('getShares');
  const own = groups.filter(({ id }) => managesGroup(me, id));
  const making = useKept<NewLink | undefined>('link dialog', undefined);
  const [ending, setEnding] = useState<ShareView>();
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
      {failure !== undefined && <Alert kind="warning">{failure}</Alert>}
      {answer === undefined && failure === undefined && <Skeleton height="8rem" />}
      {answer !== undefined && (
        <Things
          label={fleetManage.parts.links}
          things={answer.shares.map((share) => ({
            key: share.id,
            name: share.name,
            about: aboutOf(share),
            actions: [{ word: t.end, label: t.endOf(share.name), act: () => setEnding(share) }],
          }))}
        />
      )}
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
      {ending !== undefined && (
        <AskFirst
          title={t.endOf(ending.name)}
          text={t.endText(ending.name)}
          action={t.end}
          done={t.ended(ending.name)}
          call={() => call('endShare', { body: { id: ending.id } })}
          onDone={again}
          onClose={() => setEnding(undefined)}
        />
      )}
      {address !== undefined && <MadeDialog address={address} onClose={() => setAddress(undefined)} />}
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
  const { fleet, fleetManage } = useTexts('fleet', 'fleetManage');
  const { links: t, errors } = fleetManage;
  const { format } = useI18n();
  const { groups, me } = useFleet();
  const { call } = useFleetServices();
  const [isTried, setTried] = useState(false);
  const body = { name: link.name, group: link.group, validFor: Number(link.validFor) };
  const bad = badKeys(FLEET_BODIES.addShare, body);

  function submit() {
    setTried(true);
    if (bad.size > 0) return undefined;
    return call('addShare', { body: { ...body, name: body.name.trim() } }).then((result) =>
      outcomeOf(fleet, format, result, ({ secret }) => onMade(secret)),
    );
  }

  return (
    <FormDialog
      title={t.add}
      action={t.addButton}
      acting={fleetManage.working}
      isTyped={link.name !== ''}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.forWhom}
        help=""
        field={bound(
          'name',
          link.name,
          (name) => onChange({ ...link, name }),
          isTried && bad.has('name') ? errors.name : undefined,
        )}
      />
      <SelectField
        label={t.group}
        help=""
        options={groups
          .filter(({ id }) => managesGroup(me, id))
          .map(({ id, name }) => ({ value: id, label: name }))}
        field={bound(
          'group',
          link.group,
          (group) => onChange({ ...link, group }),
          isTried && bad.has('group') ? errors.group : undefined,
        )}
      />
      <SelectField
        label={t.validFor}
        help=""
        options={Object.entries(t.spans).map(([value, label]) => ({ value, label }))}
        field={bound('validFor', link.validFor, (validFor) => onChange({ ...link, validFor }))}
      />
    </FormDialog>
  );
}

function MadeDialog({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  const { fleetManage } = useTexts('fleetManage');
  const { links: t } = fleetManage;
  return (
    <Dialog
      title={t.onceTitle}
      closeLabel={fleetManage.close}
      onClose={onClose}
      holdsInput
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {fleetManage.copied}
        </Button>
      }
    >
      <p>{t.once}</p>
      <p className={styles.link}>
        <code className={styles.code}>{address}</code>
        <CopyButton text={address} label={t.copyLink} />
      </p>
    </Dialog>
  );
}
