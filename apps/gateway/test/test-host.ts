import { type HostFacts, systemHostFacts } from '../src/platform/host-facts.ts';

/** A machine that is always the same. */
export const TEST_HOST: HostFacts = {
  ...systemHostFacts,
  hostName: () => 'solar.example.org',
  macAddresses: () => ['020000abcdef'],
  ownAddresses: () => ['127.0.0.1/8', '::1/128', '192.168.4.20/24', '2001:db8:4::20/64'],
  network: () => ({
    ip: '192.168.4.20',
    netmask: '255.255.255.0',
    gateway: '192.168.4.1',
    nameServers: ['192.168.4.1'],
    mac: '020000abcdef',
  }),
  processor: () => ({ model: 'Test chip', cores: 4, frequencyMhz: 1500, revision: 3 }),
  memory: () => ({ total: 300_000, used: 120_000 }),
  fileSystem: async () => ({ total: 8_000_000, used: 2_000_000 }),
  runtime: () => 'Node.js v20.19.0',
  runtimeEndOfLife: () => '2026-04-30',
};
