import { rootCertificates } from 'node:tls';
import { MQTT_ROOT_CA_MAX_LENGTH } from '@heliograph/contract';

/** The longest certificate of an authority that an original device has room for. */
export const LONG_CERTIFICATE =
  rootCertificates
    .map((pem) => `${pem}\n`)
    .filter((pem) => pem.length <= MQTT_ROOT_CA_MAX_LENGTH)
    .sort((a, b) => a.length - b.length)
    .at(-1) ?? '';

/** What stands on the label of an inverter; the file has it as the decimal number of the hexadecimal digits. */
export const SERIALS = [
  ...['116181452037', '114182730124', '112174506011', '116180400144', '114180000001'],
  ...['116180000002', '112180000003', '104212345678', '106212345678', '102212345678'],
] as const;

const NAMES = [
  ...['Süddach links', 'Süddach rechts', 'Garage', 'Gaube Ost', 'Gaube West'],
  ...['Carport', 'Balkon', 'Gartenhäuschen Ä', 'Wärmepumpe', 'Élévation n° 10'],
];

const PORCH = { name: 'Vordach 東', max_power: 410 };

/**
 * How an original device of version 0.1.23 writes its `config.json`. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file.
 */
export function originalBackup() {
  return {
    cfg: { version: 71_424, save_count: 217 },
    wifi: {
      ...{
        ssid: 'Sonnenhaus-2G',
        password: 'Käsekuchen & Co.',
        ip: '192.168.178.44',
        netmask: '255.255.255.0',
      },
      ...{ gateway: '192.168.178.1', dns1: '192.168.178.1', dns2: '9.9.9.9', dhcp: false },
      hostname: 'Dach-%06X',
    },
    ntp: {
      server: 'ptbtime1.ptb.de',
      timezone: 'EST5EDT,M3.2.0,M11.1.0',
      timezone_descr: 'America/New_York',
    },
    mqtt: {
      ...{ enabled: true, hostname: 'broker.invalid', port: 8883, username: 'dach', password: 'geheim "2"' },
      ...{ topic: 'haus/dach/', retain: false, publish_invterval: 60 },
      lwt: { topic: 'dtu/lebt', value_online: 'da', value_offline: 'weg' },
      tls: { enabled: true, root_ca_cert: LONG_CERTIFICATE },
      hass: {
        ...{ enabled: true, retain: false, topic: 'ha/', individual_panels: true, expire: false },
      },
    },
    dtu: { serial: 0x199980123456, poll_interval: 15, pa_level: 2 },
    security: { password: 'Sommer&Sonne', allow_readonly: false },
    device: {
      pinmapping: 'Olimex ESP32-POE',
      display: { powersafe: false, screensaver: false, showlogo: false, contrast: 17 },
    },
    inverters: SERIALS.map((serial, index) => ({
      serial: Number.parseInt(serial, 16),
      name: NAMES[index] ?? '',
      channel: [
        { name: `Ost ${index}`, max_power: 400 + index },
        { name: '', max_power: 0 },
        index === 3 ? PORCH : { name: 'West', max_power: 65_535 },
        { name: 'x'.repeat(30), max_power: 1 },
      ],
    })),
  };
}

export type OriginalBackup = ReturnType<typeof originalBackup>;

/** The same with a change. */
export function withChange(change: (backup: OriginalBackup) => void): OriginalBackup {
  const backup = originalBackup();
  change(backup);
  return backup;
}

/** The same as a gateway gives it out again: with what later originals have in their files, as it is at first. */
export function withLaterKeys<B extends Pick<OriginalBackup, 'mqtt' | 'device'>>({
  mqtt,
  device,
  ...others
}: B) {
  const { lwt, tls } = mqtt;
  return {
    ...others,
    logging: { default: 5, modules: [] },
    device: {
      ...device,
      display: { ...device.display, rotation: 0, locale: 'en', diagram_duration: 36_000, diagram_mode: 1 },
      led: [{ brightness: 100 }, { brightness: 100 }],
    },
    mqtt: {
      ...mqtt,
      ...{ clientid: '', clean_session: true, lwt: { ...lwt, qos: 2 } },
      tls: { ...tls, certlogin: false, client_cert: '', client_key: '' },
    },
  };
}
