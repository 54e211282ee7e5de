import { SECRET_PLACEHOLDER, USUAL_TREATMENT_CONFIG } from '@heliograph/contract';
import type { SectionName, Sections } from './sections.ts';

/**
 * What is told of each setting where changes are listed, and what of it comes back when one is taken back. Every key of every
 * section stands here: a new one does not compile before somebody has decided, and one that a later version has brought is told to nobody.
 */

/**
 * - `told`: its values are shown, and come back
 * - `hidden`: that it changed is shown; it comes back
 * - `secret`: that it changed is shown; its values are not kept, and none comes back
 * - `silent`: it follows from others
 */
export type TellingOfValue = 'told' | 'hidden' | 'secret' | 'silent';

/** How the items of a list are told apart. By place: a list of another length is another list. */
export type ItemKey = readonly string[] | 'place';

export interface TellingOfList {
  readonly items: TellingOfKeys;
  readonly by: ItemKey;
  /** What is so of an item that is not there, where that is the same as one that says nothing. */
  readonly usual?: object;
}

export interface TellingOfKeys {
  readonly [key: string]: Telling;
}

/** `told`; where it was never set, this is so. */
export interface TellingOfUsual<Value = unknown> {
  readonly usual: Value;
}

export type Telling =
  | TellingOfValue
  | TellingOfUsual
  | { readonly list: TellingOfList }
  | { readonly keys: TellingOfKeys };

/** As `Telling`, for values of this type. */
type TellingOf<T> = [T] extends [readonly (infer Item)[]]
  ? Item extends object
    ? {
        readonly list: {
          readonly items: TellingOfEach<Item>;
          readonly by: readonly (keyof Item)[] | 'place';
          readonly usual?: Item;
        };
      }
    : TellingOfValue
  : [T] extends [object]
    ? { readonly keys: TellingOfEach<T> }
    : TellingOfValue | TellingOfUsual<T>;
type TellingOfEach<T> = { readonly [K in keyof T]-?: TellingOf<Exclude<T[K], undefined>> };

const TOLD_SECTIONS: { readonly [S in SectionName]: TellingOfEach<Sections[S]> } = {
  security: { password_hash: 'secret', default_password: 'silent', allow_readonly: 'told' },
  accounts: {
    user: { list: { by: ['name'], items: { name: 'told', role: 'told', password_hash: 'secret' } } },
    token: {
      list: {
        by: ['id'],
        items: { id: 'silent', name: 'told', role: 'told', digest: 'secret', made_at: 'silent' },
      },
    },
    share: {
      list: {
        by: ['id'],
        items: {
          ...{ id: 'silent', name: 'told', page: 'told', digest: 'secret', made_at: 'silent' },
          expires_at: 'told',
        },
      },
    },
  },
  dtu: { dtu_serial: 'told', dtu_pollinterval: 'told', dtu_palevel: 'told' },
  ntp: {
    ntp_server: 'told',
    ntp_timezone: 'told',
    ntp_timezone_descr: 'told',
    latitude: 'told',
    longitude: 'told',
  },
  inverters: {
    inverter: {
      list: {
        by: ['serial'],
        items: {
          id: 'told',
          serial: 'told',
          name: 'told',
          channel: {
            list: {
              by: 'place',
              usual: { name: '', max_power: 0 },
              items: { name: 'told', max_power: 'told', yield_total_offset: { usual: 0 } },
            },
          },
          poll_enable: { usual: USUAL_TREATMENT_CONFIG.poll_enable },
          poll_enable_night: { usual: USUAL_TREATMENT_CONFIG.poll_enable_night },
          command_enable: { usual: USUAL_TREATMENT_CONFIG.command_enable },
          command_enable_night: { usual: USUAL_TREATMENT_CONFIG.command_enable_night },
          reachable_threshold: { usual: USUAL_TREATMENT_CONFIG.reachable_threshold },
          zero_runtime: { usual: USUAL_TREATMENT_CONFIG.zero_runtime },
          zero_day: { usual: USUAL_TREATMENT_CONFIG.zero_day },
          yieldday_correction: { usual: USUAL_TREATMENT_CONFIG.yieldday_correction },
          clear_eventlog: { usual: USUAL_TREATMENT_CONFIG.clear_eventlog },
        },
      },
    },
    order: 'told',
  },
  network: {
    ipaddress: 'told',
    netmask: 'told',
    gateway: 'told',
    dns1: 'told',
    dns2: 'told',
    hostname: 'told',
    ssid: 'told',
    password: 'secret',
    dhcp: 'told',
    api_generations: 'told',
    prometheus_labels: 'told',
  },
  device: {
    profile: 'told',
    display: {
      keys: {
        show_logo: 'told',
        power_safe: 'told',
        screensaver: 'told',
        contrast: 'told',
        rotation: 'told',
        locale: 'told',
        diagramduration: 'told',
        diagrammode: 'told',
      },
    },
    led: { list: { by: 'place', items: { brightness: 'told' } } },
    log: {
      keys: { default: 'told', modules: { list: { by: ['name'], items: { name: 'told', level: 'told' } } } },
    },
  },
  mqtt: {
    mqtt_enabled: 'told',
    mqtt_hostname: 'told',
    mqtt_port: 'told',
    mqtt_username: 'told',
    mqtt_password: 'secret',
    mqtt_topic: 'told',
    mqtt_retain: 'told',
    mqtt_tls: 'told',
    mqtt_root_ca_cert: 'hidden',
    mqtt_lwt_topic: 'told',
    mqtt_lwt_online: 'told',
    mqtt_lwt_offline: 'told',
    mqtt_publish_interval: 'told',
    mqtt_hass_enabled: 'told',
    mqtt_hass_expire: 'told',
    mqtt_hass_retain: 'told',
    mqtt_hass_topic: 'told',
    mqtt_hass_individualpanels: 'told',
    mqtt_clientid: 'told',
    mqtt_tls_cert_login: 'told',
    // It belongs to its key, which does not come back.
    mqtt_client_cert: 'secret',
    mqtt_client_key: 'secret',
    mqtt_lwt_qos: 'told',
    mqtt_clean_session: 'told',
  },
  sources: {
    source: {
      list: {
        by: ['id'],
        items: {
          id: 'told',
          name: 'told',
          enabled: 'told',
          https: 'told',
          host: 'told',
          port: 'told',
          path: 'told',
          user: 'told',
          password: 'secret',
          certificate: 'told', // the fingerprint of one
        },
      },
    },
    inverter: {
      list: {
        by: ['serial'],
        items: {
          serial: 'told',
          name: 'told',
          channel: {
            list: {
              ...{ by: 'place', usual: { name: '', max_power: 0 } },
              items: { name: 'told', max_power: 'told' },
            },
          },
        },
      },
    },
    stagger_polls: 'told',
  },
  history: {
    raw_days: 'told',
    minute_days: 'told',
    write_interval: 'told',
    import_price: 'told',
    feed_in_price: 'told',
    currency: 'told',
  },
  plant: {
    groups: { list: { by: ['id'], items: { id: 'told', name: 'told', azimuth: 'told', tilt: 'told' } } },
    modules: {
      list: {
        by: ['serial', 'string'],
        items: { serial: 'told', string: 'told', group: 'told', column: 'told', row: 'told' },
      },
    },
    order: 'told',
  },
  limits: {
    groups: {
      list: {
        by: ['id'],
        items: {
          id: 'told',
          name: 'told',
          cap: 'told',
          members: {
            list: { by: ['serial'], items: { serial: 'told', min_power: 'told', max_power: 'told' } },
          },
        },
      },
    },
    schedule: {
      list: {
        by: 'place',
        items: {
          enabled: 'told',
          target: 'told',
          watts: 'told',
          days: 'told',
          from: 'told',
          from_minutes: 'told',
          to: 'told',
          to_minutes: 'told',
        },
      },
    },
  },
  rule: {
    armed: 'told',
    target: 'told',
    meter_power: 'told',
    hysteresis: 'told',
    margin: 'told',
    safe_power: 'told',
  },
  meter: {
    kind: 'told',
    topic: 'told',
    value: 'told',
    http_preset: 'told',
    modbus_preset: 'told',
    https: 'told',
    host: 'told',
    port: 'told',
    // Its query may have a password in it.
    path: 'hidden',
    user: 'told',
    password: 'secret',
    interval: 'told',
    unit: 'told',
    factor: 'told',
    inverted: 'told',
  },
  radio: { hop_mode: 'told' },
  modbus: { enabled: 'told', port: 'told', writers: 'told', heartbeat: 'told' },
  alerts: {
    rules: {
      keys: {
        silent: 'told',
        weak: 'told',
        dead: 'told',
        order: 'told',
        order_minutes: 'told',
        event: 'told',
        restarts: 'told',
        restart_count: 'told',
        voltage: 'told',
        voltage_min: 'told',
        voltage_max: 'told',
        frequency: 'told',
        frequency_deviation: 'told',
        device: 'told',
        device_minutes: 'told',
        updated: 'told',
        meter: 'told',
        meter_minutes: 'told',
        disk: 'told',
        disk_percent: 'told',
        backup: 'told',
      },
    },
    channels: {
      list: {
        by: ['id'],
        items: {
          id: 'told',
          name: 'told',
          kind: 'told',
          enabled: 'told',
          severity: 'told',
          // Many services have what is secret in the address itself, or take whoever knows a topic.
          address: 'hidden',
          port: 'told',
          security: 'told',
          user: 'told',
          secret: 'secret',
          target: 'hidden',
          sender: 'told',
          template: 'hidden',
        },
      },
    },
    quiet_from: 'told',
    quiet_to: 'told',
    max_a_day: 'told',
    solved: 'told',
    language: 'told',
    summary: 'told',
    summary_minutes: 'told',
  },
  passkeys: {
    passkey: {
      list: {
        by: ['id'],
        items: {
          ...{ id: 'silent', user: 'told', name: 'told', host: 'told', credential: 'secret' },
          ...{ public_key: 'secret', handle: 'secret', counter: 'silent', made_at: 'silent' },
        },
      },
    },
  },
  signin: {
    proxy: { keys: { addresses: 'told', user_header: 'told', secret: 'secret', strangers: 'told' } },
    openid: {
      keys: {
        ...{ enabled: 'told', issuer: 'told', client_id: 'told', client_secret: 'secret', name: 'told' },
        ...{ public_address: 'told', user_claim: 'told', groups_claim: 'told', strangers: 'told' },
        roles: { list: { by: ['group'], items: { group: 'told', role: 'told' } } },
      },
    },
  },
  timeseries: {
    enabled: 'told',
    // Its query may have a password in it.
    address: 'hidden',
    site: 'told',
    login: 'told',
    user: 'told',
    secret: 'secret',
    interval: 'told',
    fleet: 'told',
  },
};

/**
 * What of a section may be shown to somebody who helps: in place of what is hidden or secret stands a placeholder, or the empty text
 * where there is nothing.
 */
export function withoutSecrets(section: SectionName, body: Sections[SectionName]): unknown {
  return shownKeys(TOLD_SECTIONS[section], body);
}

function shownKeys(telling: TellingOfKeys, body: unknown): unknown {
  const entries = Object.entries(Object(body)).flatMap(([key, value]) => {
    const of = telling[key];
    return of === undefined || of === 'silent' ? [] : [[key, shown(of, value)] as const];
  });
  return Object.fromEntries(entries);
}

function shown(telling: Telling, value: unknown): unknown {
  if (telling === 'told') return value;
  if (typeof telling === 'string') return value === '' || value === null ? value : SECRET_PLACEHOLDER;
  if ('usual' in telling) return value;
  if ('keys' in telling) return shownKeys(telling.keys, value);
  return Array.isArray(value) ? value.map((item) => shownKeys(telling.list.items, item)) : [];
}

/** By section; undefined of one that only a later version has. */
export function tellingOf(section: string): TellingOfKeys | undefined {
  return Object.hasOwn(TOLD_SECTIONS, section) ? TOLD_SECTIONS[section as SectionName] : undefined;
}
