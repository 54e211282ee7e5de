import {
  getLimitSettings,
  getLimitState,
  getLimitStatus,
  getPlantDay,
  type LimitSettings,
  type LimitState,
  type PlantDay,
  quantityOf,
  readOrders,
  setLimitSettings,
  timezoneOf,
} from '@heliograph/contract';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { CallFailure } from '../../shared/api/call.ts';
import { useLiveWhileShown } from '../../shared/api/live-while-shown.ts';
import { useLinkSnapshot, useMay, useServices, useUser } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import type { Outcome } from '../../shared/form/ask-dialog.tsx';
import { askAgainMs, mayPass } from '../../shared/form/load-failure.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createPlantTime } from '../../shared/i18n/plant-time.ts';
import { inverterTitle } from '../../shared/page/inverter-state.ts';
import { limitOutcome } from './limit-outcome.ts';
import { type LimitedInverter, type LimitFacts, type LimitWords, limitWords } from './limit-words.ts';

/** Everything that the page shows of limits. */
export interface LimitsView extends LimitFacts {
  readonly state: LimitState;
  readonly words: LimitWords;
  readonly day: PlantDay;
  /** What time it is at the plant, in unix seconds. */
  readonly nowS: () => number;
  /** May change groups, schedule and rule. */
  readonly isAdmin: boolean;
  /** May take over a limit, and give it back. */
  readonly mayOrder: boolean;
  /** Another one as soon as an order has come further. */
  readonly ordersKey: string;
}

export interface Limits {
  readonly view: LimitsView | undefined;
  readonly failure: CallFailure | undefined;
  readonly reload: () => void;
  /** Changes what is stored as it is now, which somebody else may have changed meanwhile. */
  readonly change: (edit: (stored: LimitSettings) => LimitSettings, onSaved: () => void) => Promise<Outcome>;
}

const STATE_EVERY_MS = 3000;
const STATUS_EVERY_MS = 10_000;
/** Another admin's change is rare; what somebody holds now, and so what rows of the schedule do, comes with the state. */
const SETTINGS_EVERY_MS = 10_000;
const DAY_EVERY_MS = 60_000;
const NO_QUERY = {};
const ONCE: readonly Asked[] = [{}];

const every = (ms: number) => (loaded: Loaded<unknown>) => {
  if (loaded.failure?.kind === 'throttled') return askAgainMs(loaded);
  return loaded.failure === undefined || mayPass(loaded.failure) ? ms : undefined;
};

/** Who has the say, what is set up, and what the inverters report; what changes comes by itself. */
export function useLimits(): Limits {
  const { call, clock } = useServices();
  const user = useUser();
  const isAdmin = useMay('admin');
  const mayOrder = useMay('operator');
  const { format } = useI18n();
  const texts = useTexts('limits');
  const { limits: t } = texts;
  const { live } = useLinkSnapshot();
  const state = useEndpoint(getLimitState, NO_QUERY, every(STATE_EVERY_MS));
  const settings = useEndpoint(getLimitSettings, NO_QUERY, every(SETTINGS_EVERY_MS));
  const status = useEndpoint(getLimitStatus, NO_QUERY, every(STATUS_EVERY_MS));
  const days = useAnswers<PlantDay>(getPlantDay, ONCE, DAY_EVERY_MS);
  const [day] = days.answers ?? [];
  const rule = day?.timezone ?? '';
  const { utcOffsetS } = useMemo(() => timezoneOf(rule), [rule]);

  useLiveWhileShown();

  // An order that has come further is the first sign that somebody else holds the limit now, or that it was taken.
  const orders = JSON.stringify(readOrders(live?.orders).map((order) => [order.id, order.state]));
  const { reload: reloadState } = state;
  const { reload: reloadStatus } = status;
  useEffect(() => {
    if (orders === '[]') return;
    reloadState();
    reloadStatus();
  }, [orders, reloadState, reloadStatus]);

  // A row of the schedule that begins or goes, a group with another cap: who changed that is often somebody at another page.
  const { reload: reloadSettings } = settings;
  const held = JSON.stringify(state.answer?.held.map((one) => [one.owner, one.target, one.watts]) ?? '');
  const shownHeld = useRef(held);
  useEffect(() => {
    if (held !== shownHeld.current) reloadSettings();
    shownHeld.current = held;
  }, [held, reloadSettings]);

  const reload = useCallback(() => {
    reloadState();
    reloadSettings();
    reloadStatus();
  }, [reloadState, reloadSettings, reloadStatus]);

  async function change(
    edit: (stored: LimitSettings) => LimitSettings,
    onSaved: () => void,
  ): Promise<Outcome> {
    const stored = await call(getLimitSettings, {});
    if (stored.kind !== 'answered') return { ...stored, isUnsent: true };
    return limitOutcome(texts, await call(setLimitSettings, { body: edit(stored.answer) }), () => {
      reload();
      onSaved();
    });
  }

  function inverters(known: LimitState): readonly LimitedInverter[] {
    return known.inverters.map((one) => {
      const told = live?.inverters.find(({ serial }) => serial === one.serial);
      const { percent, maxPowerW } = status.answer?.get(one.serial) ?? {};
      const power = told?.isAnswering ? quantityOf(told.phase, 'power')?.value : undefined;
      return {
        serial: one.serial,
        name: told === undefined ? one.serial : inverterTitle(told),
        ...{ maxW: maxPowerW, percent, powerW: power ?? undefined },
        ...{ isAnswering: told?.isReachable ?? false, state: one },
      };
    });
  }

  function viewOf(known: LimitState, stored: LimitSettings, now: PlantDay): LimitsView {
    const facts = {
      ...{ t, format, time: createPlantTime(format.tag, utcOffsetS), today: now.today },
      ...{ user: user && accountOf(user.authdata), inverters: inverters(known), settings: stored },
    };
    const { atMs } = days;
    return {
      ...{ ...facts, state: known, words: limitWords(facts), day: now, isAdmin, mayOrder },
      ordersKey: orders,
      nowS: () => now.now + (clock.elapsedMs() - atMs) / 1000,
    };
  }

  const view =
    state.answer && settings.answer && day ? viewOf(state.answer, settings.answer, day) : undefined;
  return { view, failure: state.failure ?? settings.failure ?? days.failure, reload, change };
}

/** The name of the account that a stored login is for. */
function accountOf(authdata: string): string {
  const bytes = Uint8Array.from(atob(authdata), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes).split(':', 1)[0] ?? '';
}
