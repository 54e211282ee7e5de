import {
  getNtpConfig,
  getNtpStatus,
  NTP_SERVER_MAX_LENGTH,
  type NtpUpdate,
  NtpUpdateSchema,
  type ReceivedNtpConfig,
  type ReceivedNtpStatus,
  setNtpConfig,
} from '@heliograph/contract';
import { useEffect, useReducer, useState } from 'react';
import { useContact, useServices } from '../../shared/api/services.ts';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { getZones } from '../../shared/api/zones.ts';
import { lengthNote } from '../../shared/form/length-note.ts';
import { askAgainMs } from '../../shared/form/load-failure.tsx';
import {
  degreesOf,
  hasPlace,
  PLACE_KEYS,
  placeBody,
  placeTexts,
  sameAsStored,
} from '../../shared/form/place.ts';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { useSettingsVariant } from '../../shared/form/settings-variant.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { timeStateRow } from '../../shared/page/time-facts.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList } from '../../shared/ui/info-list.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ClockCard } from './clock-card.tsx';
import styles from './ntp-settings.module.css';
import { PlaceCard } from './place-card.tsx';
import { type NtpValues, ServerTest } from './server-test.tsx';
import { ZoneFields } from './zone-fields.tsx';
import { zoneOf, zoneValue } from './zones.ts';

const FIELD_BY_CODE: Readonly<Record<number, keyof NtpValues>> = {
  9001: 'ntp_server',
  9002: 'ntp_timezone',
  9003: 'ntp_timezone',
  9011: 'latitude',
  9012: 'longitude',
};
/** Of the two halves of a place one is missing. */
const PLACE_INCOMPLETE = 9013;

/** Where the device gets its time from and in which zone it lives, and its clock set by hand. */
export function NtpSettingsPage() {
  const { t: frame } = useI18n();
  const texts = useTexts('common', 'time');
  const t = texts.time;
  const zones = useEndpoint(getZones, NO_QUERY, askAgainMs);
  // The clock of a device behind the gateway is set by that device.
  const hasClock = useSettingsVariant() === undefined;
  const [saves, countSave] = useReducer((count: number) => count + 1, 0);
  return (
    <SettingsPage
      draftKey="ntp"
      title={frame.headings.ntpSettings}
      load={getNtpConfig}
      save={setNtpConfig}
      schema={NtpUpdateSchema}
      valuesOf={valuesOf}
      settle={withoutBlanks}
      bodyOf={bodyOf}
      moreErrors={({ ntp_server: server, ...values }, received) => ({
        ntp_server: server !== received.ntp_server && NO_HOST.test(server) ? t.noHost : undefined,
        ...noDegrees(values, received, t.noDegrees),
      })}
      fieldOf={({ code = 0 }, values) =>
        code === PLACE_INCOMPLETE ? missingHalf(values) : FIELD_BY_CODE[code]
      }
      onSaved={countSave}
      heights={[28, 24]}
    >
      {(form, received) => (
        <>
          <Card title={t.title}>
            <TextField
              label={t.server}
              hint={lengthNote(texts, form.values.ntp_server, NTP_SERVER_MAX_LENGTH) ?? t.serverHint}
              field={form.text('ntp_server')}
              required
              spellCheck={false}
              autoCapitalize="none"
              inputMode="url"
            />
            <ServerState form={form} saves={saves} />
            <ZoneFields field={form.text('ntp_timezone')} zones={zones} />
          </Card>
          <div className={styles.column}>
            {(__FOR_DEVICE__ || hasClock) && <ClockCard zone={received} saves={saves} />}
            {hasPlace(received) && <PlaceCard form={form} />}
          </div>
        </>
      )}
    </SettingsPage>
  );
}

interface ServerStateProps {
  readonly form: Form<NtpValues>;
  readonly saves: number;
}

/** How the stored server is doing, and the test of the one in the form; nothing on a device that does not know them. */
function ServerState({ form, saves }: ServerStateProps) {
  const { clock } = useServices();
  const texts = useTexts('gateway', 'info', 'time');
  const { answer, failure, reload } = useEndpoint(getNtpStatus, NO_QUERY, stateRepeatMs);
  const [receipt, setReceipt] = useState({ answer, atMs: clock.elapsedMs() });
  if (receipt.answer !== answer) setReceipt({ answer, atMs: clock.elapsedMs() });

  useEffect(() => {
    if (saves > 0) reload();
  }, [saves, reload]);

  // The next question about it may be seconds away when the page already knows that nobody answers.
  const isStale = useContact().lostAtMs !== undefined || failure !== undefined;
  if (answer === undefined && failure === undefined) return <Skeleton height="8rem" />;
  if (__FOR_DEVICE__ || answer === undefined || answer.state === undefined) return null;
  return (
    <>
      <ServerTest form={form} />
      <InfoList rows={[timeStateRow(texts, texts.info.status, answer, receipt.atMs)]} stale={isStale} />
    </>
  );
}

const STATE_REPEAT_MS = 10_000;
const stateRepeatMs = (loaded: Loaded<ReceivedNtpStatus>) => askAgainMs(loaded) ?? STATE_REPEAT_MS;

const NO_QUERY = {};

/** Blanks, `<`, and whatever else is in no name (letters of all languages) and in no address. */
const NO_HOST = /[^\p{L}\p{M}\p{N}.:-]/u;

/** A copied name or number often has a blank at its end. */
function withoutBlanks(values: NtpValues, stored: NtpValues): NtpValues {
  const trimmed = (['ntp_server', ...PLACE_KEYS] as const)
    .filter((key) => values[key] !== stored[key])
    .map((key) => [key, key === 'ntp_server' ? values[key].trim() : sameAsStored(values[key], stored[key])]);
  return { ...values, ...Object.fromEntries(trimmed) };
}

function noDegrees(values: Omit<NtpValues, 'ntp_server'>, received: ReceivedNtpConfig, text: string) {
  const stored = placeTexts(received);
  const wrong = PLACE_KEYS.filter(
    (key) => values[key] !== stored[key] && Number.isNaN(degreesOf(values[key])),
  );
  return Object.fromEntries(wrong.map((key) => [key, text]));
}

function missingHalf(values: NtpValues): keyof NtpValues {
  return PLACE_KEYS.find((key) => values[key].trim() === '') ?? 'latitude';
}

function valuesOf(received: ReceivedNtpConfig): NtpValues {
  return {
    ntp_server: received.ntp_server,
    ntp_timezone: zoneValue(received),
    ...placeTexts(received),
  };
}

/** A zone that was not changed goes back as it came, whatever it looks like. */
function bodyOf(values: NtpValues, received: ReceivedNtpConfig): NtpUpdate {
  const { ntp_server, ntp_timezone } = values;
  const { latitude: _, longitude: __, ...others } = received;
  const isSame = ntp_timezone === zoneValue(received);
  return {
    ...others,
    ntp_server,
    ...(isSame ? {} : zoneOf(ntp_timezone)),
    ...placeBody(values, received),
  };
}
