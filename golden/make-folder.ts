import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBroker } from '@heliograph/testbed/outside/broker.ts';
import { firmwareImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { memberOf } from './answer.ts';
import { until } from './ask.ts';
import { startGatewayOf } from './gateway-of.ts';
import { restarts, updateFirmware, upload } from './plants/files.ts';
import { createRecorder, type Recorder, untilRead } from './plants/recorder.ts';

/** A data folder that release 0.1.0 has written, with everything in it that it can write. */
export const FOLDER = fileURLToPath(new URL('folder-0.1.0', import.meta.url));
/** Of its admin; nobody else's. */
export const FOLDER_PASSWORD = 'Dach & Sonne ☀ 42';

/** Has the gateway of `checkout` write the folder, the way an owner would. */
export async function makeFolder(checkout: string): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'heliograph-folder-'));
  const gateway = await startGatewayOf(checkout, { dataFolder });
  try {
    const recorder = createRecorder(gateway);
    await fill(recorder);
  } finally {
    await gateway.dispose();
  }
  rmSync(FOLDER, { recursive: true, force: true });
  cpSync(dataFolder, FOLDER, { recursive: true });
  rmSync(dataFolder, { recursive: true });
}

const MQTT = {
  ...{ mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: 1883, mqtt_username: 'dach' },
  ...{ mqtt_password: 'Sonnenschein ü', mqtt_topic: 'haus/sonne/', mqtt_retain: false, mqtt_tls: false },
  ...{ mqtt_root_ca_cert: '', mqtt_lwt_topic: 'da', mqtt_lwt_online: 'ja', mqtt_lwt_offline: 'nein' },
  ...{ mqtt_publish_interval: 30, mqtt_hass_enabled: true, mqtt_hass_expire: false, mqtt_hass_retain: true },
  ...{ mqtt_hass_topic: 'ha/', mqtt_hass_individualpanels: true },
};

async function fill(recorder: Recorder): Promise<void> {
  const post = async (path: string, data: unknown) => {
    const answer = await recorder.post(path, data, { words: JSON.stringify(data) });
    if (memberOf(answer, 'body', 'type') !== 'success') throw new Error(`${path}: ${JSON.stringify(answer)}`);
  };
  await untilRead(recorder, { answering: 3 });
  const channel = [
    { name: 'Süd ☀', max_power: 425 },
    { name: 'Été', max_power: 0 },
  ];
  await post('/api/inverter/edit', { id: 1, serial: '114182730124', name: 'Großes Dach 屋根', channel });
  await post('/api/inverter/add', { serial: '116100000001', name: '=SUM("x") & <b>' });
  await post('/api/inverter/del', { id: 0 });
  await post('/api/ntp/config', {
    ...{ ntp_server: 'zeit.test', ntp_timezone: 'NZST-12NZDT,M9.5.0,M4.1.0/3' },
    ntp_timezone_descr: 'Pacific/Auckland',
  });
  await post('/api/dtu/config', { dtu_serial: '199980212345', dtu_pollinterval: 3, dtu_palevel: 2 });
  await post('/api/network/config', {
    ...{ hostname: 'Dach-%06X', dhcp: false, ipaddress: '192.168.7.20', netmask: '255.255.255.0' },
    ...{ gateway: '192.168.7.1', dns1: '192.168.7.1', dns2: '9.9.9.9' },
    ...{ ssid: 'Nachbarn ☂', password: 'Schönes WLAN' },
  });
  await connectOnce(post);
  const pins = [{ name: 'Werkbank ⚙', nrf24: { miso: 1, mosi: 2, clk: 3, irq: 4, en: 5, cs: 6 } }];
  await restarts(recorder, 'pins', () => upload(recorder, 'file=pin_mapping.json', JSON.stringify(pins)));
  await restarts(recorder, 'the wiring', () =>
    post('/api/device/config', {
      curPin: { name: 'Werkbank ⚙' },
      display: { power_safe: false, screensaver: true, show_logo: false, contrast: 23 },
    }),
  );
  await restarts(recorder, 'firmware', () => updateFirmware(recorder, firmwareImage({ version: 'v7.7.7' })));
  await post('/api/limit/config', { serial: '116181452037', limit_value: 70, limit_type: 257 });
  await untilRead(recorder, { answering: 2 });
  await post('/api/security/config', { password: FOLDER_PASSWORD, allow_readonly: false });
}

/** There was a broker to which discovery was announced; the one that is set now, with TLS, was never reached. */
async function connectOnce(post: (path: string, data: unknown) => Promise<void>): Promise<void> {
  const broker = await startBroker();
  await post('/api/mqtt/config', { ...MQTT, mqtt_port: broker.port });
  await until(
    'announced',
    () => broker.heard,
    (heard) => heard.some(({ topic }) => topic.startsWith('ha/sensor/dtu_116181452037/')),
  );
  await broker.close();
  const mqtt_root_ca_cert = newCertificate();
  await post('/api/mqtt/config', {
    ...{ ...MQTT, mqtt_hostname: 'broker.test', mqtt_port: 8883, mqtt_tls: true, mqtt_root_ca_cert },
  });
}

/** Of an authority whose key nobody has. */
function newCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-authority-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '36500'];
  execFileSync('openssl', [
    ...['req', '-x509', ...kind, '-subj', '/CN=Heliograph test authority'],
    ...['-keyout', key, '-out', certificate],
  ]);
  const text = readFileSync(certificate, 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}
