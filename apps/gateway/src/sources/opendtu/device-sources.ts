import type {
  SourceConfig,
  SourceFacts,
  SourceGap,
  SourceInverterNames,
  SourceProblem,
  SourceStatus,
} from '@heliograph/contract';
import type { InverterSettings, OrderAction } from '@heliograph/domain';
import {
  type Capabilities,
  type DeviceFacts,
  decodeInverterList,
  decodeLiveData,
  detectDevice,
  NEWEST_RELEASE,
  PATHS,
  versionText,
} from '@heliograph/opendtu-api';
import { modelFamilyOf } from '@heliograph/protocol';
import type { Fleet } from '../../fleet/fleet.ts';
import { RADIO_SOURCE, type SourceId } from '../../fleet/inverter.ts';
import { createDeviceHttp, type DeviceAddress, type DeviceHttp, decodedAnswer } from './device-http.ts';
import { macsIn } from './device-identity.ts';
import {
  createDeviceSource,
  type DeviceAir,
  type DeviceConnection,
  type DeviceSource,
  type DeviceSourceOptions,
  loopOf,
} from './device-source.ts';
import { type ShownCertificate, shownCertificate } from './device-tls.ts';

/** All devices that are set up, and those that somebody wants to set up. */
export interface DeviceSources {
  /** The devices are these from now on; those that are as before go on undisturbed. */
  configure(configs: readonly SourceConfig[], names: readonly SourceInverterNames[]): void;
  /** What the device of an id brings, as the device has it. */
  inverters(id: SourceId): readonly InverterSettings[];
  /** The way to a device; undefined where it was not reached yet, or is off. */
  connection(id: SourceId): DeviceConnection | undefined;
  /** Something was changed on a device by us. */
  readAgain(id: SourceId): void;
  /** Nothing is asked of any device before this. */
  start(): void;
  stop(): void;
  /** In the order of the settings. */
  statuses(): readonly SourceStatus[];
  /** Whether what a device brings is that of now; false for one that is not there. */
  isLive(id: SourceId): boolean;
  /** From one turn of an inverter to the next, as far as the device tells. */
  pollIntervalS(id: SourceId): number | undefined;
  /** See `DeviceSource`; undefined also where there is no such device. */
  order(id: SourceId, serial: string, action: OrderAction): number | undefined;
  /** Asks a device once who it is. */
  test(config: SourceConfig): Promise<DeviceTest>;
  /** Of other Heliographs that bring inverters, directly or through others. */
  upstreamIds(): readonly string[];
}

/** What came of asking a device who it is. */
export interface DeviceTest {
  /** Undefined: nothing stands in the way. */
  readonly problem: SourceProblem | undefined;
  /** As far as it got. */
  readonly facts: SourceFacts | undefined;
  readonly inverterCount: number | undefined;
  /** Undefined where that was not seen. */
  readonly isPasswordRight: boolean | undefined;
  /** The one of the other sources that is this very device, as far as that can be known. */
  readonly twin: SourceId | undefined;
  /** What its owner may trust; undefined where that is not what stands in the way. */
  readonly certificate: ShownCertificate | undefined;
}

export interface DeviceSourcesOptions
  extends Pick<
    DeviceSourceOptions,
    'clock' | 'lookup' | 'doubtName' | 'identities' | 'deviceClock' | 'log' | 'onOrderStep' | 'gatewayId'
  > {
  readonly fleet: Fleet;
  readonly configs: readonly SourceConfig[];
  readonly names: readonly SourceInverterNames[];
  /** What this gateway calls itself in its network. */
  readonly ownName: () => string;
}

interface Running {
  readonly config: SourceConfig;
  /** Undefined where its owner has switched it off. */
  readonly source: DeviceSource | undefined;
}

/** The owner's own names of strings that have none keep those of the device. */
function named(inverter: InverterSettings, names: SourceInverterNames | undefined): InverterSettings {
  if (names === undefined) return inverter;
  return {
    ...inverter,
    name: names.name === '' ? inverter.name : names.name,
    strings: inverter.strings.map((string, index) => {
      const { name = '', max_power: maxPowerW = 0 } = names.channel[index] ?? {};
      return {
        name: name === '' ? string.name : name,
        maxPowerW: maxPowerW === 0 ? string.maxPowerW : maxPowerW,
      };
    }),
  };
}

export function createDeviceSources(options: DeviceSourcesOptions): DeviceSources {
  const { fleet, clock, lookup, gatewayId, identities, doubtName } = options;
  let running: readonly Running[] = [];
  let names = options.names;
  let isStarted = false;
  const brought = new Map<SourceId, readonly InverterSettings[]>();

  function bring(id: SourceId): void {
    const own = new Map(names.map((entry) => [entry.serial, entry]));
    const inverters = brought.get(id) ?? [];
    fleet.configure(
      inverters.map((inverter) => named(inverter, own.get(inverter.serial))),
      id,
    );
  }

  function arranged(configs: readonly SourceConfig[]): readonly Running[] {
    return configs.map((config) => {
      const before = running.find((other) => other.config.id === config.id);
      if (before !== undefined && isSameDevice(before.config, config)) {
        before.source?.retry();
        return { ...before, config };
      }
      before?.source?.stop();
      // Its owner has changed it, and tried it as it is now.
      if (before !== undefined) identities?.drop(config.id);
      return { config, source: config.enabled ? newSource(config) : undefined };
    });
  }

  function newSource(config: SourceConfig): DeviceSource {
    const { deviceClock, log, onOrderStep } = options;
    const source = createDeviceSource({
      id: config.id,
      address: addressOf(config),
      ...{ fleet, clock, lookup, doubtName, identities, deviceClock, log, onOrderStep, gatewayId },
      onInverters(inverters) {
        brought.set(config.id, inverters);
        bring(config.id);
      },
    });
    if (isStarted) source.start();
    return source;
  }

  function configure(configs: readonly SourceConfig[], nextNames: readonly SourceInverterNames[]): void {
    names = nextNames;
    const ids = new Set(configs.map(({ id }) => id));
    for (const { config, source } of running) {
      if (ids.has(config.id)) continue;
      source?.stop();
      identities?.drop(config.id);
    }
    running = arranged(configs);
    const active = running.filter(({ source }) => source !== undefined);
    fleet.arrange([RADIO_SOURCE, ...active.map(({ config }) => config.id)]);
    for (const id of [...brought.keys()]) {
      if (active.some(({ config }) => config.id === id)) bring(id);
      else brought.delete(id);
    }
  }

  function find(id: SourceId): DeviceSource | undefined {
    return running.find(({ config }) => config.id === id)?.source;
  }

  function statusOf({ config, source }: Running): SourceStatus {
    const { id, name } = config;
    if (source === undefined) return { id, name, state: 'off', inverters: 0, duplicates: [] };
    const {
      state,
      problem,
      requestProblem,
      facts,
      isPasswordRight,
      heardAtMs,
      serials,
      throttledUntilMs,
      air,
    } = source.status();
    const nowMs = clock.monotonicMs();
    const restS = throttledUntilMs && Math.max(0, Math.ceil((throttledUntilMs - nowMs) / 1000));
    return {
      id,
      name: name === '' ? (facts?.hostName ?? '') : name,
      state,
      ...(problem && { problem }),
      ...(requestProblem && { request_problem: requestProblem }),
      ...(restS !== undefined && { retry_after: restS }),
      ...(facts && sourceFacts(facts)),
      inverters: serials.length,
      duplicates: fleet
        .duplicates()
        .filter(({ otherId }) => otherId === id)
        .map(({ serial }) => serial),
      ...(heardAtMs !== undefined && { heard_age: Math.floor((nowMs - heardAtMs) / 1000) }),
      ...(isPasswordRight !== undefined && { password_right: isPasswordRight }),
      ...(air && airOf(air, serials)),
    };
  }

  /**
   * Many devices never get a name but the one that they were made with, which may be that of the gateway too: such names are
   * numbered. Their addresses would tell more, but everybody may read this, and nobody is told where devices are.
   */
  function distinguished(devices: readonly Running[]): readonly SourceStatus[] {
    const counts = new Map([[options.ownName(), 1]]);
    return devices.map((device) => {
      const status = statusOf(device);
      if (device.config.name !== '' || status.name === '') return status;
      const count = (counts.get(status.name) ?? 0) + 1;
      counts.set(status.name, count);
      return count === 1 ? status : { ...status, name: `${status.name} (${count})` };
    });
  }

  async function test(config: SourceConfig): Promise<DeviceTest> {
    const address = addressOf(config);
    const http = createDeviceHttp({ address, clock, lookup, gatewayId });
    try {
      const { detected, ...tested } = await testDevice(http, gatewayId);
      const { problem } = tested;
      const isItself = problem === 'itself' || problem === 'ring';
      const isAboutCertificate = problem !== undefined && CERTIFICATE_PROBLEMS.has(problem);
      return {
        ...tested,
        twin: detected && !isItself ? await twinOf(config.id, http, detected) : undefined,
        certificate: isAboutCertificate ? await shownCertificate({ address, clock, lookup }) : undefined,
      };
    } finally {
      http.close();
    }
  }

  /** Whoever has the same name may be the same device: another Heliograph says so itself, others tell it by their interfaces. */
  async function twinOf(
    ownId: SourceId,
    http: DeviceHttp,
    tested: DeviceFacts,
  ): Promise<SourceId | undefined> {
    const alike = running.flatMap(({ config, source }) => {
      const { state, facts } = source?.status() ?? {};
      const isAlike =
        config.id !== ownId && facts?.hostName === tested.hostName && facts.kind === tested.kind;
      return source && isAlike && state === 'live' ? [{ source, facts }] : [];
    });
    // Several may run on one machine, with the same interfaces.
    if (tested.kind === 'heliograph')
      return alike.find(({ facts }) => facts.gatewayId === tested.gatewayId)?.source.id;
    const macs = alike.length > 0 ? await macsOf(http) : [];
    const known = await Promise.all(
      alike.map(async ({ source }) => ({ id: source.id, macs: await macsOf(source.connection()?.http) })),
    );
    return known.find((other) => other.macs.some((mac) => macs.includes(mac)))?.id;
  }

  configure(options.configs, options.names);
  return {
    configure,
    start() {
      isStarted = true;
      for (const { source } of running) source?.start();
    },
    stop() {
      isStarted = false;
      for (const { source } of running) source?.stop();
    },
    statuses: () => distinguished(running),
    isLive: (id) => find(id)?.status().state === 'live',
    pollIntervalS: (id) => find(id)?.status().air?.pollIntervalS,
    inverters: (id) => brought.get(id) ?? [],
    connection: (id) => find(id)?.connection(),
    readAgain: (id) => find(id)?.readAgain(),
    order: (id, serial, action) => find(id)?.order(serial, action),
    test,
    upstreamIds: () =>
      [
        ...new Set(
          running.flatMap(({ source }) => {
            const facts = source?.status().facts;
            return facts === undefined ? [] : [...(facts.gatewayId ?? '').split(' '), ...facts.upstreamIds];
          }),
        ),
      ].filter((id) => id !== ''),
  };
}

/** With these its owner may trust the very certificate that is shown. */
const CERTIFICATE_PROBLEMS: ReadonlySet<SourceProblem> = new Set([
  ...(['certificate', 'certificate-name', 'certificate-expired', 'certificate-changed'] as const),
]);

const NOTHING_KNOWN = {
  ...{ detected: undefined, facts: undefined, inverterCount: undefined, isPasswordRight: undefined },
};

/** None where it does not tell. */
async function macsOf(http: DeviceHttp | undefined): Promise<readonly string[]> {
  return (http && decodedAnswer(await http.get(PATHS.networkStatus), macsIn)) ?? [];
}

interface Tested extends Omit<DeviceTest, 'certificate' | 'twin'> {
  readonly detected: DeviceFacts | undefined;
}

async function testDevice(http: DeviceHttp, gatewayId: string): Promise<Tested> {
  const status = await http.get(PATHS.systemStatus);
  if (status.kind === 'problem') {
    const isPasswordRight = status.problem === 'login' ? false : undefined;
    return { ...NOTHING_KNOWN, problem: status.problem, isPasswordRight };
  }
  const detected = detectDevice(status.value);
  if (detected === undefined) return { ...NOTHING_KNOWN, problem: 'not-a-device' };
  const facts = sourceFacts(detected);
  const loop = loopOf(detected, gatewayId);
  if (loop !== undefined) return { ...NOTHING_KNOWN, detected, facts, problem: loop };
  const list = await http.get(PATHS.inverterList);
  if (list.kind === 'json') {
    const inverterCount = await countInverters(http, detected, list.value);
    return { problem: undefined, detected, facts, inverterCount, isPasswordRight: true };
  }
  if (list.problem !== 'login') return { ...NOTHING_KNOWN, detected, facts, problem: list.problem };
  // Whoever does not know the password may still see live data.
  const live = decodedAnswer(await http.get(PATHS.liveData), decodeLiveData);
  const inverterCount = live?.inverters.length;
  return { problem: 'login', detected, facts, inverterCount, isPasswordRight: false };
}

/** The list of another Heliograph lacks the inverters that it has from its own devices; its live data have all. */
async function countInverters(
  http: DeviceHttp,
  { kind }: DeviceFacts,
  list: unknown,
): Promise<number | undefined> {
  const listed = decodeInverterList(list);
  if (kind !== 'heliograph') return listed?.length;
  const live = decodedAnswer(await http.get(PATHS.liveData), decodeLiveData);
  return live && new Set([...(listed ?? []), ...live.inverters].map(({ serial }) => serial)).size;
}

/** What is asked, and as whom, is the same. */
function isSameDevice(a: SourceConfig, b: SourceConfig): boolean {
  const { name: _, ...one } = a;
  const { name: __, ...other } = b;
  return JSON.stringify(one) === JSON.stringify(other);
}

function addressOf({
  host,
  port,
  https,
  path,
  user,
  password,
  certificate = '',
}: SourceConfig): DeviceAddress {
  const trusted = https && certificate !== '' && { certificate };
  // Most lookups do not know a name with the dot of the root, and no certificate is for one.
  const name = host.replace(/\.$/, '');
  return { host: name, port, isHttps: https, basePath: path, user, password, ...trusted };
}

function sourceFacts(facts: DeviceFacts): SourceFacts {
  const { kind, capabilities, hostName, environment, chipModel } = facts;
  return {
    kind,
    model: [chipModel, environment].filter((text) => text !== undefined && text !== '').join(', '),
    version: facts.versionText,
    newest_version: kind === 'opendtu' ? versionText(NEWEST_RELEASE) : '',
    generation: facts.generation,
    host_name: hostName,
    gaps: gapsOf(capabilities),
    unprotected_sockets: capabilities.socketsUnprotected === true,
  };
}

/** How it is on the air, as far as it tells: a radio that has nobody to call is silent. */
function airOf({ pollIntervalS, hasNrf, cmtFrequencyHz }: DeviceAir, serials: readonly string[]) {
  const families = serials.map((serial) => modelFamilyOf(serial)?.name);
  // Of one that nobody knows it may be either.
  const isHm = (name: string | undefined) => name === undefined || name.startsWith('hm-');
  const isNewer = (name: string | undefined) => name === undefined || !isHm(name);
  return {
    ...(pollIntervalS !== undefined && { poll_interval: pollIntervalS }),
    nrf: hasNrf && families.some(isHm),
    ...(cmtFrequencyHz !== undefined && families.some(isNewer) && { cmt_frequency: cmtFrequencyHz }),
  };
}

const GAPS: Readonly<Record<SourceGap, (capabilities: Capabilities) => boolean>> = {
  'radio-statistics': ({ radioStatistics }) => radioStatistics,
  'grid-profile': ({ gridProfile }) => gridProfile,
  'limit-above-1500': ({ limitUpTo2250 }) => limitUpTo2250,
  'limit-zero': ({ limitZero }) => limitZero,
  'inverter-order': ({ inverterOrder }) => inverterOrder,
  'second-radio': ({ secondRadio }) => secondRadio,
};

function gapsOf(capabilities: Capabilities): readonly SourceGap[] {
  return (Object.keys(GAPS) as SourceGap[]).filter((gap) => !GAPS[gap](capabilities));
}
