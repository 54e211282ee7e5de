import { createDice } from '@heliograph/testbed/dice.ts';
import { GARAGE, GOOD_AIR, LOST_ANSWERS } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import { startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import {
  HAS_MOSQUITTO,
  type MqttPlant,
  patiently,
  startMqttPlant,
  startSpeaker,
} from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { documentedTree } from '@heliograph/testbed/mqtt/mqtt-tree.ts';
import { memoryBytes } from '@heliograph/testbed/outside/memory-bytes.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import {
  attempts,
  attemptsIn,
  ENTITIES,
  entitiesIn,
  inTheEnd,
  lackingAt,
  WHOLE_DISCOVERY,
} from '../tools/network/broker-watch.ts';
import { startPublishTap } from '../tools/network/publish-tap.ts';
import { countTimers, openResources } from '../tools/process/open-things.ts';

const TIMEOUT_MS = 600_000;
/** A connection that holds so long is tried again soon when it is lost. */
const STEADY_MS = 15_000;
const FLAP_MS = 2000;

/** Fewest timers of a while: at times a poll is under way, which has some of its own. */
async function timersAtRest(plant: MqttPlant, pending: () => number): Promise<number> {
  let fewest = pending();
  for (let look = 0; look < 100; look++) {
    await plant.advance(97);
    fewest = Math.min(fewest, pending());
  }
  return fewest;
}

/** A plant whose way to its broker is watched, with every entity announced. */
async function startWatched(platform: ReturnType<typeof createTestPlatform> = createTestPlatform('debug')) {
  const broker = await startMosquitto();
  const tap = await startPublishTap(broker.port);
  onTestFinished(tap.close);
  const config = { ...WHOLE_DISCOVERY, mqtt_port: tap.port };
  return { tap, plant: await startMqttPlant({ platform, broker, config }) };
}

/** How many entities a gateway removes when its broker is killed and comes back. */
async function removedByKill(): Promise<number> {
  const { tap, plant } = await startWatched();
  await patiently('all is announced', () => new Set(tap.announced()).size >= ENTITIES);
  await plant.broker.kill();
  await plant.lost();
  await plant.broker.restart();
  await plant.connected();
  await plant.advance(5000);
  await patiently('all is announced anew', () => tap.announced().length >= 2 * ENTITIES);
  return tap.removals().length;
}

const row = openRow('F12');
const canRun = row.can(
  HAS_MOSQUITTO,
  'a whole gateway with a real broker',
  'mosquitto or mosquitto_sub is missing',
);
const removed = { what: 'messages without content that remove an entity', goal: { exactly: 0 } };

describe.runIf(canRun)('a whole gateway whose broker', { timeout: TIMEOUT_MS }, () => {
  it('is killed at random moments, with all that it kept, has everything again', async () => {
    const dice = createDice(row.seed);
    const kills = row.scale(2, 20);
    const bare = createTestPlatform('debug');
    const timers = countTimers(bare.clock);
    const sockets = () => openResources(/TCP|Pipe|Process/);
    const platform = { ...bare, clock: timers.clock };
    const { tap, plant } = await startWatched(platform);
    await lackingAt(plant);
    const before = { timers: await timersAtRest(plant, timers.pending), sockets: sockets() };
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
    row.figure({ ...removed, what: `${removed.what}, while it is killed`, value: tap.removals().length });
    row.figure({
      what: 'sockets and pipes left open',
      value: await inTheEnd(() => Math.max(0, sockets() - before.sockets)),
      goal: { exactly: 0 },
    });
    plant.setAir(GOOD_AIR);
    await plant.advance(STEADY_MS);
    row.figure({
      what: 'timers left',
      value: Math.max(0, (await timersAtRest(plant, timers.pending)) - before.timers),
      goal: { exactly: 0 },
    });

    // What was watched for is seen when it is wanted.
    await plant.save({ mqtt_hass_enabled: false });
    await patiently('it is removed when it is switched off', () => tap.removals().length >= ENTITIES);
    const value = await without(['wantedEntities'], removedByKill);
    row.counterProof({ ...removed, without: SEAMS.wantedEntities, value });
  });

  it('comes and goes every 2 s is not stormed', async () => {
    const { tap, plant } = await startWatched();
    const before = await memoryBytes();
    const rounds = row.scale(4, 75);
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
    // Once more, so that it has just connected: what is measured later than that is published some seconds later.
    await plant.broker.kill();
    await plant.lost();
    await plant.broker.restart();
    await plant.connected();
    row.figure({
      what: 'messages lacking after the flapping',
      value: await lackingAt(plant),
      goal: { exactly: 0 },
    });
    row.figure({ ...removed, what: `${removed.what}, while it flaps`, value: tap.removals().length });
  });

  it('stands still for 30 s is written to no more than it can take, and has everything after that', async () => {
    const plant = await startMqttPlant({
      config: { ...WHOLE_DISCOVERY, mqtt_publish_interval: 5 },
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
    await inTheEnd(() => [...wanted].filter(([topic, payload]) => heard().get(topic) !== payload).length);
    row.figure({
      what: 'messages lacking after it stood still',
      value: await lackingAt(plant),
      goal: { exactly: 0 },
    });
    const [garage] = await plant.live();
    expect([garage?.name, garage?.limit_relative]).toEqual(['Garage 30', 70]);
  });

  it('is told by Home Assistant of its restart announces everything anew', async () => {
    const plant = await startMqttPlant({ config: WHOLE_DISCOVERY });
    await lackingAt(plant);
    const topic = 'homeassistant/#';
    const listener = await startMosquittoSubscriber(plant.broker.port, { topic });
    const speaker = await startSpeaker(plant.broker);
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
