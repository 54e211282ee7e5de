import { type Broker, startBroker } from '@heliograph/testbed/outside/broker.ts';
import { type Exchange, memberOf, parseJson, type Value } from '../answer.ts';
import { ask, until } from '../ask.ts';
import { login, PASSWORD } from '../callers.ts';
import { dataForm, FORM, type Recorder, recordPlant, untilRead } from './recorder.ts';

/** Two strings, four strings, and one whose limit is 125 %. The plant always says the same. */
const KEPT_SLOTS = [0, 1, 6];
const SERIALS = ['114172220143', '116183063371', '114190529235'] as const;
const [FIRST, , FENCE] = SERIALS;

/** What is said to a broker, and which orders are taken from there. */
export async function recordMqtt(checkout: string): Promise<readonly Exchange[]> {
  const broker = await startBroker();
  try {
    return await recordPlant({ checkout, scenario: 'captured' }, async (recorder) => {
      for (let id = 0; id < 10; id += 1) {
        if (!KEPT_SLOTS.includes(id)) await post(recorder, '/api/inverter/del', { id });
      }
      await untilRead(recorder, { answering: KEPT_SLOTS.length });
      recorder.enter('mqtt');
      await recordTopics(recorder, broker);
      await recordDiscovery(recorder, broker);
      await recordLimitOrders(recorder, broker);
      await recordPowerOrders(recorder, broker);
    });
  } finally {
    await broker.close();
  }
}

const SETTINGS = {
  ...{ mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_username: '', mqtt_password: '' },
  ...{ mqtt_topic: 'solar/', mqtt_retain: true, mqtt_tls: false, mqtt_root_ca_cert: '' },
  ...{ mqtt_lwt_topic: 'dtu/status', mqtt_lwt_online: 'online', mqtt_lwt_offline: 'offline' },
  ...{ mqtt_publish_interval: 5, mqtt_hass_enabled: false, mqtt_hass_expire: true, mqtt_hass_retain: true },
  ...{ mqtt_hass_topic: 'homeassistant/', mqtt_hass_individualpanels: true },
};

async function post({ gateway }: Recorder, path: string, data: unknown): Promise<void> {
  const headers = { ...FORM, ...login(PASSWORD) };
  const { body } = await ask(gateway.url, path, { method: 'POST', headers, body: dataForm(data) });
  if (memberOf(body, 'type') !== 'success') throw new Error(`${path}: ${JSON.stringify(body)}`);
}

const setMqtt = (recorder: Recorder, broker: Broker, changes: Partial<typeof SETTINGS> = {}) =>
  post(recorder, '/api/mqtt/config', { ...SETTINGS, mqtt_port: broker.port, ...changes });

const isConnected = async (recorder: Recorder) =>
  memberOf(await recorder.look('/api/mqtt/status'), 'mqtt_connected') === true;

/** What the gateway said: orders are ours. */
const saidBy = ({ heard }: Broker) => heard.filter(({ clientId }) => clientId !== undefined);

/** The last message of each topic. */
function noteHeard(recorder: Recorder, broker: Broker, words: string): void {
  const last = new Map(saidBy(broker).map((message) => [message.topic, message]));
  for (const topic of [...last.keys()].sort()) {
    const { payload, retain: retained, qos } = last.get(topic) ?? { payload: '', retain: false, qos: 0 };
    const shown = payload.startsWith('{') ? parseJson(payload) : payload;
    recorder.note(`TOPIC ${topic}`, words, { retained, qos, payload: shown });
  }
}

/** Every inverter is published one after the other, so this is near the end of a round. */
const hasWholeRound = ({ heard }: Broker) => heard.some(({ topic }) => topic === `solar/${FENCE}/2/power`);

async function recordTopics(recorder: Recorder, broker: Broker): Promise<void> {
  await broker.say(`solar/${FIRST}/cmd/limit_nonpersistent_relative`, '77', { retain: true }); // kept by the broker
  await setMqtt(recorder, broker);
  await until('a round', () => broker, hasWholeRound);
  await quiet(broker);
  await until('connected', () => isConnected(recorder), Boolean);
  noteHeard(recorder, broker, 'first round');
  recorder.note('order of the first round', 'broker', [...new Set(saidBy(broker).map(({ topic }) => topic))]);
  for (const { id, will } of broker.clients) {
    const { topic = '', payload = '', retain: retained = false, qos = 0 } = will ?? {};
    recorder.note('client and last will', 'broker', { id, will: { topic, payload, retained, qos } });
  }
  recorder.note('subscriptions', 'broker', [...new Set(broker.subscriptions)].sort());
  await recorder.get('/api/mqtt/status');
  const limits = await recorder.look('/api/limit/status');
  recorder.note('ORDER that the broker had kept', 'broker', { limit: memberOf(limits, FIRST) as Value });
  broker.forget();
  await setMqtt(recorder, broker, { mqtt_retain: false, mqtt_topic: 'roof/', mqtt_lwt_topic: 'here' });
  await until(
    'a round elsewhere',
    () => broker.heard,
    (heard) => heard.some(({ topic }) => topic === `roof/${FENCE}/2/power`),
  );
  await quiet(broker);
  noteHeard(recorder, broker, 'other topic, not retained');
}

/**
 * What is removed when the settings change, before the new ones are in force. Then everything would be announced anew, five seconds after the
 * last time: whether that is still seen here would depend on how busy the machine is.
 */
function saidInLeaving({ heard }: Broker): Broker['heard'] {
  const connectedAt = heard.findIndex(
    ({ topic, payload }) =>
      topic === `${SETTINGS.mqtt_topic}${SETTINGS.mqtt_lwt_topic}` && payload === 'online',
  );
  return heard.slice(0, connectedAt).filter(({ payload }) => payload === '');
}

async function recordDiscovery(recorder: Recorder, broker: Broker): Promise<void> {
  const steps = [
    ['discovery', { mqtt_hass_enabled: true }],
    ['discovery without panels', { mqtt_hass_enabled: true, mqtt_hass_individualpanels: false }],
    [
      'discovery, no expiry, not retained',
      {
        mqtt_hass_enabled: true,
        mqtt_hass_expire: false,
        mqtt_hass_retain: false,
        mqtt_publish_interval: 10,
      },
    ],
    ['discovery off', { mqtt_hass_enabled: false }],
  ] as const;
  for (const [words, changes] of steps) {
    broker.forget();
    await setMqtt(recorder, broker, changes);
    await until(words, () => broker, hasWholeRound);
    const isFirst = words === 'discovery';
    if (isFirst) await quiet(broker);
    const told = isFirst ? broker.heard : saidInLeaving(broker);
    const others = told.filter(({ topic }) => topic.startsWith('homeassistant/'));
    noteHeard(recorder, { ...broker, heard: others }, words);
  }
}

/** A tenth of a second lies between two looks at least. */
const QUIET_LOOKS = 8;

/**
 * Nothing was said from one look to the next, again and again. Not by time alone: on a busy machine this process may stand still for longer,
 * and would look once before it reads what has come meanwhile.
 */
async function quiet({ heard }: Broker): Promise<void> {
  let count = -1;
  let looks = 0;
  await until(
    'quiet',
    () => heard.length,
    (now) => {
      looks = now === count ? looks + 1 : 0;
      count = now;
      return looks >= QUIET_LOOKS;
    },
  );
}

const LIMIT_ORDERS: readonly (readonly [topic: string, payload: string])[] = [
  ['limit_nonpersistent_relative', '61'],
  ['limit_nonpersistent_relative', '0'],
  ['limit_nonpersistent_relative', '55.5'],
  ['limit_nonpersistent_relative', '50.0'],
  ['limit_nonpersistent_relative', ' 62 '],
  ['limit_nonpersistent_relative', '101'],
  ['limit_nonpersistent_relative', '-1'],
  ['limit_nonpersistent_relative', 'x'],
  ['limit_nonpersistent_relative', ''],
  ['limit_persistent_relative', '64'],
  ['limit_persistent_relative', '0'],
  ['limit_persistent_relative', '63.5'],
  ['limit_nonpersistent_absolute', '400'],
  ['limit_nonpersistent_absolute', '0'],
  ['limit_nonpersistent_absolute', '300.5'],
  ['limit_nonpersistent_absolute', '1501'],
  ['limit_persistent_absolute', '200'],
  ['limit_persistent_absolute', '0'],
];

/** Before each order the limit is this, so that what came of it can be seen. */
const BEFORE = '33';

async function recordLimitOrders(recorder: Recorder, broker: Broker): Promise<void> {
  for (const [topic, payload] of LIMIT_ORDERS) {
    await order(recorder, broker, 'limit_nonpersistent_relative', BEFORE);
    const limit = await order(recorder, broker, topic, payload);
    recorder.note(`ORDER ${topic} ${JSON.stringify(payload)}`, 'broker', limit);
  }
  await broker.say(`solar/${FIRST}/cmd/restart`, '1');
  recorder.note('ORDER restart "1"', 'broker', await order(recorder, broker, 'nothing', '1'));
}

let fence = 30;

/** Gives an order and tells the limit that there is then. An order that is ignored is known by what came of the next one. */
async function order(recorder: Recorder, broker: Broker, topic: string, payload: string): Promise<Value> {
  fence = fence === 30 ? 31 : 30;
  await broker.say(`solar/${FIRST}/cmd/${topic}`, payload);
  await broker.say(`solar/${FENCE}/cmd/limit_nonpersistent_relative`, String(fence));
  const limits = await until(
    `the order behind ${topic} ${payload}`,
    () => recorder.look('/api/limit/status'),
    (now) =>
      memberOf(now, FENCE, 'limit_relative') === fence &&
      memberOf(now, FIRST, 'limit_set_status') !== 'Pending',
  );
  return memberOf(limits, FIRST) as Value;
}

/** The last one is taken, so the others were looked at when it was. */
const POWER_ORDERS: readonly (readonly [topic: string, payload: string])[] = [
  ['power', '0'],
  ['power', '5'],
  ['power', 'on'],
  ['restart', '1'],
  ['restart', '0'],
  ['restart', '2'],
  ['power', '1'],
];

/** Each goes to an inverter of its own that never answers: what it was told stays undone for a while, and can be seen. */
async function recordPowerOrders(recorder: Recorder, broker: Broker): Promise<void> {
  const serialOf = (index: number) => String(116_100_000_010 + index);
  for (const index of POWER_ORDERS.keys()) {
    await post(recorder, '/api/inverter/add', { serial: serialOf(index), name: `Nobody ${index}` });
  }
  const statusOf = async (index: number) =>
    memberOf(await recorder.look('/api/power/status'), serialOf(index), 'power_set_status');
  const last = POWER_ORDERS.length - 1;
  const before = await statusOf(last);
  for (const [index, [topic, payload]] of POWER_ORDERS.entries()) {
    await broker.say(`solar/${serialOf(index)}/cmd/${topic}`, payload);
  }
  await until(
    'the last order is taken',
    () => statusOf(last),
    (status) => status !== before,
  );
  for (const [index, [topic, payload]] of POWER_ORDERS.entries()) {
    const isTaken = (await statusOf(index)) !== before;
    recorder.note(`ORDER ${topic} ${JSON.stringify(payload)} to one that is silent`, 'broker', { isTaken });
  }
}
