/**
 * What Home Assistant documents about MQTT discovery, in a form of our own: as much of it as our entities need, and
 * what would be wrong about them.
 *
 * Sources, pages of Home Assistant's documentation by their titles: "MQTT" (discovery topic, abbreviations), "MQTT
 * Sensor", "MQTT Binary Sensor", "MQTT Number", "MQTT Button" (configuration variables), "Sensor" (device classes and
 * their units), "Button" (device classes), "Sensor entity" of the developer documentation (state classes).
 */

type Check = (value: unknown) => boolean;
type Keys = Readonly<Record<string, Check>>;

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  avty: 'availability',
  avty_mode: 'availability_mode',
  avty_t: 'availability_topic',
  cmd_t: 'command_topic',
  cmd_tpl: 'command_template',
  dev: 'device',
  dev_cla: 'device_class',
  e: 'encoding',
  en: 'enabled_by_default',
  ent_cat: 'entity_category',
  exp_aft: 'expire_after',
  frc_upd: 'force_update',
  ic: 'icon',
  json_attr_t: 'json_attributes_topic',
  json_attr_tpl: 'json_attributes_template',
  obj_id: 'object_id',
  off_dly: 'off_delay',
  opt: 'optimistic',
  pl_avail: 'payload_available',
  pl_not_avail: 'payload_not_available',
  pl_off: 'payload_off',
  pl_on: 'payload_on',
  pl_prs: 'payload_press',
  pl_rst: 'payload_reset',
  ret: 'retain',
  stat_cla: 'state_class',
  stat_t: 'state_topic',
  uniq_id: 'unique_id',
  unit_of_meas: 'unit_of_measurement',
  val_tpl: 'value_template',
};
const DEVICE_ABBREVIATIONS: Readonly<Record<string, string>> = {
  cns: 'connections',
  cu: 'configuration_url',
  hw: 'hw_version',
  ids: 'identifiers',
  mf: 'manufacturer',
  mdl: 'model',
  sa: 'suggested_area',
  sn: 'serial_number',
  sw: 'sw_version',
};

const text: Check = (value) => typeof value === 'string';
const filled: Check = (value) => typeof value === 'string' && value.trim() !== '';
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const icon: Check = (value) => typeof value === 'string' && /^[a-z]+:[a-z0-9-]+$/.test(value);
/** No wildcards, not empty, of a length that MQTT can carry. */
const topic: Check = (value) =>
  typeof value === 'string' && /^[^+#\0]+$/.test(value) && Buffer.byteLength(value) < 65_536;
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const webAddress: Check = (value) =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  ['http:', 'https:', 'homeassistant:'].includes(new URL(value).protocol);
const identifiers: Check = (value) =>
  filled(value) || (Array.isArray(value) && value.length > 0 && value.every(filled));

const EVERY_ENTITY: Keys = {
  availability_topic: topic,
  device: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  enabled_by_default: flag,
  encoding: text,
  icon,
  json_attributes_topic: topic,
  name: filled,
  object_id: filled,
  payload_available: text,
  payload_not_available: text,
  qos: oneOf(0, 1, 2),
  unique_id: filled,
};
const DEVICE: Keys = {
  configuration_url: webAddress,
  connections: Array.isArray,
  hw_version: filled,
  identifiers,
  manufacturer: filled,
  model: filled,
  name: filled,
  serial_number: filled,
  suggested_area: filled,
  sw_version: filled,
  via_device: filled,
};

/** Device classes of sensors and the units that each of them may have; undefined: no unit. */
const SENSOR_UNITS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  apparent_power: ['mVA', 'VA'],
  current: ['A', 'mA'],
  energy: ['J', 'kJ', 'MJ', 'GJ', 'mWh', 'Wh', 'kWh', 'MWh', 'GWh', 'TWh', 'cal', 'kcal', 'Mcal', 'Gcal'],
  frequency: ['Hz', 'kHz', 'MHz', 'GHz'],
  power: ['mW', 'W', 'kW', 'MW', 'GW', 'TW'],
  power_factor: [undefined, '%'],
  reactive_power: ['var', 'kvar'],
  temperature: ['°C', '°F', 'K'],
  voltage: ['V', 'mV', 'µV', 'kV', 'MV'],
};
/** Of an amount that only grows, a momentary value makes no sense. */
const STATE_CLASSES = ['measurement', 'total', 'total_increasing'];
const ENERGY_STATE_CLASSES = ['total', 'total_increasing'];

const COMPONENTS: Readonly<Record<string, { required: readonly string[]; keys: Keys }>> = {
  sensor: {
    required: ['state_topic'],
    keys: {
      ...EVERY_ENTITY,
      device_class: (value) => typeof value === 'string' && value in SENSOR_UNITS,
      entity_category: oneOf('diagnostic'),
      expire_after: count,
      force_update: flag,
      state_class: oneOf(...STATE_CLASSES),
      state_topic: topic,
      unit_of_measurement: filled,
      value_template: text,
    },
  },
  binary_sensor: {
    required: ['state_topic'],
    keys: {
      ...EVERY_ENTITY,
      entity_category: oneOf('diagnostic'),
      expire_after: count,
      force_update: flag,
      off_delay: count,
      payload_off: text,
      payload_on: text,
      state_topic: topic,
      value_template: text,
    },
  },
  number: {
    required: ['command_topic'],
    keys: {
      ...EVERY_ENTITY,
      command_template: text,
      command_topic: topic,
      entity_category: oneOf('config', 'diagnostic'),
      max: number,
      min: number,
      mode: oneOf('auto', 'box', 'slider'),
      optimistic: flag,
      payload_reset: text,
      retain: flag,
      state_topic: topic,
      step: (value) => typeof value === 'number' && value >= 0.001,
      unit_of_measurement: filled,
      value_template: text,
    },
  },
  button: {
    required: ['command_topic'],
    keys: {
      ...EVERY_ENTITY,
      command_template: text,
      command_topic: topic,
      device_class: oneOf('identify', 'restart', 'update'),
      entity_category: oneOf('config', 'diagnostic'),
      payload_press: text,
      retain: flag,
    },
  },
};

/** Everything that Home Assistant could hold against a message of discovery. An empty payload removes, and is fine. */
export function discoveryProblems(prefix: string, message: { topic: string; payload: string }): string[] {
  const place = /^([a-z_]+)\/(?:[\w-]+\/)?[\w-]+\/config$/.exec(
    message.topic.startsWith(prefix) ? message.topic.slice(prefix.length) : '',
  );
  const component = COMPONENTS[place?.[1] ?? ''];
  if (component === undefined) return [`no topic of discovery: ${message.topic}`];
  if (message.payload === '') return [];
  const entity = expanded(JSON.parse(message.payload), ABBREVIATIONS);
  const device = expanded(entity.device ?? {}, DEVICE_ABBREVIATIONS);
  return [
    ...wrongKeys(entity, component.keys),
    ...component.required.filter((key) => !(key in entity)).map((key) => `${key} is missing`),
    ...wrongKeys(device, DEVICE).map((problem) => `device: ${problem}`),
    ...rules(entity, device),
  ];
}

function rules(entity: Entity, device: Entity): string[] {
  const { device_class, unit_of_measurement, state_class, min = 1, max = 100 } = entity;
  const units = SENSOR_UNITS[String(device_class)];
  const energy = device_class === 'energy' && state_class !== undefined;
  return [
    ...when('device' in entity && !('unique_id' in entity), 'a device needs a unique_id'),
    ...when(
      'device' in entity && !('identifiers' in device || 'connections' in device),
      'nobody knows the device',
    ),
    ...when(
      units !== undefined && !units.includes(unit_of_measurement as string | undefined),
      `${device_class} in ${unit_of_measurement}`,
    ),
    ...when(energy && !ENERGY_STATE_CLASSES.includes(String(state_class)), `${state_class} energy`),
    ...when(!(Number(min) < Number(max)), `from ${min} to ${max}`),
    ...when('payload_on' in entity && entity.payload_on === entity.payload_off, 'on is off'),
  ];
}

type Entity = Readonly<Record<string, unknown>>;

const when = (isSo: boolean, problem: string): string[] => (isSo ? [problem] : []);

/** A short name that is unknown stays as it is, and is found then. */
function expanded(value: unknown, names: Readonly<Record<string, string>>): Entity {
  if (typeof value !== 'object' || value === null) return { 'no object': value };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [names[key] ?? key, member]));
}

function wrongKeys(entity: Entity, keys: Keys): string[] {
  return Object.entries(entity).flatMap(([key, value]) => {
    const isFine = keys[key];
    if (isFine === undefined) return [`${key} is unknown`];
    return isFine(value) ? [] : [`${key}: ${JSON.stringify(value)}`];
  });
}
