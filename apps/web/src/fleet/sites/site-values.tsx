import { useSyncExternalStore } from 'react';
import { type AmountUnit, amountText } from '../../shared/i18n/amount-text.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import type { KnownSite } from '../api/live-sites.ts';
import { useFleetServices, useLive } from '../services.ts';
import { compareVersions, isLive } from './site-facts.ts';
import styles from './site-values.module.css';

/** Whether what a site said last is how it is now, as far as this browser can know. */
export function useIsLive(site: KnownSite): boolean {
  const { phase } = useLive();
  return phase === 'live' && isLive(site);
}

/** How long ago something was heard of it; looked at again as time goes on. */
export function Age({ heardAtMs }: { readonly heardAtMs: number }) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { clock, seconds } = useFleetServices();
  // Drawn anew only where another word comes of it.
  const text = useSyncExternalStore(seconds.subscribe, () =>
    t.list.ago(format.duration(clock.elapsedMs() - heardAtMs)),
  );
  return <span className={styles.age}>{text}</span>;
}

interface AmountProps {
  readonly site: KnownSite;
  readonly value: number | undefined;
  readonly unit: AmountUnit;
  /** How old it is stands elsewhere. */
  readonly isAgeElsewhere?: boolean;
}

/** What was measured: as it is now, or dimmed and with its age. */
export function Amount({ site, value, unit, isAgeElsewhere = false }: AmountProps) {
  const { format } = useI18n();
  const isNow = useIsLive(site);
  if (value === undefined) return <UnknownValue />;
  const text = amountText(format, value, unit);
  if (isNow) return text;
  return (
    <span className={styles.stale} data-stale="true">
      {text}
      {!isAgeElsewhere && site.heardAtMs !== undefined && <Age heardAtMs={site.heardAtMs} />}
    </span>
  );
}

/** A count that is nothing to look at where it is 0. */
export function Count({ site, value }: { readonly site: KnownSite; readonly value: number | undefined }) {
  const { format } = useI18n();
  const isNow = useIsLive(site);
  if (value === undefined) return <UnknownValue />;
  const look = isNow ? (value > 0 ? styles.some : styles.zero) : styles.stale;
  return <span className={look}>{format.noDigits(value)}</span>;
}

/** The version of a gateway, and a word where a newer one is about. */
/** Old is what is older than the fleet page itself: a site may claim any version, and others were old by that. */
export function Version({ site, newest }: { readonly site: KnownSite; readonly newest: string }) {
  const { fleet: t } = useTexts('fleet');
  const version = site.summary?.version;
  if (!version) return <UnknownValue />;
  const isOlder = compareVersions(version, newest) < 0;
  return (
    <span className={styles.version}>
      <span>{version}</span>
      {isOlder && (
        <span className={styles.older} title={t.list.olderVersion(newest)}>
          {t.list.older}
        </span>
      )}
    </span>
  );
}
