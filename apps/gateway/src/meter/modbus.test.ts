import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { answerIn, openModbus, questionOf } from './modbus.ts';
import { findPower } from './modbus-meter.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Source: MODBUS application protocol 1.1b3, sections 6.3 and 6.4; the head as in the messaging guide 1.0b, section 3.1. */
describe('the bytes of Modbus TCP', () => {
  it('ask for registers', () => {
    expect(questionOf(1, 17, 3, 0x6b, 3)).toEqual(hex('0001 0000 0006 11 03 006b 0003'));
    expect(questionOf(2, 255, 4, 8, 1)).toEqual(hex('0002 0000 0006 ff 04 0008 0001'));
  });

  it('answer with registers', () => {
    const question = questionOf(1, 17, 3, 0x6b, 3);
    const answer = hex('0001 0000 0009 11 03 06 022b 0000 0064');
    expect(answerIn(answer, question)).toEqual({ kind: 'registers', bytes: hex('022b 0000 0064') });
    for (let length = 0; length < answer.length; length += 1) {
      expect(answerIn(answer.subarray(0, length), question)).toBeUndefined();
    }
  });

  it('refuse', () => {
    expect(answerIn(hex('0001 0000 0003 11 83 02'), questionOf(1, 17, 3, 0x6b, 3))).toEqual({
      kind: 'refused',
    });
  });

  it.each([
    ['the number of another question', '0002 0000 0009 11 03 06 022b 0000 0064'],
    ['another protocol', '0001 0001 0009 11 03 06 022b 0000 0064'],
    ['another unit', '0001 0000 0009 12 03 06 022b 0000 0064'],
    ['another function', '0001 0000 0009 11 04 06 022b 0000 0064'],
    ['too few registers', '0001 0000 0005 11 03 02 022b'],
    ['a length that is none', '0001 0000 ffff 11 03 06 022b 0000 0064'],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request').toString('hex')],
  ])('with %s are no answer', (_what, bytes) => {
    expect(answerIn(hex(bytes), questionOf(1, 17, 3, 0x6b, 3))).toEqual({
      kind: 'problem',
      problem: 'fault',
    });
  });
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A meter that has these registers and refuses all others. */
const meterWith = (registers: ReadonlyMap<number, number>) =>
  listen((socket) => {
    socket.on('error', () => {});
    socket.on('data', (question) => {
      const [address, count] = [question.readUInt16BE(8), question.readUInt16BE(10)];
      const values = Array.from({ length: count }, (_, index) => registers.get(address + index));
      if (values.includes(undefined)) {
        const refusal = Buffer.concat([question.subarray(0, 7), Buffer.of((question[7] ?? 0) | 0x80, 2)]);
        refusal.writeUInt16BE(3, 4);
        socket.write(refusal);
        return;
      }
      const answer = Buffer.alloc(9 + count * 2);
      question.copy(answer, 0, 0, 8);
      answer.writeUInt16BE(3 + count * 2, 4);
      answer.writeUInt8(count * 2, 8);
      for (const [index, value] of values.entries())
        answer.writeUInt16BE((value ?? 0) & 0xffff, 9 + index * 2);
      // In pieces, as it may come.
      socket.write(answer.subarray(0, 5));
      setImmediate(() => socket.write(answer.subarray(5)));
    });
  });

async function readMeter(port: number, preset: 'sunspec' | 'sdm', clock = createVirtualClock()) {
  const talk = openModbus({ host: '127.0.0.1', port, unit: 1 }, clock);
  closing.push(() => talk.close());
  const place = await findPower(talk, preset);
  return place.kind === 'word' ? place.word : place.read(talk);
}

/** A map of SunSpec: the common model, and a meter of three phases. */
function sunspec(start: number, watts: number, scale: number, model = 203): Map<number, number> {
  const words = [0x5375, 0x6e53, 1, 66, ...Array(66).fill(0), model, 105];
  const meter: number[] = Array(105).fill(0);
  meter[16] = watts;
  meter[20] = scale;
  return new Map([...words, ...meter, 0xffff, 0].map((word, index) => [start + index, word]));
}

describe('a meter that speaks Modbus', () => {
  it.each([40_000, 50_000, 0])('of SunSpec is found from %d on', async (start) => {
    expect(await readMeter(await meterWith(sunspec(start, -1234, -1)), 'sunspec')).toEqual({
      kind: 'power',
      powerW: expect.closeTo(-123.4, 6),
    });
  });

  it.each([201, 202, 204])('of SunSpec may have model %d', async (model) => {
    expect(await readMeter(await meterWith(sunspec(40_000, 42, 1, model)), 'sunspec')).toEqual({
      kind: 'power',
      powerW: 420,
    });
  });

  it('is not there where SunSpec has no meter, or nothing has SunSpec', async () => {
    const noMeter = { kind: 'problem', problem: 'no-meter' };
    expect(await readMeter(await meterWith(sunspec(40_000, 1, 0, 103)), 'sunspec')).toEqual(noMeter);
    expect(await readMeter(await meterWith(new Map()), 'sunspec')).toEqual(noMeter);
    expect(await readMeter(await meterWith(new Map()), 'sdm')).toEqual(noMeter);
  });

  it('tells no power that it does not have', async () => {
    const noValue = { kind: 'problem', problem: 'no-value' };
    expect(await readMeter(await meterWith(sunspec(40_000, 0x8000, 0)), 'sunspec')).toEqual(noValue);
    expect(await readMeter(await meterWith(sunspec(40_000, 1, 0x8000)), 'sunspec')).toEqual(noValue);
  });

  it('of Eastron tells a number of single precision', async () => {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(-512.25);
    const registers = new Map([
      [52, bytes.readUInt16BE(0)],
      [53, bytes.readUInt16BE(2)],
    ]);
    expect(await readMeter(await meterWith(registers), 'sdm')).toEqual({ kind: 'power', powerW: -512.25 });
    const nan = new Map([
      [52, 0x7fc0],
      [53, 0],
    ]);
    expect(await readMeter(await meterWith(nan), 'sdm')).toEqual({ kind: 'problem', problem: 'no-value' });
  });

  it('that says nothing, or something else, or is not there, has a problem', async () => {
    const clock = createVirtualClock();
    const silent = await listen((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => clock.advance(3000));
    });
    expect(await readMeter(silent, 'sdm', clock)).toEqual({ kind: 'problem', problem: 'timeout' });
    const chatty = await listen((socket) =>
      socket.on('error', () => {}).write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    expect(await readMeter(chatty, 'sdm')).toEqual({ kind: 'problem', problem: 'fault' });
    expect(await readMeter(1, 'sunspec')).toEqual({ kind: 'problem', problem: 'unreachable' });
  });
});
