import type { LookupFunction } from 'node:net';
import type { SourceProblem } from '@heliograph/contract';
import type { InverterSettings, OrderAction } from '@heliograph/domain';
import {
  type DeviceFacts,
  type DeviceInverter,
  type DeviceLiveData,
  decodeDeviceInfo,
  decodeEventLog,
  decodeGridProfile,
  decodeGridProfileBytes,
  decodeInverterList,
  decodeLiveData,
  detectDevice,
  devicePaths,
  LAST_RELEASE,
  ofInverter,
  PATHS,
  readSettings,
  type Settings,
} from '@heliograph/opendtu-api';
import { EVENT_LOG_MAX, eventLogRead } from '../../fleet/event-log.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { SourceId } from '../../fleet/inverter.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  createDeviceHttp,
  type DeviceAddress,
  type DeviceAnswer,
  type DeviceHttp,
  type DeviceProblem,
  decodedAnswer,
} from './device-http.ts';
import { createIdentityGuard, type DeviceIdentities } from './device-identity.ts';
import { createDeviceOrders, type DeviceOrderFollower } from './device-orders.ts';
import {
  AGE_STEP_MS,
  deviceInverters,
  type NamedInverter,
  readingOldAfterMs,
  told,
} from './device-readings.ts';
import { type DeviceSocket, openDeviceSocket } from './device-socket.ts';
import { namedBehind, readInvertersBehind } from './heliograph-calls.ts';

/** An original device as a source of inverters. */
export interface DeviceSource {
  readonly id: SourceId;
  start(): void;
  stop(): void;
  /** Its owner says that all is right: where it waits for that, it is asked again. */
  retry(): void;
  status(): DeviceStatus;
  /**
   * Has an order carried out by the device; gives the number by which `onOrderStep` speaks of it, undefined where the
   * device has no such inverter.
   */
  order(serial: string, action: OrderAction): number | undefined;
  /** The way to the device, which asks for one thing at a time, and what it is; undefined before it was reached. */
  connection(): DeviceConnection | undefined;
  /** Something was changed on the device: what does not come by itself is read anew. */
  readAgain(): void;
}

export interface DeviceConnection {
  readonly http: DeviceHttp;
  readonly facts: DeviceFacts;
}

/** A device as a station on the air. */
export interface DeviceAir {
  /** From one inverter's turn to the next. */
  readonly pollIntervalS: number | undefined;
  /** It has a radio for HM inverters. */
  readonly hasNrf: boolean;
  /** Of its radio for HMS and HMT inverters; undefined where it has none. */
  readonly cmtFrequencyHz: number | undefined;
}

/** How it goes with a device. */
export interface DeviceStatus {
  /** `connecting`: it was not reached yet. `live`: its values are those of now. `problem`: they are not. */
  readonly state: 'connecting' | 'live' | 'problem';
  /** Only with `problem`. */
  readonly problem: SourceProblem | undefined;
  /** What it answers requests with while its socket goes on telling values; undefined where all is well, or `problem` says it. */
  readonly requestProblem: SourceProblem | undefined;
  /** Until when it asks to be left alone, on the monotonic clock; only with `throttled` as one of the two. */
  readonly throttledUntilMs: number | undefined;
  /** Undefined before it was reached. */
  readonly facts: DeviceFacts | undefined;
  /** Whether it takes our password; undefined while that was not seen. */
  readonly isPasswordRight: boolean | undefined;
  /** When it last told live data, on the monotonic clock; undefined: never. */
  readonly heardAtMs: number | undefined;
  /** Undefined where it did not tell. */
  readonly air: DeviceAir | undefined;
  /** Serials of all inverters that it has. */
  readonly serials: readonly string[];
}

export interface DeviceSourceOptions {
  readonly id: SourceId;
  readonly address: DeviceAddress;
  readonly fleet: Fleet;
  readonly clock: Clock;
  /** How its name is looked up; that of the system where it is not said. */
  readonly lookup?: LookupFunction | undefined;
  /** Told that nobody was met where the name of the device leads. */
  readonly doubtName?: ((name: string) => void) | undefined;
  /** By what devices are known again; only where they are looked up. */
  readonly identities?: DeviceIdentities | undefined;
  readonly deviceClock: Pick<DeviceClock, 'utcOffsetS'>;
  readonly log: Log;
  readonly onOrderStep: DeviceOrderFollower;
  /** Told what inverters it brings, each time that was read. */
  readonly onInverters: (inverters: readonly InverterSettings[]) => void;
  /** How this run of the gateway calls itself where others ask. */
  readonly gatewayId: string;
}

/** A full log is read again, since its count stays the same whatever comes. */
const FULL_LOG_AGAIN_MS = 15 * 60_000;

/**
 * What a device told longer ago does not show as live. A device says something every 11 s at least, and 15 s after the last
 * word everybody sees that it is silent.
 */
const STALE_AFTER_MS = 14_000;
/**
 * A device that does not answer is asked again after this, then after twice as long, up to the longest; counted from the
 * beginning of a try, which may take 10 s by itself.
 */
const RETRY_FIRST_MS = 1000;
const RETRY_LONGEST_MS = 12_000;
/** Where the socket gives nothing, live data is asked for this often. */
const POLL_EVERY_MS = 5000;
/** While the socket is open: how often a small question shows whether the device still takes our password, */
const BEAT_EVERY_MS = 12_000;
/** and how often everything that does not come by itself is read again. */
const REFRESH_EVERY_MS = 60_000;
/**
 * What the socket does not tell of one inverter for this long, while it tells others, is not of now: the device has dropped
 * it, or has lost two of its messages in a row, of which one is due every 10 s.
 */
const UNTOLD_AFTER_MS = 25_000;
/** A socket that ends earlier says nothing, or has lost its place to another client: twice in a row, and we do without for a while. */
const SOCKET_LIFE_MIN_MS = 15_000;
const SHORT_LIVES_MAX = 2;
const SOCKET_REST_MS = 60_000;

/** After these nothing more comes, so nobody has to wait until the last values are stale. */
const PLAIN_PROBLEMS: ReadonlySet<SourceProblem> = new Set([
  ...(['login', 'throttled', 'redirect', 'host-name', 'no-tls', 'needs-tls', 'other-device'] as const),
  ...(['certificate', 'certificate-name', 'certificate-expired', 'certificate-changed'] as const),
  ...(['not-a-device', 'itself', 'ring'] as const),
]);
/** With these the device answers nothing else either. */
const DEAD_PROBLEMS: ReadonlySet<SourceProblem> = new Set([
  ...(['unknown-name', 'unreachable', 'timeout', 'redirect', 'host-name', 'throttled'] as const),
  ...(['no-tls', 'needs-tls', 'other-device'] as const),
  ...(['certificate', 'certificate-name', 'certificate-expired', 'certificate-changed'] as const),
]);

/** With these it may have another address by now. */
const NAME_PROBLEMS: ReadonlySet<SourceProblem> = new Set(['unreachable', 'timeout', 'other-device']);

/** Why inverters must not come from there although it is such a device: they would come from ourselves. */
export function loopOf(
  { gatewayId, upstreamIds }: Pick<DeviceFacts, 'gatewayId' | 'upstreamIds'>,
  ownId: string,
): 'itself' | 'ring' | undefined {
  if (gatewayId === ownId) return 'itself';
  return upstreamIds.includes(ownId) ? 'ring' : undefined;
}

export function createDeviceSource(options: DeviceSourceOptions): DeviceSource {
  const { id, address, clock, deviceClock, log, onOrderStep, onInverters, identities, doubtName } = options;
  // Over HTTPS its certificate says whose the name is.
  const guard =
    options.lookup && identities && !address.isHttps
      ? createIdentityGuard({ id, address, clock, lookup: options.lookup, identities })
      : undefined;
  const lookup = guard?.lookup ?? options.lookup;
  const inverters = options.fleet.ofSource(id);
  const orders = createDeviceOrders({
    ...{ inverters, clock, http: () => http, onStep: onOrderStep },
    onLoginRefused() {
      isPasswordRight = false;
    },
  });
  let http: DeviceHttp | undefined;
  let socket: DeviceSocket | undefined;
  let facts: DeviceFacts | undefined;
  let problem: DeviceStatus['problem'];
  let requestProblem: SourceProblem | undefined;
  let isPasswordRight: boolean | undefined;
  let heardAtMs: number | undefined;
  let throttledUntilMs: number | undefined;
  let air: DeviceAir | undefined;
  let listed: readonly NamedInverter[] = [];
  /** Those of the devices behind another Heliograph, which stand in no list of its own. */
  let listedBehind: readonly NamedInverter[] = [];
  /** How many entries the log of each inverter had when it was read. */
  /** How many events there were when the log was read, and when that was. */
  const readEvents = new Map<string, { readonly count: number; readonly atMs: number }>();
  /** The newest live data of each inverter, for those that are told one by one. */
  const lastTold = new Map<string, DeviceInverter>();
  const toldAtMs = new Map<string, number>();
  let cancelNext: (() => void) | undefined;
  let cancelStale: (() => void) | undefined;
  let stopTakingOver: (() => void) | undefined;
  let failures = 0;
  let lastFailure: SourceProblem | undefined;
  let isRunning = false;
  /** Of what is under way only the latest goes on. */
  let turn = 0;
  let listedAtMs = Number.NEGATIVE_INFINITY;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  let socketOpenedAtMs = 0;
  let shortLives = 0;
  let socketRestsUntilMs = 0;

  /** Everything from a first question to live data and the socket; gives what went wrong. */
  async function connect(device: DeviceHttp): Promise<SourceProblem | undefined> {
    const status = await device.get(PATHS.systemStatus);
    if (status.kind === 'problem') {
      if (status.problem === 'login') isPasswordRight = false;
      return problemIn(status);
    }
    const detected = detectDevice(status.value);
    if (detected === undefined) return 'not-a-device';
    facts = detected;
    const loop = loopOf(detected, options.gatewayId);
    if (loop !== undefined) return loop;
    orders.learn(detected);
    return (await enter(device)) ?? readLiveData(device);
  }

  /** What its admin may read; gives what keeps us from live data too. */
  async function enter(device: DeviceHttp): Promise<SourceProblem | undefined> {
    const isListOld = clock.monotonicMs() - listedAtMs >= REFRESH_EVERY_MS;
    const failure = isListOld || problem !== undefined ? await readList(device) : undefined;
    if (failure !== undefined && DEAD_PROBLEMS.has(failure)) return failure;
    if (isPasswordRight !== true || guard === undefined) return undefined;
    return (await guard.learn(device)) ? undefined : 'other-device';
  }

  function problemIn({
    problem: found,
    retryAfterMs = 0,
  }: DeviceAnswer & { kind: 'problem' }): DeviceProblem {
    throttledUntilMs = found === 'throttled' ? clock.monotonicMs() + retryAfterMs : undefined;
    return found;
  }

  async function readList(device: DeviceHttp): Promise<SourceProblem | undefined> {
    const answer = await device.get(PATHS.inverterList);
    if (answer.kind === 'problem') {
      if (answer.problem === 'login') isPasswordRight = false;
      return problemIn(answer);
    }
    const read = decodeInverterList(answer.value);
    if (read !== undefined) {
      listed = read;
      if (!hasUnlisted()) dropAllBut(new Set(read.map(({ serial }) => serial)));
    }
    if (hasUnlisted()) listedBehind = (await readInvertersBehind(device))?.map(namedBehind) ?? listedBehind;
    listedAtMs = clock.monotonicMs();
    isPasswordRight = true;
    return undefined;
  }

  async function readLiveData(device: DeviceHttp): Promise<SourceProblem | undefined> {
    const answer = await device.get(PATHS.liveData);
    if (answer.kind === 'problem') return problemIn(answer);
    const live = decodeLiveData(answer.value);
    if (live === undefined) return 'not-a-device';
    if (device !== http) return undefined; // it was stopped meanwhile
    take(live, true);
    if (clock.monotonicMs() >= socketRestsUntilMs) openSocket(device);
    return readDetails(device, live.inverters);
  }

  /** Newer devices list their inverters without measurements, which each of them is then asked for. */
  async function readDetails(
    device: DeviceHttp,
    listedNow: readonly DeviceInverter[],
  ): Promise<SourceProblem | undefined> {
    const mine = turn;
    for (const { serial } of listedNow.filter((inverter) => inverter.isSummary && !isKnown(inverter))) {
      const answer = await device.get(ofInverter(PATHS.liveData, serial));
      if (mine !== turn || device !== http) return undefined;
      if (answer.kind === 'problem') return problemIn(answer);
      const live = decodeLiveData(answer.value);
      if (live !== undefined) take(live, false);
    }
    hear(); // of all others the values that we have are those of now
    return undefined;
  }

  /** Nothing was measured since the values that we have, by the socket or before. */
  function isKnown({ serial, dataAgeMs }: DeviceInverter): boolean {
    const { readingAtMs, contact } = inverters.find(serial) ?? {};
    if (readingAtMs === undefined || dataAgeMs === undefined || contact === 'lost') return false;
    return clock.monotonicMs() - dataAgeMs <= readingAtMs + AGE_STEP_MS;
  }

  /** Live data have come: of all inverters, or of one. */
  function take({ inverters: news }: DeviceLiveData, isWhole: boolean): void {
    const hasNew = news.filter((inverter) => keep(inverter)).length > 0;
    if (isWhole && dropAllBut(new Set(news.map(({ serial }) => serial)))) readListSoon();
    if (hasNew || isWhole) onInverters(deviceInverters(allListed(), [...lastTold.values()]));
    const oldAfterMs = readingOldAfterMs(air?.pollIntervalS, lastTold.size);
    for (const inverter of news) {
      toldAtMs.set(inverter.serial, clock.monotonicMs());
      inverters.update(inverter.serial, told(inverter, oldAfterMs));
    }
    const isMeasured = news.some(({ isSummary }) => !isSummary) || news.length === 0;
    if (isMeasured || isPolling()) hear();
  }

  /** The socket has told something: of whom it has said nothing for long, nothing is known of now. */
  function loseUntold(): void {
    const sinceMs = clock.monotonicMs() - UNTOLD_AFTER_MS;
    for (const { serial } of inverters.inverters()) {
      if (Math.max(socketOpenedAtMs, toldAtMs.get(serial) ?? 0) < sinceMs) loseInverter(serial);
    }
  }

  /** The source that it belonged to has let it go: what this device has told of it counts from now on. */
  function takeOver(serial: string): void {
    const last = lastTold.get(serial);
    if (last === undefined || problem !== undefined) return;
    const sinceMs = clock.monotonicMs() - (toldAtMs.get(serial) ?? 0);
    const aged = { ...last, ...(last.dataAgeMs !== undefined && { dataAgeMs: last.dataAgeMs + sinceMs }) };
    inverters.update(serial, told(aged, readingOldAfterMs(air?.pollIntervalS, lastTold.size)));
  }

  /** The list of another Heliograph has what its own radio asks, its live data those of its devices too. */
  const hasUnlisted = () => facts?.kind === 'heliograph';

  /** An inverter that two of them have belongs to the first, as over there. */
  const allListed = () =>
    [...listed, ...listedBehind].filter(
      ({ serial }, index, all) => all.findIndex((one) => one.serial === serial) === index,
    );

  /** An inverter has gone from the device, so its list is another one too. */
  function readListSoon(): void {
    refreshedAtMs = Number.NEGATIVE_INFINITY;
    listedAtMs = Number.NEGATIVE_INFINITY;
    if (socket !== undefined) schedule(RETRY_FIRST_MS, beat);
  }

  /** Every message has all inverters; where that is not certain, each has one. */
  const tellsAllAtOnce = () => facts !== undefined && facts.span.upTo <= LAST_RELEASE['2023-04'];

  /** Keeps the newest of an inverter, of which measurements say more than a summary; true where more is known of it now. */
  function keep(inverter: DeviceInverter): boolean {
    const before = lastTold.get(inverter.serial);
    const isLess = inverter.isSummary && before?.isSummary === false;
    if (!isLess) lastTold.set(inverter.serial, inverter);
    return before === undefined || (before.isSummary && !inverter.isSummary);
  }

  /** True where there was another one. */
  function dropAllBut(serials: ReadonlySet<string>): boolean {
    const gone = [...lastTold.keys()].filter((serial) => !serials.has(serial));
    for (const serial of gone) lastTold.delete(serial);
    return gone.length > 0;
  }

  /** Its list alone says that all is as it was. */
  const isPolling = () => socket === undefined && problem === undefined && heardAtMs !== undefined;

  function hear(): void {
    heardAtMs = clock.monotonicMs();
    failures = 0;
    lastFailure = undefined;
    if (problem !== undefined) log.info('A device answers again.', { source: id });
    problem = undefined;
    cancelStale?.();
    if (__WITHOUT__.deviceSilence) return;
    cancelStale = clock.after(STALE_AFTER_MS, () => lose(lastFailure ?? 'timeout'));
  }

  /** The device tells nothing any more: none of its values is that of now. */
  function lose(why: SourceProblem): void {
    if (problem === undefined) log.warn('A device does not answer.', { source: id, failure: why });
    problem = why;
    for (const { serial } of inverters.inverters()) loseInverter(serial);
  }

  function loseInverter(serial: string): void {
    inverters.update(serial, ({ contact }) => (contact === 'lost' ? {} : { contact: 'lost' }));
  }

  async function run(): Promise<void> {
    const device = http;
    if (device === undefined) return;
    turn += 1;
    const mine = turn;
    const startMs = clock.monotonicMs();
    const failure = await connect(device);
    if (device !== http || mine !== turn) return; // it was stopped meanwhile, or is being asked anew
    if (failure !== undefined && socket === undefined) {
      fail(failure, startMs);
      return;
    }
    requestProblem = ofRequests(failure);
    orders.resume();
    await refreshWhereDue(device, mine);
  }

  /** It did not answer as a device. */
  function fail(failure: SourceProblem, startMs: number): void {
    const nowMs = clock.monotonicMs();
    lastFailure = failure;
    if (NAME_PROBLEMS.has(failure)) doubtName?.(address.host);
    const isStale = heardAtMs === undefined || nowMs - heardAtMs >= STALE_AFTER_MS;
    if (isStale || PLAIN_PROBLEMS.has(failure)) lose(failure);
    // A wrong password stays wrong until its owner changes it, and a device that is asked too often with one locks us out.
    if (failure === 'login') return;
    const restMs = Math.max(0, (throttledUntilMs ?? 0) - nowMs);
    const everyMs = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** failures);
    failures += 1;
    schedule(Math.max(restMs, RETRY_FIRST_MS, startMs + everyMs - nowMs), run);
  }

  function schedule(delayMs: number, next: () => Promise<void>): void {
    cancelNext?.();
    if (isRunning) cancelNext = clock.after(delayMs, () => void next());
  }

  function openSocket(device: DeviceHttp): void {
    socket?.close();
    socketOpenedAtMs = clock.monotonicMs();
    socket = openDeviceSocket({
      address,
      clock,
      lookup,
      onMessage(message) {
        const live = decodeLiveData(message);
        if (live === undefined) return false;
        take(live, tellsAllAtOnce());
        loseUntold();
        return true;
      },
      onEnd(why) {
        socket = undefined;
        orders.doubt();
        if (device !== http) return;
        const nowMs = clock.monotonicMs();
        shortLives = nowMs - socketOpenedAtMs < SOCKET_LIFE_MIN_MS ? shortLives + 1 : 0;
        if (shortLives >= SHORT_LIVES_MAX) socketRestsUntilMs = nowMs + SOCKET_REST_MS;
        schedule(why === 'silent' ? 0 : RETRY_FIRST_MS, run);
      },
    });
  }

  /** While the socket tells the values, the device is asked for little else. */
  async function beat(): Promise<void> {
    const device = http;
    if (device === undefined) return;
    turn += 1;
    const mine = turn;
    const isIn = isPasswordRight === true;
    const answer = await device.get(isIn ? PATHS.login : PATHS.systemStatus);
    const failure = answer.kind === 'problem' ? problemIn(answer) : undefined;
    if (isIn && failure === 'login') isPasswordRight = false;
    if (device !== http || mine !== turn) return;
    requestProblem = ofRequests(failure);
    await refreshWhereDue(device, mine);
  }

  async function refreshWhereDue(device: DeviceHttp, mine: number): Promise<void> {
    const isCurrent = () => device === http && mine === turn;
    if (isCurrent() && clock.monotonicMs() - refreshedAtMs >= REFRESH_EVERY_MS)
      await refresh(device, isCurrent);
    if (!isCurrent()) return;
    if (socket === undefined) schedule(POLL_EVERY_MS, run);
    else schedule(BEAT_EVERY_MS, beat);
  }

  /** Reads what does not come by itself. */
  async function refresh(device: DeviceHttp, isCurrent: () => boolean): Promise<void> {
    refreshedAtMs = clock.monotonicMs();
    const failure = await readList(device);
    // Whoever may not see its list, or not all in it, sees by its live data what it has.
    const isAll = failure !== 'login' && !hasUnlisted();
    if (!isAll && socket !== undefined) await readSerials(device, isCurrent);
    await readAir(device);
    onInverters(deviceInverters(allListed(), [...lastTold.values()]));
    for (const { serial } of inverters.inverters()) {
      if (isCurrent()) await readInfo(device, serial);
      if (isCurrent()) await readEventLog(device, serial);
      if (isCurrent()) await readGridProfile(device, serial);
    }
  }

  async function readSerials(device: DeviceHttp, isCurrent: () => boolean): Promise<void> {
    const live = decodedAnswer(await device.get(PATHS.liveData), decodeLiveData);
    if (live !== undefined && isCurrent()) take(live, true);
  }

  async function readAir(device: DeviceHttp): Promise<void> {
    if (isPasswordRight !== true) return; // only its admin may ask for that
    // All inverters of another Heliograph may be those of its devices, which have radios of theirs.
    if (hasUnlisted() && listed.length === 0) {
      air = undefined;
      return;
    }
    const settings = decodedAnswer(await device.get(PATHS.dtuSettings), (value) =>
      readSettings('dtu', value),
    );
    air = settings && airOf(settings);
  }

  async function readInfo(device: DeviceHttp, serial: string): Promise<void> {
    if (inverters.find(serial)?.deviceInfo.hardware !== undefined) return;
    const info = decodedAnswer(await device.get(ofInverter(PATHS.deviceInfo, serial)), (value) =>
      decodeDeviceInfo(value, serial),
    );
    if (info === undefined) return;
    const { firmware, hardware, sharesLimit } = info;
    inverters.update(serial, () => ({ deviceInfo: { firmware, hardware, sharesLimit } }));
  }

  /** Once: an installer sets it, and hardly ever again. */
  async function readGridProfile(device: DeviceHttp, serial: string): Promise<void> {
    const path = facts && devicePaths(facts.capabilities).gridProfileBytes;
    if (path === undefined || inverters.find(serial)?.gridProfile !== undefined) return;
    const bytes = decodedAnswer(await device.get(ofInverter(path, serial)), decodeGridProfileBytes);
    if (bytes === undefined || bytes.length === 0) return; // the inverter has not told it yet
    const told = decodedAnswer(await device.get(ofInverter(PATHS.gridProfile, serial)), decodeGridProfile);
    const { name = '', version = '', sections = [] } = told ?? {};
    inverters.update(serial, () => ({ gridProfile: { name, version, sections, bytes } }));
  }

  function isLogKnown(serial: string, count: number): boolean {
    const read = readEvents.get(serial);
    if (read?.count !== count) return false;
    return count < EVENT_LOG_MAX || clock.monotonicMs() - read.atMs < FULL_LOG_AGAIN_MS;
  }

  async function readEventLog(device: DeviceHttp, serial: string): Promise<void> {
    const count = lastTold.get(serial)?.eventCount;
    if (count === undefined || isLogKnown(serial, count)) return;
    const events = decodedAnswer(await device.get(ofInverter(PATHS.eventLog, serial)), (value) =>
      decodeEventLog(value, serial),
    );
    if (events === undefined) return;
    readEvents.set(serial, { count, atMs: clock.monotonicMs() });
    const offsetS = deviceClock.utcOffsetS();
    const inUtc = events.map(({ code, startS, endS }) => ({
      ...{ code, startS: startS - offsetS, endS: endS === 0 ? 0 : endS - offsetS },
    }));
    inverters.update(serial, ({ eventLog }, nowMs) => ({ eventLog: eventLogRead(eventLog, inUtc, nowMs) }));
  }

  return {
    id,
    start() {
      isRunning = true;
      stopTakingOver = inverters.onRemove(takeOver);
      http = createDeviceHttp({ address, clock, lookup, gatewayId: options.gatewayId });
      void run();
    },
    stop() {
      isRunning = false;
      stopTakingOver?.();
      cancelNext?.();
      cancelStale?.();
      orders.stop();
      socket?.close();
      http?.close();
      http = undefined;
    },
    retry() {
      if (problem === 'other-device') identities?.drop(id);
      if (problem === 'login' || problem === 'other-device') schedule(0, run);
    },
    status: () => ({
      state: problem !== undefined ? 'problem' : heardAtMs === undefined ? 'connecting' : 'live',
      ...{ problem, facts, isPasswordRight, heardAtMs, air },
      requestProblem: problem === undefined && socket !== undefined ? requestProblem : undefined,
      throttledUntilMs: (problem ?? requestProblem) === 'throttled' ? throttledUntilMs : undefined,
      serials: [...new Set([...lastTold.keys(), ...allListed().map(({ serial }) => serial)])],
    }),
    order(serialText, action) {
      const inverter = inverters.find(serialText);
      return inverter && orders.take(inverter, action);
    },
    connection: () => http && facts && { http, facts },
    readAgain() {
      refreshedAtMs = Number.NEGATIVE_INFINITY;
      if (socket !== undefined) void beat();
    },
  };
}

/** Of the password that is not right another flag tells. */
function ofRequests(problem: SourceProblem | undefined): SourceProblem | undefined {
  return problem === 'login' ? undefined : problem;
}

const HIGHEST_KHZ = 10_000_000;

/** Frequencies were in kHz before v24.1.14 (docs/reference/api-generations.md#settings). */
function airOf(settings: Settings): DeviceAir {
  const {
    dtu_pollinterval: intervalS,
    nrf_enabled: hasNrf,
    cmt_enabled: hasCmt,
    cmt_frequency: sent,
  } = settings;
  const frequency = typeof sent === 'number' && sent > 0 && hasCmt === true ? sent : undefined;
  return {
    pollIntervalS: typeof intervalS === 'number' && intervalS > 0 ? intervalS : undefined,
    hasNrf: hasNrf !== false, // the oldest have nothing else, and do not say so
    cmtFrequencyHz: frequency && (frequency < HIGHEST_KHZ ? frequency * 1000 : frequency),
  };
}
