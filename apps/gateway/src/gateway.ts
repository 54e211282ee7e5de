import {
  ADMIN_USER_NAME,
  byteLength,
  DEFAULT_ADMIN_PASSWORD,
  type LiveHints,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '@heliograph/contract';
import type { Radio, RadioStatus } from '@heliograph/radio';
import {
  configuredInverters,
  createSimulatedRadio,
  DEFAULT_SCENARIO,
  SCENARIOS,
  type ScenarioName,
} from '@heliograph/simulator';
import { type Air, createAir } from './air/air.ts';
import type { AirLog } from './air/air-log.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { createHttpRim } from './http/http-rim.ts';
import { type DataDirectory, unusable } from './platform/data-directory.ts';
import { createDeviceClock, type DeviceClock } from './platform/device-clock.ts';
import { lockFolder } from './platform/folder-lock.ts';
import type { Log } from './platform/log.ts';
import type { Platform } from './platform/platform.ts';
import type { Secret } from './platform/secret.ts';
import { StartError, systemErrorCode } from './platform/start-error.ts';
import { createFirstSettings } from './settings/first-settings.ts';
import { HASH_COST, type HashCost } from './settings/password-hash.ts';
import { loadPins } from './settings/pin-profiles.ts';
import { openSettingsStore, type SettingsStore } from './settings/settings-store.ts';
import { openSimulationMemory } from './simulation-memory.ts';
import type { StartReason } from './system/system-status.ts';
import { startTimeSync } from './time/start-time-sync.ts';

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
  readonly dataFolder: string;
  /** Where the built web app lies. */
  readonly webFolder: string;
  readonly scenario: ScenarioName;
  /** How much faster than real the simulated sun runs. */
  readonly speed: number;
  /** Everything random in the simulation depends on it alone. */
  readonly seed: number;
  /** Password of the admin on a fresh data folder. */
  readonly firstPassword: Secret | undefined;
  /** What hashing a new password costs; tests take a cheap one. */
  readonly hashCost?: HashCost;
  /** Of the sources it was built from, `g` and 7 hex digits; empty when not known. */
  readonly gitHash?: string;
  /** `owner/name` at the public code host, asked by the page for newer versions; empty: nobody is asked. */
  readonly updateRepository?: string;
  /** Told when the gateway could not come back from a restart of its own. */
  readonly onRestartFailed?: (error: unknown) => void;
  /** Clients of the live socket, beyond which the oldest has to leave. */
  readonly liveClientsMax?: number;
  /** Where the radio comes from; tests take one whose air and inverters they can disturb. */
  readonly createRadio?: typeof createSimulatedRadio;
}

/** A gateway that runs. */
export interface RunningGateway {
  readonly port: number;
  readonly userName: string;
  /** The admin's password while it is the one that everybody knows. */
  readonly defaultPassword: string | undefined;
  /** The password was set at this start: the first one that was given, or the default one. */
  readonly isPasswordNew: boolean;
}

export interface Gateway {
  /** Throws a `StartError` for what the owner can put right; nothing is left running then. */
  start(): Promise<RunningGateway>;
  /** Ends everything; whatever was acknowledged is on the disk. */
  stop(): Promise<void>;
}

/** What has to be undone at a stop, in the order it was done. */
type Undo = (() => void | Promise<void>)[];

/** How this run came about, and how the next one does. */
interface Life {
  readonly port: number;
  readonly startReason: StartReason;
  /** Ends this run and begins the next one when the answer under way is sent. */
  readonly restartSoon: () => void;
}

/**
 * The simulated plant is asked every second, so that a newcomer sees every inverter within a few seconds. (The
 * original's default of 5 s for one inverter each is for real air.)
 */
const SIMULATED_POLL_INTERVAL_S = 1;
/** Source: device contract, section 16.5. */
const RESTART_AFTER_MS = 1_000;

/** Puts the gateway together. Two of them, on two data folders, do not know of each other. */
export function createGateway(platform: Platform, options: GatewayOptions): Gateway {
  const undo: Undo = [];
  let cancelRestart: (() => void) | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function end(): Promise<void> {
    cancelRestart?.();
    cancelRestart = undefined;
    for (let action = undo.pop(); action !== undefined; action = undo.pop()) await action();
  }

  /** Source: decision 15: from outside it looks as a restart of the device does. */
  async function restart(port: number): Promise<void> {
    platform.log.info('The gateway restarts.');
    await end();
    if (isStopped) return;
    try {
      await run(platform, options, undo, lifeAt(port, 'restarted'));
    } catch (error) {
      await end();
      options.onRestartFailed?.(error);
    }
  }

  function lifeAt(port: number, startReason: StartReason): Life & { port: number } {
    const life = {
      port,
      startReason,
      restartSoon() {
        cancelRestart ??= platform.clock.after(RESTART_AFTER_MS, () => {
          restarting = restart(life.port);
        });
      },
    };
    return life;
  }

  return {
    async start() {
      try {
        const life = lifeAt(options.port, 'started');
        const running = await run(platform, options, undo, life);
        life.port = running.port; // the same one again, also where any free one was asked for
        return running;
      } catch (error) {
        await end();
        throw error;
      }
    },
    async stop() {
      isStopped = true;
      await restarting;
      await end();
    },
  };
}

async function run(
  platform: Platform,
  options: GatewayOptions,
  undo: Undo,
  life: Life,
): Promise<RunningGateway> {
  const directory = await platform.openDataDirectory(options.dataFolder);
  const lock = await lockFolder(directory, platform.processes);
  undo.push(() => lock.release());
  const settings = await openSettings(platform, options, directory);
  undo.push(() => settings.close());
  warnOfOtherInverters(platform.log, options.scenario, settings);
  const plant = await createPlant(platform, options, directory, settings, undo);
  const port = await startRim({ platform, options, directory, settings, plant, life }, undo);
  // Where nobody has set the clock of the simulated world, it has no time server either.
  if (SCENARIOS[options.scenario].clockSet) {
    undo.push(startTimeSync({ platform, settings, deviceClock: plant.deviceClock }));
  }
  plant.air.start();
  return {
    port,
    userName: ADMIN_USER_NAME,
    defaultPassword: settings.get('security').default_password ? DEFAULT_ADMIN_PASSWORD : undefined,
    isPasswordNew: settings.newSections.has('security'),
  };
}

async function openSettings(
  platform: Platform,
  options: GatewayOptions,
  directory: DataDirectory,
): Promise<SettingsStore> {
  const { host, randomBytes, log } = platform;
  const first = createFirstSettings({
    host,
    randomBytes,
    hashCost: options.hashCost ?? HASH_COST,
    firstPassword: checkedPassword(options.firstPassword),
    inverters: configuredInverters(SCENARIOS[options.scenario]),
    pollIntervalS: SIMULATED_POLL_INTERVAL_S,
  });
  try {
    return await openSettingsStore({ directory, first, log });
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : unusable(directory.path, error);
  }
}

function checkedPassword(password: Secret | undefined): Secret | undefined {
  if (password === undefined) return undefined;
  const length = byteLength(password.reveal());
  if (length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH) return password;
  throw new StartError(
    `The first password must be ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} bytes long; set another one with --first-password.`,
  );
}

/** A folder of another plant is no mistake by itself, but none of its inverters will ever answer. */
function warnOfOtherInverters(log: Log, scenario: ScenarioName, settings: SettingsStore): void {
  const simulated = configuredInverters(SCENARIOS[scenario]).map(({ serial }) => serial);
  const configured = settings.get('inverters').inverter.map(({ serial }) => serial);
  if (simulated.length === 0 || configured.length === 0) return;
  if (configured.some((serial) => simulated.includes(serial))) return;
  log.warn(
    `The data folder belongs to other inverters than those of the scenario ${scenario}, so none of them will answer; use another folder with --data.`,
  );
}

/** Inverters, and what connects us with them. */
interface Plant {
  readonly fleet: Fleet;
  readonly radio: Radio;
  readonly deviceClock: DeviceClock;
  readonly air: Air;
}

async function createPlant(
  { clock, log }: Platform,
  options: GatewayOptions,
  directory: DataDirectory,
  settings: SettingsStore,
  undo: Undo,
): Promise<Plant> {
  const scenario = SCENARIOS[options.scenario];
  const deviceClock = createDeviceClock({
    clock,
    startSet: scenario.clockSet,
    timezoneRule: settings.get('ntp').ntp_timezone,
  });
  const fleet = createFleet({ clock, configs: settings.get('inverters').inverter });
  const memory = await openSimulationMemory({ directory, log });
  undo.push(() => memory.close());
  const { createRadio = createSimulatedRadio, seed, speed } = options;
  const radio = createRadio({ scenario, clock, seed, speed, memory });
  undo.push(() => radio.stop());
  const air = createAir({ radio, fleet, clock, deviceClock, dtu: settings.get('dtu'), log: airLog(log) });
  undo.push(
    settings.subscribe('dtu', (dtu) => air.applyDtuConfig(dtu)),
    settings.subscribe('ntp', ({ ntp_timezone }) => deviceClock.setTimezone(ntp_timezone)),
    settings.subscribe('inverters', ({ inverter }) => fleet.configure(inverter)),
    () => air.stop(),
  );
  return { fleet, radio, deviceClock, air };
}

/** Polls are daily business: at the default level the log stays quiet about them. */
function airLog(log: Log): AirLog {
  const levels = { debug: 'trace', info: 'debug', warn: 'warn' } as const;
  return (level, message) => {
    const written = levels[level];
    if (log.isEnabled(written)) log[written](message());
  };
}

interface RimParts {
  readonly platform: Platform;
  readonly options: GatewayOptions;
  readonly directory: DataDirectory;
  readonly settings: SettingsStore;
  readonly plant: Plant;
  readonly life: Life;
}

async function startRim(parts: RimParts, undo: Undo): Promise<number> {
  const { platform, options, directory, settings, life } = parts;
  const { fleet, radio, deviceClock, air } = parts.plant;
  const hints = () =>
    liveHints({
      radio: radio.status(),
      isClockSet: deviceClock.isSet(),
      hasDefaultPassword: settings.get('security').default_password,
    });
  const rim = await createHttpRim({
    platform,
    settings,
    directory,
    fleet,
    air,
    deviceClock,
    hints,
    pins: await loadPins(directory, settings.get('device').profile, platform.log),
    restartSoon: life.restartSoon,
    startReason: life.startReason,
    gitHash: options.gitHash ?? '',
    updateRepository: options.updateRepository ?? '',
    radioStatus: () => radio.status(),
    hashCost: options.hashCost ?? HASH_COST,
    webFolder: options.webFolder,
    names: [...(options.host === undefined ? [] : [options.host]), ...(options.allowedHosts ?? [])],
    liveClientsMax: options.liveClientsMax,
  });
  undo.push(() => rim.stop());
  return rim.listen({ port: life.port, host: options.host });
}

/** What the page warns about. Only the "+" chip can send at 250 kbit/s. */
export function liveHints(facts: {
  readonly radio: RadioStatus;
  readonly isClockSet: boolean;
  readonly hasDefaultPassword: boolean;
}): LiveHints {
  const { connected, plusVariant } = facts.radio;
  return {
    time_sync: !facts.isClockSet, // the name is the wire's: true means not set
    radio_problem: !(connected && plusVariant),
    default_password: facts.hasDefaultPassword,
  };
}
