import { getNtpConfig, NtpUpdateSchema, type ReceivedNtpConfig, setNtpConfig } from '@heliograph/contract';
import { type FormEvent, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { getZones, type ZoneRules } from '../../shared/api/zones.ts';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { degreesOf, inReadersWay, PLACE_KEYS, placeTexts } from '../../shared/form/place.ts';
import { schemaErrors } from '../../shared/form/schema-errors.ts';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { canLocate, ownLocation } from '../../shared/lib/own-location.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { Guide } from './guide.ts';
import styles from './guide-page.module.css';
import { Problem, StepFoot, typedField, useErrorFocus, useSending } from './step-parts.tsx';

const NO_QUERY = {};

/** The time zone and the place of the plant. */
export function TimeStep({ guide }: { readonly guide: Guide }) {
  const config = useEndpoint(getNtpConfig, NO_QUERY, askAgainMs);
  const zones = useEndpoint(getZones, NO_QUERY, askAgainMs);
  const failure = config.failure ?? zones.failure;
  if (config.answer === undefined || zones.answer === undefined) {
    return (
      <>
        {failure !== undefined && failure.kind !== 'unauthorized' && (
          <LoadFailure failure={failure} onRetry={config.failure ? config.reload : zones.reload} />
        )}
        <StepFoot guide={guide} />
      </>
    );
  }
  return <TimeForm guide={guide} received={config.answer} zones={zones.answer} />;
}

interface TimeFormProps {
  readonly guide: Guide;
  readonly received: ReceivedNtpConfig;
  readonly zones: ZoneRules;
}

function TimeForm({ guide, received, zones }: TimeFormProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'welcome');
  const { welcome: t } = texts;
  const { isBusy, problem, send } = useSending();
  const [isChecked, setChecked] = useState(false);
  const { form, toFirstError } = useErrorFocus();
  const names = zones.map(([name]) => name);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = typedField(guide, 'zone', names.includes(own) ? own : received.ntp_timezone_descr);
  const stored = placeTexts(received);
  const latitude = typedField(guide, 'latitude', inReadersWay(stored.latitude, format));
  const longitude = typedField(guide, 'longitude', inReadersWay(stored.longitude, format));
  const place = { latitude: degreesOf(latitude.value), longitude: degreesOf(longitude.value) };
  const [, rule = received.ntp_timezone] = zones.find(([name]) => name === zone.value) ?? [];
  const body = {
    ...{ ntp_server: received.ntp_server, ntp_timezone: rule, ntp_timezone_descr: zone.value },
    ...place,
  };
  const refused = schemaErrors(texts, NtpUpdateSchema, body);
  const errorOf = (key: (typeof PLACE_KEYS)[number]) =>
    Number.isNaN(place[key]) ? t.noDegrees : refused[key];
  const shown = (key: (typeof PLACE_KEYS)[number]) => (isChecked ? errorOf(key) : undefined);

  async function save(): Promise<void> {
    setChecked(true);
    toFirstError();
    if (PLACE_KEYS.some((key) => errorOf(key) !== undefined)) return;
    if ((await send(() => call(setNtpConfig, { body })))?.type === 'success') guide.goOn('set');
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <SelectField
        label={t.zone}
        hint={t.zoneHint}
        field={zone}
        options={names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      />
      <p>{t.placeNote}</p>
      <TextField
        label={t.latitude}
        hint={t.latitudeHint}
        field={{ ...latitude, error: shown('latitude') }}
        inputMode="decimal"
      />
      <TextField
        label={t.longitude}
        hint={t.longitudeHint}
        field={{ ...longitude, error: shown('longitude') }}
        inputMode="decimal"
      />
      {canLocate(window) && <OwnLocation guide={guide} />}
      <Problem of={problem} />
      <StepFoot guide={guide} isBusy={isBusy} onNext={() => void save()} />
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}

function OwnLocation({ guide }: { readonly guide: Guide }) {
  const { format } = useI18n();
  const { welcome: t } = useTexts('welcome');
  const [state, setState] = useState<'asking' | 'found' | 'denied' | 'failed'>();

  async function take(): Promise<void> {
    setState('asking');
    const location = await ownLocation(window);
    setState(location.kind);
    if (location.kind !== 'found') return;
    const { latitude, longitude } = location;
    guide.type({
      latitude: inReadersWay(String(latitude), format),
      longitude: inReadersWay(String(longitude), format),
    });
  }

  return (
    <>
      <Button
        className={styles.aside}
        aria-disabled={state === 'asking'}
        onClick={() => {
          if (state !== 'asking') void take();
        }}
      >
        {state === 'asking' ? t.locating : t.takeLocation}
      </Button>
      <p role="status">{state === 'denied' || state === 'failed' ? t.noLocation : ''}</p>
    </>
  );
}
