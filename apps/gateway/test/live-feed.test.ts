import { describe, expect, it } from 'vitest';
import { send } from './http-client.ts';
import { openSocket } from './socket-client.ts';
import { startTestRim, TEST_SERIAL, type TestRim } from './start-test-rim.ts';

const read = async ({ port }: TestRim) => JSON.parse((await send(port, '/api/livedata/status')).text);

const hear = ({ fleet }: TestRim, limitPercent: number) =>
  fleet.update(TEST_SERIAL, ({ limit }) => ({ limit: { ...limit, percent: limitPercent, source: 'told' } }));

describe('a change', () => {
  it('of an inverter is in the very next answer', async () => {
    const rim = await startTestRim();
    for (const percent of [10, 20, 30]) {
      hear(rim, percent);
      expect((await read(rim)).inverters[0].limit_relative).toBe(percent);
    }
  });

  it('of a hint is in the very next answer', async () => {
    const rim = await startTestRim();
    expect((await read(rim)).hints.time_sync).toBe(false);
    rim.setHints({ time_sync: true });
    expect((await read(rim)).hints.time_sync).toBe(true);
  });

  it.each(['time_sync', 'radio_problem', 'default_password'])(
    'of the hint %s is pushed within a second',
    async (hint) => {
      const rim = await startTestRim();
      const client = await openSocket(rim.port);
      rim.clock.advance(1000);
      rim.clock.advance(1000);
      rim.setHints({ [hint]: true });
      rim.clock.advance(1000);
      await client.settle();
      expect(client.messages).toHaveLength(2);
      expect(JSON.parse(client.messages[1] ?? '').hints[hint]).toBe(true);
    },
  );

  it('is pushed once', async () => {
    const rim = await startTestRim();
    const client = await openSocket(rim.port);
    rim.clock.advance(1000);
    hear(rim, 10);
    hear(rim, 20);
    rim.clock.advance(5000);
    await client.settle();
    const limits = client.messages.map((text) => JSON.parse(text).inverters[0].limit_relative);
    expect(limits).toEqual([0, 20]);
  });
});

describe('pushes', () => {
  it('are a second apart, whoever comes and goes', async () => {
    const rim = await startTestRim();
    const first = await openSocket(rim.port);
    rim.clock.advance(0);
    await first.settle();
    expect(first.messages).toHaveLength(1);
    first.socket.terminate();
    await first.closed;
    await rim.clock.advanceAsync(200);
    hear(rim, 10);
    const second = await openSocket(rim.port);
    await rim.clock.advanceAsync(799);
    await second.settle();
    expect(second.messages).toHaveLength(0);
    await rim.clock.advanceAsync(1);
    await second.settle();
    expect(second.messages).toHaveLength(1);
  });

  it('stop when the last client is gone and go on with the next', async () => {
    const rim = await startTestRim();
    const first = await openSocket(rim.port);
    await rim.clock.advanceAsync(1000);
    first.socket.close();
    await first.closed;
    await rim.clock.advanceAsync(60_000);
    const second = await openSocket(rim.port);
    await rim.clock.advanceAsync(1000);
    await second.settle();
    expect(second.messages).toHaveLength(1);
  });
});

describe('the age of the data', () => {
  it('counts whole seconds', async () => {
    const rim = await startTestRim();
    rim.fleet.update(TEST_SERIAL, (_, nowMs) => ({ readingsAtMs: nowMs }));
    const ages: number[] = [];
    for (const stepMs of [0, 900, 100, 1000, 58_000]) {
      rim.clock.advance(stepMs);
      ages.push((await read(rim)).inverters[0].data_age);
    }
    expect(ages).toEqual([0, 0, 1, 2, 60]);
  });
});
