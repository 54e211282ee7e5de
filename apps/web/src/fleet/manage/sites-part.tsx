import { SITES_TOPIC } from '@heliograph/fleet-contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { bound } from '../../shared/form/form-dialog.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { sitePath } from '../paths.ts';
import { useFleet, useKept } from '../services.ts';
import { nameOf } from '../sites/site-facts.ts';
import { inOrder, sitesThatFit } from '../sites/site-list.ts';
import { BodyDialog } from './body-dialog.tsx';
import styles from './manage.module.css';
import { ShownOnce } from './shown-once.tsx';
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
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('q') ?? '';
  const [search, setSearch] = useState(asked);
  const adding = useKept<NewSite | undefined>('site dialog', undefined);
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
              does: () => navigate(sitePath(site.id)),
            },
            {
              word: t.sites.renew,
              label: t.sites.renewOf(nameOf(site)),
              does: {
                text: t.sites.renewText(nameOf(site)),
                act: (send) =>
                  send('renewSite', { id: site.id }, ({ password }) =>
                    setSecret({ id: site.id, name: nameOf(site), password }),
                  ),
              },
            },
            {
              word: t.sites.remove,
              label: t.sites.removeOf(nameOf(site)),
              does: {
                text: t.sites.removeText(nameOf(site)),
                act: (send) => send('removeSite', { id: site.id }, () => undefined),
                done: t.removed(nameOf(site)),
              },
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
  const { fleetManage: t } = useTexts('fleetManage');
  const { groups } = useFleet();
  const { id, name, group } = site;
  const body = { id, name: name.trim(), group };
  return (
    <BodyDialog
      call="addSite"
      body={body}
      title={t.sites.add}
      action={t.sites.addButton}
      isTyped={id !== '' || name !== ''}
      onDone={({ password }) => onAdded({ id, name: body.name || id, password })}
      onClose={onClose}
    >
      {(fieldOf) => (
        <>
          <TextField
            label={t.sites.id}
            help=""
            hint={t.sites.idHint}
            autoCapitalize="none"
            spellCheck={false}
            clean={(text) => text.toLowerCase().replace(/\s/g, '-')}
            field={fieldOf('id', id, (text) => onChange({ ...site, id: text }))}
          />
          <TextField
            label={t.name}
            help=""
            hint={t.sites.nameHint}
            field={fieldOf('name', name, (text) => onChange({ ...site, name: text }))}
          />
          <SelectField
            label={t.sites.group}
            help=""
            options={[
              { value: '', label: t.sites.noGroup },
              ...groups.map((one) => ({ value: one.id, label: one.name })),
            ]}
            field={fieldOf('group', group, (value) => onChange({ ...site, group: value }))}
          />
        </>
      )}
    </BodyDialog>
  );
}

/** All that is to be entered in the gateway, in the order of its pages: the password is told this once. */
function SecretDialog({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }) {
  const { sites: t } = useTexts('fleetManage').fleetManage;
  const { id, name, password } = secret;
  return (
    <ShownOnce title={t.passwordTitle(name)} onClose={onClose}>
      <div className={styles.secret}>
        <p>{t.passwordOnce}</p>
        <h3>{t.inMqtt}</h3>
        <Facts
          facts={[
            { label: t.enableMqtt, note: t.on },
            { label: t.broker, note: t.brokerNote },
            { label: t.mqttUser, value: id },
            { label: t.password, value: password },
            { label: t.topic, value: `${SITES_TOPIC}${id}/` },
            { label: t.tls, note: t.tlsNote },
            { label: t.clientId, value: id },
          ]}
        />
        <h3>{t.inSeries}</h3>
        <Facts
          facts={[
            { label: t.sendAll, note: t.on },
            { label: t.address, value: `${window.location.origin}/write` },
            { label: t.plantName, value: id },
            { label: t.login, note: t.loginNote },
            { label: t.user, value: id },
            { label: t.password, value: password },
            { label: t.tellFleet, note: t.on },
          ]}
        />
        {window.location.protocol === 'http:' && <p>{t.notSecret}</p>}
      </div>
    </ShownOnce>
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
