import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PATHS } from '../../shared/lib/paths.ts';
import { dateAfter } from '../../shared/lib/periods.ts';
import { type HistoryView, historyQuery, readHistoryView } from './history-address.ts';
import type { Kept } from './use-history.ts';

/** `isStep`: on the way to another one, which the way back need not stop at. */
export type ShowView = (changes: Partial<HistoryView>, isStep?: boolean) => void;

/** What the address says, and how to change it. */
export function useView(): { readonly view: HistoryView; readonly show: ShowView } {
  const search = useSearch();
  const view = useMemo(() => readHistoryView(search), [search]);
  const [path, navigate] = useLocation();
  // An address that somebody has written says afterwards what it was understood as.
  const tellShown = useEffectEvent(() => {
    const told = historyQuery(view);
    const isOurs = path === PATHS.history;
    if (isOurs && told !== historyText(search)) navigate(PATHS.history + told, { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is looked at anew
  useEffect(() => tellShown(), [search]);
  return {
    view,
    show(changes, isStep = false) {
      // A part is one of this day.
      const isOther = 'date' in changes || 'period' in changes;
      const next = { ...view, ...(isOther && { part: undefined }), ...changes };
      navigate(PATHS.history + historyQuery(next), { replace: isStep });
    },
  };
}

/** As `historyQuery` would write it. */
function historyText(search: string): string {
  const text = new URLSearchParams(search).toString();
  return text === '' ? '' : `?${text}`;
}

/** The period before or after; today is never named in the address, so that it is still today tomorrow. */
export function stepped(view: HistoryView, kept: Kept, steps: number): Partial<HistoryView> {
  const { today } = kept.day;
  const date = dateAfter(view.period, view.date ?? today, steps);
  return { date: date === today ? undefined : date };
}
