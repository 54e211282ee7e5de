import { connect } from 'node:net';
import type { MeterProblem } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';

/**
 * Reads registers over Modbus TCP: an open connection, one question at a time.
 *
 *   question: number(2) protocol(2)=0 length(2)=6 unit(1) function(1) address(2) count(2)
 *   answer:   number(2) protocol(2)=0 length(2)   unit(1) function(1) bytes(1)   registers
 *   refusal:  number(2) protocol(2)=0 length(2)=3 unit(1) function+128(1) reason(1)
 *
 * Source: MODBUS messaging on TCP/IP implementation guide 1.0b, section 3.1; MODBUS application protocol 1.1b3,
 * sections 6.3, 6.4 and 7.
 */

export type Registers =
  | { readonly kind: 'registers'; readonly bytes: Buffer }
  /** It has no such registers, or does not want to tell them now. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'problem'; readonly problem: MeterProblem };

export interface ModbusTalk {
  /** Holding registers (3) or input registers (4). */
  read(fn: 3 | 4, address: number, count: number): Promise<Registers>;
  close(): void;
}

export interface ModbusAddress {
  readonly host: string;
  readonly port: number;
  readonly unit: number;
}

/** Of a question; a gateway to a serial line takes its time. */
const ANSWER_WITHIN_MS = 3000;
const HEAD_BYTES = 7;
const ANSWER_MAX_BYTES = 260;

export function questionOf(number: number, unit: number, fn: 3 | 4, address: number, count: number): Buffer {
  const question = Buffer.alloc(12);
  question.writeUInt16BE(number, 0);
  question.writeUInt16BE(6, 4);
  question.writeUInt8(unit, 6);
  question.writeUInt8(fn, 7);
  question.writeUInt16BE(address, 8);
  question.writeUInt16BE(count, 10);
  return question;
}

/** Undefined: more has to come. What is no answer to this question is a fault. */
export function answerIn(heard: Buffer, question: Buffer): Registers | undefined {
  if (heard.length < HEAD_BYTES + 2) return undefined;
  const length = heard.readUInt16BE(4);
  const isOurs = heard.readUInt16BE(0) === question.readUInt16BE(0) && heard.readUInt16BE(2) === 0;
  const [unit, fn, third] = [heard.readUInt8(6), heard.readUInt8(7), heard.readUInt8(8)];
  const asked = question.readUInt8(7);
  if (!isOurs || unit !== question.readUInt8(6) || length > ANSWER_MAX_BYTES) return FAULT;
  if (fn === (asked | 0x80)) return { kind: 'refused' };
  const bytes = question.readUInt16BE(10) * 2;
  if (fn !== asked || third !== bytes || length !== bytes + 3) return FAULT;
  const end = HEAD_BYTES + 2 + bytes;
  return heard.length < end ? undefined : { kind: 'registers', bytes: heard.subarray(HEAD_BYTES + 2, end) };
}

const FAULT: Registers = { kind: 'problem', problem: 'fault' };

/** Opens a connection; what goes wrong with it is the answer to the question that waits, and to all later ones. */
export function openModbus({ host, port, unit }: ModbusAddress, clock: Clock): ModbusTalk {
  let number = 0;
  let over: Registers | undefined;
  let waiting: { readonly question: Buffer; readonly done: (answer: Registers) => void } | undefined;
  let heard = Buffer.alloc(0);
  const socket = connect({ host, port });

  function settle(answer: Registers): void {
    const { done } = waiting ?? {};
    waiting = undefined;
    done?.(answer);
  }

  function end(problem: MeterProblem): void {
    over ??= { kind: 'problem', problem };
    socket.destroy();
    settle(over);
  }

  socket.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN' ? 'unknown-name' : 'unreachable'),
  );
  socket.on('close', () => end('unreachable'));
  socket.on('data', (chunk: Buffer) => {
    // Nobody was asked: whoever speaks all the same speaks something else.
    if (waiting === undefined) return end('fault');
    heard = Buffer.concat([heard, chunk]);
    const answer = answerIn(heard, waiting.question);
    if (answer?.kind === 'problem') return end(answer.problem);
    if (answer !== undefined) settle(answer);
  });

  return {
    read(fn, address, count) {
      if (over !== undefined) return Promise.resolve(over);
      number = (number + 1) % 65_536;
      heard = Buffer.alloc(0);
      const question = questionOf(number, unit, fn, address, count);
      return new Promise((resolve) => {
        const cancel = clock.after(ANSWER_WITHIN_MS, () => end('timeout'));
        waiting = {
          question,
          done(answer) {
            cancel();
            resolve(answer);
          },
        };
        socket.write(question);
      });
    },
    close: () => end('unreachable'),
  };
}
