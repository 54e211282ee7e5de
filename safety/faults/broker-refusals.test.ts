import { startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import {
  HAS_MOSQUITTO,
  patiently,
  startMqttPlant,
  startSpeaker,
} from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { attempts, attemptsIn, lackingAt, STORM, WHOLE_DISCOVERY } from '../tools/network/broker-watch.ts';

const TIMEOUT_MS = 600_000;
const FIVE_MINUTES_MS = 300_000;

/** A gateway whose broker refuses it, for five minutes. */
async function refused(): Promise<number> {
  const plant = await startMqttPlant({ scenario: 'no-inverters' });
  await plant.broker.stop();
  await plant.lost();
  return attemptsIn(plant, FIVE_MINUTES_MS);
}

/** Two gateways with the same client id, for a minute; returns how often the busier one has connected. */
async function takeTurns(): Promise<number> {
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
const canRun = row.can(
  HAS_MOSQUITTO,
  'a gateway that its broker refuses',
  'mosquitto or mosquitto_sub is missing',
);

describe.runIf(canRun)('a whole gateway whose broker', { timeout: TIMEOUT_MS }, () => {
  it('is down when it starts goes on serving, and has everything when it is there', async () => {
    const plant = await startMqttPlant({ config: WHOLE_DISCOVERY });
    await plant.broker.kill();
    await plant.lost();
    const before = attempts(plant);
    await plant.restart();
    await patiently('refused', () => attempts(plant) > before && plant.step() === 'waiting');
    const tried = 1 + (await attemptsIn(plant, row.scale(60_000, FIVE_MINUTES_MS)));
    row.figure({
      what: 'attempts in the first 5 minutes of a gateway whose broker is down at its start',
      value: tried,
      goal: { atMost: row.scale(8, 12) }, // in the short form it is a minute
    });
    row.figure({
      what: 'oldest measurement shown meanwhile',
      value: Math.max(...(await plant.live()).map(({ data_age }) => data_age)),
      unit: 's',
      goal: { atMost: 5 },
    });
    await plant.broker.restart();
    const returnedAtMs = plant.clock.monotonicMs();
    await plant.connected();
    row.figure({
      what: 'wait from the return of a broker that was down at the start to the connection',
      value: plant.clock.monotonicMs() - returnedAtMs,
      unit: 'ms',
      goal: { atMost: 60_000 },
    });
    row.figure({
      what: 'messages lacking after the return of a broker that was down at the start',
      value: await lackingAt(plant),
      goal: { exactly: 0 },
    });
  });

  it('refuses it is asked ever less often; so is one that throws it out for another one with its id', async () => {
    const refusals = { what: 'attempts in the first 5 minutes', goal: { atMost: 12 } };
    const turns = { what: 'connections in a minute of two gateways with the same id', goal: { atMost: 8 } };
    row.figure({ ...refusals, value: await refused() });
    row.figure({ ...turns, value: await takeTurns() });
    if (!row.isNightly) return; // the short form has a smaller one, for the connection alone
    const proof = { without: SEAMS.longerRetries };
    row.counterProof({ ...refusals, ...proof, value: await without(['longerRetries'], refused) });
    row.counterProof({ ...turns, ...proof, value: await without(['longerRetries'], takeTurns) });
  });

  it('wants another password is asked ever less often', async () => {
    const broker = await startMosquitto({ users: { heliograph: 'right' } });
    const config = { mqtt_username: 'heliograph', mqtt_password: 'right', mqtt_hass_enabled: true };
    const plant = await startMqttPlant({ broker, config, scenario: 'no-inverters' });
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
});
