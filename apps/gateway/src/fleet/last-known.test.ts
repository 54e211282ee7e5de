import { timezoneOf } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { describe, expect, it } from 'vitest';
import { createDeviceClock } from '../platform/device-clock.ts';
import { createLog } from '../platform/log.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import { createFleet } from './fleet.ts';
import { type AnsweredSpan, openLastKnown } from './last-known.ts';
import { powerAcknowledged } from './power-state.ts';

const [A, B] = ['112100000001', '112100000002'];
const SETTINGS = supportedInverters([A, B].map((serial) => ({ serial, name: serial, channel: [] })));
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NAME = 'yields.json';

/** One run of a gateway over a disk that outlives it. */
async function run(disk: CrashDisk = createCrashDisk(), clock = createVirtualClock()) {
  const logLines: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => logLines.push(line) });
  const deviceClock = createDeviceClock({ clock, startSet: true, timezone: timezoneOf('UTC0') });
  const fleet = createFleet({ clock, configs: SETTINGS });
  let powerW = 0;
  const known = await openLastKnown({
    ...{ fleet, clock, deviceClock, directory: disk, log },
    powerW: () => powerW,
  });
  return {
    disk,
    clock,
    deviceClock,
    fleet,
    known,
    logLines,
    hear(serial: string, total: number, power = 10) {
      powerW = power;
      tellAc(fleet, serial, { yieldTodayWh: total / 10, yieldTotalKWh: total });
      fleet.update(serial, () => ({ contact: 'answers' }));
    },
    silence() {
      for (const serial of [A, B]) fleet.update(serial, () => ({ contact: 'lost' }));
    },
    file: async () => JSON.parse(new TextDecoder().decode(await disk.read(NAME))),
  };
}

describe('what inverters told last', () => {
  it('survives a restart: yields of each with their time, and the last power above zero', async () => {
    const first = await run();
    first.hear(A, 5000, 45);
    const atMs = first.clock.unixMs();
    first.clock.advance(HOUR_MS);
    first.hear(B, 6000, 0);
    await first.known.close();
    first.clock.advance(HOUR_MS);
    const { known } = await run(first.disk, first.clock);
    expect(known.yieldsOf(A)).toEqual({ yieldDayWh: 500, yieldTotalKWh: 5000, atMs });
    expect(known.yieldsOf(B)).toEqual({ yieldDayWh: 600, yieldTotalKWh: 6000, atMs: atMs + HOUR_MS });
    expect(known.lastPower()).toEqual({ powerW: 45, atMs });
  });

  it('gives way to what is told now', async () => {
    const first = await run();
    first.hear(A, 5000, 45);
    await first.known.close();
    const second = await run(first.disk, first.clock);
    second.hear(A, 5001, 46);
    expect(second.known.yieldsOf(A)?.yieldTotalKWh).toBe(5001);
    expect(second.known.lastPower()?.powerW).toBe(46);
  });

  it('is written once a minute at most, and not at all while nobody says anything', async () => {
    const { hear, clock, disk, file } = await run();
    hear(A, 5000);
    expect(await disk.read(NAME)).toBeUndefined();
    clock.advance(59_000);
    hear(A, 5001);
    clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await file()).inverters[A].yieldTotalKWh).toBe(5001);
    await disk.remove(NAME);
    clock.advance(HOUR_MS);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await disk.read(NAME)).toBeUndefined();
  });

  it('is forgotten of an inverter that is removed', async () => {
    const { hear, known, fleet, file } = await run();
    hear(A, 5000);
    hear(B, 6000);
    fleet.configure(SETTINGS.slice(1));
    expect(known.yieldsOf(A)).toBeUndefined();
    await known.close();
    expect(Object.keys((await file()).inverters)).toEqual([B]);
  });

  it('is forgotten altogether when asked, and nothing writes it again', async () => {
    const first = await run();
    first.hear(A, 5000);
    await first.known.close();
    const second = await run(first.disk, first.clock);
    second.hear(A, 5001);
    await second.known.forget();
    second.hear(A, 5002);
    second.clock.advance(HOUR_MS);
    await second.known.close();
    expect(await first.disk.read(NAME)).toBeUndefined();
  });

  it.each(['{', '[]', '{"spans":7}', 'null'])(
    'costs nothing but that when the file holds %j',
    async (text) => {
      const disk = createCrashDisk();
      await disk.write(NAME, new TextEncoder().encode(text));
      const { known, hear, logLines } = await run(disk);
      expect(known.yieldsOf(A)).toBeUndefined();
      expect(known.spans()).toEqual([]);
      expect(logLines.join()).toContain('yields begin with what the inverters tell next');
      hear(A, 5000);
      expect(known.yieldsOf(A)?.yieldTotalKWh).toBe(5000);
    },
  );

  it('is not believed of a moment that no clock can show', async () => {
    const disk = createCrashDisk();
    const yields = { yieldDayWh: 5, yieldTotalKWh: 7, atMs: 1e20 };
    const text = JSON.stringify({ inverters: { [A]: yields, [B]: { ...yields, atMs: 7 } }, spans: [] });
    await disk.write(NAME, new TextEncoder().encode(text));
    const { known } = await run(disk);
    expect([known.yieldsOf(A), known.yieldsOf(B)?.atMs]).toEqual([undefined, 7]);
  });

  it('has the time of a clock that is set right afterwards', async () => {
    const { hear, known, clock, deviceClock } = await run();
    hear(A, 5000, 45);
    clock.advance(MINUTE_MS);
    deviceClock.set(clock.unixMs() + HOUR_MS);
    expect(known.yieldsOf(A)?.atMs).toBe(deviceClock.unixMs() - MINUTE_MS);
    expect(known.lastPower()?.atMs).toBe(deviceClock.unixMs() - MINUTE_MS);
  });

  it('was no power of the future, whatever a wrong clock has written', async () => {
    const first = await run();
    first.hear(A, 5000, 45);
    await first.known.close();
    const { known } = await run(first.disk, createVirtualClock(first.clock.unixMs() - HOUR_MS));
    expect(known.lastPower()).toBeUndefined();
  });
});

describe('an inverter that was switched off', () => {
  type Run = Awaited<ReturnType<typeof run>>;
  const switchTo = ({ fleet }: Run, serial: string, command: 'on' | 'off') =>
    fleet.update(serial, ({ power }, nowMs) => ({
      power: powerAcknowledged(power, { command, orderNumber: 1 }, nowMs),
    }));
  const offSince = ({ fleet }: Run) => fleet.inverters().map(({ power }) => power.offSinceMs);

  async function again(first: Run, clock = first.clock): Promise<Run> {
    await first.known.close();
    return await run(first.disk, clock);
  }

  it('is so after a restart, since the same moment, and also if it was never heard', async () => {
    const first = await run();
    first.clock.advance(MINUTE_MS);
    switchTo(first, A, 'off');
    const sinceMs = first.clock.monotonicMs();
    first.clock.advance(HOUR_MS);
    const second = await again(first);
    second.clock.advance(HOUR_MS);
    const third = await again(second);
    expect([offSince(second), offSince(third)]).toEqual([
      [sinceMs, undefined],
      [sinceMs, undefined],
    ]);
  });

  it('is written at once, since it was somebody’s command', async () => {
    const first = await run();
    switchTo(first, A, 'off');
    await expect.poll(async () => Object.keys((await first.file()).switchedOff)).toEqual([A]);
    switchTo(first, A, 'on');
    await expect.poll(async () => Object.keys((await first.file()).switchedOff)).toEqual([]);
  });

  it('is no longer so when it was switched on before the restart, or was removed', async () => {
    const first = await run();
    for (const serial of [A, B]) switchTo(first, serial, 'off');
    first.clock.advance(HOUR_MS);
    switchTo(first, A, 'on');
    first.fleet.configure(SETTINGS.slice(0, 1));
    const second = await again(first);
    expect(offSince(second)).toEqual([undefined, undefined]);
    expect((await second.file()).switchedOff).toEqual({});
  });

  it('was switched off just now where the clock was set back meanwhile', async () => {
    const first = await run();
    switchTo(first, A, 'off');
    const earlier = createVirtualClock(first.clock.unixMs() - HOUR_MS);
    const second = await again(first, earlier);
    expect(offSince(second)[0]).toBe(earlier.monotonicMs());
  });

  it.each([{ [A]: 'yesterday' }, { [A]: null }, [], 'all', 7])(
    'is not known to be so where the file says %j',
    async (switchedOff) => {
      const disk = createCrashDisk();
      const text = JSON.stringify({ inverters: {}, spans: [], switchedOff });
      await disk.write(NAME, new TextEncoder().encode(text));
      expect(offSince(await run(disk))).toEqual([undefined, undefined]);
    },
  );
});

describe('the span of a day', () => {
  const shown = (spans: readonly AnsweredSpan[], sinceMs: number) =>
    spans.map(({ firstMs, lastMs, isFromSilence, isToSilence }) => [
      (firstMs - sinceMs) / HOUR_MS,
      (lastMs - sinceMs) / HOUR_MS,
      isFromSilence,
      isToSilence,
    ]);

  it('goes from the first to the last answer, and knows which of them was watched', async () => {
    const { hear, silence, known, clock } = await run();
    const sinceMs = clock.unixMs();
    const hours = (count: number) => clock.advance(count * HOUR_MS);
    hear(A, 1); // the gateway began by day
    hours(2);
    hear(B, 1);
    silence();
    hours(12);
    hear(B, 2);
    hours(2);
    hear(A, 2);
    expect(shown(known.spans(), sinceMs)).toEqual([
      [0, 2, false, true],
      [14, 16, true, false],
    ]);
  });

  it('is not broken by an hour of silence, nor by a restart', async () => {
    const first = await run();
    const sinceMs = first.clock.unixMs();
    first.hear(A, 1);
    first.silence();
    first.clock.advance(HOUR_MS);
    first.hear(A, 2);
    await first.known.close();
    first.clock.advance(HOUR_MS);
    const second = await run(first.disk, first.clock);
    second.hear(A, 3);
    expect(shown(second.known.spans(), sinceMs)).toEqual([[0, 2, false, false]]);
  });

  it('is forgotten after eight days, and where a clock that is set back makes it one of the future', async () => {
    const { hear, silence, known, clock, deviceClock } = await run();
    for (let day = 0; day < 12; day++) {
      hear(A, day);
      silence();
      clock.advance(24 * HOUR_MS);
    }
    expect(known.spans()).toHaveLength(8);
    deviceClock.set(clock.unixMs() - 48.5 * HOUR_MS);
    hear(A, 13);
    expect(known.spans().every(({ lastMs }) => lastMs <= deviceClock.unixMs())).toBe(true);
    expect(known.spans().length).toBeLessThan(8);
  });
});
