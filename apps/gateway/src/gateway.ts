import {
  ADMIN_USER_NAME,
  DEFAULT_ADMIN_PASSWORD,
  type Installation,
  type PinAssignment,
} from '@heliograph/contract';
import {
  configuredInverters,
  createChipRadio,
  createSimulatedRadio,
  DEFAULT_SCENARIO,
  householdLoadW,
  keepPace,
  type PacedClock,
  placeOfSun,
  SCENARIOS,
  type Scenario,
  type ScenarioName,
} from '@heliograph/simulator';
import { openFirstRun } from './accounts/first-run.ts';
import { startAlerts } from './alerts/start-alerts.ts';
import { copyNames, watchCopies } from './config-files/reset-copy.ts';
import { finishRestore } from './config-files/whole-backup.ts';
import type { Disposer } from './disposer.ts';
import { createPlantGroups } from './findings/plant-groups.ts';
import { startFindings } from './findings/start-findings.ts';
import { openFirmware } from './firmware/firmware.ts';
import {
  HISTORY_FILE,
  type History,
  historyPath,
  NO_HISTORY,
  startHistory,
} from './history/start-history.ts';
import type { ServerLimits } from './http/limits/server-limits.ts';
import { openRuleControl } from './limits/rule-control.ts';
import { createMeter, type Meter } from './meter/meter.ts';
import { publishOnce } from './mqtt/publish-once.ts';
import { listenToTopic } from './mqtt/topic-listener.ts';
import { type NightlyBackup, startNightlyBackup } from './nightly-backup.ts';
import { type OpenedSettings, openAllSettings } from './open-settings.ts';
import { createPlant, type Plant } from './plant.ts';
import type { Clock } from './platform/clock.ts';
import type { ChipFlags, TlsFiles } from './platform/command-line.ts';
import type { DataDirectory } from './platform/data-directory.ts';
import { createDeviceClock } from './platform/device-clock.ts';
import type { Log } from './platform/log.ts';
import type { Platform } from './platform/platform.ts';
import type { Secret } from './platform/secret.ts';
import { createTlsOpener, type TlsOpener, type TlsSource } from './platform/tls-source.ts';
import { type WatchedDirectory, watchDirectory } from './platform/watched-directory.ts';
import { createRecoveryServer } from './recovery/recovery-server.ts';
import { createRestarts } from './restarts.ts';
import { type BackupWork, createBackupWork } from './settings/backup-files.ts';
import { accessPointName, chipIdOrSerial, expandHostname } from './settings/device-identity.ts';
import { createStoredSecurity } from './settings/first-settings.ts';
import { HASH_COST, type HashCost } from './settings/password-hash.ts';
import { loadPins } from './settings/pin-profiles.ts';
import type { RecoverySettings } from './settings/recovery-settings.ts';
import {
  type ConnectSettings,
  connectSettings,
  openSettingsStorage,
  type SettingsStorage,
} from './settings/settings-storage.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { startSimulatedDevices } from './simulated-devices/start-simulated-devices.ts';
import { movedSources, simulatedPorts, simulatedSources } from './simulated-sources.ts';
import { openSimulationMemory } from './simulation-memory.ts';
import { type ServerParts, type Serving, startServers } from './start-servers.ts';
import { createGatewayTime } from './time/gateway-time.ts';
import { startTimeseries } from './timeseries/timeseries.ts';

export { DEFAULT_SCENARIO, type ScenarioName };

/** One sentence about each scenario, by name. */
export const SCENARIO_TITLES = Object.fromEntries(
  Object.values(SCENARIOS).map(({ name, title }) => [name, title]),
) as Readonly<Record<ScenarioName, string>>;

export interface GatewayOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** Name or address to listen on; undefined for all addresses. */
  readonly host: string | undefined;
  /** Further names that the gateway answers to. */
  readonly allowedHosts?: readonly string[];
  /** Where the pages begin, with a slash at both ends; `/` when it is not said. */
  readonly basePath?: string;
  /** Files of the certificate to answer over HTTPS with; undefined: plain HTTP. */
  readonly tls?: TlsFiles | undefined;
  readonly dataFolder: string;
  /** Where a copy of everything goes every night; undefined: nowhere. */
  readonly backupFolder?: string | undefined;
  /** Where the built web app lies. */
  readonly webFolder: string;
  readonly scenario: ScenarioName;
  /** The radio is a chip at the pins of this machine, and there is no simulated plant; undefined: there is. */
  readonly chip?: ChipFlags | undefined;
  /** How much faster than real the simulated sun runs, and the device's clock with it. */
  readonly speed: number;
  /** Everything random in the simulation depends on it alone. */
  readonly seed: number;
  /** Password of the admin on a fresh data folder. */
  readonly firstPassword: Secret | undefined;
  /** A fresh folder is to be set up by its owner: the guide opens, and until there is a password only the own machine may change things. */
  readonly asksOnFirstStart?: boolean;
  /** The admin gets it at the start, whatever the password was. */
  readonly newPassword?: Secret | undefined;
  /** What hashing a new password costs; tests take a cheap one. */
  readonly hashCost?: HashCost;
  /** Of the product; empty when not known. */
  readonly version?: string;
  /** Of the sources it was built from, `g` and 7 hex digits; empty when not known. */
  readonly gitHash?: string;
  readonly installation?: Installation;
  /** `owner/name` at the public code host, asked by the page for newer versions; empty: nobody is asked. */
  readonly updateRepository?: string;
  /** Told when the gateway has come back from a restart of its own. */
  readonly onRestarted?: (running: RunningGateway) => void;
  /** Told when the gateway could not come back from a restart of its own. */
  readonly onRestartFailed?: (error: unknown) => void;
  /** How many may come at a time, where it is not as many as usual. */
  readonly limits?: Partial<ServerLimits>;
  /** Whether what is measured is kept; it is where that is not said. */
  readonly keepsHistory?: boolean;
  /** Where the radio comes from; tests take one whose air and inverters they can disturb. */
  readonly createRadio?: typeof createSimulatedRadio;
  /** How the settings are reached; tests put faults in between. */
  readonly connectSettings?: ConnectSettings;
}

/** A gateway that runs. */
export interface RunningGateway {
  readonly port: number;
  readonly userName: string;
  /** The admin's password while it is the one that everybody knows. */
  readonly defaultPassword: string | undefined;
  /** The password was set at this start: the first one that was given, or the default one. */
  readonly isPasswordNew: boolean;
  /** What sets the first password from another machine; undefined where none is asked for. */
  readonly firstCode: Secret | undefined;
  /** Why it only takes a backup, and which password that needs. */
  readonly recovery: Pick<RecoverySettings, 'lostFiles' | 'password'> | undefined;
}

export interface Gateway {
  /** Throws a `StartError` for what the owner can put right; nothing is left running then. */
  start(): Promise<RunningGateway>;
  /** Looks now whether the certificate was renewed. */
  renewCertificate(): void;
  /** Ends everything; whatever was acknowledged is on the disk. */
  stop(): Promise<void>;
  /** How long a stop may take, as things are; whoever ends the process gives up after that what is not written yet. */
  stopMaxMs(): number;
  /** After a stop: a copy that nobody waits for goes on in a thread, which an orderly exit of the process would wait for. */
  isBusy(): boolean;
}

/**
 * The simulated plant is asked every second, so that a newcomer sees every inverter within a few seconds. (The
 * original's default of 5 s for one inverter each is for real air.)
 */
const SIMULATED_POLL_INTERVAL_S = 1;
const POLL_INTERVAL_S = 5;
/** Where nobody has set the clock: a name that leads nowhere, on every machine. Source: RFC 6761, section 6.4. */
const UNREACHABLE_TIME_SERVER = 'time.invalid';

const GATEWAY_ID_BYTES = 8;

/**
 * Who supervises a process has its own patience with a stop, so ours ends before. A save alone waits for the disk seven times. One that
 * is given up was acknowledged to nobody, and the next start finds the files as after a kill: each of them whole.
 */
const STOP_MAX_MS = 4_700;
const STOP_MIN_MS = 1_000;

/** The system ends no thread before a wait for the disk that it is in, so a save is given up so much sooner. */
function stopMaxMs(disk: Disk | undefined): number {
  return disk?.isSaving() ? Math.max(STOP_MIN_MS, STOP_MAX_MS - disk.syncMs()) : STOP_MAX_MS;
}

interface Disk extends Pick<SettingsStore, 'isSaving'>, Pick<WatchedDirectory, 'syncMs'> {}

/** Looks at the chip and its wires, without a data folder and without a port. */
export async function testRadio(chip: ChipFlags, system: string): Promise<ReturnType<TestChip>> {
  const { testWiredRadio } = await import('./sources/radio/wired-radio.ts');
  return testWiredRadio(chip, system);
}
type TestChip = typeof import('./sources/radio/wired-radio.ts').testWiredRadio;

/** Puts the gateway together. Two of them, on two data folders, do not know of each other. */
export function createGateway(platform: Platform, options: GatewayOptions): Gateway {
  const { clock, log } = platform;
  const plantClock = keepPace(clock, options.speed);
  const { tls: tlsFiles, onRestarted, onRestartFailed } = options;
  const opener = tlsFiles && createTlsOpener(tlsFiles, clock, log);
  let tls: TlsSource | undefined;
  let disk: Disk | undefined;
  const tellDisk = (told: Disk) => {
    disk = told;
  };
  const openTls = opener && (() => opener().then((opened) => (tls = opened)));
  const serving = servingOf(options);
  const work = createBackupWork(platform.workerScript('backup-worker'), clock);
  const restarts = createRestarts({
    clock,
    log,
    onRestarted,
    onRestartFailed,
    run: (disposer, life) =>
      run({ platform, plantClock, options, serving, openTls, work, life, tellDisk }, disposer),
  });
  return {
    start() {
      const startSet = plantOf(options).clockSet;
      const deviceClock = createDeviceClock({ clock: plantClock, startSet });
      return restarts.start(options.port, deviceClock);
    },
    renewCertificate() {
      if (tls === undefined) log.info('There is no certificate to read anew.');
      else tls.look();
    },
    stop: () => restarts.stop(),
    stopMaxMs: () => stopMaxMs(disk),
    isBusy: () => work.isBusy(),
  };
}

/** The options with what is so where they do not say. */
function servingOf(options: GatewayOptions): Serving {
  const { host, allowedHosts = [], basePath = '/', webFolder, limits } = options;
  const { hashCost = HASH_COST, updateRepository = '' } = options;
  const { version = '', gitHash = '', installation = 'unknown' } = options;
  const names = host === undefined ? allowedHosts : [host, ...allowedHosts];
  const product = { version, gitHash, installation };
  return { host, names, basePath, webFolder, limits, hashCost, ...product, updateRepository };
}

interface LifeParts extends Pick<ServerParts, 'platform' | 'serving' | 'life'> {
  /** Its wall clock keeps pace with the simulated sun: that of the device, of what it hears and of the inverters. */
  readonly plantClock: Clock & PacedClock;
  readonly options: GatewayOptions;
  readonly openTls: TlsOpener | undefined;
  readonly work: BackupWork;
  readonly tellDisk: (disk: Disk) => void;
}

async function run(lifeParts: LifeParts, disposer: Disposer): Promise<RunningGateway> {
  const { platform, plantClock, options, serving, openTls, work, life } = lifeParts;
  const { clock, log } = platform;
  const watched = watchDirectory(await platform.openDataDirectory(options.dataFolder), { clock, log });
  const {
    connectSettings: connect = (folder) => connectSettings(folder, platform.workerScript('settings-worker')),
  } = options;
  const storage = await openSettingsStorage({
    ...{ directory: watched.directory, processes: platform.processes, connect },
  });
  disposer.defer(() => storage.close());
  const { directory } = storage;
  disposer.defer(watched.watch(directory));
  const tls = await openTls?.();
  disposer.defer(() => tls?.close());
  const firmware = await openFirmware({ directory, clock, log });
  disposer.defer(() => firmware.close());
  disposer.defer(() => work.giveUp());
  const opened = await openSettings(lifeParts, storage, watched);
  if (opened.kind === 'damaged') {
    return runRecovery({ platform, serving, storage, work, firmware, tls, life, opened }, disposer);
  }
  const { settings, first } = opened;
  await setNewPassword(lifeParts, settings);
  await finishRestoreIn(directory, settings.foundSaveCount, log);
  disposer.defer(() => settings.close());
  const firstRun = await openFirstRun({
    ...{ settings, directory, log: log.module('settings'), randomBytes: platform.randomBytes },
    asks: options.asksOnFirstStart === true,
    hasPassword: options.firstPassword !== undefined,
  });
  disposer.defer(() => firstRun.close());
  lifeParts.tellDisk({ isSaving: settings.isSaving, syncMs: watched.syncMs });
  log.setLevels(settings.get('device').log);
  disposer.defer(settings.subscribe('device', (device) => log.setLevels(device.log)));
  disposer.defer(watchCopies({ directory, clock, log }));
  if (options.chip === undefined) warnOfOtherInverters(log, options.scenario, settings);
  const wired = options.chip && (await import('./sources/radio/wired-radio.ts'));
  const pins = await loadPins(directory, settings.get('device').profile, log, wired?.HEADER_PINS);
  let backup: NightlyBackup | undefined;
  const storageProblem = () => {
    const obstacle = watched.obstacle() ?? (storage.isRefused() ? 'read-only' : undefined);
    return obstacle ?? (settings.isRestored ? 'restored' : backup?.hasFailed() ? 'backup' : undefined);
  };
  const { deviceClock } = life;
  const { radio, radioFacts } = await startOwnRadio();

  async function startOwnRadio() {
    if (wired !== undefined && options.chip !== undefined) {
      const own = wired.startWiredRadio({
        wiring: wired.wiringOf(options.chip, pins),
        ...{ clock, log: log.module('radio'), system: platform.system },
        script: platform.workerScript('radio-worker'),
      });
      disposer.defer(() => own.end());
      return { radio: own.radio, radioFacts: own.facts };
    }
    const simulated = await startRadio(
      {
        scenario: options.scenario,
        seed: options.seed,
        speed: options.speed,
        createRadio: options.createRadio,
        clock: plantClock,
        log,
        directory,
        pins,
      },
      disposer,
    );
    return { radio: simulated, radioFacts: simulated.status };
  }
  await startDevices(lifeParts, { directory, settings }, disposer);
  const gatewayId = Buffer.from(platform.randomBytes(GATEWAY_ID_BYTES)).toString('hex');
  const plant = await createPlant(
    {
      ...{ clock: plantClock, log, directory, settings, deviceClock, radio, gatewayId },
      ownName: () =>
        expandHostname(
          settings.get('network').hostname,
          chipIdOrSerial(platform.host, settings.get('dtu').dtu_serial),
        ),
      isRadioSimulated: options.chip === undefined,
      radioFacts,
    },
    disposer,
  );
  const meter = startMeter(lifeParts, { settings, plant }, disposer);
  const rule = await openRuleControl({
    ...{ fleet: plant.fleet, limits: plant.orders, meter, clock: plantClock, deviceClock, directory, log },
    rule: () => settings.get('rule'),
    groups: () => settings.get('limits').groups,
  });
  disposer.defer(() => rule.close());
  const time = createGatewayTime({
    platform: { ...platform, log: log.module('time') },
    settings,
    deviceClock,
    aheadMs: plantClock.aheadMs,
  });
  const history =
    options.keepsHistory === false
      ? NO_HISTORY
      : await startHistory({
          path: historyPath(directory.path),
          worker: platform.workerScript('history-worker'),
          work,
          ...{ fleet: plant.fleet, totals: plant.totals, clock: plantClock, deviceClock, settings },
          orders: plant.orderBook,
          meter,
          isClockSure: () => time.state().answer !== undefined,
          log: log.module('history'),
        });
  disposer.defer(() => history.stop());
  backup = startBackup(lifeParts, { storage, settings, history });
  disposer.defer(async () => {
    await Promise.all([backup?.stop(), work.giveUp()]); // a restart is not to wait for a long copy
  });
  const findings = await startFindings({
    ...{ fleet: plant.fleet, totals: plant.totals, clock: plantClock, deviceClock, settings, directory },
    log: log.module('history'),
    isWorking: (sourceId) => plant.sources().some(({ id, state }) => id === sourceId && state === 'live'),
    groups: createPlantGroups(() => settings.get('plant')),
  });
  disposer.defer(() => findings.stop());
  const alerts = await startAlerts({
    ...{ settings, clock: plantClock, deviceClock, directory, log: log.module('gateway') },
    ...{ totals: plant.totals, findings: findings.all, orders: plant.orderBook.all, sources: plant.sources },
    meter: () => stateOf(meter),
    obstacle: watched.obstacle,
    hasBackupFailed: () => backup?.hasFailed() ?? false,
    disk: () => platform.host.fileSystem(directory.path),
    isProgramStart: life.startReason === 'started',
    publish: (topic, payload, signal) =>
      publishOnce(topic, payload, signal, { settings, clock, ...brokerName(lifeParts, settings) }),
  });
  disposer.defer(() => alerts.stop());
  const timeseries = startTimeseries({
    ...{ settings, history, clock: plantClock, deviceClock, log: log.module('history') },
  });
  disposer.defer(() => timeseries.stop());
  const port = await startServers(
    {
      platform,
      serving,
      directory,
      firmware,
      tls,
      settings,
      storage,
      work,
      first,
      firstRun,
      pins,
      life,
      time,
      history,
      meter,
      rule,
      findings,
      alerts,
      timeseries,
      storageProblem,
      isPasswordReset: isPasswordReset({ options, life }),
      gatewayId,
    },
    plant,
    disposer,
  );
  disposer.defer(time.start());
  plant.air.start();
  plant.devices.start();
  plant.deviceBackups.start();
  plant.pollStagger.start();
  disposer.defer(firmware.startProof());
  disposer.defer(() => beginToEnd({ settings, findings, history, alerts }, plant));
  return {
    port,
    userName: ADMIN_USER_NAME,
    defaultPassword: settings.get('security').default_password ? DEFAULT_ADMIN_PASSWORD : undefined,
    isPasswordNew: settings.newSections.has('security'),
    firstCode: firstRun.code,
    recovery: undefined,
  };
}

/**
 * First of all: whoever waits with a save is answered before the connections end, and everything that waits for the disk does so at
 * the same time and not one after the other. All of it is waited for in its turn.
 */
function beginToEnd(
  { settings, findings, history, alerts }: Pick<ServerParts, 'settings' | 'findings' | 'history' | 'alerts'>,
  plant: Plant,
): void {
  const { air, devices, radio, orderBook, lastKnown } = plant;
  void settings.close();
  void findings.stop();
  void alerts.stop();
  devices.stop();
  air.stop();
  radio.stop();
  history.beginToEnd();
  void orderBook.save();
  void lastKnown.close();
}

/** The power meter of the house, as the settings want it read. */
function startMeter(
  { platform, plantClock, options }: LifeParts,
  { settings, plant }: { readonly settings: SettingsStore; readonly plant: Plant },
  disposer: Disposer,
): Meter {
  const { clock, log } = platform;
  const name = brokerName({ platform }, settings);
  const meter = createMeter({
    config: settings.get('meter'),
    ...{ clock, log },
    listenToTopic: (topic, listener) => listenToTopic(topic, listener, { settings, clock, ...name }),
    simulatedPowerW:
      options.chip === undefined
        ? () =>
            householdLoadW(options.seed, plantClock.unixMs() / 1000) -
            plant.fleet.inverters().reduce((sum, { reading }) => sum + reading.powerW, 0)
        : undefined,
  });
  disposer.defer(
    settings.subscribe('meter', (config) => meter.configure(config)),
    () => meter.stop(),
  );
  return meter;
}

/** What a connection to the broker of its own calls itself there. */
function brokerName(
  { platform: { host, randomBytes } }: Pick<LifeParts, 'platform'>,
  settings: SettingsStore,
) {
  return {
    random: () => (randomBytes(1)[0] ?? 0) / 256,
    clientId: () => accessPointName(chipIdOrSerial(host, settings.get('dtu').dtu_serial)),
  };
}

function stateOf(meter: Meter) {
  const problem = meter.problem();
  return problem === undefined ? 'tells' : problem === 'none' ? 'none' : 'silent';
}

/** Of the settings and of what was measured, where there is a folder for it. */
function startBackup(
  { platform: { clock, log }, options: { backupFolder }, life }: LifeParts,
  { storage, settings, history }: BackupParts,
): NightlyBackup | undefined {
  if (backupFolder === undefined) return undefined;
  return startNightlyBackup({
    folder: backupFolder,
    copies: {
      'settings.db': (path) => storage.calls.copyTo(path),
      'history.db': (path) => history.copyTo(path),
    },
    ...{ clock, deviceClock: life.deviceClock, log: log.module('settings') },
    timezone: () => settings.get('ntp').ntp_timezone,
  });
}

interface BackupParts {
  readonly storage: SettingsStorage;
  readonly settings: SettingsStore;
  readonly history: History;
}

interface RecoveryParts extends Pick<ServerParts, 'platform' | 'serving' | 'firmware' | 'tls' | 'life'> {
  readonly storage: SettingsStorage;
  readonly work: BackupWork;
  readonly opened: OpenedSettings & { readonly kind: 'damaged' };
}

/** Without settings nothing is on the air and nothing is published: the gateway listens, and takes a backup. */
async function runRecovery(parts: RecoveryParts, disposer: Disposer): Promise<RunningGateway> {
  const { platform, serving, storage, work, firmware, life, opened } = parts;
  const { settings, first, damage } = opened;
  const { directory } = storage;
  // What is left of a restore that was cut short must not count with the next one.
  await finishRestoreIn(directory, settings.saveCount(), platform.log);
  const server = createRecoveryServer({
    platform,
    directory,
    work,
    copies: await copyNames(directory),
    hasHistory: (await directory.names()).includes(HISTORY_FILE),
    settings,
    first,
    firmware,
    hashCost: serving.hashCost,
    names: serving.names,
    limits: serving.limits,
    basePath: serving.basePath,
    tls: parts.tls,
    restartSoon: life.restartSoon,
  });
  disposer.defer(() => server.stop());
  const port = await server.listen({ port: life.port, host: serving.host });
  platform.log.error(`The gateway is in recovery mode. ${damage.message}`);
  disposer.defer(firmware.startProof());
  const login = { userName: ADMIN_USER_NAME, defaultPassword: undefined, isPasswordNew: false };
  return { port, ...login, firstCode: undefined, recovery: settings };
}

async function finishRestoreIn(directory: DataDirectory, saveCount: number, log: Log): Promise<void> {
  await finishRestore(directory, saveCount).catch((error: unknown) =>
    log.warn('Files of a restored backup could not be put in their places.', { error }),
  );
}

function openSettings(
  { platform, options, serving, life }: LifeParts,
  storage: SettingsStorage,
  { noteWrite }: WatchedDirectory,
) {
  const { deviceClock } = life;
  const scenario = plantOf(options);
  const deviceIds = scenario.devices.map(({ id }) => id);
  return openAllSettings({
    platform,
    storage,
    noteWrite,
    nowS: () => (deviceClock.isSet() ? Math.floor(deviceClock.unixMs() / 1000) : undefined),
    hashCost: serving.hashCost,
    firstPassword: options.firstPassword,
    inverters: configuredInverters(scenario),
    pollIntervalS: options.chip === undefined ? SIMULATED_POLL_INTERVAL_S : POLL_INTERVAL_S,
    sources: simulatedSources(deviceIds, life.port),
    place: placeOfSun(scenario),
    ...(scenario.clockSet ? {} : { ntpServer: UNREACHABLE_TIME_SERVER }),
  });
}

/** At the first start of the process alone: whoever changes it afterwards keeps what they chose. */
const isPasswordReset = ({ options, life }: Pick<LifeParts, 'options' | 'life'>) =>
  options.newPassword !== undefined && life.startReason === 'started';

async function setNewPassword({ platform, options, serving, life }: LifeParts, settings: SettingsStore) {
  const { newPassword: password } = options;
  if (password === undefined || !isPasswordReset({ options, life })) return;
  const { randomBytes, log } = platform;
  const { hashCost } = serving;
  const allowReadonly = settings.get('security').allow_readonly;
  const stored = await createStoredSecurity({ password, allowReadonly, randomBytes, hashCost });
  await settings.update('security', () => stored);
  await settings.update('passkeys', ({ passkey }) => ({
    passkey: passkey.filter(({ user }) => user !== ADMIN_USER_NAME),
  }));
  log.warn('The password of the admin was reset at this start.');
}

/** A folder of another plant is no mistake by itself, but none of its inverters will ever answer. */
function warnOfOtherInverters(log: Log, scenario: ScenarioName, settings: SettingsStore): void {
  const simulated = configuredInverters(SCENARIOS[scenario]).map(({ serial }) => serial);
  const configured = settings.get('inverters').inverter.map(({ serial }) => serial);
  if (simulated.length === 0 || configured.length === 0) return;
  if (configured.some((serial) => simulated.includes(serial))) return;
  log.warn(
    `The inverters in the data folder are not those of the scenario ${scenario}, so none of them will answer; use another folder with --data.`,
  );
}

interface RadioParts
  extends Pick<GatewayOptions, 'scenario' | 'seed' | 'speed'>,
    Pick<ServerParts, 'directory' | 'pins'> {
  /** The simulated one where it is not said. */
  readonly createRadio: GatewayOptions['createRadio'] | undefined;
  /** That of the plant. */
  readonly clock: Clock & PacedClock;
  readonly log: Log;
}

/** The air, and all inverters on it, of the scenario. */
async function startRadio(parts: RadioParts, disposer: Disposer) {
  const { seed, speed, clock, log, directory, pins } = parts;
  const { createRadio = parts.scenario === 'chip' ? createChipRadio : createSimulatedRadio } = parts;
  const memory = await openSimulationMemory({ directory, log, name: 'simulation.json' });
  disposer.defer(() => memory.close());
  const scenario = wired(SCENARIOS[parts.scenario], pins);
  const radio = createRadio({ scenario, clock, seed, speed, memory });
  disposer.defer(() => radio.stop());
  return radio;
}

/** A real radio has no simulated inverters, and whoever comes first enters their own. */
function plantOf({ chip, scenario }: Pick<GatewayOptions, 'chip' | 'scenario'>): Scenario {
  return SCENARIOS[chip === undefined ? scenario : 'no-inverters'];
}

/** The devices of the scenario, where the settings look for them. */
async function startDevices(
  { platform: { log }, plantClock: clock, options }: LifeParts,
  { directory, settings }: Pick<ServerParts, 'directory' | 'settings'>,
  disposer: Disposer,
): Promise<void> {
  const { seed, speed } = options;
  const scenario = plantOf(options);
  if (scenario.devices.length === 0) return;
  const memory = await openSimulationMemory({ directory, log, name: 'simulated-devices.json' });
  disposer.defer(() => memory.close());
  const ports = simulatedPorts(settings.get('sources'));
  const devices = await startSimulatedDevices({ scenario, clock, log, seed, speed, memory, ports });
  disposer.defer(() => devices.stop());
  await settings
    .update('sources', (current) => movedSources(current, devices.ports), {
      ...{ actor: 'gateway', reason: 'saved' },
    })
    .catch((error: unknown) => log.warn('A simulated device is not where it is looked for.', { error }));
}

/** No chip answers where one of its pins is not connected. Source: docs/reference/original-device.md#pin-profiles. */
function wired(scenario: Scenario, { nrf24 }: PinAssignment): Scenario {
  const isWired = Object.values(nrf24).every((pin) => pin > 0);
  return isWired ? scenario : { ...scenario, radio: { connected: false, plusVariant: false } };
}
