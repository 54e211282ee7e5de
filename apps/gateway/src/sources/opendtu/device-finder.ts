import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Bonjour, type Service } from 'bonjour-service';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

/** A device that announces itself in the network. */
export interface AnnouncedDevice {
  /** As it calls itself. */
  readonly name: string;
  /** Ends with `.local`, or is an address. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/**
 * Finds devices by mDNS, where the network lets that through: those that announce themselves, and the addresses of names below
 * `.local`, which a device keeps when it gets another address. Source:
 * docs/reference/api-generations.md#how-a-device-is-found.
 */
export interface DeviceFinder {
  /** What has been heard of late, at once. Whoever asks sets off another few seconds of listening. */
  found(): FoundDevices;
  /** Nobody was met where this name led: who announces it is listened for anew. */
  doubt(name: string): void;
  /** As the one of the system, which on many hosts does not know names below `.local`. */
  readonly lookup: LookupFunction;
}

export interface FoundDevices {
  /** Empty where nothing is heard, or where the network cannot be listened to. */
  readonly devices: readonly AnnouncedDevice[];
  /** More may come. */
  readonly isListening: boolean;
}

/** Hears announcements until it is told to stop. */
export type Browse = (
  onDevice: (device: AnnouncedDevice) => void,
  onError: (error: Error) => void,
) => () => void;

export interface DeviceFinderOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Default: mDNS in the networks of this machine. */
  readonly browse?: Browse;
  /** Default: that of the system. */
  readonly systemLookup?: LookupFunction;
}

const SERVICE = 'opendtu';
const LISTEN_MS = 3000;
/** More than these are not looked at. */
const FOUND_MAX = 64;
/** What was heard counts for so long; asked again before, nobody listens anew. */
const KEEP_MS = 60_000;
const REST_MS = 10_000;
/** So long others may claim a name that was heard. */
const CLAIM_MS = 300;

export function createDeviceFinder(options: DeviceFinderOptions): DeviceFinder {
  const { clock, log, browse = browseNetwork } = options;
  const lookupBySystem = options.systemLookup ?? (systemLookup as LookupFunction);
  let listening: Promise<void> | undefined;
  let listenedAtMs = Number.NEGATIVE_INFINITY;
  const heard = new Map<string, { readonly device: AnnouncedDevice; readonly atMs: number }>();
  /** Told when somebody new was heard. */
  const waiting = new Set<() => void>();

  /** However many ask, there is one question in the network. */
  function listen(): Promise<void> {
    listening ??= new Promise<void>((resolve) => {
      const stop = browse(
        (device) => {
          // Whoever claims the name of another one stands beside it, and does not take its place.
          const key = JSON.stringify([device.host, device.port, device.addresses]);
          if (heard.size < FOUND_MAX || heard.has(key)) heard.set(key, { device, atMs: clock.monotonicMs() });
          for (const look of waiting) look();
        },
        (error) => log.debug('The network cannot be listened to for devices.', { error }),
      );
      clock.after(LISTEN_MS, () => {
        stop();
        listening = undefined;
        listenedAtMs = clock.monotonicMs();
        resolve();
      });
    });
    return listening;
  }

  function known(): readonly AnnouncedDevice[] {
    for (const [key, { atMs }] of heard) if (clock.monotonicMs() - atMs >= KEEP_MS) heard.delete(key);
    const found = new Map<string, AnnouncedDevice>();
    for (const { device } of heard.values()) {
      const key = `${device.host.toLowerCase()}:${device.port}`;
      const addresses = [...device.addresses, ...(found.get(key)?.addresses ?? [])];
      found.set(key, { ...device, addresses: [...new Set(addresses)] });
    }
    return [...found.values()];
  }

  async function addressesOf(name: string): Promise<readonly string[]> {
    const addresses = addressesIn(known(), name);
    if (addresses.length > 0) return addresses;
    await heardOf(name);
    return addressesIn(known(), name);
  }

  /** Until somebody has announced the name, and others have had the time to claim it too; at most as long as is listened. */
  async function heardOf(name: string): Promise<void> {
    let look: () => void = () => undefined;
    let cancel: () => void = () => undefined;
    const heardSoon = new Promise<void>((resolve) => {
      look = () => {
        if (addressesIn(known(), name).length === 0) return;
        waiting.delete(look);
        cancel = clock.after(CLAIM_MS, resolve);
      };
    });
    waiting.add(look);
    await Promise.race([heardSoon, listen()]);
    waiting.delete(look);
    cancel();
  }

  return {
    doubt(name) {
      for (const [key, { device }] of heard) if (isNamed(device, name)) heard.delete(key);
    },
    found() {
      if (clock.monotonicMs() - listenedAtMs >= REST_MS) void listen();
      return { devices: known(), isListening: listening !== undefined };
    },
    lookup(name, lookupOptions, callback) {
      lookupBySystem(name, lookupOptions, (error, address, family) => {
        if (error === null || !/\.local\.?$/i.test(name)) {
          callback(error, address, family);
          return;
        }
        void addressesOf(name).then((addresses) => {
          const [first] = addresses;
          if (first === undefined) callback(error, address, family);
          else if (lookupOptions.all === true) callback(null, addresses.map(withFamily));
          else callback(null, first, withFamily(first).family);
        });
      });
    },
  };
}

function addressesIn(devices: readonly AnnouncedDevice[], name: string): readonly string[] {
  return devices.filter((device) => isNamed(device, name)).flatMap(({ addresses }) => addresses);
}

function isNamed({ host }: AnnouncedDevice, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\.$/, '');
  return plain(host) === plain(name);
}

function withFamily(address: string) {
  return { address, family: address.includes(':') ? 6 : 4 };
}

const browseNetwork: Browse = (onDevice, onError) => {
  const network = new Bonjour({}, onError);
  const browser = network.find({ type: SERVICE }, (service) => onDevice(announced(service)));
  return () => {
    browser.stop();
    network.destroy();
  };
};

/** Addresses that lead to no other network. Source: RFC 1918, RFC 3927, RFC 4193. */
const OF_HOMES =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^f[cd][\da-f]{2}:[\da-f:]+$/i;

/** What comes over the network may be anything; an address that leads to other networks is none of the device's. */
function announced({ name, host, port, addresses = [] }: Service): AnnouncedDevice {
  return {
    name: String(name).slice(0, 64),
    host: String(host).slice(0, 253),
    port: Number(port),
    addresses: addresses.filter((address) => OF_HOMES.test(address)).slice(0, 8),
  };
}
