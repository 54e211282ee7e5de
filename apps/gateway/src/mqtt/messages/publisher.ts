import type { NetworkStatus } from '@heliograph/contract';
import type { Fleet } from '../../fleet/fleet.ts';
import { type InverterState, isReachable } from '../../fleet/inverter.ts';
import type { Totals } from '../../fleet/totals.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { MqttConnection } from '../connection/mqtt-connection.ts';
import type { MqttContent } from '../connection/mqtt-message.ts';
import { type GroupState, gatewayMessages, groupMessages, totalMessages } from './gateway-messages.ts';
import { inverterStatusMessages, inverterValueMessages } from './inverter-messages.ts';

/** Publishes what we know, at an interval. Nothing waits in a queue: what counts is what is so when it can be sent. */
export interface Publisher {
  /** There is a new connection: everything is published at once. */
  connected(): void;
  /** What groups are limited to has changed. */
  tellGroups(): void;
  stop(): void;
}

export interface PublisherOptions {
  readonly connection: Pick<MqttConnection, 'publish' | 'facts'>;
  /** Ends with a slash. */
  readonly baseTopic: string;
  readonly retain: boolean;
  readonly intervalS: number;
  readonly fleet: Pick<Fleet, 'inverters' | 'startedAtMs'>;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'unixMs'>;
  readonly network: () => NetworkStatus;
  /** What is said once more at every round. */
  readonly repeated: readonly MqttContent[];
  readonly totals: () => Totals;
  readonly groups: () => readonly GroupState[];
  /** By the inverter's topic, which statistics this broker has got: their time on the monotonic clock. */
  readonly published: Map<string, number>;
}

/** A broker that takes nothing at the moment is asked again after this. */
const RETRY_MS = 1000;

export function createPublisher(options: PublisherOptions): Publisher {
  const { connection, baseTopic, retain, fleet, clock, deviceClock, published } = options;
  const intervalMs = options.intervalS * 1000;
  let cancelNext = () => {};
  /** As `published`, on this connection. */
  let publishedHere = new Map<string, number>();
  const lastUpdates = new Map<string, { readonly atMs: number; readonly unixS: number }>();

  function publishAll(contents: readonly MqttContent[]): boolean {
    return contents.every((content) => connection.publish({ ...content, retain }));
  }

  function round(): boolean {
    if (!publishAll(options.repeated)) return false;
    const uptimeS = Math.floor((clock.monotonicMs() - fleet.startedAtMs) / 1000);
    if (!publishAll(gatewayMessages({ baseTopic, uptimeS, network: options.network() }))) return false;
    const areTold = fleet.inverters().every((inverter) => publishStatus(inverter) && publishValues(inverter));
    return areTold && publishAll(totalMessages(baseTopic, options.totals())) && publishGroups();
  }

  function publishGroups(): boolean {
    return publishAll(groupMessages(baseTopic, options.groups()));
  }

  function publishStatus(inverter: InverterState): boolean {
    return publishAll(inverterStatusMessages(inverter, { baseTopic, lastUpdateS: lastUpdateS(inverter) }));
  }

  function publishValues(inverter: InverterState): boolean {
    const { serial, readingAtMs } = inverter;
    if (readingAtMs === undefined || !isDue(inverter)) return true;
    if (!publishAll(inverterValueMessages(inverter, baseTopic))) return false;
    publishedHere.set(serial, readingAtMs);
    published.set(baseTopic + serial, readingAtMs);
    return true;
  }

  /**
   * Statistics are published once on a connection. A new connection gets them again, since the broker may have lost
   * what it kept; but not those of an inverter that has gone: listeners take every message for a new one (Home
   * Assistant's expiry begins anew), and last night's power would come back to life. It had its turn while it was true.
   */
  function isDue(inverter: InverterState): boolean {
    const { serial, readingAtMs } = inverter;
    if (publishedHere.get(serial) === readingAtMs) return false;
    return isReachable(inverter) || published.get(baseTopic + serial) !== readingAtMs;
  }

  /** Once for the same statistics: two clocks that are read again and again do not agree to the millisecond. */
  function lastUpdateS({ serial, readingAtMs }: InverterState): number {
    if (readingAtMs === undefined) return 0;
    const known = lastUpdates.get(serial);
    if (known?.atMs === readingAtMs) return known.unixS;
    const ageMs = clock.monotonicMs() - readingAtMs;
    const unixS = Math.max(0, Math.floor((deviceClock.unixMs() - ageMs) / 1000));
    lastUpdates.set(serial, { atMs: readingAtMs, unixS });
    return unixS;
  }

  function tick(): void {
    cancelNext();
    if (!connection.facts().isConnected) return; // the next connection begins anew
    cancelNext = clock.after(round() ? intervalMs : Math.min(RETRY_MS, intervalMs), tick);
  }

  return {
    connected() {
      publishedHere = new Map();
      tick();
    },
    tellGroups() {
      if (connection.facts().isConnected) publishGroups();
    },
    stop() {
      cancelNext();
    },
  };
}
