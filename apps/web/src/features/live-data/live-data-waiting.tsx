import type { LinkSnapshot } from '../../shared/api/live-link.ts';
import { useElapsedSince } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LinkProblemText } from './link-problem-text.tsx';
import styles from './live-data-view.module.css';
import totalStyles from './totals.module.css';

// Longer than this nobody should look at grey blocks without a word.
const SILENT_FOR_MS = 5000;

/** Before the first values: the shape of the page, and, when it takes long or fails, a sentence that says why. */
export function LiveDataWaiting({ link }: { readonly link: LinkSnapshot }) {
  const waitedMs = useElapsedSince(link.sinceMs);
  return (
    <div className={styles.view}>
      <WaitingSentence link={link} waitedMs={waitedMs} />
      <div className={totalStyles.totals}>
        {['power', 'day', 'total'].map((name) => (
          <div key={name} className={totalStyles.card}>
            <Skeleton height="1.25rem" width="7rem" />
            <Skeleton height={name === 'power' ? '3.5rem' : '2rem'} width="10rem" />
          </div>
        ))}
      </div>
      <div className={styles.panel}>
        <Skeleton height="1.75rem" width="12rem" />
        <Skeleton height="3rem" width="24rem" />
        <Skeleton height="20rem" />
      </div>
    </div>
  );
}

function WaitingSentence({ link, waitedMs }: { readonly link: LinkSnapshot; readonly waitedMs: number }) {
  const { t, format } = useI18n();
  if (link.problem === 'unreadable' || link.problem === 'refused') {
    return (
      <Alert kind={link.problem === 'refused' ? 'warning' : 'danger'}>
        <LinkProblemText problem={link.problem} />
      </Alert>
    );
  }
  if (link.problem === 'unreachable' || link.phase === 'offline') {
    return <Alert kind="danger">{t.live.unreachable(format.duration(waitedMs))}</Alert>;
  }
  return waitedMs < SILENT_FOR_MS ? null : <Alert kind="info">{t.live.loading}</Alert>;
}
