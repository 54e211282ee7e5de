import { PATHS, type Settings, type SettingsDocument, type WireObject } from '@heliograph/opendtu-api';
import type { SimulationMemory } from '../past.ts';
import type { SimulatorClock } from '../physical-clock.ts';
import { type FirmwareName, type Scenario, SIMULATED_SITE, type Site } from '../scenarios/scenario.ts';
import type { InverterTruth } from '../simulated-inverter.ts';
import { createSimulatedPlant } from '../simulated-plant.ts';
import { createAskedPlant } from './asked-inverter.ts';
import { readConfigFile } from './config-file.ts';
import type { DeviceCall, DeviceClock, DeviceParts } from './device-call.ts';
import { cutAnswer, type DeviceFaults, failureAnswer, NO_FAULTS } from './device-faults.ts';
import {
  type DeviceAnswer,
  type DeviceRequest,
  noAnswer,
  pageAnswer,
  pathOf,
  textAnswer,
} from './device-http.ts';
import { deviceLiveData, liveDataDocument, ON_BATTERY_SOCKETS } from './device-live-data.ts';
import { type DeviceMemory, readDeviceMemory } from './device-memory.ts';
import { createDeviceSettings } from './device-settings.ts';
import { createDeviceSockets, type LiveMessage, type SocketClient } from './device-sockets.ts';
import { createDeviceSun } from './device-sun.ts';
import { type DeviceManners, FIRMWARES, mannersOf, type SimulatedFirmware } from './firmware.ts';
import { inverterCalls } from './inverter-calls.ts';
import { createInverterSlots } from './inverter-slots.ts';
import { createInverterTalk } from './inverter-talk.ts';
import { CONFIG_FILE, settingsCalls } from './settings-calls.ts';
import { statusCalls } from './status-calls.ts';
import { createTimers } from './timers.ts';
import { base64 } from './wire-values.ts';

export interface SimulatedDeviceOptions {
  readonly firmware: FirmwareName | SimulatedFirmware;
  /** Its inverters, all of them set up; its sun; whether its clock is set and its radio works. Its air is good. */
  readonly scenario: Scenario;
  /** At another speed than 1 its wall clock has to keep pace, see `keepPace`. */
  readonly clock: SimulatorClock;
  /** Everything random depends on it alone. */
  readonly seed?: number;
  /** How many times faster than real time sun, weather and energy run. */
  readonly speed?: number;
  readonly site?: Site;
  /** What device and inverters remember over restarts of the simulation; it counts before everything else that is said here. */
  readonly memory?: SimulationMemory;
  /** Of `admin`. */
  readonly password?: string;
  /** Whether reading is open to everybody. */
  readonly allowReadonly?: boolean;
  /** As it is stored: `%06X` becomes the number of the chip. */
  readonly hostName?: string;
  /** What is stored beside that, by the names of `Settings`. */
  readonly settings?: Readonly<Partial<Record<SettingsDocument, Settings>>>;
  readonly ipAddress?: string;
  /** Six hex digits, upper case. */
  readonly chipId?: string;
  /** Until an inverter acknowledges an order. */
  readonly orderTakesMs?: number;
  /** It was on before the simulation began, and has read its inverters; otherwise it has only just started. */
  readonly wasOn?: boolean;
  /** East of Greenwich, in seconds; what the time zone of the settings says is not calculated. */
  readonly utcOffsetS?: number;
}

/** A handshake of a socket. */
export interface SocketOpening {
  readonly path: string;
  /** By name in lower case. */
  readonly headers: DeviceRequest['headers'];
  readonly client: SocketClient;
}

/** An open socket, or what the handshake is answered instead. What clients send is taken and ignored. */
export type SocketResult =
  | { readonly accepted: true; readonly close: () => void }
  | { readonly accepted: false; readonly answer: DeviceAnswer };

/**
 * An ESP32 with OpenDTU, and the plant that it reads. It answers as docs/reference/original-device.md and
 * docs/reference/api-generations.md say, and can be made to fail in many ways while it runs.
 */
export interface SimulatedDevice {
  answer(request: DeviceRequest): DeviceAnswer;
  openSocket(opening: SocketOpening): SocketResult;
  /** Clients at all its sockets. */
  socketCount(): number;
  faults(): DeviceFaults;
  /** Changes what is named and leaves the rest. */
  setFaults(changes: Partial<DeviceFaults>): void;
  /** Away for so long: connections are cut, sockets closed; then it starts anew, with what it has stored. */
  restart(awayS: number): void;
  /** Installs another firmware, and restarts. */
  update(firmware: FirmwareName | SimulatedFirmware, awayS: number): void;
  firmware(): SimulatedFirmware;
  /** As its owner does in another browser. */
  changePassword(password: string): void;
  /** Stored settings by the names of `Settings`. */
  settings(document: SettingsDocument): Settings;
  changeSettings(document: SettingsDocument, changes: Settings): void;
  /** Adds keys that no release has, to a document of settings or to each inverter; see `PlantedKeys`. */
  plantKeys(document: SettingsDocument | 'inverters', keys: WireObject): void;
  /** Takes an inverter of the plant out of its reach, or brings it back. */
  setPresence(serial: string, isPresent: boolean): void;
  /** What an inverter really holds; undefined where the plant has none. */
  inspect(serial: string): InverterTruth | undefined;
  /** Ends it for good. */
  stop(): void;
}

const FIRST_PASSWORD = 'openDTU42';
const CHIP_ID = '12AB34';
/** A restart that the device was asked for begins a second after its answer, and takes some more. */
const RESTART_AFTER_MS = 1000;
const RESTART_TAKES_S = 5;

/** Throws a RangeError when serial and strings of an inverter do not fit together: a mistake in the scenario. */
export function createSimulatedDevice(options: SimulatedDeviceOptions): SimulatedDevice {
  return new Device(options);
}

function firmwareOf(firmware: FirmwareName | SimulatedFirmware): SimulatedFirmware {
  return typeof firmware === 'string' ? FIRMWARES[firmware] : firmware;
}

class Device implements SimulatedDevice {
  readonly #scenario: Scenario;
  readonly #clock: SimulatorClock;
  /** Of one start of the device, and of everything that outlasts a restart. */
  readonly #timers;
  readonly #lasting;
  readonly #plant;
  readonly #settings;
  readonly #slots;
  readonly #talk;
  readonly #sockets;
  readonly #parts: DeviceParts;
  readonly #remember: () => void;
  readonly #files: Map<string, string>;
  readonly #memory: SimulationMemory | undefined;
  #plantState: object | undefined;
  #storedAt = '';
  #firmware: SimulatedFirmware;
  #manners: DeviceManners;
  #calls: readonly DeviceCall[];
  #faults: DeviceFaults = NO_FAULTS;
  #startedAtMs: number;
  #isAway = false;
  #isClockSet: boolean;
  #clockAheadMs = 0;
  #orders = 0;
  #orderAnswers = 0;

  constructor(options: SimulatedDeviceOptions) {
    const { scenario, clock, seed = 1, speed = 1, utcOffsetS = 3600, orderTakesMs = 2000 } = options;
    this.#scenario = scenario;
    this.#clock = clock;
    this.#timers = createTimers(clock);
    this.#lasting = createTimers(clock);
    this.#firmware = firmwareOf(options.firmware);
    this.#manners = mannersOf(this.#firmware.release);
    this.#startedAtMs = clock.monotonicMs();
    this.#isClockSet = scenario.clockSet;
    this.#settings = createDeviceSettings(() => this.#firmware.release, startSettings(options));
    const { site, memory } = options;
    const remembered = readDeviceMemory(memory?.remembered);
    this.#memory = memory;
    this.#plantState = remembered.plant;
    const plantMemory = {
      remembered: remembered.plant,
      remember: (state: object) => this.#rememberPlant(state),
    };
    const plant = createSimulatedPlant({
      ...{ scenario, clock, seed, speed },
      ...(site && { site }),
      ...(memory && { memory: plantMemory }),
    });
    this.#remember = plant.remember;
    this.#plant = createAskedPlant({
      plant,
      present: scenario.inverters.filter(({ isPresent }) => isPresent).map(({ serial }) => serial),
      dtuSerial: () => String(this.#settings.read('dtu').dtu_serial),
      unixS: () => (clock.unixMs() + this.#clockAheadMs) / 1000,
      utcOffsetS,
    });
    this.#slots = createInverterSlots(scenario.inverters);
    this.#talk = createInverterTalk({
      ...{ plant: this.#plant, clock, timers: this.#timers, orderTakesMs },
      inverters: () => this.#slots.all(),
      pollIntervalMs: () => Number(this.#settings.read('dtu').dtu_pollinterval) * 1000,
      isClockSet: () => this.#isClockSet && this.#hasRadio(),
      log: (line) => this.#log(line),
    });
    this.#sockets = createDeviceSockets({
      ...{ clock, timers: this.#timers, faults: () => this.#faults },
      messages: (path) => this.#messages(path),
    });
    const deviceClock = this.#deviceClock(utcOffsetS * 1000);
    this.#files = new Map(remembered.files ?? [['pin_mapping.json', '[]']]);
    if (remembered.settings !== undefined) this.#settings.restore(remembered.settings);
    if (remembered.inverters !== undefined) this.#slots.restore(remembered.inverters);
    this.#parts = {
      firmware: () => this.#firmware,
      manners: () => this.#manners,
      ...{ settings: this.#settings, slots: this.#slots, talk: this.#talk, plant: this.#plant },
      files: this.#files,
      clock: deviceClock,
      sun: createDeviceSun(scenario.sun, site ?? SIMULATED_SITE, deviceClock, utcOffsetS * 1000),
      network: { ipAddress: options.ipAddress ?? '192.168.178.50', chipId: options.chipId ?? CHIP_ID },
      uptimeS: () => Math.floor((clock.monotonicMs() - this.#startedAtMs) / 1000),
      liveData: (serial) => this.#liveData(serial),
      hasRadio: this.#hasRadio(),
      restartSoon: () => this.#timers.after(RESTART_AFTER_MS, () => this.restart(RESTART_TAKES_S)),
      closeSockets: () => this.#sockets.closeAll(false),
    };
    this.#calls = this.#callsOfRelease();
    this.#talk.start();
    if (options.wasOn === true) this.#talk.readAll();
  }

  answer(request: DeviceRequest): DeviceAnswer {
    if (this.#isAway) return noAnswer('reset');
    const path = pathOf(request);
    const isOrder =
      request.method === 'POST' && (path.startsWith(PATHS.limitOrder) || path.startsWith(PATHS.powerOrder));
    if (isOrder && this.#isOrderLost()) return noAnswer('reset');
    const failure = failureAnswer(this.#faults, request.path);
    const answer = failure ?? this.#own(request, path);
    if (request.method === 'POST') this.#store();
    if (isOrder && this.#isOrderAnswerLost()) return noAnswer('reset');
    const cut = cutAnswer(this.#faults, request.path, answer);
    return { ...cut, delayMs: cut.delayMs + this.#faults.answerDelayMs };
  }

  openSocket({ path, headers, client }: SocketOpening): SocketResult {
    const request = { method: 'GET', path, headers, body: '' };
    const refuse = (answer: DeviceAnswer) => ({ accepted: false, answer }) as const;
    if (this.#isAway) return refuse(noAnswer('reset'));
    const failure = failureAnswer(this.#faults, path);
    if (failure !== undefined) return refuse(failure);
    const socket = this.#socketPath(pathOf(request));
    if (socket === undefined) return refuse(pageAnswer());
    const isChecked = this.#manners.socketsUnprotected !== true && !this.#isReadingOpen();
    if (isChecked && !this.#isAdmin(request)) return refuse(socketRefusal(socket));
    return { accepted: true, close: this.#sockets.add(socket, client) };
  }

  socketCount(): number {
    return this.#sockets.count();
  }

  faults(): DeviceFaults {
    return this.#faults;
  }

  setFaults(changes: Partial<DeviceFaults>): void {
    this.#faults = { ...this.#faults, ...changes };
  }

  restart(awayS: number): void {
    this.#isAway = true;
    this.#timers.clear();
    this.#lasting.clear();
    this.#sockets.closeAll(true);
    this.#lasting.after(awayS * 1000, () => {
      this.#isAway = false;
      this.#startedAtMs = this.#clock.monotonicMs();
      this.#readConfigFile();
      this.#talk.start();
    });
  }

  update(firmware: FirmwareName | SimulatedFirmware, awayS: number): void {
    this.#firmware = firmwareOf(firmware);
    this.#manners = mannersOf(this.#firmware.release);
    this.#settings.update();
    this.#calls = this.#callsOfRelease();
    this.restart(awayS);
  }

  firmware(): SimulatedFirmware {
    return this.#firmware;
  }

  changePassword(password: string): void {
    this.#settings.change('security', { password });
    this.#store();
    if (this.#manners.closesSocketsAtPassword) this.#sockets.closeAll(false);
  }

  settings(document: SettingsDocument): Settings {
    return this.#settings.read(document);
  }

  changeSettings(document: SettingsDocument, changes: Settings): void {
    this.#settings.change(document, changes);
    this.#store();
  }

  plantKeys(document: SettingsDocument | 'inverters', keys: WireObject): void {
    if (document === 'inverters') this.#slots.plant(keys);
    else this.#settings.plant(document, keys);
  }

  setPresence(serial: string, isPresent: boolean): void {
    this.#plant.setPresence(serial, isPresent);
  }

  inspect(serial: string): InverterTruth | undefined {
    return this.#plant.inspect(serial);
  }

  stop(): void {
    this.#isAway = true;
    this.#timers.clear();
    this.#lasting.clear();
    this.#sockets.closeAll(true);
    this.#remember();
  }

  /** A configuration file that was uploaded takes the place of all settings; what is none leaves a new device. */
  #readConfigFile(): void {
    const text = this.#files.get(CONFIG_FILE);
    if (text === undefined) return;
    this.#files.delete(CONFIG_FILE);
    const read = readConfigFile(text);
    const documents = read === undefined ? {} : Object.fromEntries(read.settings);
    this.#settings.restore({ documents, saveCount: read?.saveCount ?? 0 });
    this.#slots.restore(read?.inverters ?? []);
    this.#store();
  }

  #rememberPlant(state: object): void {
    this.#plantState = state;
    this.#memory?.remember(this.#state());
  }

  /** What has changed is remembered at once. */
  #store(): void {
    if (this.#memory === undefined) return;
    const { plant: _, ...own } = this.#state();
    const text = JSON.stringify(own);
    if (text === this.#storedAt) return;
    this.#storedAt = text;
    this.#memory.remember(this.#state());
  }

  #state(): DeviceMemory & object {
    const files = [...this.#files];
    const inverters = this.#slots.all();
    return { plant: this.#plantState, settings: this.#settings.stored(), inverters, files };
  }

  #callsOfRelease(): readonly DeviceCall[] {
    return [...statusCalls(this.#parts), ...inverterCalls(this.#parts), ...settingsCalls(this.#parts)];
  }

  /** What the device itself answers. Source: docs/reference/original-device.md#paths-and-methods. */
  #own(request: DeviceRequest, path: string): DeviceAnswer {
    const call = this.#calls.find((one) => one.method === request.method && isBelow(path, one.path));
    if (call === undefined) return pageAnswer();
    const isOpen = call.access === 'open' || (call.access === 'reading' && this.#isReadingOpen());
    if (!isOpen && !this.#isAdmin(request)) return loginAnswer(request);
    return call.answer(request);
  }

  #isReadingOpen(): boolean {
    return this.#settings.read('security').allow_readonly === true;
  }

  #isAdmin({ headers }: Pick<DeviceRequest, 'headers'>): boolean {
    const { password } = this.#settings.read('security');
    return headers.authorization === `Basic ${base64(`admin:${password}`)}`;
  }

  #hasRadio(): boolean {
    return this.#scenario.radio.connected;
  }

  #isOrderLost(): boolean {
    this.#orders += 1;
    return isLostAt(this.#orders, this.#faults.lostOrderRequests);
  }

  #isOrderAnswerLost(): boolean {
    this.#orderAnswers += 1;
    return isLostAt(this.#orderAnswers, this.#faults.lostOrderAnswers);
  }

  #deviceClock(utcOffsetMs: number): DeviceClock {
    return {
      localMs: () => this.#clock.unixMs() + this.#clockAheadMs + utcOffsetMs,
      isSet: () => this.#isClockSet,
      set: (localMs) => {
        this.#clockAheadMs = localMs - utcOffsetMs - this.#clock.unixMs();
        this.#isClockSet = true;
      },
    };
  }

  #data() {
    const { password } = this.#settings.read('security');
    const facts = {
      inverters: this.#slots.all(),
      known: (serial: string) => this.#talk.of(serial),
      nowMs: this.#clock.monotonicMs(),
      startedAtMs: this.#startedAtMs,
      hasRadioProblem: !this.#hasRadio(),
      hasDefaultPassword: password === FIRST_PASSWORD,
      isClockSet: this.#isClockSet,
    };
    return deviceLiveData(facts, this.#manners);
  }

  #liveData(serial?: string): object {
    return liveDataDocument(this.#firmware, this.#data(), serial);
  }

  #socketPath(path: string): string | undefined {
    const others = this.#firmware.isOnBattery ? [...ON_BATTERY_SOCKETS.keys()] : [];
    return [PATHS.liveDataSocket, PATHS.consoleSocket, ...others].find((one) => one === path);
  }

  /**
   * One for everything, in the newest generation one for each inverter. Source:
   * docs/reference/api-generations.md#three-shapes-of-live-data.
   */
  #messages(path: string): readonly LiveMessage[] {
    if (path === PATHS.consoleSocket) return [];
    const other = ON_BATTERY_SOCKETS.get(path);
    if (other !== undefined) return [{ key: '', version: 0, text: () => JSON.stringify(other) }];
    const readAtMs = (serial: string) => this.#talk.of(serial).readAtMs ?? 0;
    const serials = this.#slots.all().map(({ serial }) => serial);
    if (!this.#manners.liveDataPerInverter) {
      const version = Math.max(0, ...serials.map(readAtMs));
      return [{ key: '', version, text: () => JSON.stringify(this.#liveData()) }];
    }
    return serials.map((serial) => ({
      key: serial,
      version: readAtMs(serial),
      text: () => JSON.stringify(this.#liveData(serial)),
    }));
  }

  /** Source: docs/reference/api-generations.md#console-prometheus-languages. */
  #log(line: string): void {
    const text = this.#manners.tagsLogLines
      ? `I (${this.#clock.monotonicMs() - this.#startedAtMs}) hoymiles: ${line}\n`
      : `${line}\r\n`;
    this.#sockets.send(PATHS.consoleSocket, text);
  }
}

function startSettings({ password, allowReadonly, hostName, scenario, settings }: SimulatedDeviceOptions) {
  return {
    ...settings,
    // A radio that reaches the inverters it has.
    dtu: { cmt_enabled: scenario.inverters.some(({ model }) => /^HM[ST]-/.test(model)), ...settings?.dtu },
    network: { ...(hostName !== undefined && { hostname: hostName }), ...settings?.network },
    security: {
      password: password ?? FIRST_PASSWORD,
      allow_readonly: allowReadonly ?? true,
      ...settings?.security,
    },
  };
}

/** So many of all that none is lost by chance: a share of 1/3 loses each third. */
function isLostAt(number: number, share: number): boolean {
  const lostUpTo = (count: number) => Math.floor(count * share + 1e-9);
  return lostUpTo(number) > lostUpTo(number - 1);
}

/** At its path and below it, at a slash. */
function isBelow(path: string, call: string | undefined): boolean {
  return call !== undefined && (path === call || path.startsWith(`${call}/`));
}

/** Source: docs/reference/original-device.md#who-may-call-what. */
function loginAnswer({ headers }: DeviceRequest): DeviceAnswer {
  const answer = textAnswer(401, 'text/html', '');
  if (headers['x-requested-with'] !== undefined) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'www-authenticate': 'Basic realm="Login Required"' },
  };
}

/** Sockets announce Digest. Source: docs/reference/api-generations.md#logins. */
function socketRefusal(path: string): DeviceAnswer {
  const answer = textAnswer(401, 'text/html', '');
  const challenge = `Digest realm="${path.slice(1)}", qop="auth", nonce="0", opaque="0"`;
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': challenge } };
}
