/**
 * What it costs to turn one answer of a four-string inverter (four packets) into a reading: the price of every poll.
 * The floor, measured in the same run, is a plain loop that reads the same bytes and does nothing with them.
 *
 * Exits non-zero when the result is wrong, never because the machine is slow.
 */

import { readFileSync } from 'node:fs';
import type { Reading } from '@heliograph/domain';
import {
  bytesFromHex,
  createAssembly,
  decodeFragment,
  decodeRealTimeData,
  joinPayload,
  MODEL_FAMILIES,
} from '@heliograph/protocol';
import { costUs } from './measure/cost-us.ts';
import { reportFigure } from './measure/report-figure.ts';

const BATCH = 1000;
const GOAL_US = 20;

/** The answer of a real HM-1500, see packages/protocol/test/vectors/README.md. */
function capturedPackets(): Uint8Array[] {
  const file = new URL('../packages/protocol/test/vectors/captured.json', import.meta.url);
  const vectors = JSON.parse(readFileSync(file, 'utf8')) as {
    id: string;
    output: { trace: { ev: string; hex?: string }[] };
  }[];
  const trace = vectors.find(({ id }) => id === 'captured-004')?.output.trace ?? [];
  return trace.flatMap(({ ev, hex = '' }) => (ev === 'rx' ? [bytesFromHex(hex) ?? new Uint8Array()] : []));
}

const assembly = createAssembly();
const family = MODEL_FAMILIES.find(({ stringCount }) => stringCount === 4);

function decode(packets: readonly Uint8Array[]): Reading | undefined {
  assembly.clear();
  for (const packet of packets) {
    const result = decodeFragment(packet);
    if (result.ok) assembly.add(result.fragment);
  }
  const status = assembly.status();
  const joined = status.kind === 'complete' ? joinPayload(status.fragments) : undefined;
  return family && joined?.ok ? decodeRealTimeData(family, joined.payload) : undefined;
}

function readOnly(views: readonly DataView[]): number {
  let sum = 0;
  for (const view of views) {
    for (let offset = 0; offset < view.byteLength; offset++) sum += view.getUint8(offset);
  }
  return sum;
}

const packets = capturedPackets();
const views = packets.map((packet) => new DataView(packet.buffer, packet.byteOffset, packet.byteLength));

/** What the captured answer says; the sum keeps the measured loops from being optimised away. */
function isRight(reading: Reading | undefined): boolean {
  return packets.length === 4 && reading?.strings.length === 4 && reading.powerW === Math.fround(293.5);
}

let stringCount = 0;
let byteSum = 0;
const decodeUs = costUs(() => {
  stringCount += decode(packets)?.strings.length ?? 0;
}, BATCH);
const floorUs = costUs(() => {
  byteSum += readOnly(views);
}, BATCH);

if (!isRight(decode(packets)) || stringCount === 0 || byteSum === 0) {
  console.error('decode 4-string answer: wrong result');
  process.exitCode = 1;
} else {
  const ratio = decodeUs / floorUs;
  console.log(
    `decode 4-string answer: ${decodeUs.toFixed(2)} us, ${ratio.toFixed(1)} x floor (goal < ${GOAL_US} us)`,
  );
  reportFigure('decode 4-string answer', decodeUs, 'us');
  reportFigure('decode 4-string answer over floor', ratio, 'x');
}
