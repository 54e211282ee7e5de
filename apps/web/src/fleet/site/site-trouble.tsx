import type { SiteState } from '@heliograph/fleet-contract';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert, type AlertKind } from '../../shared/ui/alert.tsx';
import type { KnownSite } from '../api/live-sites.ts';

const KINDS: Readonly<Record<SiteState, AlertKind>> = {
  ...{ never: 'info', unknown: 'info', alert: 'warning', offline: 'danger', silent: 'danger' },
  ...{ refused: 'danger', night: 'info', ok: 'info' },
};

/** What is wrong with a site, and what to do about it. */
export function SiteTrouble({ site }: { readonly site: KnownSite }) {
  const { fleetSite: t } = useTexts('fleetSite');
  const { state, problems } = site;
  const sentences = useSentences(site);
  const kind = KINDS[state];
  if (sentences.length === 0 && problems.length === 0) return null;
  return (
    <>
      {sentences.length > 0 && (
        <Alert kind={kind}>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Alert>
      )}
      {problems.map((problem) => (
        <Alert key={problem} kind="warning">
          <p>{t.problems[problem]}</p>
        </Alert>
      ))}
    </>
  );
}

function useSentences({ state, summary }: KnownSite): readonly string[] {
  const { fleetSite: t } = useTexts('fleetSite');
  const { format } = useI18n();
  if (state === 'ok' || state === 'night') return [];
  if (state !== 'alert') return [t.states[state]];
  if (summary === undefined) return [t.states.alertLook];
  const { inverters, reachable, findings, alerts, day } = summary;
  return [
    ...(day && reachable < inverters
      ? [t.states.alertInverters(format.noDigits(reachable), format.noDigits(inverters))]
      : []),
    ...(findings > 0 ? [format.count(findings, t.states.alertFindings)] : []),
    ...(alerts > 0 ? [format.count(alerts, t.states.alertAlerts)] : []),
    t.states.alertLook,
  ];
}
