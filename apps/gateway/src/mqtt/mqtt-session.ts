import type { LimitGroup, MqttConfig } from '@heliograph/contract';
import type { SiteSummary } from '@heliograph/fleet-contract';
import { limitValueMaxOf } from '../encoding/limit-value-max.ts';
import { orderFacts } from '../encoding/order-facts.ts';
import { maxPowerOf } from '../fleet/device-info.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { InverterState } from '../fleet/inverter.ts';
import type { OrderBook } from '../fleet/order-book.ts';
import type { Totals } from '../fleet/totals.ts';
import type { LimitControl } from '../limits/limit-control.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import { createLimitedLog } from '../platform/limited-log.ts';
import type { Log } from '../platform/log.ts';
import type { MqttFacts } from '../system/mqtt-facts.ts';
import { shownPayload } from './commands/commands.ts';
import { type OrderIntakeParts, takeOrder } from './commands/order-intake.ts';
import { configuredTarget } from './connection/broker-target.ts';
import { createMqttConnection } from './connection/mqtt-connection.ts';
import type { MqttContent } from './connection/mqtt-message.ts';
import { announcement, availabilityOf, entityTopics } from './discovery/announcement.ts';
import { type BrokerMemory, isSameBroker } from './discovery/broker-memory.ts';
import type { DiscoveryAnnouncer } from './discovery/discovery-announcer.ts';
import type { GatewayIdentity } from './discovery/gateway-identity.ts';
import { createPublisher } from './messages/publisher.ts';
import { createSummaryPublisher } from './messages/site-summary.ts';
import { BIRTH_TEXT, birthTopics, lastWillTopic, orderTopic, subscriptions } from './messages/topics.ts';

/** MQTT with one set of settings; other settings are another session. */
export interface MqttSession {
  facts(): MqttFacts;
  /** Home Assistant has to hear of a change. */
  announce(): void;
  /** What a fleet page is told, or whether it is told anything, may have changed. */
  tellFleetPage(): void;
  /**
   * Removes what Home Assistant has of us and shall not have any more, says good-bye and ends; each after 2 s at the
   * latest. With next settings for the same broker that is what those do not want. Where MQTT rests, or goes to another
   * broker, entities stay: Home Assistant would forget the names and areas that they were given.
   */
  end(next?: MqttConfig): Promise<void>;
}

export interface MqttSessionParts {
  readonly fleet: Fleet;
  readonly totals: () => Totals;
  readonly orders: OrderIntakeParts['orders'];
  readonly limits: OrderIntakeParts['limits'] & Pick<LimitControl, 'groupLimit' | 'onChange'>;
  readonly groups: () => readonly LimitGroup[];
  /** What becomes of orders, whoever gave them. */
  readonly orderBook: Pick<OrderBook, 'onOrder'>;
  readonly clock: Clock;
  readonly deviceClock: DeviceClock;
  readonly log: Log;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly identity: GatewayIdentity;
  readonly announcer: DiscoveryAnnouncer;
  readonly memory: BrokerMemory;
  /** For a fleet page; undefined while that is to be told nothing. */
  readonly summary: () => SiteSummary | undefined;
}

export function openMqttSession(config: MqttConfig, parts: MqttSessionParts): MqttSession {
  const { fleet, clock, identity, announcer, memory } = parts;
  const { mqtt_topic: baseTopic, mqtt_retain: retain } = config;
  const births = birthTopics(config);
  const limitMaxOf = (serial: string) => limitValueMaxOf(fleet.find(serial));
  const groups = () =>
    parts.groups().flatMap(({ id, name }) => {
      const limit = parts.limits.groupLimit(id);
      return limit === undefined ? [] : [{ id, name, ...limit }];
    });
  const wanted = (settings: MqttConfig) =>
    announcement(settings, { inverters: fleet.inverters(), groups: groups() }, identity.discoveryFacts());
  const log = createLimitedLog({ log: parts.log, clock }); // whatever it says, a broker or whoever publishes there can cause it
  const connection = createMqttConnection({
    target: configuredTarget(config, identity.clientId()),
    lastWill: {
      topic: lastWillTopic(config),
      online: config.mqtt_lwt_online,
      offline: config.mqtt_lwt_offline,
      retain,
      qos: config.mqtt_lwt_qos as 0 | 1 | 2, // the schema lets no other through
    },
    subscriptions: subscriptions(config),
    clock,
    log,
    random: parts.random,
    onConnect() {
      announcer.connected(link); // first, so that who learns of a topic by it hears its value
      publisher.connected();
      summaries.tell();
    },
    onMessage(topic, payload, isRetained) {
      if (!births.includes(topic)) takeOrder({ topic, payload, isRetained }, intake);
      // One that was kept says nothing new: every connection begins with an announcement.
      else if (!isRetained && shownPayload(payload) === BIRTH_TEXT) announcer.announce();
    },
  });
  const intake = { log, baseTopic, limitMaxOf, orders: parts.orders, limits: parts.limits };
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
    repeated: repeatedOf(config),
    totals: parts.totals,
    groups,
    published: memory.published,
  });
  const summaries = createSummaryPublisher({ connection, baseTopic, fleet, clock, summary: parts.summary });
  // Not kept by the broker: it is news, and who comes later asks the API.
  const stopOrders = parts.orderBook.onOrder((order) => {
    if (!connection.facts().isConnected) return;
    const payload = JSON.stringify(orderFacts(order));
    connection.publish({ topic: orderTopic(baseTopic, order.serial), payload, retain: false });
  });
  const stopLimits = parts.limits.onChange(publisher.tellGroups);
  let told = inverterShapes(fleet);
  const stopWatching = fleet.onChange(() => {
    const before = told;
    told = inverterShapes(fleet);
    const isOther = ([serial, shape]: readonly [string, string]) =>
      before.has(serial) && before.get(serial) !== shape;
    if ([...told].some(isOther)) announcer.announce();
  });
  return {
    facts: connection.facts,
    announce: announcer.announce,
    tellFleetPage: summaries.tell,
    async end(next) {
      stopWatching();
      stopOrders();
      stopLimits();
      publisher.stop();
      summaries.stop();
      const stays = next?.mqtt_enabled === true && isSameBroker(config, next);
      await announcer.leave(link, entityTopics(wanted(stays ? next : config)));
      await connection.stop();
      log.stop();
    },
  };
}

/**
 * What Home Assistant is told of an inverter that it tells by itself: up to where its limits go, and, where it comes from
 * an original device, how many phases and strings it has.
 */
function inverterShapes(fleet: Fleet): ReadonlyMap<string, string> {
  const shapeOf = ({ deviceInfo, reading, strings }: InverterState) =>
    `${maxPowerOf(deviceInfo)} ${reading.phases.length} ${strings.length}`;
  return new Map(fleet.inverters().map((inverter) => [inverter.serial, shapeOf(inverter)]));
}

/**
 * That we are here, where the broker does not keep it: whoever asks for it later, as Home Assistant does after an
 * announcement, would wait for it until the next connect.
 */
function repeatedOf(config: MqttConfig): readonly MqttContent[] {
  const availability = config.mqtt_hass_enabled && !config.mqtt_retain ? availabilityOf(config) : undefined;
  return availability === undefined ? [] : [{ topic: availability.topic, payload: availability.online }];
}
