import type { MqttConfig, Place } from '@heliograph/contract';
import type { SiteSummary } from '@heliograph/fleet-contract';
import type { HostFacts } from '../platform/host-facts.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { MqttFacts, MqttTrials } from '../system/mqtt-facts.ts';
import { createBrokerTrials } from './connection/broker-trials.ts';
import { createBrokerMemories } from './discovery/broker-memory.ts';
import { createDiscoveryAnnouncer } from './discovery/discovery-announcer.ts';
import type { DiscoveryMemory } from './discovery/discovery-memory.ts';
import { createGatewayIdentity, type WebPlace } from './discovery/gateway-identity.ts';
import { chosenPlace, type SiteFacts, siteSummary } from './messages/site-summary.ts';
import { type MqttSession, type MqttSessionParts, openMqttSession } from './mqtt-session.ts';

/** MQTT as the settings want it: off, or a connection that is kept. */
export interface Mqtt extends MqttTrials {
  facts(): MqttFacts;
  /** Begins to follow the settings. Our pages are at `httpPort`. */
  start(httpPort: number): void;
  /** Says good-bye to the broker and ends, after 4 s at the latest. */
  stop(): Promise<void>;
}

export interface MqttOptions
  extends Pick<
    MqttSessionParts,
    'fleet' | 'totals' | 'orders' | 'limits' | 'orderBook' | 'clock' | 'deviceClock' | 'log' | 'random'
  > {
  readonly settings: SettingsStore;
  readonly discovery: DiscoveryMemory;
  readonly host: HostFacts;
  readonly web: WebPlace;
  /** Of the sources that the gateway was built from; empty when not known. */
  readonly gitHash: string;
  readonly version: string;
  readonly findings: () => SiteFacts['findings'];
  readonly alerts: () => SiteFacts['alerts'];
  /** The sun is down, as far as anybody can tell by the place. */
  readonly isSunDown: () => boolean;
  /** Where the plant stands in the settings before anybody has chosen a place; undefined: nowhere. */
  readonly unchosenPlace: Place | undefined;
}

const OFF: MqttFacts = { isConnected: false, failure: '' };

export function createMqtt(options: MqttOptions): Mqtt {
  const { settings, host, gitHash, web, clock, log, random } = options;
  let ourHttpPort = 0;
  const identity = createGatewayIdentity({ settings, host, gitHash, web, httpPort: () => ourHttpPort });
  const announcer = createDiscoveryAnnouncer({ clock });
  const memoryOf = createBrokerMemories(options.discovery);
  const { tryConnection } = createBrokerTrials({ clock, log, random }, identity.clientId);
  let session: MqttSession | undefined;
  let isChanging = false;
  let hasChanged = false;
  let isStopped = false;
  let changing: Promise<void> = Promise.resolve();
  let unsubscribe = () => {};

  function summary(): SiteSummary | undefined {
    const timeseries = settings.get('timeseries');
    if (!timeseries.fleet) return undefined;
    return siteSummary({
      ...{ settings: timeseries, version: options.version, deviceClock: options.deviceClock },
      ...{ totals: options.totals(), isSunDown: options.isSunDown() },
      ...{ findings: options.findings(), alerts: options.alerts() },
      url: identity.discoveryFacts().configurationUrl,
      place: chosenPlace(settings.get('ntp'), options.unchosenPlace),
    });
  }

  function open(config: MqttConfig): void {
    if (!config.mqtt_enabled) return;
    session = openMqttSession(config, {
      fleet: options.fleet,
      totals: options.totals,
      orders: options.orders,
      limits: options.limits,
      groups: () => settings.get('limits').groups,
      orderBook: options.orderBook,
      clock,
      deviceClock: options.deviceClock,
      log,
      random,
      identity,
      announcer,
      memory: memoryOf(config),
      summary,
    });
  }

  function follow(): void {
    hasChanged = true;
    if (isChanging) return; // it looks again before it connects
    isChanging = true;
    changing = change();
  }

  /** Whatever changes while the old connection says good-bye: only the last settings are connected with. */
  async function change(): Promise<void> {
    try {
      while (hasChanged && !isStopped) {
        hasChanged = false;
        const old = session;
        session = undefined;
        await old?.end(settings.get('mqtt'));
        if (!hasChanged && !isStopped) open(settings.get('mqtt'));
      }
    } catch (error) {
      log.error('The MQTT settings could not be applied.', { error });
    } finally {
      isChanging = false;
    }
  }

  return {
    facts: () => session?.facts() ?? OFF,
    tryConnection,
    start(httpPort) {
      ourHttpPort = httpPort;
      const stopFollowing = settings.subscribe('mqtt', follow);
      // The fleet has followed the settings before: it has subscribed before.
      const stopWatching = settings.subscribe('inverters', () => session?.announce());
      const stopWatchingGroups = settings.subscribe('limits', () => session?.announce());
      const stopTelling = settings.subscribe('timeseries', () => session?.tellFleetPage());
      unsubscribe = () => {
        stopFollowing();
        stopWatching();
        stopWatchingGroups();
        stopTelling();
      };
      open(settings.get('mqtt'));
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      await Promise.all([changing, session?.end()]);
      session = undefined;
    },
  };
}
