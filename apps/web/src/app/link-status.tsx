import { Hourglass, type IconNode, TriangleAlert, Wifi, WifiOff } from 'lucide';
import { useEffect } from 'react';
import type { ContactSnapshot } from '../shared/api/contact.ts';
import type { LinkPhase } from '../shared/api/live-link-state.ts';
import { useContact, useElapsedSince, useLinkSnapshot, useServices } from '../shared/api/services.ts';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { Icon } from '../shared/ui/icon.tsx';
import styles from './link-status.module.css';

type Phase = LinkPhase | ContactSnapshot['phase'];

const ICONS: Readonly<Record<Phase, IconNode>> = {
  connecting: Hourglass,
  live: Wifi,
  connected: Wifi,
  reconnecting: Hourglass,
  offline: WifiOff,
  unreadable: TriangleAlert,
};

/**
 * Whether what the page shows is live, and where nothing is, whether the gateway answers. Only the change of state is
 * read out, not the seconds.
 */
export function LinkStatus() {
  const { contact } = useServices();
  const link = useLinkSnapshot();
  const { phase, heardAtMs } = useContact();
  useEffect(() => (link.running ? undefined : contact.watch()), [contact, link.running]);
  return (
    <div role="status">
      {link.running ? (
        <LinkState phase={link.phase} polled={link.polled} sinceMs={link.sinceMs} />
      ) : (
        <LinkState phase={phase} polled={false} sinceMs={heardAtMs} />
      )}
    </div>
  );
}

interface LinkStateProps {
  readonly phase: Phase;
  /** The values are asked for and not pushed. */
  readonly polled: boolean;
  /** When something was heard last, in the clock's elapsed milliseconds. */
  readonly sinceMs: number;
}

function LinkState({ phase, polled, sinceMs }: LinkStateProps) {
  const { t } = useI18n();
  const icon = ICONS[phase];
  return (
    <span className={`${styles.status} ${styles[phase]}`} data-link={phase}>
      <Icon of={icon} size={16} />
      {phase === 'offline' ? (
        <>
          <OfflineFor sinceMs={sinceMs} />
          <span className="visually-hidden">{t.link.offline}</span>
        </>
      ) : (
        <span>{t.link[phase === 'live' && polled ? 'polled' : phase]}</span>
      )}
    </span>
  );
}

function OfflineFor({ sinceMs }: { readonly sinceMs: number }) {
  const { t, format } = useI18n();
  const text = t.link.offlineFor(format.duration(useElapsedSince(sinceMs)));
  return <span aria-hidden="true">{text}</span>;
}
