import type { ChipFault } from '@heliograph/radio';
import { describe, expect, it } from 'vitest';
import type { WiringFault } from '../src/index.ts';
import { createChipBench } from './chip-bench.ts';

const PACKET = Uint8Array.from({ length: 27 }, (_, index) => index * 7);
const ANSWER = [1, 2, 3, 4].map((number) =>
  Uint8Array.from({ length: 27 }, (_, index) => number * 40 + index),
);
const SECOND_US = 1_000_000;
const START_US = 110_000;

function runningBench() {
  const bench = createChipBench();
  bench.setAnswer(ANSWER);
  bench.pass(START_US);
  expect(bench.link.status()).toEqual({ connected: true, plusVariant: true, fault: undefined });
  return bench;
}

describe('wires that are wrong from the start', () => {
  it.each<[WiringFault, ChipFault]>([
    ['unplugged', 'silent-low'],
    ['miso-low', 'silent-low'],
    ['miso-high', 'silent-high'],
    ['mosi-open', 'no-memory'],
    ['sck-and-mosi-swapped', 'no-memory'],
    ['miso-and-mosi-swapped', 'silent-low'],
    ['miso-and-mosi-swapped-floating', 'silent-high'],
  ])('%s are named %s, and work as soon as they are right', (wrong, fault) => {
    const bench = createChipBench();
    bench.setAnswer(ANSWER);
    bench.wiring.setFault(wrong);
    bench.pass(5 * SECOND_US);
    expect(bench.link.status()).toMatchObject({ connected: false, fault });
    expect(bench.exchange(PACKET).result).toMatchObject({ isAcknowledged: false });
    bench.wiring.setFault(undefined);
    bench.pass(2 * SECOND_US);
    expect(bench.link.status()).toMatchObject({ connected: true, fault: undefined });
    expect(bench.exchange(PACKET).packets).toHaveLength(4);
    expect(bench.faults).toEqual([fault, undefined]);
  });

  it.each<[WiringFault, ChipFault]>([
    ['ce-open', 'no-ce'],
    ['ce-and-irq-swapped', 'no-ce'],
    ['irq-open', 'no-irq'],
    ['irq-low', 'no-irq'],
  ])('%s are named %s with the first packet, and again right with the next', (wrong, fault) => {
    const bench = createChipBench();
    bench.setAnswer(ANSWER);
    bench.wiring.setFault(wrong);
    bench.exchange(PACKET);
    expect(bench.link.status()).toMatchObject({ connected: true, fault });
    bench.wiring.setFault(undefined);
    expect(bench.exchange(PACKET).packets).toHaveLength(4);
    expect(bench.faults).toEqual([fault, undefined]);
  });

  it('without IRQ everything is read all the same', () => {
    const bench = createChipBench();
    bench.setAnswer(ANSWER);
    bench.wiring.setFault('irq-open');
    bench.exchange(PACKET);
    for (let round = 0; round < 20; round++) expect(bench.exchange(PACKET).packets).toHaveLength(4);
  });
});

describe('a machine that is kept from its work', () => {
  /** The driver is held up each time before that wire is moved. */
  const heldUp = (us: number, place: 'ce' | 'spi') =>
    createChipBench({
      tap: (wiring, _, lose) => ({
        ...wiring,
        ce: {
          set(isHigh) {
            if (place === 'ce' && isHigh) lose(us);
            wiring.ce.set(isHigh);
          },
        },
        spi: {
          transfer(bytes) {
            if (place === 'spi') lose(us);
            return wiring.spi.transfer(bytes);
          },
        },
      }),
    });

  it.each([
    [5_000, 'ce'],
    [40_000, 'ce'],
    [1_500, 'spi'],
  ] as const)('for %d us before %s each time is late, and blames no wire', (us, place) => {
    const bench = heldUp(us, place);
    bench.pass(START_US);
    for (let round = 0; round < 5; round++) bench.exchange(PACKET, { pipeAddress: '9999999901' });
    expect(bench.faults).toEqual([]);
    expect(bench.link.status()).toEqual({ connected: true, plusVariant: true, fault: undefined });
  });

  it('still finds the wire of CE', () => {
    const bench = heldUp(5_000, 'ce');
    bench.wiring.setFault('ce-open');
    bench.exchange(PACKET);
    expect(bench.faults).toEqual(['no-ce']);
  });
});

describe('the older chip', () => {
  it('is known for what it is, and sends nothing', () => {
    const bench = createChipBench({ isPlus: false });
    bench.pass(SECOND_US);
    expect(bench.link.status()).toEqual({ connected: true, plusVariant: false, fault: 'not-plus' });
    expect(bench.exchange(PACKET)).toMatchObject({ result: { isAcknowledged: false }, heard: [] });
  });
});

describe('a chip that worked', () => {
  it.each([0, 700_000, 2_900_000])(
    'and is pulled out is said to be lost, and is back once it is in (%d us)',
    (passedUs) => {
      const bench = runningBench();
      bench.exchange(PACKET);
      bench.pass(passedUs);
      bench.wiring.setFault('unplugged');
      bench.pass(4 * SECOND_US);
      expect(bench.link.status()).toMatchObject({ connected: false, fault: 'lost' });
      bench.pass(60 * SECOND_US);
      bench.wiring.setFault(undefined);
      const pluggedInUs = bench.nowUs();
      while (bench.link.status().fault !== undefined) bench.pass(10_000);
      expect(bench.nowUs() - pluggedInUs).toBeLessThan(2 * SECOND_US);
      expect(bench.exchange(PACKET).packets).toHaveLength(4);
      expect(bench.faults).toEqual(['lost', undefined]);
    },
  );

  it.each([0, 5_000, 40_000, 100_000])(
    'and is without power for a moment in an exchange is set up anew (after %d us)',
    (afterUs) => {
      const bench = runningBench();
      bench.link.start({ bytes: PACKET, pipeAddress: '0123456701', listenMs: 200 });
      bench.pass(afterUs);
      bench.chip.setPower(false);
      bench.chip.setPower(true);
      bench.pass(10 * SECOND_US);
      expect(bench.faults).toEqual(['lost', undefined]);
      expect(bench.exchange(PACKET).packets).toHaveLength(4);
    },
  );

  it('is lost while a wire is loose, whichever one', () => {
    for (const loose of ['miso-low', 'miso-high', 'mosi-open', 'miso-and-mosi-swapped'] as const) {
      const bench = runningBench();
      bench.wiring.setFault(loose);
      bench.pass(4 * SECOND_US);
      expect(bench.link.status().fault).toBe('lost');
      bench.wiring.setFault(undefined);
      bench.pass(4 * SECOND_US);
      expect(bench.link.status().fault).toBeUndefined();
    }
  });
});

describe('an exchange', () => {
  it('that comes in the midst of another ends it without a word', () => {
    const bench = runningBench();
    bench.link.start({ bytes: PACKET, pipeAddress: '9999999901', listenMs: 200 });
    bench.pass(30_000);
    const { result, packets } = bench.exchange(PACKET);
    expect(result?.isAcknowledged).toBe(true);
    expect(packets).toHaveLength(4);
    expect(bench.chip.offences).toEqual([]);
  });

  it('hears nothing after its time, and does not acknowledge what is sent to others', () => {
    const bench = runningBench();
    expect(bench.exchange(PACKET, { listenMs: 5 }).packets).toEqual([]);
  });
});
