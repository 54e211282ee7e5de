import { getLimitStatus, getPowerStatus, type ReceivedLiveData } from '@heliograph/contract';
import type { CallResult } from '../../shared/api/call.ts';
import type { LinkSnapshot, LiveLink } from '../../shared/api/live-link.ts';
import type { Services } from '../../shared/api/services.ts';
import { createRepeat } from '../../shared/lib/repeat.ts';
import { createSubscribers } from '../../shared/lib/subscribers.ts';
import {
  type Asked,
  type AskedInput,
  type AskedOrder,
  askAgainAfterMs,
  isOpen,
  type ReportedStatus,
  stepAsked,
  withOrder,
} from './asked-order.ts';
import { wasHeard } from './inverter-state.ts';

/** The orders that were placed on this page, until the inverters have confirmed them or the user puts them away. */
export interface AskedStore {
  /**
   * The same list until something changes. A confirmed order stays until the live data have been told anew: what they
   * showed last may be from before it.
   */
  orders(): readonly AskedOrder[];
  subscribe(listener: () => void): () => void;
  /** The gateway has accepted an order. */
  place(serial: string, name: string, asked: Asked): void;
  dismiss(id: number): void;
  /** Nobody looks: nothing is asked until somebody does again. */
  setHidden(hidden: boolean): void;
  onConfirmed(listener: (order: AskedOrder) => void): () => void;
  /** Follows link and login; returns the function that ends it. */
  start(): () => void;
}

type AskedPorts = Pick<Services, 'call' | 'clock' | 'liveLink' | 'session'>;

/** A restart of the gateway fits between two answers that are further apart, unless the live link was there. */
const UNNOTICED_WITHIN_MS = 8000;

/** An order that is confirmed at once still has to be seen: before this nobody asks what became of it. */
const SHOWN_FOR_MS = 900;

/** Nothing has come of an order yet. */
const FRESH = { phase: 'waiting', reportedPercent: undefined, hadGap: false, okAtMs: undefined } as const;

/** One question for all orders of a kind; undefined where the gateway brought no answer. */
type Answers = Readonly<Record<Asked['kind'], ((serial: string) => ReportedStatus | undefined) | undefined>>;

export function createAskedStore(ports: AskedPorts): AskedStore {
  const { clock, liveLink, session } = ports;
  const changes = createSubscribers();
  const confirmed = createSubscribers<[AskedOrder]>();
  const asking = createRepeat(clock, ask, () =>
    session.user() === undefined ? undefined : askAgainAfterMs(orders, clock.elapsedMs()),
  );
  let orders: readonly AskedOrder[] = [];
  let lastId = 0;
  let lastAnswerAtMs = 0;
  let lastLive: LinkSnapshot['live'];

  function replace(next: readonly AskedOrder[]): void {
    const known = new Set(orders.filter(isConfirmed).map(({ id }) => id));
    orders = liveLink.snapshot().running ? next : next.filter((order) => !isConfirmed(order));
    changes.notify();
    for (const order of next) if (isConfirmed(order) && !known.has(order.id)) confirmed.notify(order);
    asking.reconsider();
  }

  function followLink(): void {
    const { live } = liveLink.snapshot();
    if (live !== undefined && live !== lastLive && orders.length > 0) {
      const left = orders.filter((order) => !isConfirmed(order));
      replace(left.map((order) => stepMeasured(order, live, clock.elapsedMs())));
    }
    lastLive = live;
    const isNews = orders.some((order) => isOpen(order) && !order.hadGap);
    if (isNews && isLost(liveLink)) stepAll({ type: 'out-of-sight' });
  }

  async function ask(): Promise<void> {
    if (!isWatched(liveLink) && clock.elapsedMs() - lastAnswerAtMs > UNNOTICED_WITHIN_MS) {
      orders = orders.map((order) => stepAsked(order, { type: 'out-of-sight' }));
    }
    const askedAtMs = clock.elapsedMs();
    const asked = orders.filter((order) => isOpen(order) && askedAtMs - order.placedAtMs >= SHOWN_FOR_MS);
    const answers = await answersFor(ports, asked);
    if (answers.limit !== undefined || answers.power !== undefined) lastAnswerAtMs = clock.elapsedMs();
    replace(withAnswers(orders, asked, answers, clock.elapsedMs()));
  }

  function stepAll(input: AskedInput): void {
    if (orders.length > 0) replace(orders.map((order) => stepAsked(order, input)));
  }

  return {
    orders: () => orders,
    subscribe: changes.subscribe,
    onConfirmed: confirmed.subscribe,
    place(serial, name, asked) {
      lastId += 1;
      lastAnswerAtMs = clock.elapsedMs();
      const placed = { id: lastId, serial, name, asked, placedAtMs: lastAnswerAtMs };
      replace(withOrder(orders, { ...placed, ...FRESH }));
    },
    dismiss: (id) => replace(orders.filter((order) => order.id !== id)),
    setHidden: (hidden) => (hidden ? asking.pause() : asking.resume()),
    start() {
      lastLive = liveLink.snapshot().live;
      const stopLink = liveLink.subscribe(followLink);
      const stopSession = session.subscribe((event) => {
        if (event === 'expired') stepAll({ type: 'unanswered' });
        else if (event === 'logged-in') asking.reconsider();
        else replace([]); // who asked has left
      });
      asking.resume();
      asking.reconsider(); // not at once, see SHOWN_FOR_MS
      return () => {
        stopLink();
        stopSession();
        asking.pause();
      };
    },
  };
}

function isConfirmed({ phase }: AskedOrder): boolean {
  return phase === 'confirmed';
}

/** A restart of the gateway would show in the link. */
function isWatched(liveLink: LiveLink): boolean {
  const { running, phase } = liveLink.snapshot();
  return running && phase === 'live';
}

function isLost(liveLink: LiveLink): boolean {
  const { running, phase } = liveLink.snapshot();
  return running && (phase === 'reconnecting' || phase === 'offline');
}

/** What the answers say of the orders that were asked about; one placed meanwhile is not what the gateway spoke of. */
function withAnswers(
  orders: readonly AskedOrder[],
  asked: readonly AskedOrder[],
  answers: Answers,
  nowMs: number,
): readonly AskedOrder[] {
  const askedIds = new Set(asked.map(({ id }) => id));
  return orders.map((order) =>
    askedIds.has(order.id) ? stepAsked(order, inputFor(order, answers, nowMs)) : order,
  );
}

/** Ages are whole seconds, cut. */
const AGE_STEP_MS = 1000;

/**
 * What live data that came just now tell of an order. Of an inverter that does not answer, or was not heard yet (its
 * age is then the gateway's uptime), they tell nothing.
 */
function stepMeasured(order: AskedOrder, live: ReceivedLiveData, nowMs: number): AskedOrder {
  const inverter = live.inverters.find(({ serial }) => serial === order.serial);
  if (inverter === undefined || !inverter.reachable || !wasHeard(inverter)) return order;
  const atMs = nowMs - inverter.data_age * 1000 - AGE_STEP_MS;
  return stepAsked(order, { type: 'measured', atMs, isProducing: inverter.producing });
}

async function answersFor({ call }: AskedPorts, orders: readonly AskedOrder[]): Promise<Answers> {
  const has = (kind: Asked['kind']) => orders.some(({ asked }) => asked.kind === kind);
  const [limit, power] = await Promise.all([
    has('limit') ? call(getLimitStatus) : undefined,
    has('power') ? call(getPowerStatus) : undefined,
  ]);
  return {
    limit: answerOf(limit, ({ limit_set_status, limit_relative, limit_state, max_power }) => ({
      status: limit_set_status,
      limitPercent: limit_state === 'unknown' ? 0 : limit_relative, // the one known last confirms nothing
      maxPowerW: max_power,
    })),
    power: answerOf(power, ({ power_set_status }) => ({
      status: power_set_status,
      limitPercent: 0,
      maxPowerW: 0,
    })),
  };
}

function answerOf<T>(
  result: CallResult<ReadonlyMap<string, T>> | undefined,
  report: (status: T) => ReportedStatus,
): Answers[Asked['kind']] {
  if (result?.kind !== 'answered') return undefined;
  return (serial) => {
    const status = result.answer.get(serial);
    return status === undefined ? undefined : report(status);
  };
}

function inputFor({ asked, serial }: AskedOrder, answers: Answers, nowMs: number): AskedInput {
  const reportedOf = answers[asked.kind];
  return reportedOf === undefined
    ? { type: 'unanswered' }
    : { type: 'answered', atMs: nowMs, reported: reportedOf(serial) };
}
