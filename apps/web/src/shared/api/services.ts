import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from '../lib/clock.ts';
import type { Ticker } from '../lib/ticker.ts';
import type { Call } from './call.ts';
import type { Contact, ContactSnapshot } from './contact.ts';
import type { Md5Worker } from './file-md5.ts';
import type { FirstRendering } from './first-rendering.ts';
import type { LinkSnapshot, LiveLink } from './live-link.ts';
import type { Preferences } from './preferences.ts';
import { mayAs, roleOf, type Session, type StoredUser } from './session.ts';
import type { SocketLike } from './single-socket.ts';
import { useHydrated } from './use-hydrated.ts';

/** Everything of the outside world that pages use; built once at the start. */
export interface Services {
  readonly clock: Clock;
  readonly seconds: Ticker;
  readonly preferences: Preferences;
  readonly session: Session;
  readonly call: Call;
  /** Asks a server that is not the gateway; nothing of the login goes along. */
  readonly fetchPublic: (url: string, init: RequestInit) => Promise<Response>;
  readonly liveLink: LiveLink;
  /** Whether the gateway answers, on every page. */
  readonly contact: Contact;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  /** Opens a socket of the gateway at this path. */
  readonly openSocket: (path: string) => SocketLike;
  /** A request to the gateway, for what `fetch` cannot do: telling how far a file is sent. */
  readonly openRequest: (method: string, path: string) => XMLHttpRequest;
  readonly startMd5Worker: () => Md5Worker;
  /** Where the gateway has rendered the page: what it knew. */
  readonly first: FirstRendering | undefined;
}

const ServicesContext = createContext<Services | undefined>(undefined);

/** Hands the services to everything inside. */
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('useServices outside of ServicesProvider');
  return services;
}

/** The logged-in user, or undefined. */
export function useUser(): StoredUser | undefined {
  const { session, first } = useServices();
  return useSyncExternalStore(
    session.subscribe,
    session.user,
    __FOR_DEVICE__ ? undefined : (first?.user ?? session.user),
  );
}

/** Whether whoever is logged in may do what needs at least this role. An original device has no other than the admin. */
export function useMay(least: 'operator' | 'admin'): boolean {
  const user = useUser();
  if (user === undefined) return false;
  return __FOR_DEVICE__ || mayAs(roleOf(user), least);
}

/** The live link's state, without opening it. */
export function useLinkSnapshot(): LinkSnapshot {
  const { liveLink, first } = useServices();
  return useSyncExternalStore(
    liveLink.subscribe,
    liveLink.snapshot,
    __FOR_DEVICE__ ? undefined : (first?.link ?? liveLink.snapshot),
  );
}

/** Milliseconds since a moment of the clock, looked at again every second. */
export function useElapsedSince(momentMs: number): number {
  const { clock, seconds, first } = useServices();
  const isHydrated = useHydrated();
  useSyncExternalStore(seconds.subscribe, seconds.count, seconds.count);
  const nowMs = __FOR_DEVICE__ || isHydrated || first === undefined ? clock.elapsedMs() : first.atMs;
  return Math.max(0, nowMs - momentMs);
}

/** Whether the gateway answers. */
export function useContact(): ContactSnapshot {
  const { contact, first } = useServices();
  return useSyncExternalStore(
    contact.subscribe,
    contact.snapshot,
    __FOR_DEVICE__ ? undefined : (first?.contact ?? contact.snapshot),
  );
}

/** The wall clock, as unix time in milliseconds, at this rendering. */
export function useUnixMs(): number {
  const { clock, first } = useServices();
  const isHydrated = useHydrated();
  return __FOR_DEVICE__ || isHydrated || first === undefined ? clock.unixMs() : first.page.unixMs;
}

/**
 * For clocks and counters of the gateway's: milliseconds since a moment of the clock, standing still while the gateway
 * does not answer, because nobody knows what it shows then.
 */
export function useTickingSince(momentMs: number): number {
  const elapsedMs = useElapsedSince(momentMs);
  const { lostAtMs = Number.POSITIVE_INFINITY } = useContact();
  return Math.max(0, Math.min(elapsedMs, lostAtMs - momentMs));
}
