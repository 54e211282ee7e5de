import { decodeFragment, encodeRequest, pipeAddress } from '@heliograph/protocol';
import { type ChipRadio, createChipRadio, SCENARIOS } from '@heliograph/simulator';
import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const TIMEOUT_MS = 240_000;
const DTU_SERIAL = '199980112345';
const SCENARIO = SCENARIOS['three-inverters'];
/** With four strings: its answer has four fragments. */
const SERIAL = SCENARIO.inverters[2]?.serial ?? '';
const FRAGMENTS = 4;
const WINDOW_MS = 200;
const PATIENCE_MS = 60_000;
const row = openRow('F51');

interface Bench {
  readonly clock: VirtualClock;
  readonly radio: ChipRadio;
  /** How many fragments of an answer come to one request. */
  ask(): number;
}

function createBench(seed: number, latenessUs?: () => number): Bench {
  const clock = createVirtualClock();
  const options = { scenario: SCENARIO, clock, seed, speed: 1 };
  const radio = createChipRadio(latenessUs === undefined ? options : { ...options, latenessUs });
  radio.setReadingPipe(pipeAddress(DTU_SERIAL));
  radio.setHopMode('rigid');
  const numbers = new Set<number>();
  radio.onPacket(({ bytes }) => {
    const result = decodeFragment(bytes);
    if (result.ok) numbers.add(result.fragment.index);
  });
  clock.advance(200);
  return {
    clock,
    radio,
    ask() {
      numbers.clear();
      const timeS = Math.floor(clock.unixMs() / 1000);
      const link = { inverterSerial: SERIAL, dtuSerial: DTU_SERIAL };
      const bytes = encodeRequest({ kind: 'RealTimeRunData', timeS }, link);
      radio.exchange({ bytes, pipeAddress: pipeAddress(SERIAL), listenMs: WINDOW_MS }, () => {});
      clock.advance(2 * WINDOW_MS);
      return numbers.size;
    },
  };
}

/** The longest that it takes until an inverter is read again after something has happened to the chip, seconds. */
function secondsUntilRead(trials: number, seed: number): number {
  const dice = createDice(seed);
  let longestMs = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { clock, radio, ask } = createBench(seed + trial);
    expect(ask()).toBe(FRAGMENTS);
    clock.advance(dice() * 5000);
    const wires = ['unplugged', 'miso-low', 'miso-high', 'mosi-open'] as const;
    const wire = wires[trial % (wires.length + 1)];
    if (wire === undefined) {
      radio.cutPower();
    } else {
      radio.setWiring(wire);
      clock.advance(dice() * 20_000);
      radio.setWiring(undefined);
    }
    const backAtMs = clock.monotonicMs();
    while (ask() < FRAGMENTS && clock.monotonicMs() - backAtMs < PATIENCE_MS) clock.advance(100);
    longestMs = Math.max(longestMs, clock.monotonicMs() - backAtMs);
    radio.stop();
  }
  return longestMs / 1000;
}

function percentWhole(requests: number, seed: number, latestUs: number): number {
  const dice = createDice(seed);
  const { clock, ask } = createBench(seed, () => Math.floor(dice() * latestUs));
  let whole = 0;
  for (let request = 0; request < requests; request++) {
    if (ask() === FRAGMENTS) whole += 1;
    clock.advance(dice() * 50);
  }
  return (100 * whole) / requests;
}

it('a chip that was away is back by itself (F51)', { timeout: TIMEOUT_MS }, async () => {
  const trials = row.scale(15, 200);
  const measured = {
    what: 'longest until an inverter is read again',
    unit: 's',
    goal: { atMost: 10 },
  } as const;
  row.figure({ ...measured, value: secondsUntilRead(trials, row.seed) });
  const value = await without(['chipCheck'], () => secondsUntilRead(15, row.seed));
  row.counterProof({ ...measured, without: SEAMS.chipCheck, value });
});

it('answers come whole in the time slots of the inverters (F51)', { timeout: TIMEOUT_MS }, async () => {
  const requests = row.scale(100, 2000);
  for (const latestUs of [0, 500]) {
    const measured = {
      what: `answers that are whole at once, with a machine up to ${latestUs} us late`,
      ...{ unit: '%', goal: { atLeast: 90 } },
    } as const;
    row.figure({ ...measured, value: percentWhole(requests, row.seed, latestUs) });
    const value = await without(['slotPace'], () => percentWhole(100, row.seed, latestUs));
    row.counterProof({ ...measured, without: SEAMS.slotPace, value });
  }
});
