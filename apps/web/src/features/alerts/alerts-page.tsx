import { getAlertSettings } from '@heliograph/contract';
import { useMay } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { PageTitle } from '../../shared/form/field-help.tsx';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { AlertListCard } from './alert-list-card.tsx';
import styles from './alerts.module.css';
import { ChannelsCard } from './channels-card.tsx';
import { RulesForm } from './rules-form.tsx';
import { useAlerts } from './use-alerts.ts';

/** What the gateway tells by itself: what there is, by which ways, and by which rules. */
export function AlertsPage() {
  const { t: frame } = useI18n();
  const { alerts: t } = useTexts('alerts');
  const isAdmin = useMay('admin');
  const list = useAlerts();
  return (
    <section className={styles.page}>
      <PageTitle title={frame.titles.alerts} />
      <p className={styles.quiet}>{t.intro}</p>
      <div className={styles.columns}>
        <AlertListCard list={list} />
        {!isAdmin ? (
          <Alert kind="info">{t.logIn}</Alert>
        ) : (
          <Channels list={list.answer} onChanged={list.reload} />
        )}
      </div>
      {isAdmin && <RulesForm />}
    </section>
  );
}

const NO_QUERY = {};

function Channels(props: Pick<Parameters<typeof ChannelsCard>[0], 'list' | 'onChanged'>) {
  const { answer, failure, reload } = useEndpoint(getAlertSettings, NO_QUERY, askAgainMs);
  function onChanged(): void {
    reload();
    props.onChanged();
  }
  if (answer !== undefined)
    return <ChannelsCard {...props} channels={answer.channels} onChanged={onChanged} />;
  if (failure === undefined || failure.kind === 'unauthorized') return null;
  return <LoadFailure failure={failure} onRetry={reload} />;
}
