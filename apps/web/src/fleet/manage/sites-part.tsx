import { FLEET_BODIES, SITES_TOPIC } from '@heliograph/fleet-contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { KnownSite } from '../api/live-sites.ts';
import { badKeys } from '../field-errors.ts';
import { outcomeOf } from '../outcome.ts';
import { sitePath } from '../paths.ts';
import { useFleet, useFleetServices, useKept } from '../services.ts';
import { nameOf } from '../sites/site-facts.ts';
import { inOrder, sitesThatFit } from '../sites/site-list.ts';
import { AskFirst } from './ask-first.tsx';
import styles from './manage.module.css';
import { AddButton, Things } from './things.tsx';

/** More of them nobody reads: one searches. */
const SHOWN = 50;

interface NewSite {
  readonly id: string;
  readonly name: string;
  readonly group: string;
}

/** What a gateway has to be told, shown once. */
interface Secret {
  readonly id: string;
  readonly name: string;
  readonly password: string;
}

/** The sites: which there are, and what their gateways are let in with. */
export function SitesPart() {
  const { fleet, fleetManage: t } = useTexts('fleet', 'fleetManage');
  const { locale, format } = useI18n();
  const { sites, groups } = useFleet();
  const { call } = useFleetServices();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('q') ?? '';
  const [search, setSearch] = useState(asked);
  const adding = useKept<NewSite | undefined>('site dialog', undefined);
  const [doing, setDoing] = useState<{ readonly what: 'renew' | 'remove'; readonly site: KnownSite }>();
  const [secret, setSecret] = useState<Secret>();
  const wanted = useDeferredValue(search);
  const found = useMemo(() => {
    const fitting = sitesThatFit(sites, groups, { search: wanted, state: undefined, group: '' });
    return inOrder(fitting, { sort: 'name', isDown: false }, locale);
  }, [sites, groups, wanted, locale]);
  const groupName = (id: string) => groups.find((group) => group.id === id)?.name ?? fleet.list.noGroup;

  return (
    <>
      <div className={styles.top}>
        <div>
          <TextField label={fleet.list.search} type="search" field={bound('search', search, setSearch)} />
        </div>
        <AddButton label={t.sites.add} onClick={() => adding.set({ id: '', name: '', group: '' })} />
      </div>
      <Things
        label={t.parts.sites}
        things={found.slice(0, SHOWN).map((site) => ({
          key: site.id,
          name: nameOf(site),
          about: `${site.id} · ${groupName(site.group)} · ${fleet.states[site.state]}`,
          actions: [
            {
              word: t.sites.change,
              label: t.sites.changeOf(nameOf(site)),
              act: () => navigate(sitePath(site.id)),
            },
            {
              word: t.sites.renew,
              label: t.sites.renewOf(nameOf(site)),
              act: () => setDoing({ what: 'renew', site }),
            },
            {
              word: t.sites.remove,
              label: t.sites.removeOf(nameOf(site)),
              act: () => setDoing({ what: 'remove', site }),
            },
          ],
        }))}
      />
      {found.length > SHOWN && (
        <p className={styles.quiet}>{t.sites.more(format.noDigits(found.length - SHOWN))}</p>
      )}
      {adding.value !== undefined && (
        <AddSiteDialog
          site={adding.value}
          onChange={adding.set}
          onClose={adding.forget}
          onAdded={(added) => {
            adding.forget();
            setSecret(added);
          }}
        />
      )}
      {doing?.what === 'renew' && (
        <AskFirst
          title={t.sites.renewOf(nameOf(doing.site))}
          text={t.sites.renewText(nameOf(doing.site))}
          action={t.sites.renew}
          done=""
          call={() => call('renewSite', { body: { id: doing.site.id } })}
          onDone={({ password }) => setSecret({ id: doing.site.id, name: nameOf(doing.site), password })}
          onClose={() => setDoing(undefined)}
        />
      )}
      {doing?.what === 'remove' && (
        <AskFirst
          title={t.sites.removeOf(nameOf(doing.site))}
          text={t.sites.removeText(nameOf(doing.site))}
          action={t.sites.remove}
          done={t.removed(nameOf(doing.site))}
          call={() => call('removeSite', { body: { id: doing.site.id } })}
          onDone={() => undefined}
          onClose={() => setDoing(undefined)}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

interface AddSiteDialogProps {
  readonly site: NewSite;
  readonly onChange: (site: NewSite) => void;
  readonly onClose: () => void;
  readonly onAdded: (secret: Secret) => void;
}

function AddSiteDialog({ site, onChange, onClose, onAdded }: AddSiteDialogProps) {
  const { fleet, fleetManage: t } = useTexts('fleet', 'fleetManage');
  const { format } = useI18n();
  const { groups } = useFleet();
  const { call } = useFleetServices();
  const [isTried, setTried] = useState(false);
  const body = { ...site, name: site.name.trim() };
  const bad = badKeys(FLEET_BODIES.addSite, body);
  const errorOf = (key: 'id' | 'name') => (isTried && bad.has(key) ? t.errors[key] : undefined);

  function submit() {
    setTried(true);
    if (bad.size > 0) return undefined;
    return call('addSite', { body }).then((result) =>
      outcomeOf(fleet, format, result, ({ password }) =>
        onAdded({ id: body.id, name: body.name || body.id, password }),
      ),
    );
  }

  return (
    <FormDialog
      title={t.sites.add}
      action={t.sites.addButton}
      acting={t.working}
      isTyped={site.id !== '' || site.name !== ''}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.sites.id}
        help=""
        hint={t.sites.idHint}
        autoCapitalize="none"
        spellCheck={false}
        clean={(text) => text.toLowerCase().replace(/\s/g, '-')}
        field={bound('id', site.id, (id) => onChange({ ...site, id }), errorOf('id'))}
      />
      <TextField
        label={t.name}
        help=""
        hint={t.sites.nameHint}
        field={bound('name', site.name, (name) => onChange({ ...site, name }), errorOf('name'))}
      />
      <SelectField
        label={t.sites.group}
        help=""
        options={[
          { value: '', label: t.sites.noGroup },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        field={bound('group', site.group, (group) => onChange({ ...site, group }))}
      />
    </FormDialog>
  );
}

/** All that is to be entered in the gateway: the password is told this once. */
function SecretDialog({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }) {
  const { fleetManage } = useTexts('fleetManage');
  const { sites: t } = fleetManage;
  const { id, name, password } = secret;
  const login = [
    { label: t.user, value: id },
    { label: t.password, value: password },
  ];
  return (
    <Dialog
      title={t.passwordTitle(name)}
      closeLabel={fleetManage.close}
      onClose={onClose}
      holdsInput
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {fleetManage.copied}
        </Button>
      }
    >
      <div className={styles.secret}>
        <p>{t.passwordOnce}</p>
        <h3>{t.inMqtt}</h3>
        <Facts
          facts={[
            { label: t.broker, note: t.brokerNote },
            { label: t.topic, value: `${SITES_TOPIC}${id}/` },
            ...login,
          ]}
        />
        <h3>{t.inSeries}</h3>
        <Facts facts={[{ label: t.address, value: `https://${window.location.host}/write` }, ...login]} />
      </div>
    </Dialog>
  );
}

interface Fact {
  readonly label: string;
  readonly value?: string;
  /** In place of a value that is not known here. */
  readonly note?: string;
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const { sites: t } = useTexts('fleetManage').fleetManage;
  return (
    <dl>
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          {value === undefined ? (
            <dd>{note}</dd>
          ) : (
            <dd>
              <code className={styles.code}>{value}</code>
              <CopyButton text={value} label={t.copy(label)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
