import type { MeterConfig } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';

import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createMeter } from './meter.ts';
import type { ListenToTopic } from './meter-sources.ts';

const CONFIG: MeterConfig = {
  ...{ kind: 'mqtt', topic: 'house/meter', value: 'power', http_preset: 'own', modbus_preset: 'sdm' },
  ...{ https: false, host: '', port: 80, path: '', user: '', password: '' },
  ...{ interval: 2, unit: 1, factor: 1, inverted: false },
};

function testbed(config: Partial<MeterConfig> = {}) {
  const clock = createVirtualClock();
  const open = new Set<Parameters<ListenToTopic>[1]>();
  const listenToTopic: ListenToTopic = (_topic, listener) => {
    open.add(listener);
    return () => open.delete(listener);
  };
  const meter = createMeter({
    config: { ...CONFIG, ...config },
    ...{
      clock,
      log: createLog({ level: 'silent', writeLine: () => {} }),
      listenToTopic,
      simulatedPowerW: undefined,
    },
  });
  const say = (text: string, isRetained = false) => {
    for (const listener of [...open]) listener.onMessage(new TextEncoder().encode(text), isRetained);
    clock.advance(1000);
  };
  const lose = () => {
    for (const listener of [...open]) listener.onProblem('broker');
  };
  return { clock, meter, say, lose, open };
}

describe('the meter of the house', () => {
  it('tells what it hears, when, and what it heard before', () => {
    const { meter, say } = testbed();
    expect([meter.reading(), meter.problem()]).toEqual([undefined, 'starting']);
    const heard: unknown[] = [];
    meter.onReading((reading) => heard.push(reading));
    say('{"power":300}');
    say('{"power":-20}');
    expect(heard).toEqual([
      { powerW: 300, atMs: 0, previousW: undefined },
      { powerW: -20, atMs: 1000, previousW: 300 },
    ]);
    expect(meter.problem()).toBeUndefined();
  });

  it('counts in W, and what is taken as positive', () => {
    const { meter, say } = testbed({ factor: 1000, inverted: true });
    say('{"power":1.5}');
    expect(meter.reading()?.powerW).toBe(-1500);
    say('{"power":5000}');
    expect(meter.problem()).toBe('implausible');
  });

  it('keeps what it has heard when nothing sensible comes, and says why', () => {
    const { meter, say, lose } = testbed();
    say('{"power":300}');
    for (const [text, problem] of [
      ['<html>', 'no-json'],
      ['{"power":null}', 'no-value'],
      ['{"power":1e300}', 'implausible'],
    ] as const) {
      say(text);
      expect([meter.reading()?.powerW, meter.problem()]).toEqual([300, problem]);
    }
    lose();
    expect(meter.problem()).toBe('broker');
    say('{"power":301}');
    expect(meter.problem()).toBeUndefined();
  });

  it('does not believe what the broker has kept, nor listens to more than ten values a second', () => {
    const { meter, say, open } = testbed();
    say('{"power":300}', true);
    expect(meter.reading()).toBeUndefined();
    let heard = 0;
    meter.onReading(() => {
      heard += 1;
    });
    for (let count = 0; count < 1000; count += 1) {
      for (const listener of open) listener.onMessage(new TextEncoder().encode('{"power":1}'), false);
    }
    expect(heard).toBe(1);
  });

  it('has a problem when it falls silent', () => {
    const { meter, say, clock } = testbed();
    say('{"power":300}');
    clock.advance(61_000);
    expect(meter.problem()).toBe('no-message');
    say('{"power":10}');
    expect(meter.reading()?.previousW).toBeUndefined();
  });

  it('is read as it is set up now', () => {
    const { meter, say, open } = testbed();
    say('{"power":300}');
    meter.configure({ ...CONFIG, value: 'other' });
    expect([meter.reading(), open.size]).toEqual([undefined, 1]);
    say('{"other":7}');
    expect(meter.reading()?.powerW).toBe(7);
    meter.configure({ ...CONFIG, kind: 'none' });
    expect([meter.problem(), open.size]).toEqual(['none', 0]);
    meter.configure({ ...CONFIG, kind: 'simulated' });
    expect(meter.problem()).toBe('none');
  });

  it('tries out another one beside it, for twelve seconds', async () => {
    const { meter, say, clock, open } = testbed({ kind: 'none' });
    const trial = meter.tryOut({ ...CONFIG, inverted: true });
    say('{"power":5}');
    expect(await trial).toEqual({ kind: 'power', powerW: -5 });
    const silent = meter.tryOut(CONFIG);
    clock.advance(12_000);
    expect(await silent).toEqual({ kind: 'problem', problem: 'no-message' });
    expect(open.size).toBe(0);
    expect(meter.problem()).toBe('none');
    const many = Array.from({ length: 5 }, () => meter.tryOut(CONFIG));
    expect(await many[4]).toEqual({ kind: 'busy' });
    meter.stop();
    expect(await Promise.all(many.slice(0, 4))).toHaveLength(4);
    expect(open.size).toBe(0);
  });
});
