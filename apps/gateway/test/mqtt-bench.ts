import type { InverterConfig, MqttConfig } from '@heliograph/contract';
import { onTestFinished, vi } from 'vitest';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import { createMqtt, type Mqtt, type MqttOptions } from '../src/mqtt/mqtt.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import { createFirstSettings } from '../src/settings/first-settings.ts';
import { openSettingsStore, type SettingsStore } from '../src/settings/settings-store.ts';
import { createFakeDisk } from './fake-disk.ts';
import { CHEAP_HASH, createTestPlatform } from './start-test-gateway.ts';
import { startTestBroker, type TestBroker } from './test-broker.ts';
import { TWO_STRINGS } from './told-inverter.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** MQTT with a real broker, a fleet that a test tells what it knows, and a clock that stands still. */
export interface MqttBench {
  readonly broker: TestBroker;
  readonly clock: VirtualClock;
  readonly fleet: Fleet;
  readonly settings: SettingsStore;
  readonly mqtt: Mqtt;
  /** What was ordered. */
  readonly orders: readonly unknown[];
  readonly logLines: readonly string[];
  /** Begins, and waits for the first connection and for all that it publishes. */
  start(): Promise<void>;
  set(change: Partial<MqttConfig>): Promise<void>;
  setInverters(inverters: readonly InverterConfig[]): Promise<void>;
  /** Lets time pass up to the next interval, and waits for everything that was published by then. */
  nextInterval(): Promise<void>;
  /** Waits for everything that was published until now. */
  settled(): Promise<void>;
  /** Takes the broker away, and waits until that was noticed. */
  loseBroker(): Promise<void>;
  /** Brings it back, and waits for the connection and for all that it publishes. */
  findBroker(): Promise<void>;
}

export interface MqttBenchOptions {
  readonly config?: Partial<MqttConfig>;
  readonly inverters?: readonly InverterConfig[];
  readonly gitHash?: string;
}

const INTERVAL_S = 5;
/** Up to ten per cent more than a second. */
const FIRST_RETRY_MS = 1100;

export async function createMqttBench(options: MqttBenchOptions = {}): Promise<MqttBench> {
  const broker = await startTestBroker();
  const { clock, log, logLines, host, randomBytes } = createTestPlatform();
  const inverters = options.inverters ?? [TWO_STRINGS];
  const first = createFirstSettings({
    host,
    randomBytes,
    hashCost: CHEAP_HASH,
    firstPassword: undefined,
    inverters,
    pollIntervalS: 5,
  });
  const settings = await openSettingsStore({ directory: createFakeDisk(), first, log });
  const set = (change: Partial<MqttConfig>) =>
    settings.update('mqtt', (config) => ({ ...config, ...change }));
  await set({
    mqtt_enabled: true,
    mqtt_hostname: '127.0.0.1',
    mqtt_port: broker.port,
    mqtt_publish_interval: INTERVAL_S,
    ...options.config,
  });
  const fleet = createFleet({ clock, configs: settings.get('inverters').inverter });
  settings.subscribe('inverters', ({ inverter }) => fleet.configure(inverter));

  const orders: unknown[] = [];
  const take: MqttOptions['orders']['setLimit'] & MqttOptions['orders']['setPower'] = (serial, command) => {
    if (fleet.find(serial) === undefined) return false;
    orders.push([serial, command]);
    return true;
  };
  const mqtt = createMqtt({
    settings,
    fleet,
    orders: { setLimit: take, setPower: take },
    clock,
    deviceClock: createDeviceClock({ clock, startSet: true, timezoneRule: 'UTC0' }),
    log,
    random: () => 0.5,
    host,
    gitHash: options.gitHash ?? 'g0123abc',
  });
  onTestFinished(() => mqtt.stop());

  /** The status of the last inverter is the end of every round, but for values that may follow. */
  async function settled(): Promise<void> {
    const mark = `mark/${broker.heard.length}`;
    await eventually(() => mqtt.facts().isConnected);
    await broker.say(mark, '');
  }
  return {
    broker,
    clock,
    fleet,
    settings,
    mqtt,
    orders,
    logLines,
    set,
    settled,
    async start() {
      mqtt.start(80);
      await settled();
    },
    setInverters: (inverter) => settings.update('inverters', () => ({ inverter: [...inverter] })),
    async nextInterval() {
      clock.advance(INTERVAL_S * 1000);
      await settled();
    },
    async loseBroker() {
      await broker.unplug();
      await eventually(() => !mqtt.facts().isConnected);
    },
    async findBroker() {
      await broker.plugIn();
      clock.advance(FIRST_RETRY_MS);
      await settled();
    },
  };
}

/** However slow the machine is. */
const PATIENCE_MS = 20_000;

/** Waits for the network until something is so. */
export async function eventually(isSo: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      if (!isSo()) throw new Error(`it never happened: ${isSo}`);
    },
    { timeout: PATIENCE_MS, interval: 2 },
  );
}
