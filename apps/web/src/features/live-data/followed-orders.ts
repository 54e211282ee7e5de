import { getLimitStatus, getPowerStatus, type ReceivedLiveData } from '@heliograph/contract';
import type { CallResult } from '../../shared/api/call.ts';
import type { LinkSnapshot, LiveLink } from '../../shared/api/live-link.ts';
import { createRepeat } from '../../shared/lib/repeat.ts';
import { createSubscribers } from '../../shared/lib/subscribers.ts';
import {
  type FollowedOrder,
  type OrderInput,
  type ReportedStatus,
  stepOrder,
  withOrder,
} from './followed-order.ts';
import { askAgainAfterMs, isOpen, type Order, type PendingOrder, SHOWN_FOR_MS } from './pending-order.ts';
import type { OrderPorts, PendingOrders } from './pending-orders.ts';

/** A restart of the gateway fits between two answers that are further apart, unless the live link was there. */
const UNNOTICED_WITHIN_MS = 8000;

/** Nothing has come of an order yet. */
const FRESH = { phase: 'waiting', reportedPercent: undefined, hadGap: false, okAtMs: undefined } as const;

/** One question for all orders of a kind; undefined where the gateway brought no answer. */
type Answers = Readonly<Record<Order['kind'], ((serial: string) => ReportedStatus | undefined) | undefined>>;

/**
 * The orders that were placed on this page, to inverters of an original device: followed here, by asking for their status.
 * A confirmed one stays until new live data come: what the last ones show may be from before it.
 */
export function createFollowedOrders(ports: OrderPorts): PendingOrders {
  const { clock, liveLink, session } = ports;
  const changes = createSubscribers();
  const confirmed = createSubscribers<[PendingOrder]>();
  const asking = createRepeat(clock, ask, () =>
    session.user() === undefined ? undefined : askAgainAfterMs(orders, clock.elapsedMs()),
  );
  let orders: readonly FollowedOrder[] = [];
  let lastId = 0;
  let lastAnswerAtMs = 0;
  let lastLive: LinkSnapshot['live'];

  function replace(next: readonly FollowedOrder[]): void {
    const known = new Set(orders.filter(isConfirmed).map(({ id }) => id));
    orders = liveLink.snapshot().running ? next : next.filter((pending) => !isConfirmed(pending));
    changes.notify();
    for (const pending of next) {
      if (isConfirmed(pending) && !known.has(pending.id)) confirmed.notify(pending);
    }
    asking.reconsider();
  }

  function followLink(): void {
    const { live } = liveLink.snapshot();
    if (live !== undefined && live !== lastLive && orders.length > 0) {
      const left = orders.filter((pending) => !isConfirmed(pending));
      replace(left.map((pending) => stepMeasured(pending, live, clock.elapsedMs())));
    }
    lastLive = live;
    const isNews = orders.some((pending) => isOpen(pending) && !pending.hadGap);
    if (isNews && isLost(liveLink)) stepAll({ type: 'out-of-sight' });
  }

  async function ask(): Promise<void> {
    if (!isWatched(liveLink) && clock.elapsedMs() - lastAnswerAtMs > UNNOTICED_WITHIN_MS) {
      orders = orders.map((pending) => stepOrder(pending, { type: 'out-of-sight' }));
    }
    const askedAtMs = clock.elapsedMs();
    const due = orders.filter((each) => isOpen(each) && askedAtMs - each.placedAtMs >= SHOWN_FOR_MS);
    const answers = await answersFor(ports, due);
    if (answers.limit !== undefined || answers.power !== undefined) lastAnswerAtMs = clock.elapsedMs();
    replace(withAnswers(orders, due, answers, clock.elapsedMs()));
  }

  function stepAll(input: OrderInput): void {
    if (orders.length > 0) replace(orders.map((pending) => stepOrder(pending, input)));
  }

  return {
    orders: () => orders,
    subscribe: changes.subscribe,
    onConfirmed: confirmed.subscribe,
    place(serial, name, order) {
      lastId += 1;
      lastAnswerAtMs = clock.elapsedMs();
      const placed = { id: lastId, serial, name, order, placedAtMs: lastAnswerAtMs };
      replace(withOrder(orders, { ...placed, ...FRESH }));
    },
    dismiss: (id) => replace(orders.filter((pending) => pending.id !== id)),
    setHidden: (hidden) => (hidden ? asking.pause() : asking.resume()),
    start() {
      lastLive = liveLink.snapshot().live;
      const stopLink = liveLink.subscribe(followLink);
      const stopSession = session.subscribe((event) => {
        if (event === 'expired') stepAll({ type: 'unanswered' });
        else if (event === 'logged-in') asking.reconsider();
        else replace([]); // who ordered has left
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

function isConfirmed({ phase }: PendingOrder): boolean {
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
  orders: readonly FollowedOrder[],
  due: readonly FollowedOrder[],
  answers: Answers,
  nowMs: number,
): readonly FollowedOrder[] {
  const dueIds = new Set(due.map(({ id }) => id));
  return orders.map((pending) =>
    dueIds.has(pending.id) ? stepOrder(pending, inputFor(pending, answers, nowMs)) : pending,
  );
}

/** Ages are whole seconds, cut. */
const AGE_STEP_MS = 1000;

/**
 * What live data that came just now say of an order. Of an inverter that does not answer, or has sent no reading yet (its
 * age is then the gateway's uptime), they say nothing.
 */
function stepMeasured(pending: FollowedOrder, live: ReceivedLiveData, nowMs: number): FollowedOrder {
  const inverter = live.inverters.find(({ serial }) => serial === pending.serial);
  if (inverter === undefined || !inverter.isReachable || !inverter.hasReading) return pending;
  const atMs = nowMs - inverter.dataAgeS * 1000 - AGE_STEP_MS;
  return stepOrder(pending, { type: 'measured', atMs, isProducing: inverter.isProducing });
}

async function answersFor({ call }: OrderPorts, orders: readonly FollowedOrder[]): Promise<Answers> {
  const has = (kind: Order['kind']) => orders.some(({ order }) => order.kind === kind);
  const [limit, power] = await Promise.all([
    has('limit') ? call(getLimitStatus) : undefined,
    has('power') ? call(getPowerStatus) : undefined,
  ]);
  return {
    limit: answerOf(limit, ({ orderStatus, percent = 0, isInDoubt, maxPowerW = 0 }) => ({
      status: orderStatus,
      limitPercent: isInDoubt ? 0 : percent, // the one known last confirms nothing
      maxPowerW,
    })),
    power: answerOf(power, ({ orderStatus }) => ({
      status: orderStatus,
      limitPercent: 0,
      maxPowerW: 0,
    })),
  };
}

function answerOf<T>(
  result: CallResult<ReadonlyMap<string, T>> | undefined,
  report: (status: T) => ReportedStatus,
): Answers[Order['kind']] {
  if (result?.kind !== 'answered') return undefined;
  return (serial) => {
    const status = result.answer.get(serial);
    return status === undefined ? undefined : report(status);
  };
}

function inputFor({ order, serial }: FollowedOrder, answers: Answers, nowMs: number): OrderInput {
  const reportedOf = answers[order.kind];
  return reportedOf === undefined
    ? { type: 'unanswered' }
    : { type: 'answered', atMs: nowMs, reported: reportedOf(serial) };
}
