import type { InverterConfig, MqttConfig } from '@heliograph/contract';
import type { VirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { createMemorySettings } from '@heliograph/testbed/disk/memory-settings.ts';
import { createTestPlatform, type TestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { firstTestSettings, openStore } from '@heliograph/testbed/gateway/test-settings.ts';
import { TWO_STRINGS } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import type { Broker } from '@heliograph/testbed/outside/broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { onTestFinished } from 'vitest';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import { openOrderBook } from '../src/fleet/order-book.ts';
import { type LimitControl, openLimitControl } from '../src/limits/limit-control.ts';
import { openDiscoveryMemory } from '../src/mqtt/discovery/discovery-memory.ts';
import type { WebPlace } from '../src/mqtt/discovery/gateway-identity.ts';
import { createMqtt, type Mqtt, type MqttOptions } from '../src/mqtt/mqtt.ts';
import { createDeviceClock, type DeviceClock } from '../src/platform/device-clock.ts';
import type { Log } from '../src/platform/log.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';
import { supportedInverters } from '../src/sources/radio/supported-inverters.ts';

/** MQTT with a real broker, a fleet that a test tells what it knows, and a clock that stands still. */
export interface MqttTestbed {
  readonly broker: Broker;
  readonly clock: VirtualClock;
  readonly fleet: Fleet;
  readonly settings: SettingsStore;
  /** Of the present run. */
  readonly mqtt: Mqtt;
  readonly disk: CrashDisk;
  /** What was ordered. */
  readonly orders: readonly unknown[];
  /** Who has the say over limits; what it orders reaches no inverter. */
  readonly limits: LimitControl;
  readonly logLines: readonly string[];
  /** Begins, and waits for everything that the first connection brings. */
  start(): Promise<void>;
  /** Stops MQTT, and makes it anew with what the disk remembers; `start` begins it. */
  rerun(): Promise<void>;
  /** Saves settings; what follows is not waited for. */
  set(change: Partial<MqttConfig>): Promise<void>;
  /** Saves settings, and waits for everything that the new connection brings; forgets what was heard before. */
  change(change: Partial<MqttConfig>): Promise<void>;
  setInverters(inverters: readonly InverterConfig[]): Promise<void>;
  /** Lets time pass up to the next round, and waits for all of it; forgets what was heard before. */
  nextRound(): Promise<void>;
  /** Takes the broker away, and waits until that was noticed. */
  loseBroker(): Promise<void>;
  /** Brings it back, and waits for everything that the new connection brings; forgets what was heard before. */
  findBroker(): Promise<void>;
  /** Paths below the topic of an inverter that were heard, with their payloads. */
  heardOf(serial: string): readonly string[];
  /** Topics at which Home Assistant was told something of an inverter, and those at which something was removed. */
  announced(serial: string): { readonly told: readonly string[]; readonly removed: readonly string[] };
}

export interface MqttTestbedOptions {
  readonly config?: Partial<MqttConfig>;
  readonly inverters?: readonly InverterConfig[];
  readonly gitHash?: string;
  /** Where the pages are served, as far as it is not the usual place. */
  readonly web?: Partial<WebPlace>;
}

const INTERVAL_S = 5;
const CONFIG = { mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_publish_interval: INTERVAL_S };
/** An inverter that never says anything ends the list, so that its last status ends every round. */
const LAST: InverterConfig = { serial: '112199999999', name: 'Last', channel: [{ name: '', max_power: 0 }] };
const ROUND_END = `${LAST.serial}/status/last_update`;
/** Up to ten per cent more than a second. */
const FIRST_RETRY_MS = 1100;

export async function createMqttTestbed(options: MqttTestbedOptions = {}): Promise<MqttTestbed> {
  const broker = await startTestBroker();
  const platform = createTestPlatform();
  const { clock, log, logLines, host } = platform;
  const disk = createCrashDisk();
  const settings = await openSettings(platform, disk, options.inverters ?? [TWO_STRINGS]);
  const set = (change: Partial<MqttConfig>) =>
    settings.update('mqtt', (config) => ({ ...config, ...change }));
  await set({ ...CONFIG, mqtt_port: broker.port, ...options.config });
  const fleet = createFleet({ clock, configs: supportedInverters(settings.get('inverters').inverter) });
  settings.subscribe('inverters', ({ inverter }) => fleet.configure(supportedInverters(inverter)));

  const { orders, taker } = createOrderTaker(fleet);
  const deviceClock = createDeviceClock({ clock, startSet: true });
  const limits = await openLimits({ fleet, clock, deviceClock, log, settings });
  const begin = () =>
    beginRun(disk, log, {
      settings,
      fleet,
      totals: testTotals(fleet, clock),
      orders: taker,
      limits,
      orderBook: { onOrder: () => () => undefined },
      clock,
      deviceClock,
      random: () => 0.5,
      host,
      web: { host: undefined, basePath: '/', isHttps: false, ...options.web },
      gitHash: options.gitHash ?? 'g0123abc',
      version: '0.2.0',
      ...{ findings: () => [], alerts: () => [], isSunDown: () => false, unchosenPlace: undefined },
    });
  let run = await begin();
  onTestFinished(() => run.stop());

  const roundHeard = () => eventually(() => broker.heard.some(({ topic }) => topic.endsWith(ROUND_END)));
  return {
    broker,
    clock,
    fleet,
    settings,
    get mqtt() {
      return run.mqtt;
    },
    disk,
    orders,
    limits,
    logLines,
    async rerun() {
      await run.stop();
      run = await begin();
    },
    set,
    async start() {
      broker.forget();
      run.mqtt.start(8080);
      await roundHeard();
    },
    async change(config) {
      broker.forget();
      await set(config);
      await roundHeard();
    },
    setInverters: (next) => settings.update('inverters', () => ({ inverter: inSlots(next) })),
    async nextRound() {
      broker.forget();
      clock.advance(INTERVAL_S * 1000);
      await roundHeard();
    },
    async loseBroker() {
      await broker.unplug();
      await eventually(() => !run.mqtt.facts().isConnected && broker.last('solar/dtu/status') === 'offline');
    },
    async findBroker() {
      broker.forget();
      await broker.plugIn();
      clock.advance(FIRST_RETRY_MS);
      await roundHeard();
    },
    heardOf(serial) {
      const prefix = `solar/${serial}/`;
      return broker.heard
        .filter(({ topic }) => topic.startsWith(prefix))
        .map(({ topic, payload }) => `${topic.slice(prefix.length)} ${payload}`);
    },
    announced(serial) {
      const about = broker.heard.filter(({ topic }) => topic.includes(`/dtu_${serial}/`));
      const topics = (isRemoved: boolean) =>
        about.filter(({ payload }) => (payload === '') === isRemoved).map(({ topic }) => topic);
      return { told: topics(false), removed: topics(true) };
    },
  };
}

/** Forgets everything at the end of the test. */
async function openLimits(parts: {
  readonly fleet: Fleet;
  readonly clock: VirtualClock;
  readonly deviceClock: DeviceClock;
  readonly log: Log;
  readonly settings: SettingsStore;
}): Promise<LimitControl> {
  const { settings, ...shared } = parts;
  const directory = createCrashDisk();
  let count = 0;
  const send = () => {
    count += 1;
    return count;
  };
  const book = await openOrderBook({ ...shared, directory, isNight: () => false, send });
  const limits = await openLimitControl({
    ...{ ...shared, book, directory },
    settings: () => settings.get('limits'),
    sunOf: () => undefined,
  });
  onTestFinished(async () => {
    await limits.close();
    await book.close();
  });
  return limits;
}

/** Takes what is for inverters that there are. */
function createOrderTaker(fleet: Fleet) {
  const orders: unknown[] = [];
  const taker: MqttOptions['orders'] = {
    place(serial, action, origin) {
      if (fleet.find(serial) === undefined) return undefined;
      orders.push([serial, action.command]);
      return { id: String(orders.length), serial, action, origin, steps: [] };
    },
    obstacle: () => undefined,
  };
  return { orders, taker };
}

/** MQTT from the start of a gateway to its end. */
async function beginRun(disk: CrashDisk, log: Log, parts: Omit<MqttOptions, 'discovery' | 'log'>) {
  const discovery = await openDiscoveryMemory({ directory: disk, log });
  const mqtt = createMqtt({ ...parts, discovery, log });
  return {
    mqtt,
    async stop() {
      await mqtt.stop();
      await discovery.close();
    },
  };
}

async function openSettings(
  { host, randomBytes, log }: TestPlatform,
  directory: CrashDisk,
  inverters: readonly InverterConfig[],
): Promise<SettingsStore> {
  const first = firstTestSettings({ host, randomBytes, inverters: [...inverters, LAST] });
  const { connect } = createMemorySettings();
  return (await openStore({ directory, first, log, connect })).settings;
}

function inSlots(inverters: readonly InverterConfig[]) {
  return [...inverters, LAST].map((inverter, id) => ({ id, ...inverter }));
}
