import { ONE_STRING, TWO_STRINGS } from '@heliograph/testbed/gateway/told-inverter.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import { createDiscoveryTestbed, GARAGE, keptAbout, named, SHED, WHOLE } from './discovery-testbed.ts';
import type { MqttTestbed } from './mqtt-testbed.ts';

const remembered = (testbed: MqttTestbed) => testbed.disk.text('discovery.json') ?? '';

describe('Home Assistant', () => {
  it('hears of an inverter that joins, of one with another name, and loses one that goes', async () => {
    const testbed = await createDiscoveryTestbed();
    await testbed.start();
    await testbed.nextRound();
    await testbed.setInverters([TWO_STRINGS, ONE_STRING]);
    await eventually(() => testbed.announced(SHED).told.length === WHOLE);
    await testbed.nextRound();
    await testbed.setInverters([{ ...TWO_STRINGS, name: 'Barn' }, ONE_STRING]);
    await eventually(() => named(testbed, 'Barn') === WHOLE);
    await testbed.nextRound();
    await testbed.setInverters([ONE_STRING]);
    await eventually(() => keptAbout(testbed, GARAGE).length === 0);
    expect(testbed.announced(SHED).removed.every((topic) => topic.includes('/ch1_'))).toBe(true);
    expect(keptAbout(testbed, SHED)).toHaveLength(WHOLE);
  });

  it('keeps an inverter that goes and comes back at once', async () => {
    const testbed = await createDiscoveryTestbed({ config: { mqtt_hass_individualpanels: true } });
    await testbed.start(); // has just been announced
    await testbed.setInverters([]);
    await testbed.setInverters([TWO_STRINGS]);
    await testbed.nextRound();
    await testbed.nextRound();
    expect(testbed.announced(GARAGE).removed).toEqual([]);
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('loses an inverter that was deleted while there was no broker', async () => {
    const testbed = await createDiscoveryTestbed({ inverters: [TWO_STRINGS, ONE_STRING] });
    await testbed.start();
    await testbed.loseBroker();
    await testbed.setInverters([ONE_STRING]);
    await testbed.findBroker();
    testbed.clock.advance(5000); // not more than once in 5 s
    await eventually(() => keptAbout(testbed, GARAGE).length === 0);
    expect(keptAbout(testbed, SHED)).toHaveLength(WHOLE);
  });

  it('loses an inverter that was deleted while there was no broker, also when the gateway has started anew since', async () => {
    const testbed = await createDiscoveryTestbed({ inverters: [TWO_STRINGS, ONE_STRING] });
    await testbed.start();
    await testbed.loseBroker();
    await testbed.setInverters([ONE_STRING]);
    await testbed.rerun();
    await testbed.rerun(); // what was not done yet is not forgotten either
    await testbed.broker.plugIn();
    await testbed.start();
    expect(keptAbout(testbed, GARAGE)).toEqual([]);
    expect(keptAbout(testbed, SHED)).toHaveLength(WHOLE);
    await eventually(() => !remembered(testbed).includes(GARAGE));
    expect(remembered(testbed)).toContain(SHED);
  });

  it('loses an inverter also when the connection broke before the broker had read that', async () => {
    const testbed = await createDiscoveryTestbed({ inverters: [TWO_STRINGS, ONE_STRING] });
    await testbed.start();
    await testbed.nextRound(); // the last announcement is 5 s ago
    testbed.broker.stall();
    await testbed.setInverters([ONE_STRING]);
    await testbed.loseBroker();
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE);
    await testbed.findBroker();
    testbed.clock.advance(5000);
    await eventually(() => keptAbout(testbed, GARAGE).length === 0);
  });

  it('loses an inverter also when the broker did not answer any more before the gateway stopped', async () => {
    const testbed = await createDiscoveryTestbed({ inverters: [TWO_STRINGS, ONE_STRING] });
    await testbed.start();
    testbed.broker.stall();
    await testbed.setInverters([ONE_STRING]);
    let isOver = false;
    const rerun = testbed.rerun().finally(() => {
      isOver = true;
    });
    await testbed.clock.advanceAsync(1999);
    expect(isOver).toBe(false);
    await testbed.clock.advanceAsync(2001); // 2 s for that, and 2 s for the good-bye
    await rerun;
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE);
    await testbed.broker.unplug();
    await testbed.broker.plugIn();
    await testbed.start();
    await eventually(() => keptAbout(testbed, GARAGE).length === 0);
  });

  it('loses an inverter that is deleted just before the gateway stops', async () => {
    const testbed = await createDiscoveryTestbed({ inverters: [TWO_STRINGS, ONE_STRING] });
    await testbed.start(); // has just been announced
    await testbed.setInverters([ONE_STRING]);
    await testbed.rerun();
    expect(keptAbout(testbed, GARAGE)).toEqual([]);
    expect(keptAbout(testbed, SHED)).toHaveLength(WHOLE);
    expect(remembered(testbed)).not.toContain(GARAGE);
  });
});
