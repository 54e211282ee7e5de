import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import type { Preferences } from '../shared/api/preferences.ts';
import type { Clock } from '../shared/lib/clock.ts';
import type { Ticker } from '../shared/lib/ticker.ts';
import type { CallFleet } from './api/call-fleet.ts';
import type { KnownFleet, LiveSites, LiveSnapshot } from './api/live-sites.ts';

/** Everything of the outside world that the pages of the fleet use; built once at the start. */
export interface FleetServices {
  readonly clock: Clock;
  readonly seconds: Ticker;
  readonly preferences: Preferences;
  readonly call: CallFleet;
  readonly live: LiveSites;
  /** For files of ours that are no call. */
  readonly fetchFile: (address: string, init: RequestInit) => Promise<Response>;
  /** What was typed or chosen and must outlive its page, such as a login that is over; in memory only. */
  readonly kept: Map<string, unknown>;
  /** Tells the other windows of this browser that somebody has logged in or out here. */
  readonly tellOthers: () => void;
}

const ServicesContext = createContext<FleetServices | undefined>(undefined);

export const FleetServicesProvider = ServicesContext.Provider;

export function useFleetServices(): FleetServices {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('useFleetServices outside of FleetServicesProvider');
  return services;
}

export function useLive(): LiveSnapshot {
  const { live } = useFleetServices();
  return useSyncExternalStore(live.subscribe, live.snapshot);
}

/** For what stands on pages that are drawn only once the fleet is known. */
export function useFleet(): KnownFleet {
  const { fleet } = useLive();
  if (fleet === undefined) throw new Error('useFleet before there is one');
  return fleet;
}

/** The time of our own clock, looked at again every second. */
export function useNowMs(): number {
  const { clock, seconds } = useFleetServices();
  useSyncExternalStore(seconds.subscribe, seconds.count);
  return clock.elapsedMs();
}

/** State that outlives its page: what was typed is there again after a login that was over. `forget` when it has served. */
export function useKept<Value>(key: string, initial: Value) {
  const { kept } = useFleetServices();
  const [value, setValue] = useState<Value>(() => (kept.has(key) ? (kept.get(key) as Value) : initial));
  return {
    value,
    set(next: Value): void {
      kept.set(key, next);
      setValue(next);
    },
    forget(): void {
      kept.delete(key);
      setValue(initial);
    },
  };
}
