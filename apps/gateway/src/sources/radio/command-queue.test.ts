import type { PowerCommand } from '@heliograph/domain';
import type { CommandKind } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { createCommandQueue } from './command-queue.ts';

const A = '112100000001';
const B = '114100000002';

function command(inverterSerial: string, kind: CommandKind): Command {
  return {
    kind,
    link: { inverterSerial, dtuSerial: '199980112345' },
    request: new Uint8Array(),
    read: () => undefined,
    gaveUp: () => {},
  };
}

const limit = (serial = A) => command(serial, 'ActivePowerControl');
const power = (action: PowerCommand, serial = A): Command => ({ ...command(serial, 'PowerControl'), action });

function drain(queue: ReturnType<typeof createCommandQueue>): Command[] {
  const commands: Command[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) commands.push(next);
  return commands;
}

describe('the queue', () => {
  it('is first come first served over all inverters', () => {
    const queue = createCommandQueue(8);
    const commands = [command(A, 'RealTimeRunData'), power('off', B), command(A, 'AlarmData')];
    for (const each of commands) expect(queue.add(each)).toBe(true);
    expect(queue.length).toBe(3);
    expect(drain(queue)).toEqual(commands);
    expect(queue.length).toBe(0);
  });

  it('refuses what no longer fits, and keeps what it has', () => {
    const queue = createCommandQueue(2);
    const kept = [command(A, 'AlarmData'), command(A, 'AlarmData')];
    for (const each of kept) queue.add(each);
    expect(queue.add(power('on', B))).toBe(false);
    expect(drain(queue)).toEqual(kept);
  });

  it.each([
    ['limit', limit(), limit()],
    ['on for an off', power('off'), power('on')],
    ['restart for an on', power('on'), power('restart')],
    ['restart for a restart', power('restart'), power('restart')],
  ])(
    'puts a newer order in the place of the one that waits, also when it is full: %s',
    (_what, older, newer) => {
      const queue = createCommandQueue(4);
      const others = [limit(B), power('off', B), command(A, 'AlarmData')];
      for (const each of [older, ...others]) queue.add(each);
      expect(queue.add(newer)).toBe(true);
      const sent = drain(queue);
      expect(sent).toHaveLength(4);
      expect(sent[0]).toBe(newer);
      expect(sent.slice(1)).toEqual(others);
    },
  );

  it.each([
    ['limit', limit(), power('restart'), limit()],
    ['limit', limit(), power('on'), limit()],
    ['restart', power('restart'), limit(), power('restart')],
    ['restart', power('off'), limit(), power('restart')],
    ['on', power('off'), power('restart'), power('on')],
  ])('puts a newer %s behind what was ordered in between', (_what, older, between, newer) => {
    const queue = createCommandQueue(3);
    const other = power('off', B);
    for (const each of [older, between, other]) queue.add(each);
    expect(queue.add(newer)).toBe(true);
    const sent = drain(queue);
    expect(sent.map((each) => [between, other, newer].indexOf(each))).toEqual([0, 1, 2]);
  });

  it('keeps a waiting restart when something else is ordered, and drops both for another restart', () => {
    const queue = createCommandQueue(8);
    const restart = power('restart');
    const off = power('off');
    for (const each of [restart, power('on'), off]) queue.add(each);
    expect(queue.length).toBe(2);
    const last = power('restart');
    expect(queue.add(last)).toBe(true);
    queue.add(off);
    const sent = drain(queue);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(last);
    expect(sent[1]).toBe(off);
  });

  it('is never filled by orders: three at most wait for one inverter, whatever is ordered', () => {
    const queue = createCommandQueue(100);
    const actions: readonly PowerCommand[] = ['on', 'restart', 'off', 'restart', 'on'];
    let longest = 0;
    for (let count = 0; count < 500; count++) {
      const serial = count % 2 === 0 ? A : B;
      queue.add(count % 3 === 0 ? limit(serial) : power(actions[count % 5] ?? 'on', serial));
      longest = Math.max(longest, queue.length);
    }
    expect(longest).toBe(6);
  });

  it('does not put together anything else', () => {
    const queue = createCommandQueue(8);
    for (const kind of ['AlarmData', 'AlarmData', 'RealTimeRunData', 'RealTimeRunData'] as const) {
      queue.add(command(A, kind));
    }
    expect(queue.length).toBe(4);
  });

  it('forgets everything for one inverter and nothing else', () => {
    const queue = createCommandQueue(8);
    const kept = command(B, 'AlarmData');
    for (const each of [command(A, 'AlarmData'), kept, power('off')]) queue.add(each);
    queue.forget(A);
    expect(drain(queue)).toEqual([kept]);
  });
});
