import { type Findings, getFindings, type Measured, type ReceivedLiveData } from '@heliograph/contract';
import { useEffect, useRef, useState } from 'react';
import { useRouter } from 'wouter';
import type { KeptValues } from '../../shared/api/kept-values.ts';
import { startKeeping, type ValueKeeper } from '../../shared/api/offline-keeper.ts';
import { useLinkSnapshot, useServices } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { pageTitle } from '../../shared/i18n/page-title.ts';
import { PRODUCT_NAME } from '../../shared/ui/product-name.ts';
import { readableValue } from './readable-value.ts';
import { knownTotals } from './totals.tsx';

/** Values come every second; what reads titles aloud, and the memory of a phone, need not follow each. */
const TITLE_EVERY_MS = 10_000;
const KEEP_EVERY_MS = 20_000;
/** When the page has all that it begins with. */
const KEEP_AFTER_MS = 2_000;
const FINDINGS_EVERY_MS = 60_000;
const ONCE: readonly Asked[] = [{}];

/**
 * What the live view is besides its page: its power in the title, so that it can be shared and is seen in a row of tabs; a
 * number at the icon; and what is shown of it while the gateway does not answer. Shows nothing itself.
 */
export function OnPhone() {
  usePowerInTitle();
  useKeptValues();
  useBadge();
  return null;
}

/** The power while it is that of now; the page's own title else. */
function usePowerInTitle(): void {
  const { clock } = useServices();
  const { live, stale } = useLinkSnapshot();
  const { t, format } = useI18n();
  const own = `${pageTitle(t, 'home')} · ${PRODUCT_NAME}`;
  const told = useRef({ own: '', atMs: 0 });

  useEffect(() => {
    if (live === undefined || stale || !knownTotals(live).power) {
      told.current.own = '';
      document.title = own;
      return;
    }
    const nowMs = clock.elapsedMs();
    if (told.current.own === own && nowMs - told.current.atMs < TITLE_EVERY_MS) return;
    told.current = { own, atMs: nowMs };
    document.title = `${valueText(format, live.totals.power)} · ${PRODUCT_NAME}`;
  }, [live, stale, own, format, clock]);

  // Whatever the browser shows of a page that it has stopped is not of now.
  useEffect(() => {
    const stop = () => {
      told.current.own = '';
      document.title = own;
    };
    document.addEventListener('freeze', stop);
    return () => document.removeEventListener('freeze', stop);
  }, [own]);
}

function valueText(format: Formats, sum: Measured): string {
  const { value, unit, digits } = readableValue(sum);
  return `${format.digits(value ?? 0, digits)}${format.unitGap(unit)}${unit}`;
}

/** Only where the browser takes the worker that would show them. */
function useKeptValues(): void {
  const { base } = useRouter();
  const { clock, session } = useServices();
  const { live, stale } = useLinkSnapshot();
  const { locale } = useI18n();
  const [keeper, setKeeper] = useState<ValueKeeper>();
  const keptMs = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    let isWanted = true;
    const cancel = clock.after(KEEP_AFTER_MS, async () => {
      const started = await startKeeping(window, { basePath: base, session });
      if (isWanted) setKeeper(started);
      else started?.stop();
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }, [clock, base, session]);
  useEffect(() => () => keeper?.stop(), [keeper]);

  useEffect(() => {
    if (keeper === undefined || live === undefined || stale) return;
    const nowMs = clock.elapsedMs();
    if (nowMs - keptMs.current < KEEP_EVERY_MS) return;
    keptMs.current = nowMs;
    keeper.keep(valuesOf(live, { locale, atMs: clock.unixMs(), theme: shownTheme() }));
  }, [keeper, live, stale, locale, clock]);
}

function valuesOf(live: ReceivedLiveData, shown: Pick<KeptValues, 'locale' | 'atMs' | 'theme'>): KeptValues {
  const { power, yieldToday, yieldTotal } = live.totals;
  const known = knownTotals(live);
  const asKnown = (sum: Measured, isKnown: boolean) => (isKnown ? sum : { ...sum, value: null });
  return {
    ...shown,
    power: asKnown(power, known.power),
    yieldToday: asKnown(yieldToday, known.yieldToday),
    yieldTotal: asKnown(yieldTotal, known.yieldTotal),
  };
}

function shownTheme(): KeptValues['theme'] {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

/**
 * How many findings are open, without those for which there may be another reason: a number at an icon says that something is
 * wrong. Only an installed app has an icon for it.
 */
function useBadge(): void {
  const hasIcon = 'setAppBadge' in navigator && window.matchMedia('(display-mode: standalone)').matches;
  const { answers } = useAnswers<Findings>(getFindings, hasIcon ? ONCE : undefined, FINDINGS_EVERY_MS);
  const faults = answers?.[0]?.findings.filter((one) => one.state === 'open' && one.sureness !== 'possible');
  const count = faults?.length;
  useEffect(() => {
    if (count === undefined) return;
    const telling = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    telling.catch(() => undefined); // the browser does not want to
  }, [count]);
}
