import {
  getSourceSettings,
  getSources,
  type ReceivedApiResult,
  SOURCE_COUNT_MAX,
  type SourceConfig,
  type SourceList,
  type SourceSettings,
  type SourceStatus,
} from '@heliograph/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Loaded, type LoadedEndpoint, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { useDrafts } from '../../shared/form/drafts.tsx';
import { PageTitle } from '../../shared/form/field-help.tsx';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { useOutcomeNotice } from '../../shared/form/outcome-notice.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useFocusAfterDialog } from '../../shared/ui/use-focus-after-dialog.ts';
import { NeighboursCard } from './neighbours-card.tsx';
import { pollSourcesMs } from './poll-sources.ts';
import { RemoveSourceDialog } from './remove-source-dialog.tsx';
import { RadioCard, SourceCard } from './source-card.tsx';
import { SOURCE_DRAFT, SourceDialog } from './source-dialog.tsx';
import { sourceName } from './source-name.ts';
import styles from './sources.module.css';

/** `edit` without a device: a new one. */
type OpenDialog =
  | { readonly kind: 'edit'; readonly config: SourceConfig | undefined }
  | { readonly kind: 'remove'; readonly config: SourceConfig };

/** Where inverters come from: the gateway's own radio, and the devices that its owner adds. */
export function SourcesPage() {
  const { t: frame, format } = useI18n();
  const texts = useTexts('common', 'plant', 'sources');
  const { sources: t } = texts;
  const list = useEndpoint(getSources, NO_QUERY, pollSourcesMs);
  const settings = useEndpoint(getSourceSettings, NO_QUERY, askAgainMs);
  const [outcome, setOutcome] = useState<ReceivedApiResult>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { heading, focusWhenClosed } = useFocusAfterDialog(dialog);
  const configs = settings.answer?.sources;
  useReopenedDraft(settings, setDialog, setOutcome);
  useOutcomeNotice({ outcome, onDismiss: () => setOutcome(undefined) });

  function open(next: OpenDialog): void {
    setOutcome(undefined);
    setDialog(next);
  }

  function done(answer: ReceivedApiResult): void {
    if (dialog?.kind === 'remove' || dialog?.config === undefined) focusWhenClosed(); // what opened it may go
    setDialog(undefined);
    saved(answer);
  }

  function saved(answer: ReceivedApiResult): void {
    setOutcome(answer);
    list.reload();
    settings.reload();
  }

  const statusOf = (config: SourceConfig) => list.answer?.sources.find(({ id }) => id === config.id);
  const isFull = (configs?.length ?? 0) >= SOURCE_COUNT_MAX;
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <div>
          <PageTitle ref={heading} title={frame.titles.sources} />
          <p className={styles.quiet}>{t.intro}</p>
        </div>
        {configs !== undefined && configs.length > 0 && !isFull && (
          <Button variant="primary" onClick={() => open({ kind: 'edit', config: undefined })}>
            {t.add}
          </Button>
        )}
      </div>
      {isFull && <Alert kind="info">{t.full(format.noDigits(SOURCE_COUNT_MAX))}</Alert>}
      <SourceCards list={list} settings={settings} onOpen={open} onSaved={saved} />
      {dialog?.kind === 'edit' && (
        <SourceDialog
          stored={dialog.config}
          configs={configs ?? []}
          onClose={() => setDialog(undefined)}
          onSaved={done}
        />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveSourceDialog
          config={dialog.config}
          name={sourceName(texts, statusOf(dialog.config) ?? dialog.config, dialog.config)}
          onClose={() => setDialog(undefined)}
          onRemoved={done}
        />
      )}
    </div>
  );
}

const NO_QUERY = {};
interface SourceCardsProps {
  readonly list: LoadedEndpoint<SourceList>;
  readonly settings: LoadedEndpoint<SourceSettings>;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onSaved: (answer: ReceivedApiResult) => void;
}

function SourceCards({ list, settings, onOpen, onSaved }: SourceCardsProps) {
  const { sources: t } = useTexts('sources');
  const failure = list.failure ?? settings.failure;
  const sources = list.answer?.sources ?? [];
  const configs = settings.answer?.sources;
  const isStale = list.failure !== undefined;
  const [radio, ...devices] = sources;
  useCatchUp(devices, settings);

  function retry(): void {
    list.reload();
    settings.reload();
  }

  return (
    <>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} staleNote={list.answer && t.stale} onRetry={retry} />
      )}
      {(list.answer === undefined || configs === undefined) && failure === undefined && (
        <Waiting text={t.loading}>
          <div className={styles.cards}>
            <Skeleton height="15rem" />
            <Skeleton height="15.1rem" />
          </div>
        </Waiting>
      )}
      {radio !== undefined && configs !== undefined && (
        <div className={styles.cards}>
          <RadioCard radio={radio} hasDevices={devices.length > 0} isStale={isStale} />
          {devices.map((source) => (
            <SourceCard
              key={source.id}
              source={source}
              config={configs.find(({ id }) => id === source.id)}
              sources={sources}
              isStale={isStale}
              onEdit={(config) => onOpen({ kind: 'edit', config })}
              onRemove={(config) => onOpen({ kind: 'remove', config })}
            />
          ))}
          <NeighboursCard
            sources={sources}
            configs={configs}
            isStaggered={settings.answer?.stagger_polls === true}
            onSaved={onSaved}
          />
          {devices.length === 0 && (
            <section className={styles.empty} aria-labelledby="no-devices">
              <h2 id="no-devices">{t.emptyTitle}</h2>
              <p>{t.emptyText}</p>
              <p className={styles.quiet}>{t.emptyNext}</p>
              <Button variant="primary" onClick={() => onOpen({ kind: 'edit', config: undefined })}>
                {t.add}
              </Button>
            </section>
          )}
        </div>
      )}
    </>
  );
}

/** A device that somebody else has added: what is set of it is read too. */
function useCatchUp(
  devices: readonly SourceStatus[],
  { answer, reload }: LoadedEndpoint<SourceSettings>,
): void {
  const unknown = devices.filter(({ id }) => !answer?.sources.some((config) => config.id === id));
  const unknownIds = answer === undefined ? '' : unknown.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (unknownIds !== '') reload();
  }, [unknownIds, reload]);
}

/** What a login interrupted goes on where it was, if its device is still there. */
function useReopenedDraft(
  { answer }: Loaded<SourceSettings>,
  setDialog: (dialog: OpenDialog) => void,
  setOutcome: (outcome: ReceivedApiResult) => void,
): void {
  const drafts = useDrafts();
  const { sources: t } = useTexts('sources');
  const reopen = useEffectEvent(({ sources }: SourceSettings) => {
    const draft = drafts.read(SOURCE_DRAFT);
    if (draft === undefined) return;
    const config = sources.find(({ id }) => id === draft.id);
    if (draft.id === '' || config !== undefined) return setDialog({ kind: 'edit', config });
    drafts.drop(SOURCE_DRAFT);
    setOutcome({ type: 'warning', message: t.editedIsGone });
  });
  const isLoaded = useRef(false);
  useEffect(() => {
    if (answer === undefined || isLoaded.current) return;
    isLoaded.current = true;
    reopen(answer);
  }, [answer]);
}
