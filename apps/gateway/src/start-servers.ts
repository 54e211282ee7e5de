import type { Installation, LiveHints, PinAssignment, StorageProblem } from '@heliograph/contract';
import { createConfigFiles } from './config-files/config-files.ts';
import type { Disposer } from './disposer.ts';
import type { Firmware } from './firmware/firmware.ts';
import { createGatewayServer } from './http/gateway-server.ts';
import type { ServerLimits } from './http/limits/server-limits.ts';
import { openDiscoveryMemory } from './mqtt/discovery/discovery-memory.ts';
import { createMqtt, type Mqtt } from './mqtt/mqtt.ts';
import type { Plant } from './plant.ts';
import type { DataDirectory } from './platform/data-directory.ts';
import type { Platform } from './platform/platform.ts';
import type { TlsSource } from './platform/tls-source.ts';
import type { Life } from './restarts.ts';
import type { FirstSettings } from './settings/first-settings.ts';
import type { HashCost } from './settings/password-hash.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { liveHints } from './system/live-hints.ts';
import type { GatewayTime } from './time/gateway-time.ts';

/** How the gateway shows itself on the network: the options, with what is so where they do not say. */
export interface Serving {
  /** Name or address to listen on; undefined for all addresses. */
  readonly host: string | undefined;
  /** Names beside the machine's own that the gateway answers to. */
  readonly names: readonly string[];
  /** Where the pages begin, with a slash at both ends. */
  readonly basePath: string;
  /** Where the built web app lies. */
  readonly webFolder: string;
  readonly hashCost: HashCost;
  readonly limits: Partial<ServerLimits> | undefined;
  readonly version: string;
  /** Of the sources it was built from; empty when not known. */
  readonly gitHash: string;
  readonly installation: Installation;
  readonly updateRepository: string;
}

/** What a run is made of before there is anything on the air or on the network. */
export interface RunParts {
  readonly platform: Platform;
  readonly serving: Serving;
  readonly directory: DataDirectory;
  readonly firmware: Firmware;
  readonly tls: TlsSource | undefined;
  readonly settings: SettingsStore;
  readonly first: FirstSettings;
  readonly pins: PinAssignment;
  readonly life: Life;
  readonly storageProblem: () => StorageProblem | undefined;
}

/** What the network gets to see besides the plant. */
export interface ServerParts extends RunParts {
  readonly time: GatewayTime;
}

/** Opens the plant to the network, over HTTP and then over MQTT; resolves with the port of HTTP. */
export async function startServers(parts: ServerParts, plant: Plant, disposer: Disposer): Promise<number> {
  const mqtt = await startMqtt(parts, plant, disposer);
  const port = await startHttpServer(parts, plant, mqtt, disposer);
  mqtt.start(port);
  disposer.defer(() => mqtt.stop());
  return port;
}

async function startMqtt(parts: RunParts, { fleet, totals, air }: Plant, disposer: Disposer): Promise<Mqtt> {
  const { platform, serving, directory, settings, life } = parts;
  const { clock, log, host, randomBytes } = platform;
  const discovery = await openDiscoveryMemory({ directory, log });
  disposer.defer(() => discovery.close());
  return createMqtt({
    settings,
    discovery,
    fleet,
    totals,
    orders: air,
    clock,
    deviceClock: life.deviceClock,
    log,
    random: () => (randomBytes(1)[0] ?? 0) / 256,
    host,
    web: { host: serving.host, basePath: serving.basePath, isHttps: parts.tls !== undefined },
    gitHash: serving.gitHash,
  });
}

async function startHttpServer(
  parts: ServerParts,
  plant: Plant,
  mqtt: Mqtt,
  disposer: Disposer,
): Promise<number> {
  const { platform, serving, directory, settings, first, life } = parts;
  const { log, randomBytes, clock } = platform;
  const server = await createGatewayServer({
    platform,
    settings,
    directory,
    fleet: plant.fleet,
    totals: plant.totals,
    air: plant.air,
    pins: parts.pins,
    firmware: parts.firmware,
    tls: parts.tls,
    names: serving.names,
    basePath: serving.basePath,
    webFolder: serving.webFolder,
    hashCost: serving.hashCost,
    limits: serving.limits,
    version: serving.version,
    gitHash: serving.gitHash,
    installation: serving.installation,
    updateRepository: serving.updateRepository,
    deviceClock: life.deviceClock,
    time: parts.time,
    restartSoon: life.restartSoon,
    startReason: life.startReason,
    hints: () => hintsOf(parts, plant),
    mqttFacts: mqtt.facts,
    tryConnection: mqtt.tryConnection,
    radioStatus: () => plant.radio.status(),
    configFiles: createConfigFiles({
      directory,
      settings,
      first,
      hashCost: serving.hashCost,
      log,
      randomBytes,
      unixMs: clock.unixMs,
      forget: plant.lastKnown.forget,
    }),
  });
  disposer.defer(() => server.stop());
  return server.listen({ port: life.port, host: serving.host });
}

function hintsOf({ settings, life, storageProblem }: RunParts, { radio }: Plant): LiveHints {
  return liveHints({
    radio: radio.status(),
    isClockSet: life.deviceClock.isSet(),
    hasDefaultPassword: settings.get('security').default_password,
    storageProblem: storageProblem(),
  });
}
