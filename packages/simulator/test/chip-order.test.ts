/** The driver against the data sheet: what it writes, in which order, and what lies between. docs/reference/nrf24l01.md. */

import { describe, expect, it } from 'vitest';
import type { Wiring } from '../src/chip/wiring.ts';
import { createChipBench } from './chip-bench.ts';

type Access =
  | {
      readonly atUs: number;
      readonly kind: 'spi';
      readonly bytes: readonly number[];
      readonly isCeHigh: boolean;
    }
  | { readonly atUs: number; readonly kind: 'ce'; readonly isHigh: boolean };

const PACKET = Uint8Array.from({ length: 27 }, (_, index) => index);
const ANSWER = [1, 2, 3].map((number) => Uint8Array.from({ length: 27 }, () => number));
const STATUS = 0x27;
const RF_CH = 0x25;
const SLOTS_US = 4088;

function record(hopMode: 'rigid' | 'free', rounds = 10, phaseUs = 0): readonly Access[] {
  const accesses: Access[] = [];
  let isCeHigh = false;
  const tap = (wiring: Wiring, nowUs: () => number): Wiring => ({
    ...wiring,
    spi: {
      transfer(bytes) {
        accesses.push({ atUs: nowUs(), kind: 'spi', bytes: [...bytes], isCeHigh });
        return wiring.spi.transfer(bytes);
      },
    },
    ce: {
      set(isHigh) {
        if (isHigh !== isCeHigh) accesses.push({ atUs: nowUs(), kind: 'ce', isHigh });
        isCeHigh = isHigh;
        wiring.ce.set(isHigh);
      },
    },
  });
  const bench = createChipBench({ tap, phaseUs });
  bench.setAnswer(ANSWER);
  bench.link.setHopMode(hopMode);
  for (let round = 0; round < rounds; round++) bench.exchange(PACKET);
  bench.exchange(PACKET, { pipeAddress: '9999999901' });
  expect(bench.chip.offences).toEqual([]);
  return accesses;
}

const isWrite = (access: Access) =>
  access.kind === 'spi' && (access.bytes[0] ?? 0) >= 0x20 && (access.bytes[0] ?? 0) < 0x40;

/** What was last written to a register before an access. */
function writtenBefore(
  accesses: readonly Access[],
  register: number,
  index: number,
): readonly number[] | undefined {
  const before = accesses
    .slice(0, index)
    .findLast((access) => access.kind === 'spi' && access.bytes[0] === (0x20 | register));
  return before?.kind === 'spi' ? before.bytes.slice(1) : undefined;
}

describe.each(['rigid', 'free'] as const)('the driver, hopping %s,', (hopMode) => {
  const accesses = record(hopMode);

  it('leaves the chip alone for 100 ms, and sends nothing within 5 ms after PWR_UP', () => {
    const first = accesses.find(({ kind }) => kind === 'spi');
    expect(first?.atUs).toBeGreaterThanOrEqual(100_000);
    const poweredUp = accesses.findIndex(
      (access) => access.kind === 'spi' && access.bytes[0] === 0x20 && (access.bytes[1] ?? 0) & 0x02,
    );
    const ce = accesses.find((access) => access.kind === 'ce' && access.isHigh);
    expect((ce?.atUs ?? 0) - (accesses[poweredUp]?.atUs ?? 0)).toBeGreaterThanOrEqual(5000);
  });

  it('writes no register but STATUS while CE is high', () => {
    const writes = accesses.filter(isWrite);
    expect(writes.length).toBeGreaterThan(100);
    const wrong = writes.filter(
      (access) => access.kind === 'spi' && access.isCeHigh && access.bytes[0] !== STATUS,
    );
    expect(wrong).toEqual([]);
  });

  it('keeps CE high for 10 us, and is silent for 4 us after it has risen', () => {
    const rises = [...accesses.entries()].filter(([, access]) => access.kind === 'ce' && access.isHigh);
    for (const [index, { atUs }] of rises) {
      const next = accesses[index + 1];
      if (next?.kind === 'ce') expect(next.atUs - atUs).toBeGreaterThanOrEqual(10);
      else if (next !== undefined) expect(next.atUs - atUs).toBeGreaterThanOrEqual(4);
    }
  });

  it('sets everything up before it sends, as the page says', () => {
    const payload = accesses.findIndex((access) => access.kind === 'spi' && access.bytes[0] === 0xa0);
    const has = (register: number) => writtenBefore(accesses, register, payload);
    expect([0x00, 0x01, 0x02, 0x03, 0x06, 0x1c, 0x1d].map((register) => has(register)?.[0])).toEqual([
      0x0e, 0x03, 0x01, 0x03, 0x20, 0x03, 0x04,
    ]);
    expect(has(0x04)).toEqual([hopMode === 'rigid' ? 0x2a : 0x3f]);
    // The lowest byte first.
    expect(has(0x10)).toEqual([0x01, 0x67, 0x45, 0x23, 0x01]);
    expect(has(0x0a)).toEqual(has(0x10));
    const ce = accesses.findIndex(
      (access, index) => index > payload && access.kind === 'ce' && access.isHigh,
    );
    expect(ce - payload).toBeLessThanOrEqual(2);
  });

  it('listens with its own pipe alone', () => {
    const listening = [...accesses.entries()].filter(
      ([index, access]) =>
        access.kind === 'ce' && access.isHigh && writtenBefore(accesses, 0x00, index)?.[0] === 0x0f,
    );
    expect(listening.length).toBeGreaterThan(10);
    for (const [index] of listening) {
      expect(writtenBefore(accesses, 0x02, index)).toEqual([0x02]);
      expect(writtenBefore(accesses, 0x0b, index)).toEqual([0x01, 0x80, 0x11, 0x23, 0x45]);
    }
  });

  it('reads a packet in the order of length, payload, clearing, and looks for more', () => {
    const codes = accesses.flatMap((access) => (access.kind === 'spi' ? [access.bytes[0] ?? 0] : []));
    const reads = [...codes.entries()].filter(([, code]) => code === 0x61);
    expect(reads).toHaveLength(30);
    for (const [index] of reads) {
      expect(codes.slice(index - 2, index + 4)).toEqual([0x17, 0x60, 0x61, STATUS, 0x09, 0x17]);
    }
  });
});

describe('the rigid hop', () => {
  it('is in the order of the protocol and in its time, whatever comes meanwhile', () => {
    const accesses = record('rigid', 3);
    let sinceUs = 0;
    let isListening = false;
    let hops = 0;
    let before = 0;
    for (const access of accesses) {
      if (access.kind !== 'spi') continue;
      const [code, value = 0] = access.bytes;
      if (code === 0x20) {
        isListening = value === 0x0f;
        sinceUs = access.atUs;
        hops = 0;
      }
      if (code !== RF_CH || !isListening) continue;
      const lateUs = access.atUs - sinceUs - hops * SLOTS_US;
      expect(lateUs).toBeGreaterThanOrEqual(0);
      expect(lateUs).toBeLessThanOrEqual(450); // the end of an acknowledgement
      const order = [3, 23, 40, 61, 75];
      if (hops > 0) expect(value).toBe(order[(order.indexOf(before) + 1) % 5]);
      before = value;
      hops += 1;
    }
    expect(hops).toBeGreaterThan(40);
  });
});
