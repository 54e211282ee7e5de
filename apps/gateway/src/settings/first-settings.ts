import { DEFAULT_ADMIN_PASSWORD, type InverterConfig } from '@heliograph/contract';
import type { HostFacts } from '../platform/host-facts.ts';
import { Secret } from '../platform/secret.ts';
import { type HashCost, hashPassword } from './password-hash.ts';
import type { Sections, StoredSecurity } from './sections.ts';

/** How the sections start on a fresh data folder; each is made only when it is needed. */
export type FirstSettings = { readonly [S in keyof Sections]: () => Promise<Sections[S]> };

export interface FirstSettingsOptions {
  readonly host: HostFacts;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
  /** Replaces the default password; 8 to 64 bytes. */
  readonly firstPassword: Secret | undefined;
  readonly inverters: readonly InverterConfig[];
  readonly pollIntervalS: number;
}

/** Source: device contract, section 2.2; decision 5. */
export function createFirstSettings(options: FirstSettingsOptions): FirstSettings {
  const { host, randomBytes, hashCost, firstPassword, inverters, pollIntervalS } = options;
  return {
    security: () =>
      createStoredSecurity({
        password: firstPassword ?? new Secret(DEFAULT_ADMIN_PASSWORD),
        allowReadonly: true,
        randomBytes,
        hashCost,
      }),
    dtu: async () => ({
      dtu_serial: generatedDtuSerial(chipId(host, randomBytes)),
      dtu_pollinterval: pollIntervalS,
      dtu_palevel: 0,
    }),
    ntp: async () => ({
      ntp_server: 'pool.ntp.org',
      ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
      ntp_timezone_descr: 'Europe/Berlin',
    }),
    inverters: async () => ({ inverter: inverters.map((inverter, id) => ({ id, ...inverter })) }),
  };
}

/** Turns a password whose text is known into what is kept of it. */
export async function createStoredSecurity(options: {
  readonly password: Secret;
  readonly allowReadonly: boolean;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
}): Promise<StoredSecurity> {
  const { password, allowReadonly, randomBytes, hashCost } = options;
  return {
    password_hash: await hashPassword(password, randomBytes, hashCost),
    default_password: password.reveal() === DEFAULT_ADMIN_PASSWORD,
    allow_readonly: allowReadonly,
  };
}

const CHIP_ID_BYTES = 3;

/**
 * The last three bytes of the hardware address as a number; a random one on a host without network.
 * Source: device contract, section 10.1.
 */
function chipId(host: HostFacts, randomBytes: (count: number) => Uint8Array): number {
  const mac = host.macAddresses()[0];
  if (mac !== undefined) return Number.parseInt(mac.slice(-2 * CHIP_ID_BYTES), 16);
  return randomBytes(CHIP_ID_BYTES).reduce((number, byte) => number * 256 + byte, 0);
}

/**
 * `1999`, year code 8, week 01 and the last five decimal digits of the chip id. Source: device contract,
 * section 14.2.
 */
export function generatedDtuSerial(chip: number): string {
  return `1999801${String(chip % 100_000).padStart(5, '0')}`;
}
