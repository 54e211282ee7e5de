import { getSourceSettings, getSources, type SourceConfig, type SourceStatus } from '@heliograph/contract';
import { ArrowLeft } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { askAgainMs, LoadFailure } from '../../../shared/form/load-failure.tsx';
import { Waiting } from '../../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../../shared/lib/paths.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import { pollSourcesMs } from '../poll-sources.ts';
import { sourceName } from '../source-name.ts';
import { SOURCE_TONES, stateText } from '../source-state.ts';
import { Copies } from './copies.tsx';
import styles from './device.module.css';
import { DeviceInverters } from './device-inverters.tsx';
import { DeviceNav } from './device-nav.tsx';
import { type DevicePart, documentOf, partIn } from './device-parts.ts';
import { DocumentSettings, type SettingsPages } from './document-settings.tsx';
import { Overview } from './overview.tsx';
import { PatientServices } from './patient-services.tsx';

interface DevicePageProps {
  readonly id: string;
  readonly settingsPages: SettingsPages;
}

/** One device from near: what it tells of itself, its inverters, its settings, and the copies of these. */
export function DevicePage({ id, settingsPages }: DevicePageProps) {
  const texts = useTexts('common', 'plant', 'sources');
  const { sources: t } = texts;
  const part = partIn(useSearch());
  const list = useEndpoint(getSources, NO_QUERY, pollSourcesMs);
  const settings = useEndpoint(getSourceSettings, NO_QUERY, askAgainMs);
  const failure = list.failure ?? settings.failure;
  const source = list.answer?.sources.find((known) => known.id === id && known.kind !== 'radio');
  const config = settings.answer?.sources.find((known) => known.id === id);
  const isLoaded = list.answer !== undefined && settings.answer !== undefined;

  function retry(): void {
    list.reload();
    settings.reload();
  }

  return (
    <section className={styles.page}>
      <p>
        <Link href={PATHS.sources} className={styles.back}>
          <Icon of={ArrowLeft} size={18} />
          {t.device.back}
        </Link>
      </p>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} staleNote={list.answer && t.stale} onRetry={retry} />
      )}
      {!isLoaded && failure === undefined && (
        <Waiting text={t.loading}>
          <Skeleton height="3rem" />
          <Skeleton height="20rem" />
        </Waiting>
      )}
      {isLoaded && source === undefined && <Unknown />}
      {isLoaded && source !== undefined && (
        <KnownDevice
          key={id}
          source={source}
          name={sourceName(texts, source, config)}
          part={part}
          config={config}
          settingsPages={settingsPages}
        />
      )}
    </section>
  );
}

const NO_QUERY = {};

function Unknown() {
  const { device: t } = useTexts('sources').sources;
  return (
    <>
      <Title>{t.unknownTitle}</Title>
      <p>{t.unknownText}</p>
    </>
  );
}

/** The heading, where the keyboard and the screen reader begin: the address of the list has the same path. */
function Title({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

interface KnownDeviceProps {
  readonly source: SourceStatus;
  readonly name: string;
  readonly part: DevicePart;
  readonly config: SourceConfig | undefined;
  readonly settingsPages: SettingsPages;
}

function KnownDevice({ source, name, part, config, settingsPages }: KnownDeviceProps) {
  const { format } = useI18n();
  const texts = useTexts('plant', 'sources');
  const { sources: t } = texts;
  const { id, state } = source;
  const document = documentOf(part);
  const isAsked = useOnceReached(source);
  return (
    <>
      <div className={styles.head}>
        <Title>
          <bdi>{name}</bdi>
        </Title>
        <StatusBadge tone={SOURCE_TONES[state]}>{t.states[state]}</StatusBadge>
      </div>
      <div role="status" className={styles.state}>
        {state !== 'live' && (
          <Alert kind={state === 'problem' ? 'danger' : 'info'}>
            <p>{stateText(texts, format, source)}</p>
            {state === 'off' && <p>{t.device.whenOn}</p>}
            {state !== 'off' && !isAsked && <p>{t.device.whenReached}</p>}
          </Alert>
        )}
        {state === 'live' && source.password_right === false && (
          <Alert kind="warning">{t.wrongPassword}</Alert>
        )}
      </div>
      <DeviceNav id={id} name={name} part={part} />
      <PatientServices>
        {part === 'overview' && <Overview source={source} config={config} isAsked={isAsked} />}
        {part === 'inverters' && <DeviceInverters id={id} />}
        {part === 'copies' && <Copies id={id} name={name} />}
        {document !== undefined && isAsked && (
          <DocumentSettings
            key={document}
            id={id}
            document={document}
            isOriginal={source.kind !== 'heliograph'}
            pages={settingsPages}
          />
        )}
      </PatientServices>
    </>
  );
}

/** Nothing is asked of a device that was never live: it would say the same once more. Later each part says it for itself. */
function useOnceReached({ state }: SourceStatus): boolean {
  const [wasLive, setWasLive] = useState(false);
  if (state === 'live' && !wasLive) setWasLive(true);
  if (state === 'off' && wasLive) setWasLive(false);
  return state === 'live' || wasLive;
}
