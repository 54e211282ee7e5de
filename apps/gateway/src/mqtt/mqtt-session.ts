import type { MqttConfig } from '@heliograph/contract';
import type { Fleet } from '../fleet/fleet.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import type { MqttFacts } from '../system/mqtt-facts.ts';
import { announcement, entityTopics } from './announcement.ts';
import { type BrokerMemory, isSameBroker } from './broker-memory.ts';
import { shownPayload } from './commands.ts';
import { configuredTarget } from './configured-target.ts';
import type { DiscoveryAnnouncer } from './discovery-announcer.ts';
import type { GatewayIdentity } from './gateway-identity.ts';
import { createMqttConnection } from './mqtt-connection.ts';
import { type OrderTaker, takeOrder } from './order-intake.ts';
import { createPublisher } from './publisher.ts';
import { BIRTH_TEXT, birthTopic, lastWillTopic, subscriptions } from './topics.ts';

/** MQTT with one set of settings; other settings are another session. */
export interface MqttSession {
  facts(): MqttFacts;
  /** Home Assistant has to hear of a change. */
  announce(): void;
  /**
   * Says good-bye and ends, after 2 s at the latest. What Home Assistant has of us is removed unless it is there with
   * the next settings too; without next settings it stays: the gateway only rests.
   */
  end(next?: MqttConfig): Promise<void>;
}

export interface MqttSessionParts {
  readonly fleet: Fleet;
  readonly orders: OrderTaker;
  readonly clock: Clock;
  readonly deviceClock: DeviceClock;
  readonly log: Log;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly identity: GatewayIdentity;
  readonly announcer: DiscoveryAnnouncer;
  readonly memory: BrokerMemory;
}

export function openMqttSession(config: MqttConfig, parts: MqttSessionParts): MqttSession {
  const { fleet, clock, log, identity, announcer, memory } = parts;
  const { mqtt_topic: baseTopic, mqtt_retain: retain } = config;
  const birth = config.mqtt_hass_enabled ? birthTopic(config.mqtt_hass_topic) : undefined;
  const wanted = (settings: MqttConfig) =>
    announcement(settings, fleet.inverters(), identity.discoveryFacts());
  const connection = createMqttConnection({
    target: configuredTarget(config, identity.clientId()),
    lastWill: {
      topic: lastWillTopic(config),
      online: config.mqtt_lwt_online,
      offline: config.mqtt_lwt_offline,
      retain,
    },
    subscriptions: subscriptions(config),
    clock,
    log,
    random: parts.random,
    onConnect() {
      announcer.connected(link); // first, so that who learns of a topic by it hears its value
      publisher.connected();
    },
    onMessage(topic, payload, isRetained) {
      if (topic !== birth)
        takeOrder({ topic, payload, isRetained }, { log, baseTopic, orders: parts.orders });
      // One that was kept says nothing new: every connection begins with an announcement.
      else if (!isRetained && shownPayload(payload) === BIRTH_TEXT) announcer.announce();
    },
  });
  const link = { connection, wanted: () => wanted(config), announced: memory.announced };
  const publisher = createPublisher({
    connection,
    baseTopic,
    retain,
    intervalS: config.mqtt_publish_interval,
    fleet,
    clock,
    deviceClock: parts.deviceClock,
    network: identity.network,
    published: memory.published,
  });
  return {
    facts: connection.facts,
    announce: announcer.announce,
    end(next) {
      publisher.stop();
      if (next === undefined) announcer.stop();
      else announcer.leave(link, isSameBroker(config, next) ? entityTopics(wanted(next)) : new Set());
      return connection.stop();
    },
  };
}
