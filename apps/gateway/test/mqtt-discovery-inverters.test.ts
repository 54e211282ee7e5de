import { describe, expect, it } from 'vitest';
import { createDiscoveryBench, GARAGE, keptAbout, named, SHED, WHOLE } from './discovery-bench.ts';
import { eventually } from './eventually.ts';
import type { MqttBench } from './mqtt-bench.ts';
import { ONE_STRING, TWO_STRINGS } from './told-inverter.ts';

const remembered = (bench: MqttBench) => bench.disk.text('discovery.json') ?? '';

describe('Home Assistant', () => {
  it('hears of an inverter that joins, of one with another name, and loses one that goes', async () => {
    const bench = await createDiscoveryBench();
    await bench.start();
    await bench.nextRound();
    await bench.setInverters([TWO_STRINGS, ONE_STRING]);
    await eventually(() => bench.announced(SHED).told.length === WHOLE);
    await bench.nextRound();
    await bench.setInverters([{ ...TWO_STRINGS, name: 'Barn' }, ONE_STRING]);
    await eventually(() => named(bench, 'Barn') === WHOLE);
    await bench.nextRound();
    await bench.setInverters([ONE_STRING]);
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
    expect(bench.announced(SHED).removed.every((topic) => topic.includes('/ch1_'))).toBe(true);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
  });

  it('keeps an inverter that goes and comes back at once', async () => {
    const bench = await createDiscoveryBench({ config: { mqtt_hass_individualpanels: true } });
    await bench.start(); // has just been announced
    await bench.setInverters([]);
    await bench.setInverters([TWO_STRINGS]);
    await bench.nextRound();
    await bench.nextRound();
    expect(bench.announced(GARAGE).removed).toEqual([]);
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('loses an inverter that was deleted while there was no broker', async () => {
    const bench = await createDiscoveryBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    await bench.loseBroker();
    await bench.setInverters([ONE_STRING]);
    await bench.findBroker();
    bench.clock.advance(5000); // not more than once in 5 s
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
  });

  it('loses an inverter that was deleted while there was no broker, also when the gateway has started anew since', async () => {
    const bench = await createDiscoveryBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    await bench.loseBroker();
    await bench.setInverters([ONE_STRING]);
    await bench.rerun();
    await bench.rerun(); // what was not done yet is not forgotten either
    await bench.broker.plugIn();
    await bench.start();
    expect(keptAbout(bench, GARAGE)).toEqual([]);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
    await eventually(() => !remembered(bench).includes(GARAGE));
    expect(remembered(bench)).toContain(SHED);
  });

  it('loses an inverter also when the connection broke before the broker had read that', async () => {
    const bench = await createDiscoveryBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    await bench.nextRound(); // the last announcement is 5 s ago
    bench.broker.stall();
    await bench.setInverters([ONE_STRING]);
    await bench.loseBroker();
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE);
    await bench.findBroker();
    bench.clock.advance(5000);
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
  });

  it('loses an inverter also when the broker did not answer any more before the gateway stopped', async () => {
    const bench = await createDiscoveryBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start();
    bench.broker.stall();
    await bench.setInverters([ONE_STRING]);
    let isOver = false;
    const rerun = bench.rerun().finally(() => {
      isOver = true;
    });
    await bench.clock.advanceAsync(1999);
    expect(isOver).toBe(false);
    await bench.clock.advanceAsync(2001); // 2 s for that, and 2 s for the good-bye
    await rerun;
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE);
    await bench.broker.unplug();
    await bench.broker.plugIn();
    await bench.start();
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
  });

  it('loses an inverter that is deleted just before the gateway stops', async () => {
    const bench = await createDiscoveryBench({ inverters: [TWO_STRINGS, ONE_STRING] });
    await bench.start(); // has just been announced
    await bench.setInverters([ONE_STRING]);
    await bench.rerun();
    expect(keptAbout(bench, GARAGE)).toEqual([]);
    expect(keptAbout(bench, SHED)).toHaveLength(WHOLE);
    expect(remembered(bench)).not.toContain(GARAGE);
  });
});
