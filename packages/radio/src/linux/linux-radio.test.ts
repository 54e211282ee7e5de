import { describe, expect, it, onTestFinished } from 'vitest';
import type { Packet, SendResult } from '../radio.ts';
import { createLinuxRadio, type LinuxRadio, type LinuxRadioStatus, startChipWorker } from './linux-radio.ts';
import { loadSystemCalls } from './system-calls.ts';

const WORKER = new URL('../../test/linux/fake-radio-worker.mjs', import.meta.url);
const WIRING = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};
const canCall = process.platform === 'linux' && loadSystemCalls() !== undefined;

/** The pause before the first new thread; whatever waits longer watches a thread, which may be slow where the machine is busy. */
const PAUSE_MS = 1_000;
const TIME_LIMIT_MS = 60_000;

function started(platform = 'linux') {
  const told: LinuxRadioStatus[] = [];
  let threads = 0;
  let isWatched = false;
  /** Real time, made shorter. Nobody is taken for dead before the test wants it. */
  const timers = {
    after(delayMs: number, action: () => void) {
      const timer = setInterval(() => {
        if (delayMs > PAUSE_MS && !isWatched) return;
        clearInterval(timer);
        action();
      }, delayMs / 4);
      return () => clearInterval(timer);
    },
  };
  const start = startChipWorker(WORKER);
  const radio = createLinuxRadio({
    ...{ wiring: WIRING, timers, platform },
    startThread(data) {
      threads += 1;
      isWatched = false;
      return start(data);
    },
    onStatus: (status) => void told.push(status),
  });
  onTestFinished(async () => {
    radio.stop();
    await radio.ended();
  });
  const becomes = async (isSo: () => boolean) =>
    expect.poll(isSo, { timeout: TIME_LIMIT_MS, interval: 5 }).toBe(true);
  const watch = () => {
    isWatched = true;
  };
  return { radio, told, becomes, watch, threads: () => threads };
}

/** Sends a packet and listens until the test is over, however late the thread is. */
const sent = (radio: LinuxRadio, first: number) =>
  new Promise<SendResult>((resolve) =>
    radio.exchange(
      { bytes: Uint8Array.of(first), pipeAddress: '0123456701', listenMs: TIME_LIMIT_MS },
      resolve,
    ),
  );

describe.skipIf(!canCall)('the radio on Linux; needs Linux and koffi', { timeout: TIME_LIMIT_MS }, () => {
  it('exchanges packets with the thread that has the chip, and knows how late its hops were', async () => {
    const { radio, becomes } = started();
    await becomes(() => radio.status().connected);
    expect(radio.hopLateness()).toBeUndefined();
    const packets: Packet[] = [];
    radio.onPacket((packet) => packets.push(packet));
    expect(await sent(radio, 7)).toEqual({ isAcknowledged: true, tries: 1, rfChannel: 23 });
    await becomes(() => packets.length === 1);
    expect([...(packets[0]?.bytes ?? [])]).toEqual([7]);
    await becomes(() => (radio.hopLateness()?.hops ?? 0) > 10);
  });

  it('starts a new thread when one dies, and is not connected meanwhile', async () => {
    const { radio, told, becomes, threads } = started();
    await becomes(() => radio.status().connected);
    radio.exchange({ bytes: Uint8Array.of(0xde), pipeAddress: '0123456701', listenMs: 1 }, () => undefined);
    await becomes(() => threads() === 2 && radio.status().connected);
    expect(told.some(({ connected, fault }) => !connected && fault === 'thread-ended')).toBe(true);
    await expect(sent(radio, 1)).resolves.toMatchObject({ isAcknowledged: true });
  });

  it.skipIf(process.env.HELIOGRAPH_NIGHTLY === undefined)(
    'ends a thread that hangs, and starts a new one',
    async () => {
      const { radio, told, becomes, watch, threads } = started();
      await becomes(() => radio.status().connected);
      radio.exchange({ bytes: Uint8Array.of(0xaa), pipeAddress: '0123456701', listenMs: 1 }, () => undefined);
      watch();
      await becomes(() => threads() === 2 && radio.status().connected);
      expect(told.some(({ fault }) => fault === 'thread-hangs')).toBe(true);
    },
  );
});

describe('the radio elsewhere', () => {
  it('says that it is not Linux, and starts no thread', () => {
    const { radio, threads } = started('darwin');
    radio.exchange({ bytes: Uint8Array.of(1), pipeAddress: '0123456701', listenMs: 1 }, () => undefined);
    expect(radio.status()).toMatchObject({ connected: false, fault: 'not-linux' });
    expect(threads()).toBe(0);
  });
});
