import {
  ADMIN_USER_NAME,
  type Installation,
  type PinAssignment,
  placeOf,
  type StorageProblem,
} from '@heliograph/contract';
import { openAccessLog } from './accounts/access-log.ts';
import { openAccounts } from './accounts/accounts.ts';
import type { FirstRun } from './accounts/first-run.ts';
import { openIdDigest } from './accounts/openid-provider.ts';
import { openPasskeys } from './accounts/passkeys.ts';
import { openSessions } from './accounts/sessions.ts';
import { openShares } from './accounts/shares.ts';
import type { Alerts } from './alerts/start-alerts.ts';
import { createConfigFiles } from './config-files/config-files.ts';
import { createWholeBackup } from './config-files/whole-backup.ts';
import type { Disposer } from './disposer.ts';
import type { Findings } from './findings/start-findings.ts';
import type { Firmware } from './firmware/firmware.ts';
import type { History } from './history/start-history.ts';
import { createGatewayServer } from './http/gateway-server.ts';
import type { ServerLimits } from './http/limits/server-limits.ts';
import type { RuleControl } from './limits/rule-control.ts';
import type { Meter } from './meter/meter.ts';
import { createModbus, type Modbus } from './modbus/modbus.ts';
import { openUnitBook } from './modbus/unit-book.ts';
import { openDiscoveryMemory } from './mqtt/discovery/discovery-memory.ts';
import { createMqtt, type Mqtt } from './mqtt/mqtt.ts';
import type { Plant } from './plant.ts';
import type { DataDirectory } from './platform/data-directory.ts';
import type { Platform } from './platform/platform.ts';
import type { TlsSource } from './platform/tls-source.ts';
import type { Life } from './restarts.ts';
import type { BackupWork } from './settings/backup-files.ts';
import { chipIdOrSerial, expandHostname } from './settings/device-identity.ts';
import type { FirstSettings } from './settings/first-settings.ts';
import type { HashCost } from './settings/password-hash.ts';
import type { SettingsStorage } from './settings/settings-storage.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { liveHints } from './system/live-hints.ts';
import type { GatewayTime } from './time/gateway-time.ts';
import type { Timeseries } from './timeseries/timeseries.ts';

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

/** What the servers are made of besides the plant. */
export interface ServerParts {
  readonly platform: Platform;
  readonly serving: Serving;
  readonly directory: DataDirectory;
  readonly firmware: Firmware;
  readonly tls: TlsSource | undefined;
  readonly settings: SettingsStore;
  readonly storage: SettingsStorage;
  readonly work: BackupWork;
  readonly first: FirstSettings;
  readonly firstRun: FirstRun;
  readonly pins: PinAssignment;
  readonly life: Life;
  readonly time: GatewayTime;
  readonly history: History;
  readonly meter: Meter;
  readonly findings: Findings;
  readonly alerts: Alerts;
  readonly timeseries: Timeseries;
  readonly rule: RuleControl;
  readonly storageProblem: () => StorageProblem | undefined;
  /** The admin got a new password at this start. */
  readonly isPasswordReset: boolean;
  /** How this run of the gateway calls itself where others ask. */
  readonly gatewayId: string;
}

/** Opens the plant to the network, over HTTP and then over MQTT and Modbus; resolves with the port of HTTP. */
export async function startServers(parts: ServerParts, plant: Plant, disposer: Disposer): Promise<number> {
  const { platform, serving, directory, settings, tls, life } = parts;
  const { deviceClock } = life;
  const { first, findings, alerts } = parts;
  const mqtt = await startMqtt(
    { platform, serving, directory, settings, tls, deviceClock, first, findings, alerts },
    plant,
    disposer,
  );
  const { modbus, forgetModbus } = await prepareModbus(parts, plant, disposer);
  const port = await startHttpServer(parts, plant, { mqtt, modbus, forgetModbus }, disposer);
  mqtt.start(port);
  disposer.defer(() => mqtt.stop());
  disposer.defer(() => modbus.stop());
  await modbus.start();
  return port;
}

/** The plant for those who know nothing but Modbus; it listens to nobody before it is started. */
async function prepareModbus(
  { platform, serving, directory, settings }: ServerParts,
  { fleet, totals, lastKnown, orders }: Plant,
  disposer: Disposer,
): Promise<{ readonly modbus: Modbus; readonly forgetModbus: () => Promise<void> }> {
  const log = platform.log.module('gateway');
  const book = await openUnitBook({ directory, log });
  disposer.defer(() => book.close());
  const modbus = createModbus({
    ...{ settings, fleet, totals, lastKnown, book, log },
    ...{ limits: orders, clock: platform.clock, host: serving.host },
    plant: () => ({
      name: expandHostname(
        settings.get('network').hostname,
        chipIdOrSerial(platform.host, settings.get('dtu').dtu_serial),
      ),
      serial: settings.get('dtu').dtu_serial,
      version: serving.version,
    }),
  });
  return { modbus, forgetModbus: () => book.forget() };
}

interface MqttParts
  extends Pick<
      ServerParts,
      'platform' | 'serving' | 'directory' | 'settings' | 'tls' | 'first' | 'findings' | 'alerts'
    >,
    Pick<Life, 'deviceClock'> {}

async function startMqtt(
  parts: MqttParts,
  { fleet, totals, orders, orderBook, isNight }: Plant,
  disposer: Disposer,
): Promise<Mqtt> {
  const { platform, serving, directory, settings, tls, deviceClock } = parts;
  const { clock, host, randomBytes } = platform;
  const log = platform.log.module('mqtt');
  const discovery = await openDiscoveryMemory({ directory, log });
  disposer.defer(() => discovery.close());
  return createMqtt({
    settings,
    discovery,
    fleet,
    totals,
    orders,
    limits: orders,
    orderBook,
    clock,
    deviceClock,
    log,
    random: () => (randomBytes(1)[0] ?? 0) / 256,
    host,
    web: { host: serving.host, basePath: serving.basePath, isHttps: tls !== undefined },
    gitHash: serving.gitHash,
    version: serving.version,
    ...{ findings: parts.findings.all, alerts: parts.alerts.all, isSunDown: isNight },
    unchosenPlace: placeOf(await parts.first.ntp()),
  });
}

interface OtherServers {
  readonly mqtt: Mqtt;
  readonly modbus: Modbus;
  readonly forgetModbus: () => Promise<void>;
}

async function startHttpServer(
  parts: ServerParts,
  plant: Plant,
  { mqtt, modbus, forgetModbus }: OtherServers,
  disposer: Disposer,
): Promise<number> {
  const { platform, serving, directory, settings, first, life } = parts;
  const { randomBytes, clock } = platform;
  const accounts = await openAccounts({
    ...{ settings, clock, directory, randomBytes, deviceClock: life.deviceClock },
    log: platform.log.module('http'),
    hashCost: serving.hashCost,
  });
  disposer.defer(() => accounts.close());
  const accessLog = await openAccessLog({
    ...{ clock, directory, deviceClock: life.deviceClock },
    log: platform.log.module('http'),
  });
  disposer.defer(() => accessLog.close());
  if (parts.isPasswordReset) {
    accessLog.note({ kind: 'done', user: ADMIN_USER_NAME, address: '', what: 'start#password' });
  }
  disposer.defer(
    plant.orderBook.onOrder(({ serial: on, origin: { way, by: user }, steps }) => {
      if ((way !== 'mqtt' && way !== 'modbus') || steps.at(-1)?.step !== 'asked') return;
      accessLog.note({ kind: 'done', user, address: '', what: way, on, program: true });
    }),
  );
  const passkeys = await openPasskeys({
    ...{ settings, directory, randomBytes, deviceClock: life.deviceClock, accountOf: accounts.find },
    log: platform.log.module('http'),
  });
  disposer.defer(() => passkeys.close());
  const sessions = await openSessions({
    ...{ clock, directory, randomBytes, deviceClock: life.deviceClock },
    log: platform.log.module('http'),
    passwordHashOf: (userName) => accounts.find(userName)?.passwordHash ?? '',
    hasPasskey: passkeys.has,
    openIdDigest: () => openIdDigest(settings.get('signin').openid),
  });
  disposer.defer(() => sessions.close());
  const shares = await openShares({
    ...{ settings, clock, directory, randomBytes, deviceClock: life.deviceClock },
    log: platform.log.module('http'),
  });
  disposer.defer(() => shares.close());
  const server = await createGatewayServer({
    sessions,
    shares,
    passkeys,
    accounts,
    accessLog,
    firstRun: parts.firstRun,
    platform: { ...platform, log: platform.log.module('http') },
    settings,
    directory,
    fleet: plant.fleet,
    totals: plant.totals,
    orders: plant.orders,
    powerLimits: plant.orders,
    rule: parts.rule,
    devices: plant.devices,
    deviceFinder: plant.deviceFinder,
    deviceBackups: plant.deviceBackups,
    pollStagger: plant.pollStagger,
    sources: plant.sources,
    history: parts.history,
    meter: parts.meter,
    findings: parts.findings,
    alerts: parts.alerts,
    timeseries: parts.timeseries,
    gatewayId: parts.gatewayId,
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
    hints: () =>
      liveHints({
        radio: plant.radioFacts(),
        isClockSet: life.deviceClock.isSet(),
        hasDefaultPassword: settings.get('security').default_password,
        storageProblem: parts.storageProblem(),
      }),
    modbusStatus: modbus.status,
    mqttFacts: mqtt.facts,
    tryConnection: mqtt.tryConnection,
    radioStatus: plant.radioFacts,
    isRadioSimulated: plant.isRadioSimulated,
    radioTrial: plant.air.trial,
    wholeBackup: createWholeBackup({
      ...{ directory, settings, storage: parts.storage, work: parts.work, history: parts.history },
      makePassingFolders: platform.makePassingFolders,
      version: serving.version,
      nowS: () => (life.deviceClock.isSet() ? Math.floor(life.deviceClock.unixMs() / 1000) : undefined),
      log: platform.log.module('settings'),
    }),
    configFiles: createConfigFiles({
      directory,
      settings,
      first,
      hashCost: serving.hashCost,
      log: platform.log.module('settings'),
      randomBytes,
      unixMs: clock.unixMs,
      forget: async () => {
        await Promise.all([
          ...[plant.lastKnown.forget(), plant.orders.forget(), plant.orderBook.forget()],
          ...[plant.deviceBackups.forget(), plant.deviceIdentities.forget(), parts.history.forget()],
          ...[
            parts.findings.forget(),
            parts.rule.forget(),
            forgetModbus(),
            sessions.forget(),
            accessLog.forget(),
            accounts.forget(),
            shares.forget(),
            passkeys.forget(),
            parts.firstRun.forget(),
            parts.alerts.forget(),
          ],
        ]);
      },
    }),
  });
  disposer.defer(() => server.stop());
  return server.listen({ port: life.port, host: serving.host });
}
