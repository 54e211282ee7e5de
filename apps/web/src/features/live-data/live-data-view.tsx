import { INVERTER_PARAM, type ReceivedInverter, type ReceivedLiveData } from '@heliograph/contract';
import { ChevronUp } from 'lucide';
import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import type { LinkProblem } from '../../shared/api/live-link-state.ts';
import { useElapsedSince } from '../../shared/api/services.ts';
import { useHydrated } from '../../shared/api/use-hydrated.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { InverterPanel } from './inverter-panel.tsx';
import {
  INVERTER_PANEL_ID,
  InverterTabs,
  inverterQuery,
  type KeyedInverter,
  tabId,
} from './inverter-tabs.tsx';
import { STALE_ID } from './inverter-toolbar.tsx';
import { LinkProblemText } from './link-problem-text.tsx';
import styles from './live-data-view.module.css';
import { needsPart } from './needs-part.ts';
import { Totals } from './totals.tsx';

/** Nothing of the first load waits for what draws. */
const TODAY_AFTER_MS = 500;
const TodayPart = __FOR_DEVICE__
  ? () => null
  : lazy(async () => {
      await new Promise((resolve) => setTimeout(resolve, TODAY_AFTER_MS));
      return { default: (await import('./today-part.tsx')).TodayPart };
    });

interface LiveDataViewProps {
  readonly live: ReceivedLiveData;
  /** When `live` came, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
  readonly stale: boolean;
  /** The link is being made again. */
  readonly isLinkLost: boolean;
  readonly problem: LinkProblem | undefined;
  readonly part: ReactNode;
  readonly onPartFailed: () => void;
}

/** Everything the last message says, part by part; a part that fails leaves the others alone. */
export function LiveDataView(props: LiveDataViewProps) {
  const { live, receivedAtMs, stale, isLinkLost, problem } = props;
  const { t } = useI18n();
  const isEmpty = live.inverters.length === 0 && live.refusedInverters === 0;
  const isHydrated = useHydrated();
  const cardFailed = <Alert kind="warning">{t.failure.card}</Alert>;
  return (
    <div className={styles.view}>
      {needsPart(live) && (
        <ErrorBoundary fallback={cardFailed} resetKey={live} onError={props.onPartFailed}>
          <Suspense fallback={null}>{props.part}</Suspense>
        </ErrorBoundary>
      )}
      {stale && <StaleAlert receivedAtMs={receivedAtMs} problem={problem} />}
      {!isEmpty && (
        <div className={styles.now}>
          <ErrorBoundary fallback={cardFailed} resetKey={live}>
            <Totals live={live} stale={stale} isLinkLost={isLinkLost} />
          </ErrorBoundary>
          {!__FOR_DEVICE__ && (
            <div className={styles.today}>
              {isHydrated && (
                <ErrorBoundary fallback={cardFailed}>
                  <Suspense>
                    <TodayPart />
                  </Suspense>
                </ErrorBoundary>
              )}
            </div>
          )}
        </div>
      )}
      {live.inverters.length > 0 && <Inverters live={live} receivedAtMs={receivedAtMs} stale={stale} />}
    </div>
  );
}

function StaleAlert({ receivedAtMs, problem }: Pick<LiveDataViewProps, 'receivedAtMs' | 'problem'>) {
  const { t, format } = useI18n();
  const ageMs = useElapsedSince(receivedAtMs);
  return (
    <Alert kind="warning">
      <p id={STALE_ID}>{t.live.stale(format.duration(ageMs))}</p>
      <LinkProblemText problem={problem} />
    </Alert>
  );
}

/** A serial may have been set up twice, so the key also counts how often it came before. */
function keyInverters(inverters: readonly ReceivedInverter[]): KeyedInverter[] {
  const seen = new Map<string, number>();
  return inverters.map((inverter) => {
    const before = seen.get(inverter.serial) ?? 0;
    seen.set(inverter.serial, before + 1);
    return { key: before === 0 ? inverter.serial : `${inverter.serial}-${before}`, inverter };
  });
}

/** The inverter that the address asks for, and how to ask for another one. */
function useChosenInverter() {
  const [, navigate] = useLocation();
  const chosenKey = new URLSearchParams(useSearch()).get(INVERTER_PARAM) ?? undefined;
  return {
    chosenKey,
    /** `isStep`: on the way to another one, which the way back need not stop at. */
    choose(key: string, isStep: boolean): void {
      if (key === chosenKey) return;
      navigate(`${PATHS.home}?${inverterQuery(key)}`, { replace: isStep });
    },
    /** Back to the list, where that has a page of its own. */
    chooseNone: () => navigate(PATHS.home),
  };
}

/** Longer than any serial number: the rest of an address that was made up. */
const SHOWN_LENGTH_MAX = 32;

function Inverters({
  live,
  receivedAtMs,
  stale,
}: Pick<LiveDataViewProps, 'live' | 'receivedAtMs' | 'stale'>) {
  const { t } = useI18n();
  const { chosenKey, choose, chooseNone } = useChosenInverter();
  const isHydrated = useHydrated();
  const [listed, setListed] = useState<readonly string[]>();
  const keyed = keyInverters(live.inverters);
  const chosen = keyed.find(({ key }) => key === chosenKey);
  const shown = chosen ?? keyed[0];
  const place = useRef<HTMLDivElement>(null);
  useSightOf(place, chosen !== undefined);
  if (shown === undefined) return null;

  const panel = (
    <ErrorBoundary fallback={<Alert kind="warning">{t.failure.card}</Alert>} resetKey={shown.inverter}>
      <InverterPanel
        key={shown.key}
        inverter={shown.inverter}
        receivedAtMs={receivedAtMs}
        linkStale={stale}
        isCauseKnown={isCauseKnown(shown.inverter, live.hints)}
      />
    </ErrorBoundary>
  );
  const missing = chosenKey !== undefined && chosen === undefined && (
    <Alert kind="warning">{t.live.noSuchInverter(chosenKey.slice(0, SHOWN_LENGTH_MAX))}</Alert>
  );
  if (keyed.length === 1) {
    return (
      <>
        {missing}
        <div className={styles.panel}>{panel}</div>
      </>
    );
  }
  const isList = keyed.length > TABS_MAX;
  return (
    <>
      {missing}
      <div
        className={isList ? `${styles.inverters} ${styles.many}` : styles.inverters}
        data-one={chosen !== undefined}
      >
        <div className={isList ? styles.side : undefined}>
          {!__FOR_DEVICE__ && isList && (
            <div className={styles.tools}>
              {isHydrated && (
                <Suspense>
                  <InverterListTools
                    inverters={live.inverters}
                    linkStale={stale}
                    onList={setListed}
                    onChoose={(key) => choose(key, false)}
                  />
                </Suspense>
              )}
            </div>
          )}
          <InverterTabs
            inverters={listed?.flatMap((key) => keyed.filter((one) => one.inverter.serial === key)) ?? keyed}
            shownKey={shown.key}
            linkStale={stale}
            isList={isList}
            hasSources={new Set(live.inverters.map(({ source }) => source)).size > 1}
            onChoose={(key, isStep) => {
              choose(key, isStep);
              if (!isStep) showBelow(place.current, true);
            }}
          />
        </div>
        <div
          ref={place}
          className={styles.panel}
          role="tabpanel"
          id={INVERTER_PANEL_ID}
          aria-labelledby={tabId(shown.key)}
          tabIndex={-1}
        >
          {keyed.length > NEAR_TABS_MAX && (
            <Button
              variant="bare"
              className={styles.toTabs}
              onClick={() => {
                if (isList) flushSync(chooseNone);
                const tab = document.getElementById(tabId(shown.key));
                tab?.scrollIntoView({ block: 'center' });
                tab?.focus({ preventScroll: true });
              }}
            >
              <Icon of={ChevronUp} size={18} />
              {t.live.allInverters}
            </Button>
          )}
          {panel}
        </div>
      </div>
    </>
  );
}

/** A hint above says why nothing comes: of an inverter of a device that is the state of the device. */
function isCauseKnown({ source }: ReceivedInverter, hints: ReceivedLiveData['hints']): boolean {
  return source ? source.state !== 'live' : hints.isClockUnset || hints.hasRadioProblem;
}

/** Search and sort: few have so many inverters. */
const InverterListTools = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./list-tools.tsx')).InverterListTools,
}));

/** More than these are a list. */
const TABS_MAX = 10;
/** So many leave room for what they are about, on a phone too. */
const NEAR_TABS_MAX = 3;

/** Who follows a link to an inverter need not look for it. */
function useSightOf(place: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const wasWanted = useRef(isWanted);
  useLayoutEffect(() => {
    if (wasWanted.current) showBelow(place.current, false);
  }, [place]);
}

/** Name, state and what can be done. */
const ENOUGH_SEEN_PX = 240;

/** Brings what lies below the window into it, where a phone has room for the tabs alone. */
function showBelow(panel: HTMLElement | null, withFocus: boolean): void {
  const seenPx = window.innerHeight - (panel?.getBoundingClientRect().top ?? 0);
  if (panel === null || seenPx > ENOUGH_SEEN_PX) return;
  if (withFocus) panel.focus({ preventScroll: true });
  holdInSight(panel, SETTLES_WITHIN_FRAMES);
}

/** Until rows of a long list that come into sight have been measured, and the panel of another inverter stands there. */
const SETTLES_WITHIN_FRAMES = 8;

function holdInSight(panel: HTMLElement, frames: number): void {
  panel.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => isWanted(panel) && holdInSight(panel, frames - 1));
}

/** Nobody has gone elsewhere meanwhile. */
function isWanted(panel: HTMLElement): boolean {
  const { activeElement, body } = document;
  return activeElement === body || panel.contains(activeElement);
}
