import {
  DEFAULT_ADMIN_PASSWORD,
  type InverterConfig,
  LOG_LEVEL_MAX,
  MODBUS_PORT_DEFAULT,
  type MqttConfig,
  type Place,
  type SourceConfig,
  WHOLE_PLANT,
} from '@heliograph/contract';
import { fingerprintOf } from '../platform/certificate-info.ts';
import type { HostFacts } from '../platform/host-facts.ts';
import { Secret } from '../platform/secret.ts';
import { CHIP_ID_BYTES, DEFAULT_HOSTNAME_PATTERN, uniqueChipIdOf } from './device-identity.ts';
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
  /** Devices that bring inverters; none where it is not said. */
  readonly sources?: readonly SourceConfig[] | undefined;
  /** Replaces the public pool. */
  readonly ntpServer?: string | undefined;
  /** Where the plant stands, as far as that is known. */
  readonly place?: Place | undefined;
}

/** Source: docs/reference/original-device.md#limits-of-values and docs/decisions/0005-first-credentials.md. */
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
    accounts: async () => ({ user: [], token: [], share: [] }),
    dtu: async () => ({
      dtu_serial: generatedDtuSerial(uniqueChipIdOf(host) ?? randomChipId(randomBytes)),
      dtu_pollinterval: pollIntervalS,
      dtu_palevel: 0,
    }),
    ntp: async () => ({
      ntp_server: options.ntpServer ?? 'pool.ntp.org',
      ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
      ntp_timezone_descr: 'Europe/Berlin',
      latitude: options.place?.latitude ?? null,
      longitude: options.place?.longitude ?? null,
    }),
    inverters: async () => ({ inverter: inverters.map((inverter, id) => ({ id, ...inverter })) }),
    network: async () => ({
      hostname: DEFAULT_HOSTNAME_PATTERN,
      dhcp: true,
      ipaddress: '0.0.0.0',
      netmask: '0.0.0.0',
      gateway: '0.0.0.0',
      dns1: '0.0.0.0',
      dns2: '0.0.0.0',
      ssid: '',
      password: '',
      api_generations: 'both',
      prometheus_labels: 'newest',
    }),
    device: async () => ({
      profile: '',
      display: {
        ...{ show_logo: true, power_safe: true, screensaver: true, contrast: 60 },
        ...{ rotation: 0, locale: 'en', diagramduration: 36_000, diagrammode: 1 },
      },
      led: [{ brightness: 100 }, { brightness: 100 }],
      log: { default: LOG_LEVEL_MAX, modules: [] },
    }),
    mqtt: async () => ({
      ...firstMqtt(host.rootCertificates()),
      mqtt_clientid: uniqueChipIdOf(host) === undefined ? randomClientId(randomBytes) : '',
    }),
    sources: async () => ({ source: options.sources ?? [], inverter: [], stagger_polls: false }),
    history: async () => ({
      ...{ raw_days: 7, minute_days: 90, write_interval: 60 },
      ...{ import_price: 0, feed_in_price: 0, currency: 'EUR' },
    }),
    plant: async () => ({ groups: [], modules: [], order: [] }),
    limits: async () => ({ groups: [], schedule: [] }),
    rule: async () => ({
      ...{ armed: false, target: WHOLE_PLANT, meter_power: 0 },
      ...{ hysteresis: 20, margin: 20, safe_power: 0 },
    }),
    meter: async () => ({
      ...{ kind: 'none', topic: '', value: '', http_preset: 'shelly-em', modbus_preset: 'sunspec' },
      ...{ https: false, host: '', port: 80, path: '', user: '', password: '' },
      ...{ interval: 2, unit: 1, factor: 1, inverted: false },
    }),
    modbus: async () => ({ enabled: false, port: MODBUS_PORT_DEFAULT, writers: [], heartbeat: 60 }),
    // All rules are on, and without a channel nothing is sent: what there is stands in the list.
    alerts: async () => ({
      rules: {
        ...{ silent: true, weak: true, dead: true, order: true, order_minutes: 30, event: true },
        ...{ restarts: true, restart_count: 5, voltage: true, voltage_min: 207, voltage_max: 253 },
        ...{ frequency: true, frequency_deviation: 0.5, device: true, device_minutes: 15, updated: true },
        ...{ meter: true, meter_minutes: 10, disk: true, disk_percent: 5, backup: true },
      },
      ...{ channels: [], quiet_from: 22 * 60, quiet_to: 7 * 60, max_a_day: 6, solved: true },
      ...{ language: 'en', summary: 'off', summary_minutes: 21 * 60 },
    }),
    radio: async () => ({ hop_mode: 'rigid' }),
    passkeys: async () => ({ passkey: [] }),
    signin: async () => ({
      proxy: { addresses: [], user_header: 'Remote-User', secret: '', strangers: 'refused' },
      openid: {
        ...{
          enabled: false,
          issuer: '',
          client_id: '',
          client_secret: '',
          name: 'OpenID',
          public_address: '',
        },
        ...{ user_claim: 'preferred_username', groups_claim: 'groups', roles: [], strangers: 'refused' },
      },
    }),
    timeseries: async () => ({
      ...{ enabled: false, address: '', site: '', login: 'none', user: '', secret: '', interval: 10 },
      fleet: false,
    }),
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

function randomChipId(randomBytes: (count: number) => Uint8Array): number {
  return randomBytes(CHIP_ID_BYTES).reduce((number, byte) => number * 256 + byte, 0);
}

/**
 * `1999`, year code 8, week 01 and the last five decimal digits of the chip id. Source:
 * docs/reference/original-device.md#dtu-settings.
 */
export function generatedDtuSerial(chip: number): string {
  return `1999801${String(chip % 100_000).padStart(5, '0')}`;
}

/** The default authority: ISRG Root X1. Source: docs/reference/original-device.md#mqtt-settings. */
const DEFAULT_AUTHORITY =
  '96:BC:EC:06:26:49:76:F3:74:60:77:9A:CF:28:C5:A7:CF:E8:A3:C0:AA:E1:1A:8F:FC:EE:05:C0:BD:DF:08:C6';

/**
 * For a gateway whose hardware address may be that of others as well: two with the same client ID push each other off a broker. Empty
 * it would be made from that address, as the original device does.
 */
function randomClientId(randomBytes: (count: number) => Uint8Array): string {
  return `OpenDTU-${Buffer.from(randomBytes(CLIENT_ID_BYTES)).toString('hex')}`;
}

const CLIENT_ID_BYTES = 6;

function firstMqtt(rootCertificates: readonly string[]): MqttConfig {
  const authority = rootCertificates.find((pem) => fingerprintOf(pem) === DEFAULT_AUTHORITY);
  return {
    mqtt_enabled: false,
    mqtt_hostname: '',
    mqtt_port: 1883,
    mqtt_username: '',
    mqtt_password: '',
    mqtt_topic: 'solar/',
    mqtt_retain: true,
    mqtt_tls: false,
    mqtt_root_ca_cert: authority === undefined ? '' : withShortLines(authority),
    mqtt_lwt_topic: 'dtu/status',
    mqtt_lwt_online: 'online',
    mqtt_lwt_offline: 'offline',
    mqtt_publish_interval: 5,
    mqtt_hass_enabled: false,
    mqtt_hass_expire: true,
    mqtt_hass_retain: true,
    mqtt_hass_topic: 'homeassistant/',
    mqtt_hass_individualpanels: false,
    mqtt_clientid: '',
    mqtt_tls_cert_login: false,
    mqtt_client_cert: '',
    mqtt_client_key: '',
    mqtt_lwt_qos: 2,
    mqtt_clean_session: true,
  };
}

/** A PEM text in lines of at most 64 characters, each with its end. Source: RFC 7468, section 2. */
function withShortLines(pem: string): string {
  const body = pem.replace(/-----[^-]*-----|\s/g, '');
  const lines = [
    '-----BEGIN CERTIFICATE-----',
    ...(body.match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----',
  ];
  return `${lines.join('\n')}\n`;
}
