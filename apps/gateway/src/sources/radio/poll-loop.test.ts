import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../../fleet/fleet.ts';
import { createPollLoop } from './poll-loop.ts';
import { supportedInverters } from './supported-inverters.ts';

const A = '112100000001';
const B = '114100000002';
const C = '116100000003';
const config = (serial: string) => ({ serial, name: serial, channel: [] });

function testbed(serials: readonly string[], intervalS = 5) {
  const clock = createVirtualClock();
  const fleet = createFleet({ clock, configs: supportedInverters(serials.map(config)) });
  const turns: [number, string][] = [];
  const air = { isFree: true };
  const loop = createPollLoop({
    clock,
    fleet,
    intervalS,
    isAirFree: () => air.isFree,
    takeTurn: ({ serial }) => turns.push([clock.monotonicMs(), serial]),
  });
  return { clock, fleet, turns, air, loop };
}

describe('the poll loop', () => {
  it('gives one inverter per interval its turn, in the order of the fleet, again and again', () => {
    const { clock, turns, loop } = testbed([B, A, C]);
    loop.start();
    clock.advance(20_100);
    expect(turns).toEqual([
      [5001, B],
      [10_002, A],
      [15_003, C],
      [20_004, B],
    ]);
  });

  it('does nothing before it is started', () => {
    const { clock, turns, loop } = testbed([A]);
    loop.setInterval(1);
    clock.advance(60_000);
    expect(turns).toEqual([]);
  });

  it('skips a turn while the air is in use, and nobody loses their place', () => {
    const { clock, turns, air, loop } = testbed([A, B]);
    loop.start();
    clock.advance(5001);
    air.isFree = false;
    clock.advance(5001);
    air.isFree = true;
    clock.advance(5001);
    expect(turns).toEqual([
      [5001, A],
      [15_003, B],
    ]);
  });

  it('takes over a new interval at once, counted from the last turn', () => {
    const { clock, turns, loop } = testbed([A], 60);
    loop.start();
    clock.advance(10_000);
    loop.setInterval(2);
    clock.advance(3000);
    loop.setInterval(600);
    clock.advance(599_000);
    expect(turns.map(([time]) => time)).toEqual([10_000, 12_001]);
  });

  it('gives the first inverter that joins an empty fleet its overdue turn at once', () => {
    const { clock, fleet, turns, loop } = testbed([]);
    loop.start();
    clock.advance(12_345);
    fleet.configure(supportedInverters([config(A)]));
    clock.advance(0);
    expect(turns).toEqual([[12_345, A]]);
    clock.advance(5001);
    expect(turns).toHaveLength(2);
  });

  it('goes on with whoever is there when the fleet changes', () => {
    const { clock, fleet, turns, loop } = testbed([A, B, C]);
    loop.start();
    clock.advance(10_002);
    fleet.configure(supportedInverters([config(A)]));
    clock.advance(10_002);
    expect(turns.map(([, serial]) => serial)).toEqual([A, B, A, A]);
  });

  it('stops', () => {
    const { clock, fleet, turns, loop } = testbed([]);
    loop.start();
    clock.advance(6000);
    loop.stop();
    fleet.configure(supportedInverters([config(A)]));
    clock.advance(60_000);
    expect(turns).toEqual([]);
  });
});
