import type { SocketName } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { HostFacts } from '../../platform/host-facts.ts';
import { type Client, createClientReader } from './client-address.ts';
import { createLoginBudget, type LoginBudget } from './login-budget.ts';
import { limitsOf, SERVER_LIMITS, type ServerLimits } from './server-limits.ts';

/**
 * What each client may take of the gateway: the one place that counts it. A client is an address; a distant network of
 * many addresses is counted beside each of them, with more room.
 */
export interface ClientLimits {
  readonly numbers: ServerLimits;
  /** Whose this address of a peer is. */
  clientOf(address: string): Client;
  /** Counts a request; seconds (at least 1) after which to come again when its client has sent too many, else 0. */
  waitToAskS(address: string): number;
  /** Counts a request that is about to be read; milliseconds to wait before it is. */
  waitToReadMs(client: Client): number;
  /** For one socket: counts frames and their bytes; milliseconds to wait before they are read. */
  frameCounter(client: Client): (frames: number, bytes: number) => number;
  readonly connections: ConnectionPlaces;
  readonly sockets: SocketPlaces;
  readonly logins: LoginBudget;
}

/** A connection that has a place. */
export interface PlacedConnection {
  readonly client: Client;
  /** It can give way to another one: a socket does not. */
  readonly canGive: boolean;
  /** Something is asked on it and not answered yet. */
  readonly isBusy: boolean;
  /** When something was last asked or answered on it, or it came. */
  readonly usedAtMs: number;
  /** Ends it at once. */
  cut(): void;
}

export interface ConnectionPlaces {
  /**
   * Gives a connection a place, if need be that of another client who has more of them; false when there is none.
   * Its client gives it back with `leave`, also when it was cut.
   */
  enter(connection: PlacedConnection): boolean;
  leave(connection: PlacedConnection): void;
}

/** Who opens a socket. */
/** `user`: somebody with an account who is no admin, for whom there is room as for an admin. */
export type SocketGuest = 'visitor' | 'user' | 'admin';

export interface SocketPlaces {
  hasRoom(name: SocketName, client: Client, guest: SocketGuest): boolean;
  /**
   * Takes a place where there is room; returns what gives it back. `onDisplaced`: the admin needs the place of a
   * visitor, which is already given away.
   */
  take(name: SocketName, client: Client, guest: SocketGuest, onDisplaced: () => void): () => void;
}

export interface ClientLimitsOptions {
  readonly clock: Clock;
  readonly host: Pick<HostFacts, 'ownAddresses' | 'openFilesMax'>;
  /** Numbers to be taken instead of those of `SERVER_LIMITS`. */
  readonly numbers?: Partial<ServerLimits> | undefined;
}

export function createClientLimits({ clock, host, numbers: given }: ClientLimitsOptions): ClientLimits {
  const numbers: ServerLimits = { ...limitsOf(host), ...given };
  const clientOf = createKeptClients(clock, host);
  const logins = createLoginBudget(clock);
  const { networkShare, socketShare } = SERVER_LIMITS;
  const requests = createMeter(numbers.requestsPerSecond, numbers.requestBurst);
  const reads = createMeter(numbers.readsPerSecond, numbers.readBurst);
  const frames = createMeter(numbers.framesPerSecond, numbers.frameBurst);
  const bytes = createMeter(numbers.frameBytesPerSecond, numbers.frameByteBurst);
  const accounts = createAccounts();

  return {
    numbers,
    clientOf,
    logins,
    waitToAskS(address) {
      const nowMs = clock.monotonicMs();
      const { own, network } = accounts.of(clientOf(address));
      const waitMs = Math.max(
        requests.waitMs(own.requests, nowMs),
        network === undefined ? 0 : requests.waitMs(network.requests, nowMs, 1, networkShare),
      );
      if (waitMs > 0 && !__WITHOUT__.requestBudget) return Math.ceil(waitMs / 1000);
      requests.take(own.requests, nowMs);
      if (network !== undefined) requests.take(network.requests, nowMs, 1, networkShare);
      return 0;
    },
    waitToReadMs(client) {
      const nowMs = clock.monotonicMs();
      const { own, network } = accounts.of(client);
      return Math.max(
        reads.book(own.reads, nowMs),
        network === undefined ? 0 : reads.book(network.reads, nowMs, 1, networkShare),
      );
    },
    frameCounter(client) {
      const socket = createAccount();
      return (frameCount, byteCount) => {
        const nowMs = clock.monotonicMs();
        const { own, network } = accounts.of(client);
        const shares: [Account | undefined, number][] = [
          [socket, 1],
          [own, socketShare],
          [network, socketShare * networkShare],
        ];
        const waitsMs = shares.flatMap(([account, share]) =>
          account === undefined
            ? []
            : [
                frames.book(account.frames, nowMs, frameCount, share),
                bytes.book(account.bytes, nowMs, byteCount, share),
              ],
        );
        return Math.max(...waitsMs);
      };
    },
    connections: createConnectionPlaces(clock, numbers, logins),
    sockets: createSocketPlaces(numbers),
  };
}

/** Addresses of this machine change, as when a provider hands out another network. */
const OWN_ADDRESSES_FOR_MS = 10_000;

function createKeptClients(clock: Clock, host: Pick<HostFacts, 'ownAddresses'>): (address: string) => Client {
  let read = createClientReader(host.ownAddresses());
  let readAtMs = clock.monotonicMs();
  return (address) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - readAtMs >= OWN_ADDRESSES_FOR_MS) {
      read = createClientReader(host.ownAddresses());
      readAtMs = nowMs;
    }
    return read(address);
  };
}

/** When all that was taken will have come back, in milliseconds of the monotonic clock. */
interface Due {
  atMs: number;
}

interface Account {
  readonly requests: Due;
  readonly reads: Due;
  readonly frames: Due;
  readonly bytes: Due;
}

const createAccount = (): Account => ({
  requests: { atMs: 0 },
  reads: { atMs: 0 },
  frames: { atMs: 0 },
  bytes: { atMs: 0 },
});

/** Nobody waits longer than this for what was booked before, so that nobody can book a day. */
const BOOKED_MAX_MS = 2_000;

/** Sums of parts of a second are never exact. */
const ROUNDING_MS = 1e-3;

/** A rate, and how much may be taken at once after a quiet while; `share`: for so many together. */
function createMeter(perSecond: number, burst: number) {
  const costMs = (count: number, share: number) => (count * 1000) / (perSecond * share);
  const burstMs = (burst * 1000) / perSecond;
  const waitMs = (due: Due, nowMs: number, count = 1, share = 1) =>
    Math.max(0, Math.max(due.atMs, nowMs) + costMs(count, share) - burstMs - nowMs - ROUNDING_MS);
  const take = (due: Due, nowMs: number, count = 1, share = 1) => {
    due.atMs = Math.max(due.atMs, nowMs) + costMs(count, share);
  };
  return {
    waitMs,
    take,
    /** Takes it in any case: the milliseconds until it is there. Who books first has it first. */
    book(due: Due, nowMs: number, count = 1, share = 1): number {
      const wait = waitMs(due, nowMs, count, share);
      if (wait < BOOKED_MAX_MS) take(due, nowMs, count, share);
      return Math.min(wait, BOOKED_MAX_MS);
    },
  };
}

/** Accounts remembered at most; the one that has been quiet for longest gives way. */
const ACCOUNTS_MAX = 1024;

function createAccounts() {
  const all = new Map<string, Account>();
  function accountOf(key: string): Account {
    const account = all.get(key) ?? createAccount();
    all.delete(key); // a map keeps its order: the last to come goes to the end
    all.set(key, account);
    for (const oldest of all.keys()) {
      if (all.size <= ACCOUNTS_MAX) break;
      all.delete(oldest);
    }
    return account;
  }
  return {
    of: ({ address, network }: Client) => ({
      network: network === undefined ? undefined : accountOf(network),
      own: accountOf(address),
    }),
  };
}

/** How many there are of each key. */
function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string | undefined) => (key === undefined ? 0 : (counts.get(key) ?? 0)),
    add(key: string | undefined, change: 1 | -1): void {
      if (key === undefined) return;
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}

function createConnectionPlaces(
  clock: Clock,
  { connectionsMax, connectionsPerAddressMax }: ServerLimits,
  logins: LoginBudget,
): ConnectionPlaces {
  const { connectionsReserved, connectionsPerNetworkMax, idleMinMs } = SERVER_LIMITS;
  const reserved = Math.min(connectionsReserved, Math.floor(connectionsMax / 4));
  const placed = new Set<PlacedConnection>();
  const counts = createCounts();

  function count({ client: { address, network } }: PlacedConnection, change: 1 | -1): void {
    counts.add(address, change);
    counts.add(network, change);
  }

  /** Of who has most connections the one that is used least. */
  function leastUsed(): PlacedConnection | undefined {
    const rank = ({ client, isBusy, usedAtMs }: PlacedConnection) =>
      [-counts.of(client.address), isBusy ? 1 : 0, usedAtMs] as const;
    let least: PlacedConnection | undefined;
    for (const one of placed) {
      const isProtected = one.isBusy && (one.client.isOwnMachine || logins.knows(one.client));
      if (!one.canGive || isProtected) continue;
      if (least === undefined || isBefore(rank(one), rank(least))) least = one;
    }
    return least;
  }

  function makeRoom({ client }: PlacedConnection): boolean {
    const least = leastUsed();
    if (least === undefined) return false;
    const more = counts.of(least.client.address) - counts.of(client.address);
    const isIdle = !least.isBusy && clock.monotonicMs() - least.usedAtMs >= idleMinMs;
    if (more < 1 || (more === 1 && !isIdle)) return false;
    leave(least);
    least.cut();
    return true;
  }

  function leave(connection: PlacedConnection): void {
    if (placed.delete(connection)) count(connection, -1);
  }

  return {
    enter(connection) {
      const { client } = connection;
      const isFull =
        counts.of(client.address) >= connectionsPerAddressMax ||
        counts.of(client.network) >= connectionsPerNetworkMax;
      if (isFull) return false;
      const max = client.isOwnMachine || logins.knows(client) ? connectionsMax : connectionsMax - reserved;
      if (placed.size >= max && (__WITHOUT__.givingWay || !makeRoom(connection))) return false;
      placed.add(connection);
      count(connection, 1);
      return true;
    },
    leave,
  };
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

interface SocketPlace {
  readonly name: SocketName;
  readonly client: Client;
  readonly guest: SocketGuest;
  readonly onDisplaced: () => void;
}

/** Of whose places a socket takes one: those for live data are shared. */
const KIND = { liveData: 'live', liveLean: 'live', console: 'console' } as const satisfies Record<
  SocketName,
  string
>;

function createSocketPlaces(numbers: ServerLimits): SocketPlaces {
  const { socketNetworkShare, liveSocketsReserved, consoleSocketsReserved } = SERVER_LIMITS;
  const taken = new Set<SocketPlace>();
  const half = (all: number, reserved: number) => [all, Math.min(reserved, Math.floor(all / 2))] as const;
  const live = half(numbers.liveSocketsMax, liveSocketsReserved);
  const maxOf: Readonly<Record<SocketName, readonly [all: number, reserved: number]>> = {
    liveData: live,
    liveLean: live,
    console: half(numbers.consoleSocketsMax, consoleSocketsReserved),
  };

  const countOf = (name: SocketName, counts: (place: SocketPlace) => boolean) =>
    [...taken].filter((place) => KIND[place.name] === KIND[name] && counts(place)).length;

  function hasShare(name: SocketName, { address, network }: Client, guest: SocketGuest): boolean {
    const share = guest === 'admin' ? numbers.socketsPerAdminAddressMax : numbers.socketsPerAddressMax;
    return (
      countOf(name, ({ client }) => client.address === address) < share &&
      (network === undefined ||
        countOf(name, ({ client }) => client.network === network) < share * socketNetworkShare)
    );
  }

  /** Of who has most of them, the visitor that came last. */
  function visitorOf(name: SocketName, address?: string): SocketPlace | undefined {
    let found: SocketPlace | undefined;
    let most = 0;
    for (const place of taken) {
      if (KIND[place.name] !== KIND[name] || place.guest !== 'visitor') continue;
      if (address !== undefined && place.client.address !== address) continue;
      const count = countOf(name, ({ client }) => client.address === place.client.address);
      if (count < most) continue;
      found = place;
      most = count;
    }
    return found;
  }

  const needsPlaceOfVisitor = (name: SocketName, client: Client) =>
    countOf(name, () => true) >= maxOf[name][0] || !hasShare(name, client, 'admin');

  /** Where the share of the admin's address is full, one of that share. */
  const visitorFor = (name: SocketName, client: Client) =>
    visitorOf(name, hasShare(name, client, 'admin') ? undefined : client.address);

  return {
    hasRoom(name, client, guest) {
      if (__WITHOUT__.socketPlaces) return true;
      const [all, reserved] = maxOf[name];
      if (guest === 'admin' && !__WITHOUT__.adminPlaces)
        return !needsPlaceOfVisitor(name, client) || visitorFor(name, client) !== undefined;
      return (
        hasShare(name, client, guest) &&
        countOf(name, () => true) < all &&
        countOf(name, (place) => place.guest === 'visitor') < all - (__WITHOUT__.adminPlaces ? 0 : reserved)
      );
    },
    take(name, client, guest, onDisplaced) {
      const displaced =
        guest === 'admin' && needsPlaceOfVisitor(name, client) ? visitorFor(name, client) : undefined;
      if (displaced !== undefined) {
        taken.delete(displaced);
        displaced.onDisplaced();
      }
      const place = { name, client, guest, onDisplaced };
      taken.add(place);
      return () => taken.delete(place);
    },
  };
}
