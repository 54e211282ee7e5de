import type { MqttConfig } from '@heliograph/contract';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished } from 'vitest';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { type PlantGateway, type PlantGatewayOptions, startPlantGateway } from '../gateway/plant-gateway.ts';
import { createTestPlatform } from '../gateway/platform.ts';
import { eventually } from '../outside/eventually.ts';
import { MOSQUITTO, MOSQUITTO_SUB, type Mosquitto, startMosquitto } from './mosquitto.ts';

export const HAS_MOSQUITTO = MOSQUITTO !== undefined && MOSQUITTO_SUB !== undefined;

/** For `beforeEach`. */
export function needMosquitto({ skip }: { readonly skip: (note: string) => void }): void {
  if (!HAS_MOSQUITTO) {
    skip('needs mosquitto and mosquitto_sub (Debian: apt-get install mosquitto mosquitto-clients)');
  }
}

/** However busy the machine is. */
export const LONG_TEST_MS = 120_000;
export const WAIT = { timeout: 30_000, interval: 5 };

/** A whole gateway, and Mosquitto, a real broker, for it. */
export interface MqttPlant extends PlantGateway {
  readonly broker: Mosquitto;
  readonly logLines: readonly string[];
  /** Saves settings of MQTT, as the page does. */
  readonly save: (change: Partial<MqttConfig>) => Promise<void>;
  /** As `save`, and waits for the new connection that follows. */
  readonly change: (change: Partial<MqttConfig>) => Promise<void>;
  /** Waits for a connection; time passes only while the gateway waits for its next attempt. */
  readonly connected: () => Promise<void>;
  /** Waits until the connection is lost; no time passes. */
  readonly lost: () => Promise<void>;
  /** What the gateway is doing about its connection. */
  readonly step: () => 'connecting' | 'connected' | 'waiting';
  /** How often it has connected. */
  readonly connects: () => number;
}

export interface MqttPlantOptions extends PlantGatewayOptions {
  readonly config?: Partial<MqttConfig>;
  /** One that runs already. */
  readonly broker?: Mosquitto;
}

/** Every inverter has answered by then. */
const FIRST_ANSWERS_MS = 10_000;
/** What happens next is told by the last of these. */
const STEP = / (Connecting|Connected) to the MQTT broker\.| retryS=([\d.]+)/;

/** Its inverters have answered; MQTT is on, and connected unless the settings do not let it. */
export async function startMqttPlant(options: MqttPlantOptions = {}): Promise<MqttPlant> {
  const { config, broker = await startMosquitto(), platform = createTestPlatform(), ...more } = options;
  const { clock } = platform;
  const logLines: string[] = [];
  let step: ReturnType<MqttPlant['step']> = 'waiting';
  let nextAttemptMs = 0;
  const writeLine = (line: string) => {
    logLines.push(line);
    const [told, word, retryS] = STEP.exec(line) ?? [];
    if (told === undefined) return;
    if (retryS !== undefined) nextAttemptMs = clock.monotonicMs() + Number(retryS) * 1000;
    if (word === undefined) step = 'waiting';
    else step = word === 'Connected' ? 'connected' : 'connecting';
  };
  const log = createLog({ level: 'debug', writeLine });
  const plant = await startPlantGateway({ ...more, platform: { ...platform, log } });

  async function save(change: Partial<MqttConfig>): Promise<void> {
    const before = await plant.json('/api/mqtt/config');
    expect(await plant.result('/api/mqtt/config', { ...Object(before), ...change })).toBe(1001);
  }

  /** Time stands while an attempt is made, so that whatever it brings is of that moment. */
  async function connected(): Promise<void> {
    await patiently('connected', async () => {
      if (step === 'waiting') await clock.advanceAsync(Math.max(0, nextAttemptMs - clock.monotonicMs()));
      return step === 'connected';
    });
  }

  const connects = () => logLines.filter((line) => line.includes(' Connected to the MQTT broker.')).length;

  async function change(settings: Partial<MqttConfig>): Promise<void> {
    const before = connects();
    await save(settings);
    await patiently('connected anew', () => connects() > before);
  }

  await plant.advance(FIRST_ANSWERS_MS);
  const here = { mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: broker.port };
  await save({ ...here, mqtt_publish_interval: 5, ...config });
  if (config?.mqtt_enabled !== false) await connected();
  return {
    ...plant,
    broker,
    logLines,
    save,
    change,
    connected,
    lost: () => patiently('lost', () => step !== 'connected'),
    step: () => step,
    connects,
  };
}

/** For what other processes do. */
export const patiently = (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(isSo, { what, timeoutMs: 40_000, everyMs: 5 });

/** Another client of the broker, which says things; what it has said the broker has. */
export interface Speaker {
  say(topic: string, payload: string | Buffer, options?: { readonly retain: boolean }): Promise<void>;
}

export async function startSpeaker({ port }: Mosquitto): Promise<Speaker> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 4 });
  onTestFinished(() => client.endAsync(true));
  return {
    async say(topic, payload, { retain } = { retain: false }) {
      await client.publishAsync(topic, payload, { retain, qos: 1 });
    },
  };
}
