import {
  getChanges,
  getHistoryImports,
  type ImportedEnergy,
  type KeptValue,
  type ReceivedImportTakeBackAnswer,
  type ReceivedTakeBackAnswer,
  type SettingsChange,
} from '@heliograph/contract';
import { useState } from 'react';
import { useSearch } from 'wouter';
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
import { ChangeCard, ImportCard } from './change-card.tsx';
import { changeName } from './change-names.ts';
import styles from './changes.module.css';
import { TakeBackDialog, TakeImportBackDialog } from './take-back-dialog.tsx';
import { InverterNames, useNamingTexts } from './use-naming-texts.ts';

const NO_QUERY = {};
const NO_NAMES = {};

type Answer = ReceivedTakeBackAnswer | ReceivedImportTakeBackAnswer;
type Asked =
  | { readonly kind: 'change'; readonly change: SettingsChange }
  | { readonly kind: 'import'; readonly imported: ImportedEnergy };

/** What was changed in the settings and imported into the history, the newest first, and the way back. */
export function ChangesPage() {
  const { changes: t } = useTexts('history').history;
  const { call } = useServices();
  const beginning = useBeginning();
  const newest = useEndpoint(getChanges, beginning.query, askAgainMs);
  const imports = useEndpoint(getHistoryImports, NO_QUERY, askAgainMs);
  const [older, setOlder] = useState<readonly SettingsChange[]>([]);
  const [hasMore, setHasMore] = useState<boolean>();
  const [failure, setFailure] = useState<CallFailure>();
  const [isLoading, setLoading] = useState(false);
  const [asked, ask] = useState<Asked>();
  const [outcome, setOutcome] = useState<Answer>();
  const { heading, focusWhenClosed } = useFocusAfterDialog(asked);
  useTakenBackNotice(outcome, () => setOutcome(undefined));
  const changes = [...(newest.answer?.changes ?? []), ...older];
  const last = changes.at(-1);
  const isMore = (hasMore ?? newest.answer?.more) === true;
  const both = [newest, imports];
  const failing = both.find(({ failure: why }) => why !== undefined && why.kind !== 'unauthorized');
  const isWaiting = both.some(({ answer, failure: why }) => answer === undefined && why === undefined);
  const isKnown = newest.answer !== undefined && !isWaiting;
  const list = isKnown ? inTime(changes, beginning.importsOf(imports.answer?.imports ?? []), isMore) : [];

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

  function askFor(next: Asked): void {
    setOutcome(undefined);
    ask(next);
  }

  function takenBack(answer: Answer): void {
    focusWhenClosed();
    ask(undefined);
    setOutcome(answer);
    // The list has moved on by one, and what it says of now is not so any more.
    setOlder([]);
    setHasMore(undefined);
    newest.reload();
    imports.reload();
  }

  return (
    <InverterNames value={newest.answer?.names ?? NO_NAMES}>
      <section className={`${settingsStyles.page} ${styles.page}`}>
        <h1 ref={heading} tabIndex={-1}>
          {t.title}
        </h1>
        <p className={styles.quiet}>{t.intro}</p>
        <p>
          <ButtonLink href={beginning.back}>{beginning.backText}</ButtonLink>
        </p>
        {failing?.failure !== undefined && <LoadFailure failure={failing.failure} onRetry={failing.reload} />}
        {isWaiting && (
          <Waiting>
            <Skeleton height="12rem" />
          </Waiting>
        )}
        {isKnown && list.every(isEmpty) && (
          <Card title={t.empty}>
            <p>{t.emptyNext}</p>
          </Card>
        )}
        {list.length > 0 && (
          <ol className={styles.changes}>
            {list.map((entry) =>
              entry.kind === 'change' ? (
                <li key={entry.change.id}>
                  <ChangeCard change={entry.change} onTakeBack={() => askFor(entry)} />
                </li>
              ) : (
                <li key={`import ${entry.imported.id}`}>
                  <ImportCard imported={entry.imported} onTakeBack={() => askFor(entry)} />
                </li>
              ),
            )}
          </ol>
        )}
        {failure !== undefined && <FailureAlert failure={{ ...failure, isUnsent: true }} />}
        {isMore && (
          <Button aria-busy={isLoading} aria-disabled={isLoading} onClick={() => void showOlder()}>
            {t.older}
          </Button>
        )}
        {asked?.kind === 'change' && (
          <TakeBackDialog change={asked.change} onClose={() => ask(undefined)} onTakenBack={takenBack} />
        )}
        {asked?.kind === 'import' && (
          <TakeImportBackDialog
            imported={asked.imported}
            onClose={() => ask(undefined)}
            onTakenBack={takenBack}
          />
        )}
      </section>
    </InverterNames>
  );
}

/** With the newest change, or with the one that a link names: what was imported later than that is not told then. */
function useBeginning() {
  const { changes: t } = useTexts('history').history;
  const upTo = new URLSearchParams(useSearch()).get('to');
  const all = `${PATHS.configManagement}?show=changes`;
  return {
    query: upTo === null ? NO_QUERY : { before: String(Number(upTo) + 1) },
    importsOf: (imports: readonly ImportedEnergy[]) => (upTo === null ? imports : []),
    back: upTo === null ? PATHS.configManagement : all,
    backText: upTo === null ? t.back : t.show,
  };
}

const isEmpty = (entry: Asked) => entry.kind === 'change' && entry.change.sections.length === 0;

/** Both in one list; what was imported before the oldest change that is shown waits for the older ones. */
function inTime(
  changes: readonly SettingsChange[],
  imports: readonly ImportedEnergy[],
  isMore: boolean,
): readonly Asked[] {
  const list: Asked[] = [];
  let next = 0;
  const addImports = (isNewer: (imported: ImportedEnergy) => boolean) => {
    for (; next < imports.length; next += 1) {
      const imported = imports[next];
      if (imported === undefined || !isNewer(imported)) return;
      list.push({ kind: 'import', imported });
    }
  };
  for (const [index, change] of changes.entries()) {
    // One without a time is as old as the one before it.
    const changedAt = changes.slice(index).find(({ at }) => at !== undefined)?.at ?? 0;
    addImports(({ at = Number.NEGATIVE_INFINITY }) => at >= changedAt);
    list.push({ kind: 'change', change });
  }
  if (!isMore) addImports(() => true);
  return list;
}

/** What came of it, and what stayed. */
function useTakenBackNotice(outcome: Answer | undefined, onDismiss: () => void): void {
  const { format } = useI18n();
  const texts = useTexts('common', 'history');
  const { changes: t } = texts.history;
  const kept = outcome !== undefined && 'kept' in outcome ? outcome.kept : [];
  const stayingDays = outcome !== undefined && 'stayingDays' in outcome ? outcome.stayingDays : 0;
  useNotice(
    outcome && {
      kind: kept.length + stayingDays > 0 ? 'warning' : 'success',
      onDismiss,
      content: (
        <>
          <p>{resultText(texts, outcome)}</p>
          {kept.length > 0 && <KeptList kept={kept} />}
          {stayingDays > 0 && <p>{format.count(stayingDays, t.stayingDays)}</p>}
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
