import { isIPv4 } from 'node:net';
import { byteLength, type EndpointName, SECRET_PLACEHOLDER } from '@heliograph/contract';
import type { Sections } from '../../../apps/gateway/src/settings/sections.ts';

/**
 * What may stand in the answers of settings, written down a second time and without the schemas, which are what is
 * tried here. Source: docs/specification-check.md#9-business-constants-and-limits,
 * docs/reference/original-device.md#limits-of-values and docs/decisions/0022-lengths.md.
 */

type Rule = (value: unknown, answer: Readonly<Record<string, unknown>>) => boolean;

const text =
  (min: number, max: number): Rule =>
  (value) =>
    typeof value === 'string' &&
    !/\p{Surrogate}/u.test(value) &&
    byteLength(value) >= min &&
    byteLength(value) <= max;
const whole =
  (min: number, max: number): Rule =>
  (value) =>
    Number.isInteger(value) && !Object.is(value, -0) && Number(value) >= min && Number(value) <= max;
/** Of a place in degrees, which is there with its other half or not at all. */
const half =
  (other: string, max: number): Rule =>
  (value, answer) =>
    value === null
      ? answer[other] === null
      : typeof value === 'number' && Math.abs(value) <= max && answer[other] !== null;
const flag: Rule = (value) => typeof value === 'boolean';
const address: Rule = (value) => typeof value === 'string' && isIPv4(value);
const secret: Rule = (value) => value === SECRET_PLACEHOLDER || value === '';
const serial: Rule = (value) => typeof value === 'string' && /^(?!0+$)\d{1,16}$/.test(value);

/** What is switched off may be anything that fits. */
const whileOn =
  (on: Rule, off: Rule): Rule =>
  (value, answer) =>
    (answer.mqtt_enabled === true ? on : off)(value, answer);
const topic = (max: number, isFit: (value: string) => boolean): Rule =>
  whileOn((value, answer) => text(0, max)(value, answer) && isFit(String(value)), text(0, max));
const hasNoWildcard = (value: string) => !/[ +#\p{Cc}]/u.test(value);

const members =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value) =>
    wrongMembers(value, rules).length === 0;
const list =
  (min: number, max: number, item: Rule): Rule =>
  (value, answer) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    value.every((one) => item(one, answer));

const string = members({ name: text(0, 31), max_power: whole(0, 65_535) });
const inverter = members({
  ...{ id: whole(0, 9), name: text(1, 31), serial, type: text(1, 40), channel: list(1, 4, string) },
});
const differs: Rule = (value) =>
  Array.isArray(value) && new Set(value.map(({ id }) => id)).size === value.length;

const RULES = {
  getDtuConfig: { dtu_serial: serial, dtu_pollinterval: whole(1, 86_400), dtu_palevel: whole(0, 3) },
  getNtpConfig: {
    ...{ ntp_server: text(1, 32), ntp_timezone: text(1, 50), ntp_timezone_descr: text(1, 50) },
    ...{ latitude: half('longitude', 90), longitude: half('latitude', 180) },
  },
  getNetworkConfig: {
    ...{ hostname: text(1, 32), dhcp: flag, ipaddress: address, netmask: address, gateway: address },
    ...{ dns1: address, dns2: address, ssid: text(0, 32), password: secret },
  },
  getMqttConfig: {
    ...{ mqtt_enabled: flag, mqtt_hostname: whileOn(text(1, 128), text(0, 128)) },
    ...{ mqtt_port: whileOn(whole(1, 65_535), whole(0, 2 ** 32 - 1)), mqtt_username: text(0, 64) },
    mqtt_password: secret,
    mqtt_topic: topic(32, (value) => hasNoWildcard(value) && value.endsWith('/')),
    ...{ mqtt_retain: flag, mqtt_tls: flag, mqtt_root_ca_cert: text(0, 2560) },
    ...{
      mqtt_lwt_topic: topic(32, hasNoWildcard),
      mqtt_lwt_online: text(0, 20),
      mqtt_lwt_offline: text(0, 20),
    },
    mqtt_publish_interval: whileOn(whole(5, 86_400), whole(0, 2 ** 32 - 1)),
    ...{ mqtt_hass_enabled: flag, mqtt_hass_expire: flag, mqtt_hass_retain: flag },
    ...{ mqtt_hass_topic: text(0, 32), mqtt_hass_individualpanels: flag },
  },
  getDeviceConfig: {
    curPin: (value) => text(0, 63)((value as { readonly name?: unknown }).name, {}),
    display: members({ show_logo: flag, power_safe: flag, screensaver: flag, contrast: whole(0, 100) }),
  },
  getSecurityConfig: { password: secret, allow_readonly: flag },
  getInverterList: {
    inverter: (value, answer) => list(0, 10, inverter)(value, answer) && differs(value, answer),
  },
  getTime: {
    ...{ ntp_status: flag, year: whole(2022, 2101), month: whole(1, 12), day: whole(1, 31) },
    ...{ hour: whole(0, 23), minute: whole(0, 59), second: whole(0, 59) },
  },
} as const satisfies { readonly [N in EndpointName]?: Readonly<Record<string, Rule>> };

export type RangedAnswer = keyof typeof RULES;

/** The keys of an answer of settings that are missing, not known, or outside of what the product allows. */
export function outsideOfRanges(name: RangedAnswer, answer: unknown): readonly string[] {
  return wrongMembers(answer, RULES[name]);
}

function wrongMembers(value: unknown, rules: Readonly<Record<string, Rule>>): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['no object'];
  const answer = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(answer).filter((key) => !Object.hasOwn(rules, key));
  const wrong = Object.entries(rules).filter(([key, rule]) => !rule(answer[key], answer));
  return [...unknown, ...wrong.map(([key]) => key)];
}

/** As `outsideOfRanges`, of all settings as they are kept. */
export function outsideOfSections({
  dtu,
  ntp,
  network,
  mqtt,
  device,
  inverters,
}: Sections): readonly string[] {
  const passwords = { network: network.password, mqtt: mqtt.mqtt_password };
  const inverter = inverters.inverter.map((slot) => ({ ...slot, type: 'as its serial says' }));
  return [
    ...outsideOfRanges('getDtuConfig', dtu),
    ...outsideOfRanges('getNtpConfig', ntp),
    ...outsideOfRanges('getNetworkConfig', { ...network, password: '' }),
    ...outsideOfRanges('getMqttConfig', { ...mqtt, mqtt_password: '' }),
    ...outsideOfRanges('getDeviceConfig', { curPin: { name: device.profile }, display: device.display }),
    ...outsideOfRanges('getInverterList', { inverter }),
    ...wrongMembers(passwords, { network: text(0, 64), mqtt: text(0, 64) }),
  ];
}
