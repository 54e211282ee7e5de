import { getServers } from 'node:dns';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, hostname, networkInterfaces } from 'node:os';
import { rootCertificates } from 'node:tls';
import { getHeapStatistics } from 'node:v8';
import { systemClock } from './clock.ts';
import { type HostNetwork, hostNetwork } from './host-network.ts';
import { nodeEndOfLife } from './node-version.ts';

/** What the host says about itself. */
export interface HostFacts {
  /** The host's name, possibly with a domain. */
  hostName(): string;
  /** Hardware addresses of the network interfaces, twelve hex digits each, in a stable order. */
  macAddresses(): readonly string[];
  /** All addresses of this machine, each with the length of its network, as in `192.168.4.20/24`. */
  ownAddresses(): readonly string[];
  /** The interface that leads out, and where it leads. */
  network(): HostNetwork;
  processor(): Processor;
  /** Of the processor, in degrees Celsius; 0 where the host does not tell. */
  temperatureC(): number;
  /** What the gateway's process may use of the memory, and does. */
  memory(): Usage;
  /** Files and connections that the process may have open; infinity where the host does not tell. */
  openFilesMax(): number;
  /** The file system that a folder lies in; zeros where the host does not tell. */
  fileSystem(folder: string): Promise<Usage>;
  /** Name and version of what we run on. */
  runtime(): string;
  /** The day on which that got its last security fixes, as in `2026-04-30`; undefined while it gets them. */
  runtimeEndOfLife(): string | undefined;
  /** Certificates of the public authorities as PEM texts without a line end after the last line. */
  rootCertificates(): readonly string[];
}

/** In bytes. */
export interface Usage {
  readonly total: number;
  readonly used: number;
}

export interface Processor {
  readonly model: string;
  readonly cores: number;
  /** MHz; 0 where the host does not tell. */
  readonly frequencyMhz: number;
  /** The stepping; 0 where the host does not tell. */
  readonly revision: number;
}

/** Linux tells temperatures in thousandths of a degree, of each part of a machine apart. */
const THERMAL_ZONES_MAX = 32;
/** Of processors: `x86_pkg_temp` of most PCs, `cpu-thermal` of a Raspberry Pi, `soc-thermal` of other small boards. */
const PROCESSOR_ZONE = /^(cpu|soc|x86_pkg)/i;

/** The facts of the machine we run on. */
export const systemHostFacts: HostFacts = {
  hostName: hostname,
  macAddresses() {
    const found: string[] = [];
    const interfaces = Object.entries(networkInterfaces()).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, addresses = []] of interfaces) {
      for (const { mac, internal } of addresses) {
        const digits = mac.replaceAll(':', '').toLowerCase();
        if (!internal && /[1-9a-f]/.test(digits) && !found.includes(digits)) found.push(digits);
      }
    }
    return found;
  },
  ownAddresses: () =>
    Object.values(networkInterfaces()).flatMap((all = []) => all.flatMap(({ cidr }) => cidr ?? [])),
  network: () =>
    hostNetwork({
      interfaces: networkInterfaces(),
      routes: textOf('/proc/net/route'),
      nameServers: getServers(),
    }),
  processor() {
    const [first] = cpus();
    const info = textOf('/proc/cpuinfo');
    return {
      model: first?.model.trim() ?? '',
      cores: availableParallelism(),
      frequencyMhz: first?.speed ?? 0,
      revision: Number(/^stepping\s*:\s*(\d+)/m.exec(info)?.[1] ?? 0),
    };
  },
  temperatureC() {
    for (let zone = 0; zone < THERMAL_ZONES_MAX; zone++) {
      const folder = `/sys/class/thermal/thermal_zone${zone}`;
      const kind = textOf(`${folder}/type`);
      if (kind === '') return 0;
      if (PROCESSOR_ZONE.test(kind)) return Number(textOf(`${folder}/temp`)) / 1000;
    }
    return 0;
  },
  memory() {
    return { total: getHeapStatistics().heap_size_limit, used: process.memoryUsage().heapUsed };
  },
  openFilesMax() {
    const [, digits] = /^Max open files +(\d+)/m.exec(textOf('/proc/self/limits')) ?? [];
    return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
  },
  async fileSystem(folder) {
    try {
      const { bsize, blocks, bfree } = await statfs(folder);
      return { total: bsize * blocks, used: bsize * (blocks - bfree) };
    } catch {
      return { total: 0, used: 0 }; // the folder is gone, or the system does not tell
    }
  },
  runtime: () => `Node.js ${process.version}`,
  runtimeEndOfLife: () => nodeEndOfLife(process.versions.node, systemClock.unixMs()),
  rootCertificates: () => rootCertificates,
};

/** A file that only some systems have; empty elsewhere. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // not this kind of system
  }
}
