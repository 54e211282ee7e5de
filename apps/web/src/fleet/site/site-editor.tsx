import { FLEET_BODIES } from '@heliograph/fleet-contract';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { bound } from '../../shared/form/form-dialog.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import type { KnownSite } from '../api/live-sites.ts';
import { failureText } from '../failure-text.ts';
import { badKeys, degreesOf } from '../field-errors.ts';
import { managePath } from '../paths.ts';
import { managesGroup } from '../rights.ts';
import { useFleet, useFleetServices, useKept } from '../services.ts';
import styles from './site-page.module.css';

interface Edited {
  readonly name: string;
  readonly group: string;
  readonly lat: string;
  readonly lon: string;
}

/** What the fleet calls a site, who sees it, and where it stands; for those who manage its group. */
export function SiteEditor({ site }: { readonly site: KnownSite }) {
  const { fleet, fleetSite: t, fleetManage } = useTexts('fleet', 'fleetSite', 'fleetManage');
  const { format } = useI18n();
  const { me, groups } = useFleet();
  const { call } = useFleetServices();
  const { announce } = useNotices();
  const degrees = (value: number | undefined) => (value === undefined ? '' : format.decimal(value));
  // What the gateway says of its place is no choice of the fleet's.
  const own = isSame(site.place, site.summary?.place) ? undefined : site.place;
  const stored: Edited = {
    ...{ name: site.name, group: site.group, lat: degrees(own?.lat), lon: degrees(own?.lon) },
  };
  const edited = useKept<Edited | undefined>(`edit ${site.id}`, undefined);
  /** What was typed is here from before, and was neither saved nor discarded since. */
  const [isRestored, setRestored] = useState(() => isUnsaved(edited.value, stored));
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const values = edited.value ?? stored;
  function set(part: Partial<Edited>): void {
    setFailure(undefined); // it was about what stood there before
    edited.set({ ...values, ...part });
  }

  const body = {
    ...{ id: site.id, name: values.name.trim(), group: values.group },
    place: placeOf(values),
  };
  const bad = badKeys(FLEET_BODIES.changeSite, body);
  const placeError = isTried && bad.has('place') ? t.placeBad : undefined;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    if (isSaving || bad.size > 0) return;
    setSaving(true);
    const result = await call('changeSite', { body });
    setSaving(false);
    if (result.kind !== 'answered') return setFailure(failureText(fleet, format, result));
    forget();
    announce(t.saved);
  }

  function forget(): void {
    edited.forget();
    setTried(false);
    setFailure(undefined);
    setRestored(false);
  }

  const groupOptions = [
    ...(me.admin || site.group === '' ? [{ value: '', label: fleetManage.sites.noGroup }] : []),
    ...groups.filter(({ id }) => managesGroup(me, id)).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Card title={t.edit}>
      {failure !== undefined && (
        <Alert kind="danger" announced>
          <p>{failure}</p>
        </Alert>
      )}
      {isRestored && (
        <Suspense>
          <Restored
            onDiscard={() => {
              forget();
              saveButton.current?.focus(); // the button that had the focus goes
            }}
          />
        </Suspense>
      )}
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={t.name}
          help=""
          hint={t.nameHint}
          field={bound(
            'name',
            values.name,
            (name) => set({ name }),
            isTried && bad.has('name') ? fleetManage.errors.name : undefined,
          )}
        />
        <SelectField
          label={t.group}
          help=""
          options={groupOptions}
          field={bound('group', values.group, (group) => set({ group }))}
        />
        <div className={styles.place}>
          <TextField
            label={t.latitude}
            help=""
            inputMode="decimal"
            field={bound('lat', values.lat, (text) => set({ lat: text }), placeError)}
          />
          <TextField
            label={t.longitude}
            help=""
            inputMode="decimal"
            field={bound('lon', values.lon, (text) => set({ lon: text }), placeError)}
          />
          <p className={styles.hint}>{t.placeHint}</p>
        </div>
        <div className={styles.end}>
          <Button ref={saveButton} variant="primary" type="submit" aria-disabled={isSaving}>
            {isSaving ? t.saving : t.save}
          </Button>
          {me.admin && <Link href={`${managePath('sites')}?q=${site.id}`}>{t.passwordAndRemoval}</Link>}
        </div>
      </form>
    </Card>
  );
}

/** A form that was left and is there again has no values of the server, which nobody could see in it. */
function Restored({ onDiscard }: { readonly onDiscard: () => void }) {
  const { fleetSite, common } = useTexts('fleetSite', 'common');
  return (
    <div role="status">
      <Alert kind="info">
        <div className={styles.restored}>
          <p>{fleetSite.restored}</p>
          <Button onClick={onDiscard}>{common.form.discard}</Button>
        </div>
      </Alert>
    </div>
  );
}

const isUnsaved = (edited: Edited | undefined, stored: Edited) =>
  edited !== undefined &&
  (['name', 'group', 'lat', 'lon'] as const).some((key) => edited[key] !== stored[key]);

const placeOf = ({ lat, lon }: Edited) =>
  lat.trim() === '' && lon.trim() === ''
    ? null
    : { lat: degreesOf(lat) ?? Number.NaN, lon: degreesOf(lon) ?? Number.NaN };

const isSame = (one: KnownSite['place'], other: KnownSite['place']) =>
  one?.lat === other?.lat && one?.lon === other?.lon;
