import { ONE_STRING, TWO_STRINGS, tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import { createDiscoveryTestbed, keptAbout } from './discovery-testbed.ts';
import { discoveryProblems } from './home-assistant-schema.ts';
import type { MqttTestbed } from './mqtt-testbed.ts';

const CAP = 'solar/group/balcony/status/cap';
const EXPIRY = 'solar/group/balcony/status/expiry';
const ADMIN = { way: 'http', by: 'admin' } as const;

const setGroups = (testbed: MqttTestbed, cap: number | undefined) =>
  testbed.settings.update('limits', (limits) => ({
    ...limits,
    groups:
      cap === undefined
        ? []
        : [
            {
              ...{ id: 'balcony', name: 'Balcony', cap },
              members: [TWO_STRINGS, ONE_STRING].map(({ serial }) => ({
                serial,
                min_power: 0,
                max_power: 0,
              })),
            },
          ],
  }));

/** Two inverters of unknown models that have answered, in a group with a cap. */
async function startGroup({ cap = 800 } = {}) {
  const testbed = await createDiscoveryTestbed({ inverters: [TWO_STRINGS, ONE_STRING] });
  await setGroups(testbed, cap);
  for (const { serial } of [TWO_STRINGS, ONE_STRING]) {
    tellAc(testbed.fleet, serial, { powerW: 300, yieldTodayWh: 100 });
  }
  await testbed.start();
  return testbed;
}

/** Says it as Home Assistant does, and waits until the gateway has heard it. */
async function say(testbed: MqttTestbed, path: string, payload: string): Promise<void> {
  const before = testbed.logLines.length;
  await testbed.broker.say(`solar/group/${path}`, payload);
  await eventually(() => testbed.logLines.slice(before).some((line) => line.includes(' MQTT')));
}

const entitiesOf = (testbed: MqttTestbed) =>
  testbed.broker.heard.filter(({ topic }) => /\/dtu_group_\w+\/(cap|expiry)\/config$/.test(topic));
const lastLine = ({ logLines }: MqttTestbed) =>
  logLines.filter((line) => line.includes(' MQTT')).at(-1) ?? '';

describe('a group of inverters in Home Assistant', () => {
  it('has a number for its cap and one for its expiry, as Home Assistant documents them', async () => {
    const testbed = await startGroup();
    const entities = entitiesOf(testbed);
    expect(entities.flatMap((message) => discoveryProblems('homeassistant/', message))).toEqual([]);
    const [cap, expiry] = entities.map(({ payload }) => JSON.parse(payload));
    expect(cap).toMatchObject({
      ...{ name: 'Cap', min: 0, max: 800, unit_of_meas: 'W', stat_t: CAP },
      ...{ cmd_t: 'solar/group/balcony/cmd/cap', dev: { name: 'Balcony' } },
    });
    expect(expiry).toMatchObject({
      ...{ name: 'Expiry', min: 0, max: 1440, unit_of_meas: 'min', stat_t: EXPIRY },
      cmd_t: 'solar/group/balcony/cmd/expiry',
    });
    expect(new Set(entities.map(({ topic }) => topic)).size).toBe(2);
    expect(testbed.broker.subscriptions).toEqual(
      expect.arrayContaining(['solar/group/+/cmd/cap 0', 'solar/group/+/cmd/expiry 0']),
    );
  });

  it('is known by topics that belong to this gateway alone, and goes when the group does', async () => {
    const testbed = await startGroup();
    const [{ topic = '' } = {}] = entitiesOf(testbed);
    const node = /dtu_(group_\w+_balcony)/.exec(topic)?.[1] ?? '';
    expect(keptAbout(testbed, node)).toHaveLength(2);
    await testbed.nextRound();
    await setGroups(testbed, undefined);
    await eventually(() => keptAbout(testbed, node).length === 0);
  });
});

describe('the limit of a group over MQTT', () => {
  it('is shown, and lowered for as long as its owner is told', async () => {
    const testbed = await startGroup();
    testbed.clock.advance(2000);
    await testbed.nextRound();
    expect([testbed.broker.last(CAP), testbed.broker.last(EXPIRY)]).toEqual(['800', '120']);
    await say(testbed, 'balcony/cmd/expiry', '1');
    await say(testbed, 'balcony/cmd/cap', '500');
    await eventually(() => testbed.broker.last(CAP) === '500');
    expect(testbed.broker.last(EXPIRY)).toBe('1');
    expect(testbed.limits.state().held).toMatchObject([{ owner: 'program', by: 'mqtt', target: 'balcony' }]);
    for (let round = 0; round < 12; round += 1) await testbed.nextRound();
    await eventually(() => testbed.broker.last(CAP) === '800');
  });

  it('never goes above its cap, and ends at once with an expiry of 0', async () => {
    const testbed = await startGroup();
    await say(testbed, 'balcony/cmd/cap', '5000');
    await eventually(() => testbed.broker.last(CAP) === '800');
    await say(testbed, 'balcony/cmd/expiry', '0');
    await eventually(() => testbed.limits.state().held.length === 0);
    expect(testbed.limits.groupLimit('balcony')?.minutes).toBe(120);
  });

  it('is refused while a person holds it, and stays in the time line', async () => {
    const testbed = await startGroup();
    await testbed.limits.claim({ target: 'plant', watts: 300, ends: 'changed', seconds: 0 }, ADMIN);
    await say(testbed, 'balcony/cmd/cap', '700');
    expect(lastLine(testbed)).toContain('somebody of a higher rank holds the limits of this group');
    expect(testbed.limits.state().held).toMatchObject([{ owner: 'person' }]);
    const refused = testbed.limits
      .all()
      .filter(({ steps }) => steps.some((step) => step.step === 'refused' && step.reason === 'held'));
    expect(refused.map(({ serial, origin }) => [serial, origin.way]).toSorted()).toEqual(
      [ONE_STRING.serial, TWO_STRINGS.serial].toSorted().map((serial) => [serial, 'mqtt']),
    );
  });

  it('is not taken for a group that there is not', async () => {
    const testbed = await startGroup();
    await say(testbed, 'garage/cmd/cap', '100');
    expect(lastLine(testbed)).toContain('no such group');
    expect(testbed.limits.state().held).toEqual([]);
  });
});
