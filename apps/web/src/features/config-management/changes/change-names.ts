import type { Texts, TextsOf } from '../../../shared/i18n/texts.ts';
import { pageName, treatmentNames } from '../setting-names.ts';

type Names = Readonly<Record<string, string>>;

/** Of the pages whose settings are named. */
export type NamingTexts = TextsOf<
  | 'common'
  | 'device'
  | 'gateway'
  | 'history'
  | 'house'
  | 'info'
  | 'inverters'
  | 'login'
  | 'modules'
  | 'mqtt'
  | 'network'
  | 'sources'
  | 'time'
> & {
  /** By their serials. */
  readonly inverterNames: Names;
};

type Part = readonly [title: string, names: Names];

interface InFile {
  /** In `config.json`, whose paths have the names. */
  readonly part: string;
  /** What the keys of the section begin with, and those of the file do not. */
  readonly prefix: string;
  /** The paths of keys that are called differently there. */
  readonly paths: Names;
}

const FILE_PARTS: Readonly<Record<string, InFile>> = {
  network: {
    ...{ part: 'wifi', prefix: '' },
    paths: {
      ipaddress: 'wifi.ip',
      api_generations: 'heliograph.api_generations',
      prometheus_labels: 'heliograph.prometheus_labels',
    },
  },
  ntp: { part: 'ntp', prefix: 'ntp_', paths: {} },
  mqtt: {
    ...{ part: 'mqtt', prefix: 'mqtt_' },
    paths: {
      publish_interval: 'mqtt.publish_invterval', // as original devices spell it
      lwt_topic: 'mqtt.lwt.topic',
      lwt_online: 'mqtt.lwt.value_online',
      lwt_offline: 'mqtt.lwt.value_offline',
      lwt_qos: 'mqtt.lwt.qos',
      tls: 'mqtt.tls.enabled',
      root_ca_cert: 'mqtt.tls.root_ca_cert',
      tls_cert_login: 'mqtt.tls.certlogin',
      client_cert: 'mqtt.tls.client_cert',
      client_key: 'mqtt.tls.client_key',
      hass_enabled: 'mqtt.hass.enabled',
      hass_retain: 'mqtt.hass.retain',
      hass_topic: 'mqtt.hass.topic',
      hass_individualpanels: 'mqtt.hass.individual_panels',
      hass_expire: 'mqtt.hass.expire',
    },
  },
  dtu: { part: 'dtu', prefix: 'dtu_', paths: { pollinterval: 'dtu.poll_interval', palevel: 'dtu.pa_level' } },
  security: { part: 'security', prefix: '', paths: {} },
  device: {
    ...{ part: 'device', prefix: '' },
    paths: {
      profile: 'device.pinmapping',
      'display.power_safe': 'device.display.powersafe',
      'display.show_logo': 'device.display.showlogo',
      'display.diagramduration': 'device.display.diagram_duration',
      'display.diagrammode': 'device.display.diagram_mode',
      log: 'logging',
    },
  },
};

/** Where a setting stands in `config.json`. */
function pathInFile({ part, prefix, paths }: InFile, whole: string): string {
  const key = whole.startsWith(prefix) ? whole.slice(prefix.length) : whole;
  const known = Object.keys(paths).find((one) => key === one || key.startsWith(`${one}.`));
  return known === undefined ? `${part}.${key}` : `${paths[known]}${key.slice(known.length)}`;
}

/** What the pages call what no `config.json` has: by section and key; that of lists by the list and the key in it. */
export function ownParts({ titles }: Texts['start'], texts: NamingTexts): Readonly<Record<string, Part>> {
  const { history, house, info, sources, modules } = texts;
  const { changes } = history;
  return {
    accounts: [
      titles.accounts,
      {
        'user.name': modules.groupName,
        'user.role': changes.accounts.role,
        'user.password_hash': sources.password,
        user: changes.accounts.account,
        'token.name': modules.groupName,
        'token.role': changes.accounts.role,
        token: changes.accounts.token,
      },
    ],
    inverters: [titles.inverterSettings, { order: changes.order }],
    replacement: [titles.history, { serial: titles.inverterSettings }],
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
    limits: [
      titles.limits,
      {
        'groups.name': `${changes.group} · ${modules.groupName}`,
        'groups.cap': `${changes.group} · ${house.rule.names.cap}`,
        groups: changes.group,
        schedule: house.rule.names.schedule,
      },
    ],
    rule: [
      house.rule.title,
      {
        armed: house.rule.names.armed,
        target: house.rule.target,
        meter_power: house.rule.meterPower,
        safe_power: house.rule.safePower,
        hysteresis: house.rule.hysteresis,
        margin: house.rule.margin,
      },
    ],
    meter: [
      house.meter.title,
      {
        kind: house.meter.kind,
        topic: house.meter.topic,
        value: house.meter.value,
        http_preset: house.meter.preset,
        modbus_preset: house.meter.preset,
        https: house.meter.https,
        host: house.meter.host,
        port: house.meter.port,
        path: house.meter.path,
        user: house.meter.user,
        password: house.meter.password,
        interval: house.meter.interval,
        unit: house.meter.unit,
        factor: house.meter.factor,
        inverted: house.meter.inverted,
      },
    ],
    modbus: [
      house.modbus.title,
      {
        enabled: house.modbus.enabled,
        port: house.modbus.port,
        writers: house.modbus.writers,
        heartbeat: house.modbus.heartbeat,
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
  const file = FILE_PARTS[section];
  if (file !== undefined) {
    const whole = path.join('.');
    const [title = section, name = whole] = pageName(frame, texts, pathInFile(file, whole));
    return `${title} · ${name}`;
  }
  // Its texts would be more than all that this page has room for.
  if (section === 'alerts') return frame.titles.alerts;
  if (section === 'signin') return frame.titles.signIn;
  if (section === 'timeseries') return frame.titles.timeseries;
  const [title, names] = ownParts(frame, texts)[section] ?? [section, {}];
  return [title, ...stepsOf(texts, section, path, names)].join(' · ');
}

/** Lists whose items have a name that says something to people: a serial, or a serial and a string. */
const NAMED_LISTS: Readonly<Record<string, readonly string[]>> = {
  inverters: ['inverter'],
  sources: ['inverter'],
  plant: ['modules'],
};
/** Lists whose items do not. */
const LISTS: readonly string[] = ['source', 'groups', 'schedule', 'token'];

function stepsOf(
  texts: NamingTexts,
  section: string,
  path: readonly string[],
  names: Names,
): readonly string[] {
  const [first = '', item, ...rest] = path;
  if (item !== undefined && item !== 'order' && (NAMED_LISTS[section] ?? []).includes(first)) {
    const [serial = '', string] = item.split(' ');
    const inverter = texts.inverterNames[serial] ?? serial;
    const who = string === undefined ? [inverter] : [inverter, texts.inverters.string(Number(string))];
    return [...who, ...(section === 'plant' ? keyStep(names, [first, ...rest]) : inverterSteps(texts, rest))];
  }
  if (section === 'accounts' && first === 'user' && item !== undefined)
    return [item, ...keyStep(names, [first, ...rest])];
  if (item !== undefined && item !== 'order' && LISTS.includes(first))
    return keyStep(names, [first, ...rest]);
  return keyStep(names, path);
}

/** A whole item is named by its list alone. */
function keyStep(names: Names, path: readonly string[]): readonly string[] {
  const whole = path.join('.');
  const known = names[whole] ?? names[path.slice(0, 2).join('.')] ?? names[path[0] ?? ''];
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
