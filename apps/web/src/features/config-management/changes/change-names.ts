import type { Texts, TextsOf } from '../../../shared/i18n/texts.ts';
import { treatmentNames } from '../setting-names.ts';

/** Of the pages whose settings are named. */
export type NamingTexts = TextsOf<
  | 'common'
  | 'device'
  | 'gateway'
  | 'history'
  | 'info'
  | 'inverters'
  | 'login'
  | 'modules'
  | 'mqtt'
  | 'network'
  | 'sources'
  | 'time'
>;

type Names = Readonly<Record<string, string>>;
type Part = readonly [title: string, names: Names];

/** What the pages call the settings, by their sections and keys; those of lists are named by the list and the key in it. */
function parts({ titles }: Texts['start'], texts: NamingTexts): Readonly<Record<string, Part>> {
  const { gateway, history, info, login, network, mqtt, time, device, sources, modules } = texts;
  const { newerDevice, mqttClient, programs } = gateway;
  const { changes } = history;
  return {
    network: [
      titles.networkSettings,
      {
        ssid: network.ssid,
        password: network.password,
        ipaddress: network.ipaddress,
        netmask: network.netmask,
        gateway: network.gateway,
        dns1: network.dns1,
        dns2: network.dns2,
        dhcp: network.dhcp,
        hostname: network.hostname,
        api_generations: programs.api,
        prometheus_labels: programs.prometheus,
      },
    ],
    ntp: [
      titles.ntpSettings,
      {
        ntp_server: time.server,
        ntp_timezone: time.rule,
        ntp_timezone_descr: time.zone,
        latitude: time.latitude,
        longitude: time.longitude,
      },
    ],
    mqtt: [
      titles.mqttSettings,
      {
        mqtt_enabled: mqtt.enable,
        mqtt_hostname: info.server,
        mqtt_port: info.mqtt.port,
        mqtt_username: info.mqtt.user,
        mqtt_password: login.password,
        mqtt_topic: info.mqtt.topic,
        mqtt_retain: info.mqtt.retain,
        mqtt_publish_interval: info.mqtt.interval,
        mqtt_lwt_topic: info.mqtt.lwtTopic,
        mqtt_lwt_online: mqtt.online,
        mqtt_lwt_offline: mqtt.offline,
        mqtt_tls: info.mqtt.tls,
        mqtt_root_ca_cert: info.mqtt.certificate,
        mqtt_hass_enabled: mqtt.enableDiscovery,
        mqtt_hass_retain: `${info.mqtt.retain} (${info.mqtt.discovery})`,
        mqtt_hass_topic: info.mqtt.prefix,
        mqtt_hass_individualpanels: info.mqtt.panels,
        mqtt_hass_expire: info.mqtt.expire,
        mqtt_clientid: mqttClient.id,
        mqtt_clean_session: mqttClient.cleanSession,
        mqtt_lwt_qos: mqttClient.qos,
        mqtt_tls_cert_login: mqttClient.certificateLogin,
        mqtt_client_cert: mqttClient.certificate,
        mqtt_client_key: mqttClient.key,
      },
    ],
    dtu: [
      titles.dtuSettings,
      {
        dtu_serial: device.dtu.serial,
        dtu_pollinterval: device.dtu.pollInterval,
        dtu_palevel: device.dtu.paLevel,
      },
    ],
    security: [
      titles.securitySettings,
      { password_hash: network.security.admin, allow_readonly: network.security.readonly },
    ],
    device: [
      titles.deviceManager,
      {
        profile: device.profile,
        'display.power_safe': device.powerSafe,
        'display.screensaver': device.screensaver,
        'display.show_logo': device.showLogo,
        'display.contrast': device.contrast,
        'display.rotation': newerDevice.rotation,
        'display.locale': newerDevice.locale,
        'display.diagramduration': newerDevice.diagramDuration,
        'display.diagrammode': newerDevice.diagramMode,
        'led.brightness': newerDevice.lights,
        'log.default': newerDevice.logLevel,
        'log.modules': newerDevice.partLevels,
        'log.modules.level': newerDevice.partLevels,
      },
    ],
    inverters: [titles.inverterSettings, { order: changes.order }],
    sources: [
      titles.sources,
      {
        'source.name': sources.name,
        'source.enabled': sources.enabled,
        'source.https': changes.https,
        'source.host': sources.address,
        'source.port': info.mqtt.port,
        'source.path': changes.path,
        'source.user': sources.user,
        'source.password': sources.password,
        'source.certificate': changes.fingerprint,
        'source.order': changes.order,
        stagger_polls: sources.neighbours.stagger,
      },
    ],
    history: [
      titles.history,
      {
        raw_days: history.data.rawDays,
        minute_days: history.data.minuteDays,
        write_interval: history.data.writeInterval,
        import_price: history.data.importPrice,
        feed_in_price: history.data.feedInPrice,
        currency: history.data.currency,
      },
    ],
    plant: [
      titles.modules,
      {
        'groups.name': `${changes.group} · ${modules.groupName}`,
        'groups.azimuth': `${changes.group} · ${modules.azimuth}`,
        'groups.tilt': `${changes.group} · ${modules.tilt}`,
        groups: changes.group,
        'modules.group': changes.group,
        'modules.column': changes.column,
        'modules.row': changes.row,
        order: changes.order,
        'modules.order': changes.order,
        'groups.order': changes.order,
      },
    ],
  };
}

/** The words of the pages for a setting; its key where they have none. */
export function changeName(
  frame: Texts['start'],
  texts: NamingTexts,
  section: string,
  path: readonly string[],
): string {
  const [title, names] = parts(frame, texts)[section] ?? [section, {}];
  return [title, ...stepsOf(texts, section, path, names)].join(' · ');
}

/** Lists whose items have a name that says something to people: a serial, or a serial and a string. */
const NAMED_LISTS: Readonly<Record<string, readonly string[]>> = {
  inverters: ['inverter'],
  sources: ['inverter'],
  plant: ['modules'],
};
/** Lists whose items do not. */
const LISTS: readonly string[] = ['source', 'groups', 'led'];

function stepsOf(
  texts: NamingTexts,
  section: string,
  path: readonly string[],
  names: Names,
): readonly string[] {
  const [first = '', item, ...rest] = path;
  if (item !== undefined && item !== 'order' && (NAMED_LISTS[section] ?? []).includes(first)) {
    const [serial = '', string] = item.split(' ');
    const who = string === undefined ? [serial] : [serial, texts.inverters.string(Number(string))];
    return [...who, ...(section === 'plant' ? keyStep(names, [first, ...rest]) : inverterSteps(texts, rest))];
  }
  if (item !== undefined && item !== 'order' && LISTS.includes(first))
    return keyStep(names, [first, ...rest]);
  return keyStep(names, path);
}

/** A whole item is named by its list alone. */
function keyStep(names: Names, path: readonly string[]): readonly string[] {
  const whole = path.join('.');
  const known = names[whole] ?? names[path.slice(0, 2).join('.')];
  if (known !== undefined) return [known];
  return path.length > 1 || LISTS.includes(whole) === false ? (whole === 'modules' ? [] : [whole]) : [];
}

/** Below an inverter: its own settings, or those of one of its strings. */
function inverterSteps({ inverters: t }: NamingTexts, path: readonly string[]): readonly string[] {
  const [first, index, key] = path;
  if (first === undefined) return [];
  if (first !== 'channel') {
    const own: Names = { name: t.name, serial: t.serial, ...treatmentNames(t) };
    return [own[first] ?? first];
  }
  if (index === undefined) return [t.stringsColumn];
  const number = Number(index) + 1;
  if (key === 'yield_total_offset') return [t.treatment.offset(number)];
  const names: Names = { name: t.stringName, max_power: t.maxPower };
  return [t.string(number), ...(key === undefined ? [] : [names[key] ?? key])];
}
