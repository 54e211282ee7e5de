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
const kept = members({
  ...{ id: whole(0, 9), name: text(1, 31), serial, type: text(1, 40), channel: list(1, 4, string) },
});
/** As a device of today tells it. */
const listedString = members({
  name: text(0, 31),
  max_power: whole(0, 65_535),
  yield_total_offset: (value) => Number.isFinite(value),
});
const listed = members({
  ...{ id: whole(0, 9), name: text(1, 31), serial, type: text(1, 40), channel: list(1, 4, listedString) },
  ...{ order: whole(0, 9), poll_enable: flag, poll_enable_night: flag, command_enable: flag },
  ...{ command_enable_night: flag, reachable_threshold: whole(1, 100), zero_runtime: flag, zero_day: flag },
  ...{ yieldday_correction: flag, clear_eventlog: flag },
});
const logPart = members({ name: text(1, 20), level: whole(0, 5) });
const differs: Rule = (value) =>
  Array.isArray(value) && new Set(value.map(({ id }) => id)).size === value.length;

/** What came after 2023 and is told only: each value as it always is. */
const only =
  (expected: unknown): Rule =>
  (value) =>
    JSON.stringify(value) === JSON.stringify(expected);
const same =
  (key: string): Rule =>
  (value, answer) =>
    value === answer[key];
const TOLD_ONLY: { readonly [N in EndpointName]?: Readonly<Record<string, Rule>> } = {
  getDtuConfig: {
    ...{
      serial: same('dtu_serial'),
      pollinterval: same('dtu_pollinterval'),
      nrf_palevel: same('dtu_palevel'),
    },
    ...{ nrf_enabled: only(true), cmt_enabled: only(false), cmt_palevel: only(0), cmt_country: only(0) },
    ...{ cmt_frequency: only(865_000_000), cmt_chan_width: only(250_000) },
    country_def: (value) => Array.isArray(value) && value.length === 1,
  },
  getNtpConfig: { sunsettype: only(0) },
  getNetworkConfig: {
    ...{ aptimeout: only(0), mdnsenabled: only(false), syslogenabled: only(false) },
    ...{ sysloghostname: only(''), syslogport: only(514) },
  },
};
const display = members({
  ...{ show_logo: flag, power_safe: flag, screensaver: flag, contrast: whole(0, 100) },
  ...{ rotation: whole(0, 3), locale: text(2, 2), diagramduration: whole(0, 4_294_967_295) },
  diagrammode: whole(0, 2),
});

const RULES = {
  getDtuConfig: { dtu_serial: serial, dtu_pollinterval: whole(1, 86_400), dtu_palevel: whole(0, 3) },
  getNtpConfig: {
    ...{ ntp_server: text(1, 32), ntp_timezone: text(1, 50), ntp_timezone_descr: text(1, 50) },
    ...{ latitude: half('longitude', 90), longitude: half('latitude', 180) },
  },
  getNetworkConfig: {
    ...{ hostname: text(1, 32), dhcp: flag, ipaddress: address, netmask: address, gateway: address },
    ...{ dns1: address, dns2: address, ssid: text(0, 32), password: secret },
    api_generations: (value) => ['both', '2023', 'newest'].includes(String(value)),
    prometheus_labels: (value) => ['2023', 'newest'].includes(String(value)),
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
    ...{ mqtt_clientid: text(0, 64), mqtt_tls_cert_login: flag, mqtt_client_cert: text(0, 2560) },
    ...{ mqtt_client_key: secret, mqtt_lwt_qos: whole(0, 2), mqtt_clean_session: flag },
  },
  getDeviceConfig: {
    curPin: (value) => text(0, 63)((value as { readonly name?: unknown }).name, {}),
    display,
    led: list(2, 2, members({ brightness: whole(0, 100) })),
  },
  getSecurityConfig: { password: secret, allow_readonly: flag },
  getInverterList: {
    inverter: (value, answer) => list(0, 10, listed)(value, answer) && differs(value, answer),
  },
  getTime: {
    ...{ ntp_status: flag, year: whole(2022, 2101), month: whole(1, 12), day: whole(1, 31) },
    ...{ hour: whole(0, 23), minute: whole(0, 59), second: whole(0, 59) },
  },
} as const satisfies { readonly [N in EndpointName]?: Readonly<Record<string, Rule>> };

export type RangedAnswer = keyof typeof RULES;

/** The keys of an answer of settings that are missing, not known, or outside of what the product allows. */
export function outsideOfRanges(name: RangedAnswer, answer: unknown): readonly string[] {
  return wrongMembers(answer, { ...RULES[name], ...(!isOf2023(answer) && TOLD_ONLY[name]) });
}

/** Somebody has chosen that answers are in the words of 2023 alone. */
const isOf2023 = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'api_generations' in answer &&
  answer.api_generations === '2023';

function outsideOfKept(name: RangedAnswer, kept: unknown): readonly string[] {
  return wrongMembers(kept, RULES[name]);
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
  const passwords = { network: network.password, mqtt: mqtt.mqtt_password, key: mqtt.mqtt_client_key };
  const inverter = inverters.inverter.map((slot) => ({ ...slot, type: 'as its serial says' }));
  return [
    ...outsideOfKept('getDtuConfig', dtu),
    ...outsideOfKept('getNtpConfig', ntp),
    ...outsideOfKept('getNetworkConfig', { ...network, password: '' }),
    ...outsideOfKept('getMqttConfig', { ...mqtt, mqtt_password: '', mqtt_client_key: '' }),
    ...outsideOfKept('getDeviceConfig', {
      ...{ curPin: { name: device.profile }, display: device.display, led: device.led },
    }),
    ...wrongMembers(device.log, { default: whole(0, 5), modules: list(0, 8, logPart) }),
    ...wrongMembers({ inverter }, { inverter: list(0, 10, kept) }),
    ...wrongMembers({ inverter }, { inverter: differs }),
    ...wrongMembers(passwords, { network: text(0, 64), mqtt: text(0, 64), key: text(0, 2560) }),
  ];
}
