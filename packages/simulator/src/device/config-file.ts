import {
  changeRaw,
  type ListedInverter,
  type Settings,
  type SettingsDocument,
  type WireObject,
} from '@heliograph/opendtu-api';
import { lenientJson } from './lenient-json.ts';
import { objectOf, objectWith, textOf, valueAt, wholeNumberOf } from './wire-values.ts';

/** What goes into a configuration file. */
export interface ConfigFileFacts {
  readonly read: (document: SettingsDocument) => Settings;
  readonly inverters: readonly ListedInverter[];
  /** Of the settings: `0.1.23`. */
  readonly version: string;
  readonly saveCount: number;
  readonly stringsMax: number;
}

/** What a configuration file says; what it does not say is not there. */
export interface ReadConfigFile {
  readonly settings: ReadonlyMap<SettingsDocument, Settings>;
  readonly inverters: readonly ConfiguredSlot[];
  readonly saveCount: number;
}

interface ConfiguredSlot {
  /** Its place. */
  readonly id: number;
  readonly serial: string;
  readonly name: string;
  readonly strings: readonly { readonly name: string; readonly maxPowerW: number }[];
}

const INVERTERS_MAX = 10;

/** Where a setting stands in the file: by the name of `Settings`, or as that in front of it. */
type Places = readonly (readonly [place: string, name: string])[];

/**
 * The parts of February 2023; what later releases have beside them is left out. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file.
 */
const PLACES: Readonly<Record<SettingsDocument, Places>> = {
  network: [
    ...(['ssid', 'password', 'netmask', 'gateway', 'dns1', 'dns2', 'dhcp', 'hostname'] as const).map(
      (name) => [`wifi.${name}`, name] as const,
    ),
    ['wifi.ip', 'ipaddress'],
  ],
  time: [
    ['ntp.server', 'ntp_server'],
    ['ntp.timezone', 'ntp_timezone'],
    ['ntp.timezone_descr', 'ntp_timezone_descr'],
    ...(['longitude', 'latitude', 'sunsettype'] as const).map((name) => [`ntp.${name}`, name] as const),
  ],
  mqtt: [
    ...(['enabled', 'hostname', 'port', 'username', 'password', 'topic', 'retain'] as const).map(
      (name) => [`mqtt.${name}`, `mqtt_${name}`] as const,
    ),
    ['mqtt.publish_invterval', 'mqtt_publish_interval'],
    ['mqtt.lwt.topic', 'mqtt_lwt_topic'],
    ['mqtt.lwt.value_online', 'mqtt_lwt_online'],
    ['mqtt.lwt.value_offline', 'mqtt_lwt_offline'],
    ['mqtt.tls.enabled', 'mqtt_tls'],
    ['mqtt.tls.root_ca_cert', 'mqtt_root_ca_cert'],
    ...(['enabled', 'retain', 'topic', 'expire'] as const).map(
      (name) => [`mqtt.hass.${name}`, `mqtt_hass_${name}`] as const,
    ),
    ['mqtt.hass.individual_panels', 'mqtt_hass_individualpanels'],
  ],
  security: [
    ['security.password', 'password'],
    ['security.allow_readonly', 'allow_readonly'],
  ],
  device: [
    ['device.pinmapping', 'curPin.name'],
    ['device.display.powersafe', 'display.power_safe'],
    ['device.display.screensaver', 'display.screensaver'],
    ['device.display.showlogo', 'display.show_logo'],
    ['device.display.contrast', 'display.contrast'],
  ],
  dtu: [
    ['dtu.poll_interval', 'dtu_pollinterval'],
    ['dtu.pa_level', 'dtu_palevel'],
  ],
};
const DOCUMENTS = Object.keys(PLACES) as readonly SettingsDocument[]; // one list of places for each of the keys

/** `config.json`. Serials are the decimal number of their hex value. */
export function configFile({ read, inverters, version, saveCount, stringsMax }: ConfigFileFacts): string {
  const start: WireObject = { cfg: { version: versionNumber(version), save_count: saveCount } };
  const whole = DOCUMENTS.reduce((file, document) => {
    const settings = read(document);
    return PLACES[document].reduce(
      (changed, [place, name]) =>
        settings[name] === undefined ? changed : changeRaw(changed, objectWith(place, settings[name])),
      file,
    );
  }, start);
  const dtu = objectWith('dtu.serial', decimalSerial(textOf(read('dtu').dtu_serial)));
  const slots = Array.from({ length: INVERTERS_MAX }, (_, slot) =>
    slotOf(
      inverters.find(({ id }) => id === slot),
      stringsMax,
    ),
  );
  return JSON.stringify({ ...changeRaw(whole, dtu), inverters: slots });
}

function slotOf(inverter: ListedInverter | undefined, stringsMax: number): object {
  const channel = Array.from({ length: stringsMax }, (_, index) => {
    const { name = '', maxPowerW = 0 } = inverter?.strings[index] ?? {};
    return { name, max_power: maxPowerW };
  });
  return { serial: decimalSerial(inverter?.serial ?? '0'), name: inverter?.name ?? '', channel };
}

/** Undefined where it is no such file. */
export function readConfigFile(text: string): ReadConfigFile | undefined {
  const file = objectOf(lenientJson(text));
  if (objectOf(file?.cfg) === undefined) return undefined;
  const settings = DOCUMENTS.map((document): [SettingsDocument, Settings] => {
    const told = PLACES[document].map(([place, name]) => [name, valueAt(file, place)] as const);
    return [document, Object.fromEntries(told.filter(([, value]) => value !== undefined))];
  });
  const dtuSerial = serialText(valueAt(file, 'dtu.serial'));
  const inverters = Array.isArray(file?.inverters) ? file.inverters : [];
  return {
    settings: new Map(settings).set('dtu', {
      ...settings.find(([document]) => document === 'dtu')?.[1],
      ...(dtuSerial !== '0' && { dtu_serial: dtuSerial }),
    }),
    inverters: inverters
      .slice(0, INVERTERS_MAX)
      .map(readSlot)
      .filter(({ serial }) => serial !== '0'),
    saveCount: wholeNumberOf(valueAt(file, 'cfg.save_count')),
  };
}

function readSlot(slot: unknown, id: number): ConfiguredSlot {
  const channel = valueAt(slot, 'channel');
  return {
    id,
    serial: serialText(valueAt(slot, 'serial')),
    name: textOf(valueAt(slot, 'name') ?? ''),
    strings: (Array.isArray(channel) ? channel : []).map((string) => ({
      name: textOf(valueAt(string, 'name') ?? ''),
      maxPowerW: wholeNumberOf(valueAt(string, 'max_power')),
    })),
  };
}

/** Twelve hex digits are exact in a number of JavaScript. */
function decimalSerial(serial: string): number {
  return Number.parseInt(serial, 16);
}

function serialText(value: unknown): string {
  return wholeNumberOf(value).toString(16);
}

/** `0.1.23` is 0x00011700. */
function versionNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 0x100_0000 + minor * 0x1_0000 + patch * 0x100;
}
