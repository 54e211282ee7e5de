import { FLEET_PARTS } from '@heliograph/fleet-contract';
import { useState } from 'react';
import { useI18n, useTexts } from '../shared/i18n/i18n-context.ts';
import { Alert } from '../shared/ui/alert.tsx';
import styles from './frame.module.css';
import { useLive, useNowMs } from './services.ts';

/** A server that is started anew is away for a moment, of which nobody needs to hear. */
const TOLD_AFTER_MS = 2500;

/** What does not answer, since when, and what that means. */
export function Banners() {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { phase, fleet, lostAtMs } = useLive();
  const nowMs = useNowMs();
  const since = (atMs: number) => format.duration(Math.max(0, nowMs - atMs));
  const isLost = phase === 'lost' && lostAtMs !== undefined && nowMs - lostAtMs >= TOLD_AFTER_MS;
  const share = fleet?.me.share;
  const troubles = isLost
    ? [{ key: 'server', kind: 'danger', text: t.connection.lostFor(since(lostAtMs)) } as const]
    : FLEET_PARTS.flatMap((part) => {
        const atMs = fleet?.partsAway[part];
        return atMs === undefined
          ? []
          : [{ key: part, kind: 'warning', text: t.parts[part](since(atMs)) } as const];
      });
  const what = troubles.map(({ key }) => key).join();
  // Read out once, and not anew with every second that it lasts.
  const [spoken, setSpoken] = useState({ what: '', text: '' });
  if (spoken.what !== what) setSpoken({ what, text: troubles.map(({ text }) => text).join(' ') });
  return (
    <div className={styles.banners}>
      <p role="status" className="visually-hidden">
        {spoken.text}
      </p>
      {troubles.map(({ key, kind, text }) => (
        <Alert key={key} kind={kind}>
          <p>{text}</p>
        </Alert>
      ))}
      {share !== undefined && (
        <Alert kind="info">
          <p>{t.share.seen(share.name, format.dateMinutes(share.until * 1000))}</p>
        </Alert>
      )}
    </div>
  );
}
