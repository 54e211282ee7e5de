import { hostname, networkInterfaces } from 'node:os';

/** What the host says about itself. */
export interface HostFacts {
  /** The host's name, possibly with a domain. */
  hostName(): string;
  /** Hardware addresses of the network interfaces, twelve hex digits each, in a stable order. */
  macAddresses(): readonly string[];
}

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
};
