import { type ReactNode, useEffect } from 'react';
import { useLinkSnapshot, useServices } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { InverterDialogs } from './inverter-dialogs.tsx';
import { LiveDataView } from './live-data-view.tsx';
import { LiveDataWaiting } from './live-data-waiting.tsx';

interface LiveDataPageProps {
  /** What few plants need, see `plant-part.tsx`: it is loaded when it is drawn. */
  readonly part: ReactNode;
  readonly onPartFailed: () => void;
}

/** The live view: what the roof is doing now. The link is open as long as this page is. */
export function LiveDataPage({ part, onPartFailed }: LiveDataPageProps) {
  const { liveLink } = useServices();
  const { t } = useI18n();
  const link = useLinkSnapshot();

  useEffect(() => {
    liveLink.start();
    return () => liveLink.stop();
  }, [liveLink]);

  return (
    <InverterDialogs live={link.live}>
      <h1 className="visually-hidden">{t.titles.home}</h1>
      {link.live === undefined ? (
        <LiveDataWaiting link={link} />
      ) : (
        <LiveDataView
          live={link.live}
          receivedAtMs={link.sinceMs}
          stale={link.stale}
          isLinkLost={link.phase === 'reconnecting'}
          problem={link.problem}
          part={part}
          onPartFailed={onPartFailed}
        />
      )}
    </InverterDialogs>
  );
}
