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

function drain(queue: ReturnType<typeof createCommandQueue>): Command[] {
  const commands: Command[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) commands.push(next);
  return commands;
}

describe('the queue', () => {
  it('is first come first served over all inverters', () => {
    const queue = createCommandQueue(8);
    const commands = [command(A, 'RealTimeRunData'), command(B, 'PowerControl'), command(A, 'AlarmData')];
    for (const each of commands) expect(queue.add(each)).toBe(true);
    expect(queue.length).toBe(3);
    expect(drain(queue)).toEqual(commands);
    expect(queue.length).toBe(0);
  });

  it('refuses what no longer fits, and keeps what it has', () => {
    const queue = createCommandQueue(2);
    const kept = [command(A, 'PowerControl'), command(A, 'PowerControl')];
    for (const each of kept) queue.add(each);
    expect(queue.add(command(B, 'PowerControl'))).toBe(false);
    expect(drain(queue)).toEqual(kept);
  });

  it('puts a newer limit in the place of the one that waits for the same inverter', () => {
    const queue = createCommandQueue(3);
    const other = command(B, 'ActivePowerControl');
    const power = command(A, 'PowerControl');
    const newer = command(A, 'ActivePowerControl');
    for (const each of [command(A, 'ActivePowerControl'), other, power]) queue.add(each);
    expect(queue.add(newer)).toBe(true);
    const sent = drain(queue);
    expect(sent).toHaveLength(3);
    expect(sent[0]).toBe(newer);
    expect(sent[1]).toBe(other);
    expect(sent[2]).toBe(power);
  });

  it('does not put together anything else', () => {
    const queue = createCommandQueue(8);
    for (const kind of ['PowerControl', 'PowerControl', 'AlarmData', 'AlarmData'] as const) {
      queue.add(command(A, kind));
    }
    expect(queue.length).toBe(4);
  });

  it('forgets everything for one inverter and nothing else', () => {
    const queue = createCommandQueue(8);
    const kept = command(B, 'AlarmData');
    for (const each of [command(A, 'AlarmData'), kept, command(A, 'PowerControl')]) queue.add(each);
    queue.forget(A);
    expect(drain(queue)).toEqual([kept]);
  });
});
