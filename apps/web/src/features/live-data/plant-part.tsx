import {
  type ReceivedLiveData,
  type ReceivedSourceState,
  readSourceState,
  type SourceProblem,
} from '@heliograph/contract';
import { Sun } from 'lucide';
import { useState } from 'react';
import { Link } from 'wouter';
import { useElapsedSince, useLinkSnapshot, useMay, useServices, useUser } from '../../shared/api/services.ts';
import { useHydrated } from '../../shared/api/use-hydrated.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { loginPath, PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Hints } from './hints.tsx';
import styles from './live-data-view.module.css';

/**
 * What only some plants need of the live view: hints, how it goes with the devices that bring inverters, and what to do
 * while there are no inverters. A file of its own, because the first load has no room for it.
 */
export function PlantPart() {
  const { live, sinceMs } = useLinkSnapshot();
  if (live === undefined) return null;
  const hasNone = live.inverters.length === 0 && live.refusedInverters === 0;
  return (
    <>
      <div className={styles.notices}>
        <Hints live={live} receivedAtMs={sinceMs} />
        {!__FOR_DEVICE__ && <Sources live={live} receivedAtMs={sinceMs} />}
        <Refusals live={live} />
      </div>
      {hasNone && <NoInverters sources={live.sources} />}
    </>
  );
}

/** What of the message made no sense, and is not shown. */
function Refusals({ live }: { readonly live: ReceivedLiveData }) {
  const { format } = useI18n();
  const { plant: t } = useTexts('plant');
  return (
    <>
      {live.refusedInverters > 0 && (
        <Alert kind="warning">{format.count(live.refusedInverters, t.refusedInverters)}</Alert>
      )}
      {live.refusedTotal && <Alert kind="warning">{t.refusedTotal}</Alert>}
      {live.refusedHints && <Alert kind="warning">{t.refusedHints}</Alert>}
    </>
  );
}

interface SourcesProps {
  readonly live: ReceivedLiveData;
  readonly receivedAtMs: number;
}

/** Nothing where every device is as it should be; a device that is switched off, or asked for the first time, is. */
function Sources({ live, receivedAtMs }: SourcesProps) {
  const sources = live.sources.map(readSourceState);
  const lost = sources.filter(({ state }) => state === 'problem');
  const locked = sources.filter(({ state, isLocked }) => state === 'live' && isLocked);
  // One that three sources bring is told of by two of them.
  const duplicates = [...new Set(sources.flatMap((source) => source.duplicates))];
  return (
    <>
      {lost.map((source) => (
        <LostSource key={source.id} source={source} live={live} receivedAtMs={receivedAtMs} />
      ))}
      {locked.map((source) => (
        <LockedSource key={source.id} source={source} />
      ))}
      {duplicates.length > 0 && <Duplicates key={duplicates.join()} serials={duplicates} />}
    </>
  );
}

/** What happened to a device, and how old its values are. Where it is, is nothing for everybody. */
function LostSource({ source, live, receivedAtMs }: SourcesProps & { readonly source: ReceivedSourceState }) {
  const { format, t: frame } = useI18n();
  const { plant: t } = useTexts('plant');
  const isAdmin = useMay('admin');
  const elapsedMs = useElapsedSince(receivedAtMs);
  const { id, name, problem, retryAfterS } = source;
  const heard = live.inverters.filter((inverter) => inverter.source?.id === id && inverter.hasReading);
  const ageMs = Math.min(...heard.map(({ dataAgeS }) => dataAgeS)) * 1000 + elapsedMs;
  // A newer gateway may know others.
  const what = Object.hasOwn(t.problems, problem) ? t.problems[problem as SourceProblem] : t.problems.timeout;
  const restMs = retryAfterS === undefined ? 0 : retryAfterS * 1000 - elapsedMs;
  const more = [
    ...(heard.length > 0 ? [t.noValuesFor(format.duration(ageMs))] : []),
    ...(restMs > 0 ? [t.askedAgainIn(format.duration(restMs))] : []),
  ];
  return (
    <Alert kind="warning">
      <div className={styles.hint}>
        <span>
          <span role="status">{t.of(name.trim() || t.unnamed, what)}</span>
          {/* Not read out every second. */}
          {more.length > 0 && <span>{` ${more.join(' ')}`}</span>}
        </span>
        {isAdmin && <Link href={PATHS.sources}>{frame.titles.sources}</Link>}
      </div>
    </Alert>
  );
}

/** A device that shows its values to everybody, and takes no order from us. Only who may order needs to know. */
function LockedSource({ source }: { readonly source: ReceivedSourceState }) {
  const { t: frame } = useI18n();
  const { plant: t } = useTexts('plant');
  if (!useMay('admin')) return null;
  return (
    <Alert kind="warning">
      <div className={styles.hint}>
        <span role="status">{t.of(source.name.trim() || t.unnamed, t.wrongPassword)}</span>
        <Link href={PATHS.sources}>{frame.titles.sources}</Link>
      </div>
    </Alert>
  );
}

/** Told once in a browser: it is no fault, and stays so. */
function Duplicates({ serials }: { readonly serials: readonly string[] }) {
  const { format, t: frame } = useI18n();
  const { plant: t } = useTexts('plant');
  const { preferences } = useServices();
  const isHydrated = useHydrated();
  const key = serials.toSorted().join(' ');
  const [isDismissed, setDismissed] = useState(false);
  if (!isHydrated || isDismissed || preferences.read('seenDuplicates') === key) return null;

  function dismiss(): void {
    preferences.write('seenDuplicates', key);
    setDismissed(true);
  }

  return (
    <Alert kind="info">
      <div className={styles.hint}>
        <span>{format.count(serials.length, t.duplicates)}</span>
        <Button variant="bare" onClick={dismiss}>
          {frame.dismiss}
        </Button>
      </div>
    </Alert>
  );
}

/** The first thing to do with a new gateway: from both places that inverters can come from. */
function NoInverters({ sources }: Pick<ReceivedLiveData, 'sources'>) {
  const { plant: t } = useTexts('plant');
  const isWaiting = sources
    .map(readSourceState)
    .some(({ state }) => state === 'connecting' || state === 'problem');
  return (
    <section className={styles.empty}>
      <Icon of={Sun} size={56} strokeWidth={1.5} className={styles.icon} />
      <h2>{isWaiting ? t.noInvertersYet : t.noInverters}</h2>
      {isWaiting ? (
        <p>{t.waiting}</p>
      ) : (
        <div className={styles.ways}>
          <Way page="inverterSettings" text={t.byRadio} />
          {!__FOR_DEVICE__ && <Way page="sources" text={t.byDevice} />}
        </div>
      )}
    </section>
  );
}

interface WayProps {
  readonly page: 'inverterSettings' | 'sources';
  readonly text: string;
}

function Way({ page, text }: WayProps) {
  const { plant: t } = useTexts('plant');
  const loggedIn = useUser() !== undefined;
  const path = PATHS[page];
  return (
    <div>
      <p>{text}</p>
      <ButtonLink variant="primary" href={loggedIn ? path : loginPath(path)}>
        {t[loggedIn ? 'add' : 'logInToAdd'][page]}
      </ButtonLink>
    </div>
  );
}
