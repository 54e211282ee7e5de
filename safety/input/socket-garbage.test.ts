import { createDice } from '@heliograph/testbed/dice.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { closePayload, type Frame, frameOf } from '@heliograph/testbed/outside/socket-frames.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { type GarbageOutcome, sendGarbage } from '../tools/network/garbage-client.ts';
import { startGatewayProcess } from '../tools/process/gateway-process.ts';

/** Source: RFC 6455, sections 5, 7.4 and 8.1, docs/reference/original-device.md#sockets. */

const row = openRow('B5');
const dice = createDice(row.seed);
const PATHS = ['/livedata', '/livedata/lean'] as const;
/** At a time; the live sockets have room for 64. */
const AT_ONCE = 16;

const INVALID_UTF8 = Buffer.from([0x61, 0xc3, 0x28, 0xed, 0xa0, 0x80]);
const TEXT = { opcode: 1, payload: 'x' };
const frames =
  (...all: readonly Frame[]) =>
  () =>
    Buffer.concat(all.map(frameOf));
const DEFLATE = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n';

function randomBytes(): Buffer {
  const bytes = Buffer.from(Array.from({ length: 4096 }, () => Math.floor(dice() * 256)));
  // A close frame would be an answer in good order, whatever it says.
  if (((bytes[0] ?? 0) & 0x0f) === 8) bytes[0] = 0x83;
  return bytes;
}

/** What is sent, and the codes that are right for it; 0 stays open. */
type Kind = readonly [what: string, bytes: () => Buffer, codes: readonly number[]];

const KINDS: readonly Kind[] = [
  ['random bytes', randomBytes, [1002, 1007, 1009]],
  ...[1, 2, 4, 7].map(
    (reserved) => [`reserved bits ${reserved}`, frames({ ...TEXT, reserved }), [1002]] as const,
  ),
  ...[3, 7, 11, 15].map((opcode) => [`the unknown opcode ${opcode}`, frames({ opcode }), [1002]] as const),
  ['no mask', frames({ ...TEXT, isMasked: false }), [1002]],
  ['a length of 2^63', frames({ ...TEXT, claimedLength: 2n ** 63n }), [1009]],
  ['a length of 2^64 - 1', frames({ ...TEXT, claimedLength: 2n ** 64n - 1n }), [1009]],
  ['a length of 2^53', frames({ opcode: 2, claimedLength: 2n ** 53n }), [1009]],
  ['a length of 1,025', frames({ opcode: 2, claimedLength: 1025n }), [1009]],
  ['a long text', frames({ opcode: 1, payload: 'x'.repeat(1025) }), [1009]],
  ['a long text of 64 kB', frames({ opcode: 1, payload: 'x'.repeat(65_536) }), [1009]],
  ['a text as long as it may be', frames({ opcode: 1, payload: 'x'.repeat(1024) }), [0]],
  ['invalid UTF-8', frames({ opcode: 1, payload: INVALID_UTF8 }), [1007]],
  [
    'invalid UTF-8 in two fragments',
    frames({ opcode: 1, payload: INVALID_UTF8.subarray(0, 2), isFinal: false }, { opcode: 0, payload: '(' }),
    [1007],
  ],
  ['100,000 fragments of a byte', manyFragments, [1008]],
  ['a fragment and another text', frames({ ...TEXT, isFinal: false }, TEXT), [1002]],
  ['the end of nothing', frames({ opcode: 0, payload: 'x' }), [1002]],
  ['an unfinished text', frames({ ...TEXT, isFinal: false }), [0]],
  ['a ping in fragments', frames({ opcode: 9, isFinal: false }), [1002]],
  ['a long ping', frames({ opcode: 9, payload: 'x'.repeat(126) }), [1002]],
  ['a flood of pings', () => Buffer.concat(Array(500).fill(frameOf({ opcode: 9, payload: 'p' }))), [0, 1006]],
  ['pongs that nobody asked for', () => Buffer.concat(Array(500).fill(frameOf({ opcode: 10 }))), [0]],
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535].map(
    (code) => [`the close code ${code}`, frames({ opcode: 8, payload: closePayload(code) }), [1002]] as const,
  ),
  ...[1000, 1001, 3000, 4999].map(
    (code) =>
      [`the close code ${code}`, frames({ opcode: 8, payload: closePayload(code, 'bye') }), [code]] as const,
  ),
  ['half a close code', frames({ opcode: 8, payload: 'x' }), [1002]],
  [
    'a close reason that is no text',
    frames({ opcode: 8, payload: closePayload(1000, INVALID_UTF8) }),
    [1007],
  ],
  ['compressed text', frames({ ...TEXT, reserved: 4 }), [1002]],
  // What pages say to the socket for pages; programs may say anything to theirs.
  ['an inverter to show that nobody has', frames({ opcode: 1, payload: 'show ffffffffffffffff' }), [0]],
  ['something to show that is none', frames({ opcode: 1, payload: 'show __proto__' }), [0]],
  ['one inverter to show after the other', manyToShow, [0]],
];

function manyToShow(): Buffer {
  return Buffer.concat(
    Array.from({ length: 500 }, (_, index) => frameOf({ opcode: 1, payload: `show 1141${index}` })),
  );
}

function manyFragments(): Buffer {
  const fragment = frameOf({ opcode: 0, payload: 'x', isFinal: false });
  // One in a hundred nightly connections is as long as that.
  const count = row.isNightly && dice() > 0.01 ? 2000 : 100_000;
  return Buffer.concat([frameOf({ ...TEXT, isFinal: false }), ...Array<Buffer>(count).fill(fragment)]);
}

interface Misbehaved {
  readonly what: string;
  readonly path: string;
  readonly outcome: GarbageOutcome;
}

/** Sends all kinds so many times, each from another address; gives those that ended otherwise than they should. */
async function sendAll(
  port: number,
  rounds: number,
  kinds: readonly Kind[] = KINDS,
): Promise<{ sent: number; wrong: Misbehaved[] }> {
  const wrong: Misbehaved[] = [];
  let sent = 0;
  async function sendSome(): Promise<void> {
    while (sent < rounds * kinds.length) {
      const number = sent;
      sent += 1;
      const [what, bytes, codes] = kinds[number % kinds.length] ?? ['', () => Buffer.alloc(0), []];
      const from = `127.${1 + (number >> 16)}.${(number >> 8) & 255}.${1 + (number % 250)}`;
      const path = PATHS[Math.floor(number / kinds.length) % PATHS.length] ?? '/livedata';
      const outcome = await sendGarbage(port, { from, path, headers: DEFLATE, bytes: bytes() });
      if (!codes.includes(outcome.closeCode) || outcome.isCompressed) wrong.push({ what, path, outcome });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  return { sent, wrong };
}

describe('garbage on sockets', { timeout: row.scale(180_000, 1_200_000) }, () => {
  it('is closed with the right code, and nobody else hears of it', async () => {
    const gateway = await startTestGateway({ scenario: 'no-inverters' });
    const { wrong } = await sendAll(gateway.port, row.scale(2, 4));
    expect.soft(wrong).toEqual([]);
    row.figure({ what: 'sockets that ended wrongly', value: wrong.length, goal: { exactly: 0 } });
    expect(gateway.logLines.filter((line) => line.includes(' error '))).toEqual([]);
    // Without the limit a length that is only claimed would be waited for.
    const kinds = KINDS.filter(([what]) => !what.startsWith('a length'));
    const unguarded = await without(['sizeOfMessages'], async () => {
      const { port } = await startTestGateway({ scenario: 'no-inverters' });
      return sendAll(port, 1, kinds);
    });
    row.counterProof({
      what: 'sockets that ended wrongly',
      without: SEAMS.sizeOfMessages,
      value: unguarded.wrong.length,
      goal: { exactly: 0 },
    });
    expect(unguarded.wrong.map(({ what }) => what)).toContain('a long text');
  });

  it.runIf(row.isNightly)('leaves the memory as it was', async () => {
    const gateway = await startGatewayProcess({ seed: row.seed, nodeFlags: ['--expose-gc'] });
    onTestFinished(gateway.dispose);
    await sendAll(gateway.port, 10);
    const { rssBytes } = await gateway.figures('collect');
    await gateway.figures('reset');
    const { sent, wrong } = await sendAll(gateway.port, Math.ceil(20_000 / KINDS.length));
    const { delayP99Ms, delayMaxMs } = await gateway.figures();
    row.figure({ what: 'sockets with garbage', value: sent, goal: { atLeast: 20_000 } });
    row.figure({ what: 'of them ended wrongly', value: wrong.length, goal: { exactly: 0 } });
    const delay = { unit: 'ms', isTimed: true } as const;
    row.figure({ ...delay, what: 'delay of the event loop, p99', value: delayP99Ms, goal: { below: 50 } });
    row.figure({ ...delay, what: 'delay of the event loop, most', value: delayMaxMs, goal: { below: 500 } });
    let growth = Number.POSITIVE_INFINITY;
    for (let second = 0; second < 30 && growth > 10; second++) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      growth = Math.min(growth, ((await gateway.figures('collect')).rssBytes / rssBytes - 1) * 100);
    }
    const value = Math.max(0, Math.round(growth * 10) / 10);
    row.figure({ what: 'memory more than before', value, unit: '%', goal: { atMost: 10 } });
    expect(wrong).toEqual([]);
  });
});
