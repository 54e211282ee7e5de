import {
  type ChannelNumber,
  LIMIT_ABSOLUTE_FALLBACK_MAX_W,
  LIMIT_ABSOLUTE_MIN_W,
  LIMIT_GROUP_MINUTES_MAX,
} from '@heliograph/contract';
import { limitValueMaxOf } from '../../encoding/limit-value-max.ts';
import { channelsOf, type FieldName, MEASURED_FIELDS } from '../../encoding/measured-fields.ts';
import { maxPowerOf } from '../../fleet/device-info.ts';
import type { InverterState } from '../../fleet/inverter.ts';
import type { MqttContent } from '../connection/mqtt-message.ts';
import { fieldTopic, publishedFieldsOf, wordOf } from '../messages/channel-fields.ts';
import type { GroupState } from '../messages/gateway-messages.ts';
import { groupTopic } from '../messages/topics.ts';

/**
 * What Home Assistant is told so that it knows an inverter. An empty payload removes an entity. Keys, their order and
 * the order of the messages are the original's of 2023; the availability comes last. Names are without that of the
 * device, which Home Assistant puts in front. The keys mean what its page "MQTT", "Supported abbreviations in MQTT
 * discovery messages", says.
 */

/** Where it is said whether values can be believed, and in which words. */
export interface Availability {
  readonly topic: string;
  readonly online: string;
  readonly offline: string;
}

export interface DiscoveryFacts {
  /** Used as it is: no slash is added. */
  readonly prefix: string;
  /** Ends with a slash. */
  readonly baseTopic: string;
  /** After how many seconds without a message a value counts as unknown; undefined: never. */
  readonly expireAfterS: number | undefined;
  /** Every string has entities of its own. */
  readonly hasPanels: boolean;
  /** Where a person finds our pages; undefined where nobody knows our address. */
  readonly configurationUrl: string | undefined;
  /** Sets our groups apart from those of another gateway at the same broker. */
  readonly gatewayId: string;
  /** Empty when not known: then there is no version. */
  readonly gitHash: string;
  /** Undefined where nothing tells that we are lost. */
  readonly availability: Availability | undefined;
}

type Payload = Readonly<Record<string, unknown>>;

export function discoveryMessages(inverter: InverterState, facts: DiscoveryFacts): readonly MqttContent[] {
  const device = deviceOf(inverter, facts);
  const availability = availabilityKeys(facts.availability);
  const topicOf = (component: string, id: string) =>
    `${facts.prefix}${component}/dtu_${inverter.serial}/${id}/config`;
  const ofCaption = <Row extends { readonly caption: string }>(
    component: string,
    rows: readonly Row[],
    keys: (row: Row, topic: string) => Payload,
  ) =>
    rows.map((row) => {
      const id = row.caption.toLowerCase().replaceAll(' ', '_');
      const payload = {
        name: row.caption,
        uniq_id: `${inverter.serial}_${id}`,
        ...keys(row, `${facts.baseTopic}${inverter.serial}/`),
        dev: device,
        ...availability,
      };
      return { topic: topicOf(component, id), payload: JSON.stringify(payload) };
    });
  const sensors = channelsOf(inverter).flatMap((channel) =>
    publishedFieldsOf(inverter, channel).map((field) => ({
      topic: topicOf('sensor', `ch${channel}_${wordOf(field)}`),
      payload:
        channel === 0 || facts.hasPanels
          ? JSON.stringify({ ...sensorOf(inverter, { channel, field, device, facts }), ...availability })
          : '',
    })),
  );
  return [
    ...ofCaption('button', BUTTONS, buttonKeys),
    ...ofCaption('number', NUMBERS, (row, topic) => numberKeys(row, topic, absoluteMaxOf(inverter))),
    ...ofCaption('binary_sensor', BINARY_SENSORS, binarySensorKeys),
    ...sensors,
  ];
}

/** A group of inverters is a device of its own, with what may be changed of its limit. Ours. */
export function groupDiscoveryMessages(group: GroupState, facts: DiscoveryFacts): readonly MqttContent[] {
  const id = `group_${facts.gatewayId}_${group.id}`;
  const topic = groupTopic(facts.baseTopic, group.id);
  const shared = {
    dev: {
      ...{ name: group.name, ids: id },
      ...(facts.configurationUrl === undefined ? {} : { cu: facts.configurationUrl }),
      ...{ mf: 'Heliograph', mdl: 'Group of inverters' },
      ...(facts.gitHash === '' ? {} : { sw: facts.gitHash }),
    },
    ...availabilityKeys(facts.availability),
  };
  const number = (name: string, icon: string, unit: string, max: number) => {
    const word = name.toLowerCase();
    const payload = {
      ...{ name, uniq_id: `${id}_${word}`, ic: icon, ent_cat: 'config' },
      ...{ cmd_t: `${topic}/cmd/${word}`, stat_t: `${topic}/status/${word}` },
      ...{ unit_of_meas: unit, min: 0, max, mode: 'box', ...shared },
    };
    return { topic: `${facts.prefix}number/dtu_${id}/${word}/config`, payload: JSON.stringify(payload) };
  };
  return [
    number('Cap', 'mdi:speedometer', 'W', group.mostW),
    number('Expiry', 'mdi:timer-outline', 'min', LIMIT_GROUP_MINUTES_MAX),
  ];
}

/** With the gateway gone, what it said last is no longer known to be so, and nobody takes orders. */
function availabilityKeys(availability: Availability | undefined): Payload {
  if (availability === undefined) return {};
  const { topic, online, offline } = availability;
  return { avty_t: topic, pl_avail: online, pl_not_avail: offline };
}

/** A key without a value is left out: Home Assistant has no use for empty texts. */
function deviceOf({ name, serial, model }: InverterState, facts: DiscoveryFacts): Payload {
  return {
    name,
    ids: serial,
    ...(facts.configurationUrl === undefined ? {} : { cu: facts.configurationUrl }),
    mf: 'OpenDTU',
    mdl: model.typeText,
    ...(facts.gitHash === '' ? {} : { sw: facts.gitHash }),
  };
}

interface Button {
  readonly caption: string;
  readonly icon?: string;
  readonly deviceClass?: string;
  readonly command: string;
  readonly press: string;
}
const BUTTONS: readonly Button[] = [
  { caption: 'Turn Inverter Off', icon: 'mdi:power-plug-off', command: 'power', press: '0' },
  { caption: 'Turn Inverter On', icon: 'mdi:power-plug', command: 'power', press: '1' },
  { caption: 'Restart Inverter', deviceClass: 'restart', command: 'restart', press: '1' },
];

function buttonKeys({ icon, deviceClass, command, press }: Button, topic: string): Payload {
  return {
    ...(icon === undefined ? {} : { ic: icon }),
    ...(deviceClass === undefined ? {} : { dev_cla: deviceClass }),
    ent_cat: 'config',
    cmd_t: `${topic}cmd/${command}`,
    payload_press: press,
  };
}

interface NumberEntity {
  readonly caption: string;
  readonly command: string;
  readonly state: string;
  readonly unit: string;
  readonly min: number;
  /** Undefined: what the inverter can do. */
  readonly max?: number;
}
const PERCENT = { state: 'limit_relative', unit: '%', min: 1, max: 100 };
const WATTS = { state: 'limit_absolute', unit: 'W', min: LIMIT_ABSOLUTE_MIN_W };
const NUMBERS: readonly NumberEntity[] = [
  { caption: 'Limit NonPersistent Relative', command: 'limit_nonpersistent_relative', ...PERCENT },
  { caption: 'Limit Persistent Relative', command: 'limit_persistent_relative', ...PERCENT },
  { caption: 'Limit NonPersistent Absolute', command: 'limit_nonpersistent_absolute', ...WATTS },
  { caption: 'Limit Persistent Absolute', command: 'limit_persistent_absolute', ...WATTS },
];

function numberKeys(
  { command, state, unit, min, max }: NumberEntity,
  topic: string,
  absoluteMaxW: number,
): Payload {
  return {
    ic: 'mdi:speedometer',
    ent_cat: 'config',
    cmd_t: `${topic}cmd/${command}`,
    stat_t: `${topic}status/${state}`,
    unit_of_meas: unit,
    min,
    max: max ?? absoluteMaxW,
  };
}

/** What the inverter can do, as far as a limit may go. */
function absoluteMaxOf(inverter: InverterState): number {
  const maxPowerW = maxPowerOf(inverter.deviceInfo);
  return maxPowerW > 0 ? Math.min(maxPowerW, limitValueMaxOf(inverter)) : LIMIT_ABSOLUTE_FALLBACK_MAX_W;
}

const BINARY_SENSORS = [
  { caption: 'Reachable', state: 'reachable' },
  { caption: 'Producing', state: 'producing' },
];

function binarySensorKeys({ state }: { readonly state: string }, topic: string): Payload {
  return { stat_t: `${topic}status/${state}`, pl_on: '1', pl_off: '0' };
}

/** Device class and state class; undefined: it has none. */
const CLASSES: Readonly<Record<FieldName, readonly [deviceClass: string, stateClass: string] | undefined>> = {
  Voltage: ['voltage', 'measurement'],
  Current: ['current', 'measurement'],
  Power: ['power', 'measurement'],
  'Power DC': ['power', 'measurement'],
  YieldDay: ['energy', 'total_increasing'],
  YieldTotal: ['energy', 'total_increasing'],
  Frequency: ['frequency', 'measurement'],
  Temperature: ['temperature', 'measurement'],
  PowerFactor: ['power_factor', 'measurement'],
  ReactivePower: ['reactive_power', 'measurement'],
  Efficiency: undefined,
  Irradiation: undefined,
  'Voltage Ph1-N': ['voltage', 'measurement'],
  'Voltage Ph2-N': ['voltage', 'measurement'],
  'Voltage Ph3-N': ['voltage', 'measurement'],
  'Voltage Ph1-Ph2': ['voltage', 'measurement'],
  'Voltage Ph2-Ph3': ['voltage', 'measurement'],
  'Voltage Ph3-Ph1': ['voltage', 'measurement'],
  'Current Ph1': ['current', 'measurement'],
  'Current Ph2': ['current', 'measurement'],
  'Current Ph3': ['current', 'measurement'],
};

interface SensorParts {
  readonly channel: ChannelNumber;
  readonly field: FieldName;
  readonly device: Payload;
  readonly facts: DiscoveryFacts;
}

function sensorOf({ serial }: InverterState, { channel, field, device, facts }: SensorParts): Payload {
  const word = wordOf(field);
  const { unit } = MEASURED_FIELDS[field];
  const classes = CLASSES[field];
  return {
    name: channel === 0 ? word : `CH${channel} ${word}`,
    stat_t: `${facts.baseTopic}${serial}/${fieldTopic(channel, field)}`,
    uniq_id: `${serial}_ch${channel}_${word}`,
    ...(unit === '' ? {} : { unit_of_meas: unit }),
    dev: device,
    ...(facts.expireAfterS === undefined ? {} : { exp_aft: facts.expireAfterS }),
    ...(classes === undefined ? {} : { dev_cla: classes[0], stat_cla: classes[1] }),
  };
}
