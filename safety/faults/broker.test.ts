import { beforeEach, describe, expect, it } from 'vitest';
import { memoryBytes } from '../../apps/gateway/test/memory-bytes.ts';
import { startMosquitto } from '../../apps/gateway/test/mosquitto.ts';
import { type SeenMessage, startMosquittoSubscriber } from '../../apps/gateway/test/mosquitto-subscriber.ts';
import * as whole from '../../apps/gateway/test/mqtt-plant.ts';
import { type MqttPlant, needMosquitto, patiently, WAIT } from '../../apps/gateway/test/mqtt-plant.ts';
import { documentedTree, taken } from '../../apps/gateway/test/mqtt-tree.ts';
import { GARAGE, LOST_ANSWERS } from '../../apps/gateway/test/plant-gateway.ts';
import { createTestPlatform } from '../../apps/gateway/test/start-test-gateway.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/build-entry.ts';
import { createDice } from '../tools/dice.ts';
import { guard } from '../tools/guard.ts';
import { countTimers, openResources } from '../tools/open-things.ts';

const BACK_OFF = guard(
  'waiting ever longer between two attempts',
  'apps/gateway/src/mqtt/retry-delay.ts',
  'FIRST_RETRY_MS * 2 ** (failures - 1)',
  'FIRST_RETRY_MS',
);
const impatient = () =>
  loadEntry<typeof whole>({ entry: 'apps/gateway/test/mqtt-plant.ts', without: [BACK_OFF] });

/** Buttons, numbers, binary sensors, the AC side; panels are off. */
const ENTITIES = 3 * 20;
const TIMEOUT_MS = 600_000;
/** A connection that holds so long is tried again soon when it is lost. */
const STEADY_MS = 15_000;
const FIVE_MINUTES_MS = 300_000;
const FLAP_MS = 2000;

/** Waits for what other processes do; returns how much is lacking in the end. */
async function inTheEnd(lacking: () => number): Promise<number> {
  const untilMs = performance.now() + WAIT.timeout;
  while (lacking() > 0 && performance.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, WAIT.interval));
  return lacking();
}

/** How many messages the broker lacks: of the state at this moment of the plant's clock, of the discovery 5 s later. */
async function lackingAt(plant: MqttPlant): Promise<number> {
  const { messages } = await documentedTree(plant);
  await taken(plant.broker.port, messages);
  const late = await startMosquittoSubscriber(plant.broker.port);
  const wanted = [...messages].filter(([, payload]) => payload !== '');
  const state = await inTheEnd(() => {
    const kept = late.messages
      .filter(({ retain }) => retain)
      .map(({ topic, payload }) => [topic, payload] as const);
    const payloads = new Map(kept);
    return wanted.filter(([topic, payload]) => payloads.get(topic) !== payload).length;
  });
  await plant.advance(5000);
  const discovery = await inTheEnd(() => ENTITIES - entitiesIn(late.messages).size);
  await late.stop();
  return state + discovery;
}

/** Topics of entities that there are: what must not be there, as panels while they are off, is told without content. */
const entitiesIn = (messages: readonly SeenMessage[]) =>
  new Set(
    messages
      .filter(({ topic, payload }) => topic.endsWith('/config') && payload !== '')
      .map(({ topic }) => topic),
  );

const attempts = ({ logLines }: MqttPlant) =>
  logLines.filter((line) => line.includes('Connecting to the MQTT broker.')).length;

/** Beyond this it is a storm, and need not be watched to its end. */
const STORM = 25;

/** Attempts while so much time passes; none is cut short by the clock. */
async function attemptsIn(plant: MqttPlant, ms: number): Promise<number> {
  const before = attempts(plant);
  for (let passedMs = 0; passedMs < ms && attempts(plant) - before < STORM; passedMs += 500) {
    await plant.advance(500);
    await patiently('the attempt is over', () => plant.step() !== 'connecting');
  }
  return attempts(plant) - before;
}

/** A gateway whose broker refuses it, for five minutes. */
async function refused({ startMqttPlant }: typeof whole): Promise<number> {
  const plant = await startMqttPlant({ scenario: 'no-inverters' });
  await plant.broker.stop();
  await plant.lost();
  return attemptsIn(plant, FIVE_MINUTES_MS);
}

/** Two gateways with the same client id, for a minute; returns how often the busier one has connected. */
async function takeTurns({ startMqttPlant, startSpeaker }: typeof whole): Promise<number> {
  const scenario = 'no-inverters';
  const one = await startMqttPlant({ scenario });
  const two = await startMqttPlant({ scenario, broker: one.broker, config: { mqtt_topic: 'two/' } });
  const both = [one, two];
  const before = both.map((plant) => plant.connects());
  const turns = () => Math.max(...both.map((plant, index) => plant.connects() - (before[index] ?? 0)));
  for (let second = 1; second <= 60 && turns() < STORM; second++) {
    for (const plant of both) {
      await plant.advance(1000);
      await patiently('the attempt is over', () => plant.step() !== 'connecting');
    }
    await patiently('one has lost', () => both.some((plant) => plant.step() !== 'connected'));
  }
  await (await startSpeaker(one.broker)).say('still', 'there');
  return turns();
}

const row = openRow('F12');

describe('a whole gateway whose broker', { timeout: TIMEOUT_MS }, () => {
  beforeEach(needMosquitto);

  it('is killed at random moments, with all that it kept, has everything again', async () => {
    const dice = createDice(row.seed);
    const kills = row.scale(3, 20);
    const bare = createTestPlatform('debug');
    const timers = countTimers(bare.clock);
    const sockets = () => openResources(/TCP|Pipe|Process/);
    const platform = { ...bare, clock: timers.clock };
    const plant = await whole.startMqttPlant({ platform, config: { mqtt_hass_enabled: true } });
    await lackingAt(plant);
    const before = { timers: timers.pending(), sockets: sockets() };
    let longestMs = 0;
    let lacking = 0;
    async function comeBack(): Promise<void> {
      await plant.broker.restart();
      const returnedAtMs = plant.clock.monotonicMs();
      await plant.connected();
      longestMs = Math.max(longestMs, plant.clock.monotonicMs() - returnedAtMs);
      lacking += await lackingAt(plant);
    }
    for (let kill = 1; kill <= kills; kill++) {
      const saving = dice() < 0.3 ? plant.save({}) : undefined; // a change of settings in the middle of it
      await plant.advance(dice() * 12_000);
      await plant.broker.kill(dice() < 0.7 ? 'SIGKILL' : 'SIGTERM');
      await saving;
      await plant.lost();
      await plant.advance(dice() * 20_000);
      await comeBack();
    }
    // Also what has not changed since it was published before.
    await plant.advance(STEADY_MS);
    plant.setAir(LOST_ANSWERS);
    await plant.advance(1000);
    await plant.broker.kill();
    await plant.lost();
    await comeBack();

    row.figure({
      what: 'longest wait from the return of a killed broker to the connection',
      value: longestMs,
      unit: 'ms',
      goal: { atMost: 60_000 },
    });
    row.figure({
      what: 'messages lacking, of the state at once, of the discovery after 5 s',
      value: lacking,
      goal: { exactly: 0 },
    });
    row.figure({ what: 'attempts for each kill', value: attempts(plant) / (kills + 1), goal: { below: 8 } });
    await patiently('nothing is left open', () => sockets() <= before.sockets);
    row.figure({
      what: 'sockets and pipes left open',
      value: Math.max(0, sockets() - before.sockets),
      goal: { exactly: 0 },
    });
    row.figure({
      what: 'timers left',
      value: Math.max(0, timers.pending() - before.timers),
      goal: { atMost: 3 },
    });
  });

  it('comes and goes every 2 s is not stormed', async () => {
    const plant = await whole.startMqttPlant({ config: { mqtt_hass_enabled: true } });
    const before = await memoryBytes();
    const rounds = row.scale(6, 75);
    let tried = 0;
    for (let flap = 0; flap < rounds; flap++) {
      await plant.broker.kill();
      tried += await attemptsIn(plant, FLAP_MS);
      await plant.broker.restart();
      tried += await attemptsIn(plant, FLAP_MS);
    }
    row.figure({
      what: 'attempts a minute while the broker flaps',
      value: (tried / rounds) * 15,
      goal: { atMost: 30 },
    });
    row.figure({
      what: 'memory held more',
      value: ((await memoryBytes()) - before) / 1e6,
      unit: 'MB',
      goal: { atMost: 5 },
    });
    await plant.connected();
    row.figure({
      what: 'messages lacking after the flapping',
      value: await lackingAt(plant),
      goal: { exactly: 0 },
    });
  });

  it('stands still for 30 s is written to no more than it can take, and has everything after that', async () => {
    const plant = await whole.startMqttPlant({
      config: { mqtt_hass_enabled: true, mqtt_publish_interval: 5 },
    });
    const { inverter } = Object(await plant.json('/api/inverter/list'));
    const other = await startMosquittoSubscriber(plant.broker.port);
    const before = await memoryBytes();
    plant.broker.pause();
    for (let second = 1; second <= 30; second++) {
      await plant.advance(1000);
      if (second % 3 > 0) continue;
      await plant.result('/api/inverter/edit', { ...inverter[0], name: `Garage ${second}` });
      await plant.result('/api/limit/config', { serial: GARAGE, limit_value: 100 - second, limit_type: 1 });
    }
    const grownMb = ((await memoryBytes()) - before) / 1e6;
    row.figure({
      what: 'memory held more while the broker stands still',
      value: grownMb,
      unit: 'MB',
      goal: { atMost: 5 },
    });
    plant.broker.resume();
    await plant.advance(5000);
    await plant.connected();
    // It reads what has piled up first: who comes meanwhile is handed what it had kept before.
    const { messages: wanted } = await documentedTree(plant);
    const heard = () => new Map(other.messages.map(({ topic, payload }) => [topic, payload]));
    await expect
      .poll(() => [...wanted].filter(([topic, payload]) => heard().get(topic) !== payload), WAIT)
      .toEqual([]);
    row.figure({
      what: 'messages lacking after it stood still',
      value: await lackingAt(plant),
      goal: { exactly: 0 },
    });
    const [garage] = await plant.live();
    expect([garage?.name, garage?.limit_relative]).toEqual(['Garage 30', 70]);
  });

  it('refuses it is asked ever less often; so is one that throws it out for another one with its id', async () => {
    const refusals = { what: 'attempts in the first 5 minutes', goal: { atMost: 12 } };
    const turns = { what: 'connections in a minute of two gateways with the same id', goal: { atMost: 8 } };
    row.figure({ ...refusals, value: await refused(whole) });
    row.figure({ ...turns, value: await takeTurns(whole) });
    if (!row.isNightly) return; // a copy of the whole gateway takes its time; the short form has smaller ones
    const copy = await impatient();
    row.counterProof({ ...refusals, without: BACK_OFF.name, value: await refused(copy) });
    row.counterProof({ ...turns, without: BACK_OFF.name, value: await takeTurns(copy) });
  });

  it('wants another password is asked ever less often', async () => {
    const broker = await startMosquitto({ users: { heliograph: 'right' } });
    const config = { mqtt_username: 'heliograph', mqtt_password: 'right', mqtt_hass_enabled: true };
    const plant = await whole.startMqttPlant({ broker, config, scenario: 'no-inverters' });
    await plant.save({ mqtt_password: 'wrong' });
    await patiently('refused', () => plant.step() === 'waiting');
    const value = 1 + (await attemptsIn(plant, FIVE_MINUTES_MS));
    row.figure({
      what: 'attempts in the first 5 minutes with a wrong password',
      value,
      goal: { atMost: 12 },
    });
    expect(await plant.json('/api/mqtt/status')).toMatchObject({ mqtt_connected: false });
    await plant.change({ mqtt_password: 'right' });
  });

  it('is told by Home Assistant of its restart announces everything anew', async () => {
    const plant = await whole.startMqttPlant({ config: { mqtt_hass_enabled: true } });
    await lackingAt(plant);
    const topic = 'homeassistant/#';
    const listener = await startMosquittoSubscriber(plant.broker.port, { topic });
    const speaker = await whole.startSpeaker(plant.broker);
    await plant.advance(5000);
    await speaker.say('homeassistant/status', 'online');
    const fresh = () => listener.messages.filter(({ retain }) => !retain);
    const value = await inTheEnd(() => ENTITIES - entitiesIn(fresh()).size);
    row.figure({
      what: 'announcements lacking when Home Assistant has restarted',
      value,
      goal: { exactly: 0 },
    });
    const entities = entitiesIn(listener.messages);
    const emptied = listener.messages.filter(
      ({ topic: at, payload }) => payload === '' && entities.has(at),
    ).length;
    row.figure({
      what: 'entities of Home Assistant removed meanwhile',
      value: emptied,
      goal: { exactly: 0 },
    });
  });
});
