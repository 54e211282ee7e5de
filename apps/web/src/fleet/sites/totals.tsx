import { useMemo } from 'react';
import { amountText } from '../../shared/i18n/amount-text.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { KnownSite } from '../api/live-sites.ts';
import { useFleet, useFleetServices, useLive } from '../services.ts';
import { isLive, midnightOf, totalsOf } from './site-facts.ts';
import styles from './totals.module.css';

/** What the sites that are shown come to together. */
export function Totals({ sites }: { readonly sites: readonly KnownSite[] }) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { clock } = useFleetServices();
  const { phase } = useLive();
  const all = useFleet().sites.length;
  const totals = useMemo(() => totalsOf(sites, midnightOf(clock)), [sites, clock]);
  const notLive = useMemo(() => sites.filter((site) => !isLive(site)).length, [sites]);
  const trouble = useMemo(() => sites.filter(({ state }) => state === 'alert').length, [sites]);
  const [known, knownToday] = [totals.sites - totals.unknown, totals.sites - totals.unknownToday];
  const ofSites = (some: number) =>
    some === totals.sites ? '' : t.totals.ofSites(format.noDigits(some), format.noDigits(totals.sites));
  const rows = [
    [t.totals.power, known === 0 ? '–' : amountText(format, totals.power, 'W'), ofSites(known)],
    [t.totals.today, knownToday === 0 ? '–' : amountText(format, totals.today, 'Wh'), ofSites(knownToday)],
    [
      t.totals.sites,
      format.noDigits(all),
      sites.length === all ? '' : t.totals.shown(format.noDigits(sites.length)),
    ],
    [
      t.totals.notLive,
      format.noDigits(notLive),
      trouble > 0 ? format.count(trouble, t.totals.trouble) : notLive === 0 ? t.totals.allLive : '',
    ],
  ] as const;
  return (
    <section aria-label={t.totals.label} className={styles.totals} data-stale={phase !== 'live'}>
      <dl>
        {rows.map(([label, value, note], place) => (
          <div key={label} data-bad={place === 3 && notLive > 0}>
            <dt>{label}</dt>
            <dd className={styles.value}>{value}</dd>
            {note !== '' && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
