import {
  type Order as GatewayOrder,
  getLimitStatus,
  type OrderExpiry,
  type ReceivedLiveData,
  readOrders,
} from '@heliograph/contract';
import type { LinkSnapshot } from '../../shared/api/live-link.ts';
import { createRepeat } from '../../shared/lib/repeat.ts';
import { createSubscribers } from '../../shared/lib/subscribers.ts';
import {
  actionOf,
  freshOrder,
  getOrdersTo,
  isFollowed,
  isInTrouble,
  isSameOrder,
  newestOfGroups,
  phaseOf,
  refusalOf,
  type ToldLimit,
  toldPercent,
} from './gateway-order.ts';
import { askAgainAfterMs, type PendingOrder, SHOWN_FOR_MS } from './pending-order.ts';
import type { OrderPorts, PendingOrders } from './pending-orders.ts';

/** An order that was given on this page, until it is confirmed or over. */
interface Own {
  /** Of the inverter. */
  readonly name: string;
  readonly placedAtMs: number;
  /** The gateway's list does not have it yet; none of these orders, which the page knew before, is it. */
  readonly before?: ReadonlySet<string>;
}

/** Live data have an order within a second; what they lack after this is looked for in the list of all orders. */
const LISTED_WITHIN_MS = 5000;

/**
 * The orders as our gateway keeps them, whoever gave them: they come with the live data, and nothing changes while none
 * come. Those that were given on this page are asked for where no live data are followed, to say when they are confirmed.
 * What ended badly stays until the user puts it away; live data tell of it for a minute only.
 */
export function createGatewayOrders(ports: OrderPorts): PendingOrders {
  const { call, clock, liveLink, session } = ports;
  const changes = createSubscribers();
  const confirmed = createSubscribers<[PendingOrder]>();
  const asking = createRepeat(clock, ask, askAfterMs);
  /** What is open or has ended badly, the newest first, one of each group. */
  let known: readonly GatewayOrder[] = [];
  /** By the number of the order, or by one of our own while the list does not have it. */
  const own = new Map<string, Own>();
  let limits: ReadonlyMap<string, ToldLimit> = new Map();
  /** The numbers of the orders that were told of last: what is open and not among them is missing. */
  let told: ReadonlySet<string> = new Set();
  /** Not of people and programs over HTTP. When an order was first seen to be unanswered, and which ones are to be shown. */
  let silentSinceMs: ReadonlyMap<string, number> = new Map();
  let inTrouble: ReadonlySet<string> = new Set();
  const dismissed = new Set<string>();
  let orders: readonly PendingOrder[] = [];
  let lastId = 0;
  let lastLive: LinkSnapshot['live'];
  let cancelShow: (() => void) | undefined;
  followLink();

  function followLink(): void {
    const { live } = liveLink.snapshot();
    if (live !== undefined && live !== lastLive) takeLive(live);
    else asking.reconsider();
  }

  function takeLive(live: ReceivedLiveData): void {
    lastLive = live;
    limits = limitsIn(live);
    const list = readOrders(live.orders);
    claim(list);
    told = idsOf(list);
    const others = known.filter((order) => !told.has(order.id));
    know([...others.filter(({ id }) => own.get(id)?.before), ...list, ...others]);
  }

  /** Finds the orders from this page that the list did not have before. */
  function claim(list: readonly GatewayOrder[]): void {
    for (const fresh of known) {
      const mine = own.get(fresh.id);
      const isIt = (order: GatewayOrder) =>
        order.way === 'http' &&
        isSameOrder(order, fresh) &&
        !own.has(order.id) &&
        !mine?.before?.has(order.id);
      const listed = mine?.before && list.find(isIt);
      if (mine === undefined || listed === undefined) continue;
      own.delete(fresh.id);
      own.set(listed.id, { name: mine.name, placedAtMs: mine.placedAtMs });
      known = known.map((order) => (order === fresh ? listed : order));
    }
  }

  function know(list: readonly GatewayOrder[]): void {
    known = newestOfGroups(list).filter((order) => isFollowed(order) || told.has(order.id) || isBad(order));
    const nowMs = clock.elapsedMs();
    const silent = known.filter(({ state }) => state === 'unanswered');
    silentSinceMs = new Map(silent.map(({ id }) => [id, silentSinceMs.get(id) ?? nowMs]));
    inTrouble = idsOf(
      known.filter((order) => isInTrouble(order, nowMs - (silentSinceMs.get(order.id) ?? nowMs))),
    );
    const ids = idsOf(known);
    for (const id of own.keys()) if (!ids.has(id)) own.delete(id);
    show();
  }

  /** Makes of all that is known what is shown, and says what was confirmed. */
  function show(): void {
    cancelShow?.();
    const open = known.filter(({ id }) => !dismissed.has(id));
    const next = open.flatMap(shownOf);
    const nextIds = new Set(next.map(({ id }) => id));
    const done = open
      .filter(({ id }) => own.has(id) && !nextIds.has(id))
      .flatMap((order) => pendingOf(order) ?? [])
      .filter(({ phase }) => phase === 'confirmed');
    for (const { id } of done) own.delete(String(id));
    const unseenMs = open.map(unseenForMs).filter((ms) => ms > 0);
    cancelShow = unseenMs.length > 0 ? clock.after(Math.min(...unseenMs), show) : undefined;
    if (JSON.stringify(next) !== JSON.stringify(orders)) {
      orders = next;
      changes.notify();
    }
    for (const pending of done) confirmed.notify(pending);
    asking.reconsider();
  }

  function shownOf(order: GatewayOrder): readonly PendingOrder[] {
    const pending = pendingOf(order);
    if (pending === undefined) return [];
    if (pending.phase === 'confirmed')
      return unseenForMs(order) > 0 ? [{ ...pending, phase: 'waiting' }] : [];
    return order.way === 'http' || inTrouble.has(order.id) ? [pending] : [];
  }

  /** How much longer an order from this page is to be seen, although it may be confirmed. */
  function unseenForMs({ id }: GatewayOrder): number {
    const mine = own.get(id);
    return mine === undefined ? 0 : mine.placedAtMs + SHOWN_FOR_MS - clock.elapsedMs();
  }

  function pendingOf(order: GatewayOrder): PendingOrder | undefined {
    const { id, serial } = order;
    const phase = phaseOf(order, limits.get(serial));
    if (phase === undefined) return undefined;
    const mine = own.get(id);
    const name = mine?.name ?? serial;
    return {
      ...{ id, serial, name, order: actionOf(order), phase },
      ...{
        reportedPercent: toldPercent(order),
        by: mine ? undefined : order.by,
        way: order.way,
        refusal: refusalOf(order),
      },
    };
  }

  function isBad(order: GatewayOrder): boolean {
    const phase = phaseOf(order, undefined);
    return phase !== undefined && phase !== 'confirmed' && !dismissed.has(order.id);
  }

  /** What the live data should tell of, and do not; or, where none are followed, what was given on this page. */
  function wanted(): readonly GatewayOrder[] {
    const isWanted = liveLink.snapshot().running
      ? ({ id }: GatewayOrder) => !told.has(id)
      : ({ id }: GatewayOrder) => own.has(id);
    return known.filter((order) => isFollowed(order) && isWanted(order));
  }

  function askAfterMs(): number | undefined {
    const { running, phase } = liveLink.snapshot();
    if (running) return phase === 'live' && wanted().length > 0 ? LISTED_WITHIN_MS : undefined;
    if (session.user() === undefined) return undefined;
    const placed = wanted().map((order) => ({
      phase: phaseOf(order, limits.get(order.serial)) ?? 'confirmed',
      placedAtMs: own.get(order.id)?.placedAtMs ?? 0,
    }));
    return askAgainAfterMs(placed, clock.elapsedMs());
  }

  async function ask(): Promise<void> {
    const open = wanted();
    const serials = [...new Set(open.map(({ serial }) => serial))];
    // The list does not tell what limit an order leads to that the inverter has taken.
    const isTaken =
      !liveLink.snapshot().running &&
      open.some(({ kind, state }) => kind === 'limit' && state === 'acknowledged');
    const [lists, status] = await Promise.all([
      Promise.all(serials.map((inv) => call(getOrdersTo, { query: { inv } }))),
      isTaken ? call(getLimitStatus) : undefined,
    ]);
    // What live data have told meanwhile is newer.
    const isWatched = liveLink.snapshot().running;
    const asked = open.filter(({ id }) => !isWatched || !told.has(id));
    if (status?.kind === 'answered' && !isWatched) {
      limits = new Map(
        [...status.answer].map(([serial, { percent, isInDoubt, maxPowerW }]) => [
          serial,
          { percent, isInDoubt, maxPowerW },
        ]),
      );
    }
    for (const [at, serial] of serials.entries()) {
      const result = lists[at];
      const askedIds = idsOf(asked.filter((order) => order.serial === serial));
      if (result?.kind === 'answered') lookUp(askedIds, result.answer.orders);
      else if (result?.kind === 'missing') lookUp(askedIds, [], 'inverter-removed');
    }
    know(known);
  }

  /** Takes what the list of all orders to an inverter says of those; one that it does not have has come to an end. */
  function lookUp(
    askedIds: ReadonlySet<string>,
    list: readonly GatewayOrder[],
    reason: OrderExpiry = 'gateway-restarted',
  ): void {
    claim(newestOfGroups(list));
    told = new Set([...told, ...idsOf(list)]);
    known = known.map((order) =>
      askedIds.has(order.id) ? (list.find(({ id }) => id === order.id) ?? expired(order, reason)) : order,
    );
  }

  return {
    orders: () => orders,
    subscribe: changes.subscribe,
    onConfirmed: confirmed.subscribe,
    place(serial, name, order, before) {
      lastId += 1;
      const fresh = freshOrder(`placed ${lastId}`, serial, order);
      own.set(fresh.id, { name, placedAtMs: clock.elapsedMs(), before: idsOf(readOrders(before)) });
      known = [fresh, ...known];
      claim(readOrders(lastLive?.orders)); // it may have come before the answer did
      know(known);
    },
    dismiss(id) {
      dismissed.add(String(id));
      know(known);
    },
    setHidden: (hidden) => (hidden ? asking.pause() : asking.resume()),
    start() {
      const stopLink = liveLink.subscribe(followLink);
      const stopSession = session.subscribe((event) => {
        if (event === 'logged-in') asking.reconsider();
        if (event !== 'logged-out' && event !== 'elsewhere') return;
        for (const { id } of known) dismissed.add(id); // who ordered has left
        know([]);
      });
      followLink();
      asking.resume();
      asking.reconsider(); // not at once: live data are about to tell of an order that was just given
      return () => {
        stopLink();
        stopSession();
        cancelShow?.();
        asking.pause();
      };
    },
  };
}

const idsOf = (orders: readonly GatewayOrder[]) => new Set(orders.map(({ id }) => id));

/** As if the gateway had told that nobody carries it out any more. */
function expired(order: GatewayOrder, reason: OrderExpiry): GatewayOrder {
  return { ...order, state: 'expired', steps: [...order.steps, { state: 'expired', at: 0, reason }] };
}

function limitsIn({ inverters }: ReceivedLiveData): ReadonlyMap<string, ToldLimit> {
  return new Map(
    inverters.map(({ serial, limit: { percent, isInDoubt, watts } }) => {
      const maxPowerW = percent && watts !== undefined ? (watts / percent) * 100 : undefined;
      return [serial, { percent, isInDoubt, maxPowerW }];
    }),
  );
}
