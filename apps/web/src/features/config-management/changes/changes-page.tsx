import {
  getChanges,
  type KeptValue,
  type ReceivedTakeBackAnswer,
  type SettingsChange,
} from '@heliograph/contract';
import { useState } from 'react';
import type { CallFailure } from '../../../shared/api/call.ts';
import { useServices } from '../../../shared/api/services.ts';
import { useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { FailureAlert } from '../../../shared/form/failure-alert.tsx';
import { askAgainMs, LoadFailure } from '../../../shared/form/load-failure.tsx';
import settingsStyles from '../../../shared/form/settings-page.module.css';
import { Waiting } from '../../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { resultText } from '../../../shared/i18n/result-text.ts';
import { PATHS } from '../../../shared/lib/paths.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { useNotice } from '../../../shared/ui/notices.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useFocusAfterDialog } from '../../../shared/ui/use-focus-after-dialog.ts';
import { ChangeCard } from './change-card.tsx';
import { changeName } from './change-names.ts';
import styles from './changes.module.css';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { useNamingTexts } from './use-naming-texts.ts';

const NO_QUERY = {};

/** What was changed in the settings, the newest first, and the way back. */
export function ChangesPage() {
  const { changes: t } = useTexts('history').history;
  const { call } = useServices();
  const newest = useEndpoint(getChanges, NO_QUERY, askAgainMs);
  const [older, setOlder] = useState<readonly SettingsChange[]>([]);
  const [hasMore, setHasMore] = useState<boolean>();
  const [failure, setFailure] = useState<CallFailure>();
  const [isLoading, setLoading] = useState(false);
  const [asked, ask] = useState<SettingsChange>();
  const [outcome, setOutcome] = useState<ReceivedTakeBackAnswer>();
  const { heading, focusWhenClosed } = useFocusAfterDialog(asked);
  useTakenBackNotice(outcome, () => setOutcome(undefined));
  const changes = [...(newest.answer?.changes ?? []), ...older];
  const last = changes.at(-1);

  async function showOlder(): Promise<void> {
    if (isLoading || last === undefined) return;
    setLoading(true);
    const result = await call(getChanges, { query: { before: String(last.id) } });
    setLoading(false);
    setFailure(result.kind === 'answered' ? undefined : result);
    if (result.kind !== 'answered') return;
    setOlder([...older, ...result.answer.changes]);
    setHasMore(result.answer.more);
  }

  function takenBack(answer: ReceivedTakeBackAnswer): void {
    focusWhenClosed();
    ask(undefined);
    setOutcome(answer);
    // The list has moved on by one, and what it says of now is not so any more.
    setOlder([]);
    setHasMore(undefined);
    newest.reload();
  }

  return (
    <section className={`${settingsStyles.page} ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        {t.title}
      </h1>
      <p className={styles.quiet}>{t.intro}</p>
      <p>
        <ButtonLink href={PATHS.configManagement}>{t.back}</ButtonLink>
      </p>
      {newest.failure !== undefined && newest.failure.kind !== 'unauthorized' && (
        <LoadFailure failure={newest.failure} onRetry={newest.reload} />
      )}
      {newest.answer === undefined && newest.failure === undefined && (
        <Waiting>
          <Skeleton height="12rem" />
        </Waiting>
      )}
      {newest.answer !== undefined && changes.every(({ sections }) => sections.length === 0) && (
        <Card title={t.empty}>
          <p>{t.emptyNext}</p>
        </Card>
      )}
      {changes.length > 0 && (
        <ol className={styles.changes}>
          {changes.map((change) => (
            <li key={change.id}>
              <ChangeCard
                change={change}
                onTakeBack={() => {
                  setOutcome(undefined);
                  ask(change);
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {failure !== undefined && <FailureAlert failure={{ ...failure, isUnsent: true }} />}
      {(hasMore ?? newest.answer?.more) === true && (
        <Button aria-busy={isLoading} aria-disabled={isLoading} onClick={() => void showOlder()}>
          {t.older}
        </Button>
      )}
      {asked !== undefined && (
        <TakeBackDialog change={asked} onClose={() => ask(undefined)} onTakenBack={takenBack} />
      )}
    </section>
  );
}

/** What came of it, and what stayed. */
function useTakenBackNotice(outcome: ReceivedTakeBackAnswer | undefined, onDismiss: () => void): void {
  const common = useTexts('common');
  useNotice(
    outcome && {
      kind: outcome.kept.length > 0 ? 'warning' : 'success',
      onDismiss,
      content: (
        <>
          <p>{resultText(common, outcome)}</p>
          {outcome.kept.length > 0 && <KeptList kept={outcome.kept} />}
        </>
      ),
    },
    outcome,
  );
}

function KeptList({ kept }: { readonly kept: readonly KeptValue[] }) {
  const { t: frame } = useI18n();
  const texts = useNamingTexts();
  const { changes: t } = texts.history;
  return (
    <>
      <p>{t.kept}</p>
      <ul>
        {kept.map(({ section, path, why }) => (
          <li key={`${section} ${path.join('.')}`}>
            {`${changeName(frame, texts, section, path)}: ${t.keptWhy[why]}`}
          </li>
        ))}
      </ul>
    </>
  );
}
