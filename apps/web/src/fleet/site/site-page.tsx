import { ChevronLeft, CircleHelp } from 'lucide';
import { Link } from 'wouter';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ExternalLink } from '../../shared/ui/external-link.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { InfoList, type InfoRow } from '../../shared/ui/info-list.tsx';
import { Message } from '../../shared/ui/message.tsx';
import { useTitle } from '../../shared/ui/use-title.ts';
import type { KnownSite } from '../api/live-sites.ts';
import { HistoryCards } from '../history/history-cards.tsx';
import { FLEET_PATHS } from '../paths.ts';
import { managesGroup } from '../rights.ts';
import { useFleet } from '../services.ts';
import { addressOf, nameOf } from '../sites/site-facts.ts';
import { Age, Amount, Count, useIsLive, Version } from '../sites/site-values.tsx';
import { StateBadge } from '../sites/state-badge.tsx';
import { SiteEditor } from './site-editor.tsx';
import styles from './site-page.module.css';
import { SiteTrouble } from './site-trouble.tsx';

/** One site from near. */
export function SitePage({ id }: { readonly id: string }) {
  const { fleet: t, fleetSite } = useTexts('fleet', 'fleetSite');
  const { sites, me } = useFleet();
  const site = sites.find((one) => one.id === id);
  useTitle(site === undefined ? fleetSite.gone : nameOf(site));
  if (site === undefined)
    return (
      <Message icon={CircleHelp} title={fleetSite.gone}>
        <p>{fleetSite.goneText}</p>
        <ButtonLink href={FLEET_PATHS.sites}>{t.backToSites}</ButtonLink>
      </Message>
    );
  return (
    <>
      <Link href={FLEET_PATHS.sites} className={styles.back}>
        <Icon of={ChevronLeft} size={18} />
        {t.list.title}
      </Link>
      <div className={styles.head}>
        <h1>{nameOf(site)}</h1>
        <StateBadge state={site.state} />
      </div>
      <SiteTrouble site={site} />
      <div className={styles.cards}>
        <div className={styles.facts}>
          <LiveCard site={site} />
          {managesGroup(me, site.group) && <SiteEditor key={site.id} site={site} />}
        </div>
        <HistoryCards key={site.id} site={site.id} />
      </div>
    </>
  );
}

function LiveCard({ site }: { readonly site: KnownSite }) {
  const { fleet: list, fleetSite: t } = useTexts('fleet', 'fleetSite');
  const { format } = useI18n();
  const { groups, version } = useFleet();
  const isNow = useIsLive(site);
  const { summary, place } = site;
  const address = addressOf(site);
  const columns = list.list.columns;
  const of = (some: number) => summary && t.of(format.noDigits(some), format.noDigits(summary.inverters));
  const degrees = (value: number) => format.digits(value, 2);
  const clockOffset = site.problems.includes('clock') && summary?.at !== undefined;
  const rows: readonly InfoRow[] = [
    [columns.power, <Amount key="power" site={site} value={summary?.power} unit="W" isAgeElsewhere />],
    [columns.today, <Amount key="today" site={site} value={summary?.today} unit="Wh" isAgeElsewhere />],
    [t.inverters, summary && of(summary.reachable)],
    [t.producing, summary && of(summary.producing)],
    [columns.findings, <Count key="findings" site={site} value={summary?.findings} />],
    [columns.alerts, <Count key="alerts" site={site} value={summary?.alerts} />],
    [t.heard, site.heardAtMs === undefined ? '' : <Age key="heard" heardAtMs={site.heardAtMs} />],
    [columns.version, <Version key="version" site={site} newest={version} />],
    ...(clockOffset ? [[t.clockAt, format.dateTime((summary?.at ?? 0) * 1000)] as const] : []),
    [t.group, groups.find(({ id }) => id === site.group)?.name ?? list.list.none],
    [t.place, place && `${degrees(place.lat)}°, ${degrees(place.lon)}°`],
    [t.id, site.id],
  ];
  return (
    <Card title={isNow ? t.now : t.lastValues}>
      <InfoList rows={rows} stale={!isNow} />
      {address !== undefined && (
        <div className={styles.gateway}>
          <ExternalLink href={address}>{t.gateway}</ExternalLink>
          <p>{t.gatewayNote}</p>
        </div>
      )}
    </Card>
  );
}
