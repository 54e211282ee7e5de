import { describe, expect, it } from 'vitest';
import { createFakeLink, type FakeLink } from '../../test/linux/fake-link.ts';
import { createFakeMachine, type FakeMachine } from '../../test/linux/fake-machine.ts';
import { openChipPins, type Wiring } from './chip-pins.ts';
import { type CreateLink, runChipThread } from './chip-thread.ts';
import { createLatenessMemory } from './hop-lateness.ts';
import { SystemCallError, type SystemCalls } from './system-calls.ts';
import { createThreadWords, type FromThread, THREAD_WORDS, type ToThread } from './thread-messages.ts';

const WIRING: Wiring = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};

interface Script {
  readonly machine: FakeMachine;
  /** Orders, by the time from which on they are there, us. */
  readonly orders?: readonly (readonly [number, ToThread])[];
  readonly endUs: number;
  readonly createLink?: CreateLink;
}

/** Runs the thread to its end, in the time of the machine. */
function run({ machine, orders = [], endUs, createLink }: Script) {
  const words = createThreadWords();
  const told: FromThread[] = [];
  const links: FakeLink[] = [];
  const waiting = [...orders];
  const { wait } = machine.calls;
  const calls: SystemCalls = {
    ...machine.calls,
    wait(set, timeoutUs) {
      const [next] = waiting;
      wait(set, next === undefined ? timeoutUs : Math.min(timeoutUs, next[0] - machine.nowUs));
      if (machine.nowUs >= endUs) Atomics.store(new Int32Array(words), THREAD_WORDS.end, 1);
    },
  };
  runChipThread({
    data: { wiring: WIRING, words, lateness: createLatenessMemory() },
    loadCalls: () => calls,
    createLink:
      createLink ??
      (() => {
        const link = createFakeLink();
        links.push(link);
        return link;
      }),
    takeMessage: () =>
      waiting[0] !== undefined && waiting[0][0] <= machine.nowUs ? waiting.shift()?.[1] : undefined,
    tell: (message) => void told.push(message),
    openPins: (given, wiring) => openChipPins(given, wiring, () => ['gpiochip0']),
  });
  return { told, links };
}

const exchange = (id: number): ToThread => ({
  kind: 'exchange',
  id,
  request: { bytes: Uint8Array.of(id), pipeAddress: '0123456701', listenMs: 100 },
});

const faults = (told: readonly FromThread[]) =>
  told.flatMap((message) => (message.kind === 'status' ? [message.status.fault ?? 'none'] : []));

describe('the thread of the chip', () => {
  it('carries out exchanges, and says by which of them what came', () => {
    const { told } = run({
      machine: createFakeMachine(),
      orders: [
        [1_000, exchange(1)],
        [50_000, exchange(2)],
      ],
      endUs: 400_000,
    });
    const events = told.flatMap((message) =>
      message.kind === 'event' ? [[message.id, message.event.kind]] : [],
    );
    expect(events).toEqual([
      [1, 'sent'],
      [1, 'packet'],
      [2, 'sent'],
      [2, 'packet'],
    ]);
  });

  it('gives everything back when it ends, and says so', () => {
    const machine = createFakeMachine();
    const { told, links } = run({ machine, endUs: 100_000 });
    const wires = told.flatMap((message) => (message.kind === 'wires' ? [message.fds.length] : []));
    expect(wires).toEqual([3, 0]);
    expect([...machine.open.values()]).toEqual(['waker']); // whoever wakes closes it
    expect(links[0]?.settings).toEqual(['stop']);
  });

  it('tries again every ten seconds while the machine does not let it, and then knows what was set meanwhile', () => {
    const machine = createFakeMachine();
    machine.refusals.get = (call) =>
      call === 'open /dev/spidev0.0' && machine.nowUs < 15_000_000 ? 'EACCES' : undefined;
    const { told, links } = run({
      machine,
      orders: [
        [1_000, { kind: 'pipe', pipeAddress: '7856341201' }],
        [2_000, { kind: 'pa', level: 2 }],
        [3_000, exchange(1)],
      ],
      endUs: 24_000_000,
    });
    expect(faults(told)).toEqual(['spi-rights', 'spi-rights', 'none']);
    expect(links.map(({ settings }) => settings)).toEqual([['pa 2', 'pipe 7856341201', 'stop']]);
    expect(told.some(({ kind }) => kind === 'event')).toBe(false);
  });

  it('opens the chip anew after a wire has refused', () => {
    const machine = createFakeMachine();
    let made = 0;
    const { told } = run({
      machine,
      endUs: 25_000_000,
      createLink: () => {
        made += 1;
        const link = createFakeLink();
        const { advance } = link;
        const brokenFromUs = made === 1 ? machine.nowUs + 1_000_000 : Number.POSITIVE_INFINITY;
        link.advance = (nowUs) => {
          if (nowUs >= brokenFromUs) throw new SystemCallError('ioctl', 'EIO');
          return advance(nowUs);
        };
        return link;
      },
    });
    expect(made).toBe(2);
    expect(faults(told)).toEqual(['none', 'spi-refused', 'none']);
    expect([...machine.open.values()]).toEqual(['waker']);
  });

  it('does not keep others from working when the chip is always due', () => {
    const machine = createFakeMachine();
    let calls = 0;
    run({
      machine,
      endUs: 1_000_000,
      createLink: () => {
        const link = createFakeLink();
        link.advance = (nowUs) => {
          calls += 1;
          return { events: [], dueUs: nowUs, isPunctual: true };
        };
        return link;
      },
    });
    expect(calls).toBeLessThan(300_000);
  });
});
