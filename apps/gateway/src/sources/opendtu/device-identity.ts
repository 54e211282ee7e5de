import { isIP, type LookupFunction } from 'node:net';
import { decodeNetworkStatus, PATHS } from '@heliograph/opendtu-api';
import type { SourceId } from '../../fleet/inverter.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDirectory } from '../../platform/data-directory.ts';
import type { Log } from '../../platform/log.ts';
import { openMemoryFile } from '../../platform/memory-file.ts';
import {
  createDeviceHttp,
  type DeviceAddress,
  type DeviceHttp,
  decodedAnswer,
  OTHER_DEVICE,
} from './device-http.ts';

/** By what a device is known again, wherever it is. */
export interface DeviceIdentity {
  /** Addresses of its network interfaces, which it cannot change. */
  readonly macs: readonly string[];
  /** It tells nothing of itself to whoever is not logged in. */
  readonly isLocked: boolean;
  /** Where it was when it took our password. */
  readonly addresses: readonly string[];
}

/** What is known of devices over restarts of the gateway, in a file of the data folder. */
export interface DeviceIdentities {
  find(id: SourceId): DeviceIdentity | undefined;
  keep(id: SourceId, identity: DeviceIdentity): void;
  /** Whoever answers there next is the device. */
  drop(id: SourceId): void;
  /** Removes the file; what comes later is not written. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

const ADDRESSES_MAX = 8;

export async function openDeviceIdentities(options: {
  readonly directory: DataDirectory;
  readonly log: Log;
}): Promise<DeviceIdentities> {
  const file = await openMemoryFile({
    ...options,
    name: 'device-identities.json',
    read: readIdentities,
    subject: 'By what devices are known again',
    whenLost: 'devices are known anew by the next one that answers at each address',
  });
  const known = new Map(file.remembered);
  const write = () => file.remember(() => ({ devices: Object.fromEntries(known) }));
  return {
    find: (id) => known.get(id),
    keep(id, identity) {
      if (JSON.stringify(known.get(id)) === JSON.stringify(identity)) return;
      known.set(id, identity);
      write();
    },
    drop(id) {
      if (known.delete(id)) write();
    },
    forget: file.forget,
    close: file.close,
  };
}

function readIdentities(value: unknown): ReadonlyMap<SourceId, DeviceIdentity> | undefined {
  const { devices } = Object(value);
  if (typeof devices !== 'object' || devices === null) return undefined;
  return new Map(Object.entries(devices).flatMap(([id, sent]) => readIdentity(id, sent)));
}

function readIdentity(id: string, sent: unknown): readonly (readonly [SourceId, DeviceIdentity])[] {
  const { macs, addresses, isLocked } = Object(sent);
  if (!(Array.isArray(macs) && Array.isArray(addresses))) return [];
  return [[id, { macs: macs.map(String), addresses: addresses.map(String), isLocked: isLocked === true }]];
}

/** Keeps the password of a device that its owner knows by a name from whoever else answers to that name. */
export interface IdentityGuard {
  /** As the lookup behind it; gives only addresses where the device is, as far as that can be known. */
  readonly lookup: LookupFunction;
  /**
   * It has taken our password, so where it was met it can be met again. False: it is another device all the same, which shows
   * only now where it tells nothing without a login.
   */
  learn(http: DeviceHttp): Promise<boolean>;
}

export interface IdentityGuardOptions {
  readonly id: SourceId;
  readonly address: DeviceAddress;
  readonly clock: Clock;
  readonly lookup: LookupFunction;
  readonly identities: DeviceIdentities;
}

interface Found {
  readonly address: string;
  readonly family: number;
}

type Verdict = 'same' | 'other' | 'silent';

/** Of the addresses that a name leads to no more than these are looked at. */
const CANDIDATES_MAX = 4;

/**
 * An address that a name leads to may be that of another device, by a mistake or by intent, and a login over HTTP is sent with
 * the first question. So whoever is met at a new address is first asked without a login who it is. Source:
 * docs/decisions/0045-original-devices-as-sources.md.
 */
export function createIdentityGuard(options: IdentityGuardOptions): IdentityGuard {
  const { id, address, clock, lookup, identities } = options;
  /** What the name led to when it was looked up last. */
  let latest: readonly string[] = [];

  /** The addresses of network interfaces that a device there tells; undefined where it wants a login for that. */
  async function ask(found: Found): Promise<readonly string[] | 'locked' | 'silent' | undefined> {
    const http = createDeviceHttp({ address, clock, lookup: leadingTo(found), isAnonymous: true });
    try {
      const answer = await http.get(PATHS.networkStatus);
      if (answer.kind === 'json') return macsIn(answer.value);
      if (answer.problem === 'login') return 'locked';
      return SILENT.has(answer.problem) ? 'silent' : undefined;
    } finally {
      http.close();
    }
  }

  async function judge(found: Found, known: DeviceIdentity): Promise<Verdict> {
    const told = await ask(found);
    if (told === 'silent') return 'silent';
    // Nobody can be known before a login, and its owner has chosen the name: the device is asked again as soon as it is in.
    if (told === 'locked') return known.isLocked ? 'same' : 'other';
    return isKnown(told, known) ? 'same' : 'other';
  }

  async function trusted(
    found: readonly Found[],
    known: DeviceIdentity,
  ): Promise<readonly Found[] | Verdict> {
    const proven = found.filter((one) => known.addresses.includes(one.address));
    if (proven.length > 0) return proven;
    let worst: Verdict = 'silent';
    for (const one of found.slice(0, CANDIDATES_MAX)) {
      const verdict = await judge(one, known);
      if (verdict === 'same') return [one];
      if (verdict === 'other') worst = verdict;
    }
    return worst;
  }

  return {
    lookup(name, lookupOptions, callback) {
      lookup(name, { ...lookupOptions, all: true }, (error, results) => {
        const found = error === null ? (results as unknown as readonly Found[]) : [];
        const known = identities.find(id);
        const answer = (which: readonly Found[]) => {
          latest = which.map((one) => one.address);
          const [first] = which;
          if (lookupOptions.all === true || first === undefined) callback(error, which as never);
          else callback(null, first.address, first.family);
        };
        if (known === undefined || found.length === 0 || __WITHOUT__.deviceIdentity) {
          answer(found);
          return;
        }
        void trusted(found, known).then((which) => {
          if (typeof which !== 'string') answer(which);
          else callback(refusal(which), '', 0);
        });
      });
    },
    async learn(http) {
      const known = identities.find(id);
      const [first] = latest;
      if (first === undefined || latest.every((one) => known?.addresses.includes(one))) return true;
      const outside = await ask({ address: first, family: isIP(first) });
      const isLocked = outside === 'locked';
      const macs = isLocked ? decodedAnswer(await http.get(PATHS.networkStatus), macsIn) : outside;
      if (!Array.isArray(macs) || macs.length === 0) return true; // it was not told just now
      if (known !== undefined && !isKnown(macs, known)) return false;
      const addresses = [...latest, ...(known?.addresses ?? [])].slice(0, ADDRESSES_MAX);
      identities.keep(id, { macs, isLocked, addresses });
      return true;
    },
  };
}

function isKnown(macs: readonly string[] | undefined, { macs: known }: DeviceIdentity): boolean {
  return macs?.some((mac) => known.includes(mac)) === true;
}

const SILENT: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'throttled', 'fault', 'cut-json']);

const NO_MAC = /^(00:?){6}$/;

/** The addresses of network interfaces that a device tells. */
export function macsIn(status: unknown): readonly string[] | undefined {
  const { macAddress = '', accessPointMacAddress = '' } = decodeNetworkStatus(status) ?? {};
  const macs = [macAddress, accessPointMacAddress].map((mac) => mac.toUpperCase().slice(0, 32));
  return [...new Set(macs)].filter((mac) => mac !== '' && !NO_MAC.test(mac));
}

function leadingTo({ address, family }: Found): LookupFunction {
  return (_name, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

function refusal(verdict: Verdict): NodeJS.ErrnoException {
  const isSilent = verdict === 'silent';
  const message = isSilent ? 'Nobody answers there.' : 'Another device answers there.';
  return Object.assign(new Error(message), { code: isSilent ? 'ECONNREFUSED' : OTHER_DEVICE });
}
