import { useEffect, useRef, useState } from 'react';
import { inReadersWay } from '../../shared/form/place.ts';
import { useSettingsVariant } from '../../shared/form/settings-variant.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Form, TextBinding } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { canLocate, type OwnLocation, ownLocation } from '../../shared/lib/own-location.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './ntp-settings.module.css';
import type { NtpValues } from './server-test.tsx';

/** Where the plant stands, for the times of the sun. */
export function PlaceCard({ form }: { readonly form: Form<NtpValues> }) {
  const { format } = useI18n();
  const { time: t } = useTexts('time');
  const variant = useSettingsVariant();

  // What was typed stands as it was typed.
  function field(name: 'latitude' | 'longitude'): TextBinding {
    const binding = form.text(name);
    const { value, stored } = binding;
    return value === stored ? { ...binding, value: inReadersWay(value, format) } : binding;
  }

  return (
    <Card title={t.place}>
      <p className={styles.note}>{variant?.placeNote ?? t.placeNote}</p>
      <TextField
        label={t.latitude}
        hint={t.latitudeHint}
        field={field('latitude')}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label={t.longitude}
        hint={t.longitudeHint}
        field={field('longitude')}
        spellCheck={false}
        autoCapitalize="none"
      />
      {canLocate(window) && <OwnLocationButton form={form} />}
    </Card>
  );
}

function OwnLocationButton({ form }: { readonly form: Form<NtpValues> }) {
  const { format } = useI18n();
  const { time: t } = useTexts('time');
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<OwnLocation['kind']>();
  const place = useRef<HTMLDivElement>(null);
  const isIdle = !isAsking && !form.text('latitude').readOnly;

  useEffect(() => {
    // The button is the last thing above the footer, and the answer would stand behind that.
    if (outcome !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  async function take(): Promise<void> {
    if (!isIdle) return;
    setAsking(true);
    setOutcome(undefined);
    const location = await ownLocation(window);
    setAsking(false);
    setOutcome(location.kind);
    if (location.kind !== 'found') return;
    form.set('latitude', inReadersWay(String(location.latitude), format));
    form.set('longitude', inReadersWay(String(location.longitude), format));
  }

  return (
    <>
      <Button
        className={styles.take}
        aria-disabled={!isIdle}
        aria-busy={isAsking}
        onClick={() => void take()}
      >
        {isAsking ? t.locating : t.takeBrowserLocation}
      </Button>
      <div ref={place} className={styles.outcome} role="status">
        {outcome === 'found' && <Alert kind="info">{t.locationFound}</Alert>}
        {outcome !== undefined && outcome !== 'found' && (
          <Alert kind="warning">{t.noLocation[outcome]}</Alert>
        )}
      </div>
    </>
  );
}
