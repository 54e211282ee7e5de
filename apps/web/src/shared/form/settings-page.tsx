import { type FormEvent, type ReactNode, useState } from 'react';
import { type LoadedEndpoint, useEndpoint } from '../api/use-endpoint.ts';
import { useTexts } from '../i18n/i18n-context.ts';
import { Alert } from '../ui/alert.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { FormValues } from './drafts.tsx';
import { PageTitle } from './field-help.tsx';
import type { FormFailure } from './form-state.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { askAgainMs, LoadFailure } from './load-failure.tsx';
import { useOutcomeNotice } from './outcome-notice.tsx';
import { SaveFooter } from './save-footer.tsx';
import styles from './settings-page.module.css';
import { type SettingsPageProps, useSettingsVariant } from './settings-variant.ts';
import { useSettingsForm } from './use-settings-form.ts';
import { Waiting } from './waiting.tsx';

/**
 * A page of settings: reads them, has them edited and checked, and saves them. What went wrong stands at the field it
 * is about and in an alert; nothing typed is lost.
 */
export function SettingsPage<Received extends object, Body, V extends FormValues>(
  own: SettingsPageProps<Received, Body, V>,
) {
  const variant = useSettingsVariant();
  const props = __FOR_DEVICE__ || variant === undefined ? own : variant.adapt(own);
  const loaded = useEndpoint(props.load, NO_QUERY, askAgainMs);
  const { answer, failure } = loaded;
  const problem = failure !== undefined && failure.kind !== 'unauthorized' && (
    <LoadFailure failure={failure} onRetry={loaded.reload} />
  );
  return (
    <section className={styles.page}>
      {__FOR_DEVICE__ ? (
        <h1 tabIndex={-1}>{props.title}</h1>
      ) : (
        props.title !== '' && <PageTitle title={props.title} />
      )}
      {answer === undefined || props.isWaiting ? (
        problem || (
          <Waiting>
            <div className={styles.cards}>
              {props.heights.map((rem) => (
                <Skeleton key={rem} height={`${rem}rem`} />
              ))}
            </div>
            <Skeleton height="4.3rem" />
          </Waiting>
        )
      ) : (
        <LoadedPage {...props} received={answer} reload={loaded.reload} problem={problem} />
      )}
    </section>
  );
}

const NO_QUERY = {};

interface LoadedPageProps<Received extends object, Body, V extends FormValues>
  extends SettingsPageProps<Received, Body, V>,
    Pick<LoadedEndpoint<Received>, 'reload'> {
  readonly received: Received;
  /** Why the settings could not be read again. */
  readonly problem: ReactNode;
}

function LoadedPage<Received extends object, Body, V extends FormValues>(
  props: LoadedPageProps<Received, Body, V>,
) {
  const { form: t } = useTexts('common').common;
  const { received, reload } = props;
  const { form, outcome, setOutcome } = useSettingsForm(props, received, reload);
  const [dismissed, setDismissed] = useState<FormFailure>();
  const { failure } = form;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setOutcome(form.isDirty ? undefined : { type: 'info', message: t.noChanges });
    if (form.isDirty) form.formProps.onSubmit(event);
  }

  function dismiss(): void {
    setDismissed(failure);
    setOutcome(undefined);
  }

  useOutcomeNotice({
    outcome,
    failure: failure === dismissed ? undefined : failure,
    note: props.note,
    onDismiss: dismiss,
  });

  return (
    <form {...form.formProps} onSubmit={submit} className={styles.page}>
      <LeaveGuard isDirty={form.isDirty} onDiscard={form.reset} />
      {failure === undefined && props.problem}
      {form.isRestored && (
        <div>
          <div role="status">
            <Alert kind="info">{t.restored}</Alert>
          </div>
        </div>
      )}
      {props.info && <Alert kind="info">{props.info}</Alert>}
      <div className={styles.cards}>{props.children(form, received)}</div>
      <SaveFooter form={form} />
    </form>
  );
}
