import type { Texts, TextsOf } from '../../shared/i18n/texts.ts';
import type { Group } from '../../shared/lib/is-group.ts';
import { type ConfigDifferences, inverterName } from './config-content.ts';

type Part = readonly [title: string, names: Readonly<Record<string, string>>];

/** Of the pages whose settings are named. */
type SettingTexts = 'common' | 'gateway' | 'info' | 'login' | 'network' | 'mqtt' | 'time' | 'device';

/** What the pages call the settings, by their parts of a configuration and their paths there. */
export function settingParts(
  { titles }: Texts['start'],
  texts: TextsOf<SettingTexts>,
): Readonly<Record<string, Part>> {
  const { gateway, info, login, network, mqtt, time, device } = texts;
  const { security } = network;
  return {
    wifi: [
      titles.networkSettings,
      {
        ssid: network.ssid,
        password: network.password,
        ip: network.ipaddress,
        netmask: network.netmask,
        gateway: network.gateway,
        dns1: network.dns1,
        dns2: network.dns2,
        dhcp: network.dhcp,
        hostname: network.hostname,
      },
    ],
    ntp: [
      titles.ntpSettings,
      {
        server: time.server,
        timezone: time.rule,
        timezone_descr: time.zone,
        latitude: time.latitude,
        longitude: time.longitude,
      },
    ],
    mqtt: [
      titles.mqttSettings,
      {
        enabled: mqtt.enable,
        hostname: info.server,
        port: info.mqtt.port,
        username: info.mqtt.user,
        password: login.password,
        topic: info.mqtt.topic,
        retain: info.mqtt.retain,
        publish_invterval: info.mqtt.interval,
        'lwt.topic': info.mqtt.lwtTopic,
        'lwt.value_online': mqtt.online,
        'lwt.value_offline': mqtt.offline,
        'tls.enabled': info.mqtt.tls,
        'tls.root_ca_cert': info.mqtt.certificate,
        'hass.enabled': mqtt.enableDiscovery,
        'hass.retain': `${info.mqtt.retain} (${info.mqtt.discovery})`,
        'hass.topic': info.mqtt.prefix,
        'hass.individual_panels': info.mqtt.panels,
        'hass.expire': info.mqtt.expire,
        ...(!__FOR_DEVICE__ && {
          clientid: gateway.mqttClient.id,
          clean_session: gateway.mqttClient.cleanSession,
          'lwt.qos': gateway.mqttClient.qos,
          'tls.certlogin': gateway.mqttClient.certificateLogin,
          'tls.client_cert': gateway.mqttClient.certificate,
          'tls.client_key': gateway.mqttClient.key,
        }),
      },
    ],
    dtu: [
      titles.dtuSettings,
      {
        serial: device.dtu.serial,
        poll_interval: device.dtu.pollInterval,
        pa_level: device.dtu.paLevel,
      },
    ],
    security: [
      titles.securitySettings,
      { password: security.admin, password_hash: security.admin, allow_readonly: security.readonly },
    ],
    device: [
      titles.deviceManager,
      {
        pinmapping: device.profile,
        'display.powersafe': device.powerSafe,
        'display.screensaver': device.screensaver,
        'display.showlogo': device.showLogo,
        'display.contrast': device.contrast,
        ...(!__FOR_DEVICE__ && {
          'display.rotation': gateway.newerDevice.rotation,
          'display.locale': gateway.newerDevice.locale,
          'display.diagram_duration': gateway.newerDevice.diagramDuration,
          'display.diagram_mode': gateway.newerDevice.diagramMode,
          led: gateway.newerDevice.lights,
        }),
      },
    ],
    // No original device has this part.
    ...(!__FOR_DEVICE__ && {
      logging: [
        titles.console,
        { default: gateway.newerDevice.logLevel, modules: gateway.newerDevice.partLevels },
      ] as const,
      heliograph: [
        titles.networkSettings,
        {
          api_generations: gateway.programs.api,
          prometheus_labels: gateway.programs.prometheus,
        },
      ] as const,
    }),
  };
}

/** What the pages call a setting: that of a page, or of an inverter of the file. */
export function settingName(
  frame: Texts['start'],
  texts: TextsOf<SettingTexts | 'inverters'>,
  path: string,
  config: Group,
): string {
  const [, index, place = ''] = /^inverters\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (index !== undefined) return inverterSettingName(frame, texts, { index: Number(index), place, config });
  const [title, name] = pageName(frame, texts, path);
  return title === undefined || name === undefined ? path : `${title} · ${name}`;
}

/** The title of the page that has a setting, and what it is called there; as far as anybody knows. */
export function pageName(
  frame: Texts['start'],
  texts: TextsOf<SettingTexts>,
  path: string,
): readonly [title: string | undefined, name: string | undefined] {
  const [, part = '', rest = ''] = /^(\w+)\.?(.*)/.exec(path) ?? [];
  const [title, names] = settingParts(frame, texts)[part] ?? [];
  return [title, names && nameAt(names, rest)];
}

function inverterSettingName(
  { titles }: Texts['start'],
  { inverters: t }: TextsOf<'inverters'>,
  { index, place, config }: { readonly index: number; readonly place: string; readonly config: Group },
): string {
  const inverter = inverterName(config, index) ?? `${titles.inverterSettings} ${index + 1}`;
  const [, string, value = ''] = /^channels?\.(\d+)\.?(\w*)$/.exec(place) ?? [];
  const own: Readonly<Record<string, string>> = {
    ...{ name: t.name, serial: t.serial },
    ...(!__FOR_DEVICE__ && treatmentNames(t)),
  };
  if (string === undefined) return [inverter, own[place] ?? place].join(' · ');
  if (value === 'yield_total_offset' && !__FOR_DEVICE__)
    return [inverter, t.treatment.offset(Number(string) + 1)].join(' · ');
  // Older files have nothing but the peak power of a string, and no key for it.
  const names: Readonly<Record<string, string>> = {
    '': t.maxPower,
    name: t.stringName,
    max_power: t.maxPower,
  };
  return [inverter, t.string(Number(string) + 1), names[value] ?? value].join(' · ');
}

/** How an inverter is treated: of its texts those that name a setting. */
const TREATMENTS = [
  ...(['poll_enable', 'poll_enable_night', 'command_enable', 'command_enable_night'] as const),
  ...(['reachable_threshold', 'zero_runtime', 'zero_day', 'yieldday_correction', 'clear_eventlog'] as const),
];

export function treatmentNames({ treatment }: Texts['inverters']): Readonly<Record<string, string>> {
  return Object.fromEntries(TREATMENTS.map((name) => [name, treatment[name]]));
}

/** A list has one name for all that is in it. */
function nameAt(names: Readonly<Record<string, string>>, place: string): string | undefined {
  return names[place] ?? names[place.split('.')[0] ?? ''];
}

/** The names of the settings that differ, in the words of their pages, each page with its title. */
export function settingNames(
  frame: Texts['start'],
  texts: TextsOf<SettingTexts | 'maintenance'>,
  { paths, inverters }: ConfigDifferences,
): readonly (readonly [title: string, names: string])[] {
  const known = settingParts(frame, texts);
  const named = new Map<string, Set<string>>();
  for (const path of paths) {
    const [, part = '', place = ''] = /^(\w+)\.?(.*)/.exec(path) ?? [];
    const [title, names] = known[part] ?? [part, {}];
    named.set(title, (named.get(title) ?? new Set()).add(nameAt(names, place) ?? path));
  }
  const rows = [...named].map(([title, names]) => [title, [...names].join(', ')] as const);
  const fates = (['lost', 'added', 'changed'] as const).map(
    (fate) => [texts.maintenance.inverters[fate], inverters[fate].join(', ')] as const,
  );
  return [...rows, ...fates.filter(([, list]) => list !== '')];
}
