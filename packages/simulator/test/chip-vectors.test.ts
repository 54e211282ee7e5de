/** The packets of the protocol's vectors through driver, chip and air, both ways. */

import { readFileSync } from 'node:fs';
import { bytesFromHex, hexFromBytes, pipeAddress } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { createChipBench } from './chip-bench.ts';

interface Vector {
  readonly id: string;
  readonly input: { readonly hex?: string; readonly serial?: string };
  readonly output: {
    readonly hex?: string;
    readonly trace?: readonly { ev: string; hex?: string; to_pipe?: string }[];
  };
}

const FILES =
  'request captured-request serial crc ack captured decode-alarm-log decode-device-info decode-real-time-data decode-system-config fragments fragments-cross fragments-odd poll queue transmit'.split(
    ' ',
  );
const VECTORS: readonly Vector[] = FILES.flatMap(
  (file) =>
    JSON.parse(
      readFileSync(new URL(`../../protocol/test/vectors/${file}.json`, import.meta.url), 'utf8'),
    ) as Vector[],
);
const PACKET_MAX = 32;
const ADDRESS = '0123456701';

const isPacket = (hex: string | undefined): hex is string =>
  hex !== undefined && hex.length >= 2 && hex.length <= 2 * PACKET_MAX;
const toBytes = (hex: string) => bytesFromHex(hex) ?? new Uint8Array();

/** What goes out, and what comes in, of a vector. */
function packetsOf({ input, output }: Vector): {
  readonly out: readonly string[];
  readonly back: readonly string[];
} {
  const trace = output.trace ?? [];
  const sent = [input.hex, output.hex, ...trace.filter(({ ev }) => ev === 'tx').map(({ hex }) => hex)];
  const received = [input.hex, ...trace.filter(({ ev }) => ev === 'rx').map(({ hex }) => hex)];
  return { out: sent.filter(isPacket), back: received.filter(isPacket) };
}

describe('the vectors', () => {
  it('are all there', () => expect(VECTORS).toHaveLength(332));

  it('go through the chip as they are, to the inverter and back', () => {
    let out = 0;
    let back = 0;
    const bench = createChipBench();
    for (const vector of VECTORS) {
      const packets = packetsOf(vector);
      const answers = packets.back.map(toBytes);
      bench.setAnswer(answers.length === 0 ? undefined : answers);
      for (const hex of packets.out.length === 0 ? ['00'] : new Set(packets.out)) {
        const {
          heard,
          packets: got,
          result,
        } = bench.exchange(toBytes(hex), { listenMs: 20 * answers.length + 60 });
        expect(result?.isAcknowledged, vector.id).toBe(true);
        expect(
          heard.map((bytes) => hexFromBytes(bytes)),
          vector.id,
        ).toEqual([hex]);
        expect(
          got.map(({ bytes }) => hexFromBytes(bytes)),
          vector.id,
        ).toEqual(packets.back);
        out += 1;
        back += got.length;
      }
    }
    expect(out).toBeGreaterThan(332);
    expect(back).toBeGreaterThan(800);
    expect(bench.chip.offences).toEqual([]);
  });

  it('and their serials are addresses that the chip meets, and no others', () => {
    const serials = VECTORS.flatMap(({ input }) => (input.serial === undefined ? [] : [input.serial]));
    expect(serials).toHaveLength(24);
    for (const serial of serials) {
      const bench = createChipBench({ pipeAddress: pipeAddress(serial) });
      expect(bench.exchange(toBytes('15'), { pipeAddress: pipeAddress(serial) }).heard).toHaveLength(1);
      expect(bench.exchange(toBytes('15'), { pipeAddress: ADDRESS }).heard).toHaveLength(0);
    }
  });
});
