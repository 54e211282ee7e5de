import { FileWarning, LoaderCircle, type LucideIcon, RefreshCw, Wifi, WifiOff } from 'lucide-react';
import type { LinkSnapshot } from '../shared/api/live-link.ts';
import type { LinkPhase } from '../shared/api/live-link-state.ts';
import { useElapsedSince, useLinkSnapshot } from '../shared/api/services.ts';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import styles from './link-status.module.css';

const ICONS: Readonly<Record<LinkPhase, LucideIcon>> = {
  connecting: LoaderCircle,
  live: Wifi,
  reconnecting: RefreshCw,
  offline: WifiOff,
  unreadable: FileWarning,
};

/** Whether what the page shows is live. Only the change of state is read out, not the seconds. */
export function LinkStatus() {
  const link = useLinkSnapshot();
  return <div role="status">{link.running && <LinkState link={link} />}</div>;
}

function LinkState({ link }: { readonly link: LinkSnapshot }) {
  const { t } = useI18n();
  const Icon = ICONS[link.phase];
  return (
    <span className={`${styles.status} ${styles[link.phase]}`} data-link={link.phase}>
      <Icon size={16} aria-hidden="true" />
      {link.phase === 'offline' ? (
        <>
          <OfflineFor sinceMs={link.sinceMs} />
          <span className="visually-hidden">{t.link.offline}</span>
        </>
      ) : (
        <span>{t.link[link.phase === 'live' && link.polled ? 'polled' : link.phase]}</span>
      )}
    </span>
  );
}

function OfflineFor({ sinceMs }: { readonly sinceMs: number }) {
  const { t, format } = useI18n();
  const text = t.link.offlineFor(format.duration(useElapsedSince(sinceMs)));
  return <span aria-hidden="true">{text}</span>;
}
