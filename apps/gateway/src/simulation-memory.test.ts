import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from './platform/log.ts';
import { openSimulationMemory } from './simulation-memory.ts';

const FILE = 'simulation.json';

async function open(directory: CrashDisk = createCrashDisk()) {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', writeLine: (line) => lines.push(line) });
  const memory = await openSimulationMemory({ directory, log, name: FILE });
  return { directory, lines, memory };
}

describe('what simulated inverters remember', () => {
  it('is nothing in a fresh folder', async () => {
    const { memory, lines } = await open();
    expect(memory.remembered).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('comes back at the next opening', async () => {
    const { memory, directory } = await open();
    memory.remember({ yields: [1, 2] });
    await memory.close();
    expect((await open(directory)).memory.remembered).toEqual({ yields: [1, 2] });
  });

  it('is written one after the other, and of those that came meanwhile only the last', async () => {
    const { memory, directory } = await open();
    for (let count = 1; count <= 20; count++) memory.remember({ count });
    await memory.close();
    expect(directory.text(FILE)).toBe('{"count":20}');
    expect(directory.operations).toEqual(['write', 'sync', 'rename', 'write', 'sync', 'rename']);
  });

  it('is dropped after the end', async () => {
    const { memory, directory } = await open();
    await memory.close();
    memory.remember({ count: 1 });
    await memory.close();
    expect(directory.operations).toEqual([]);
  });

  it.each([
    ['an empty file', ''],
    ['half a file', '{"count":'],
    ['bytes that are no text', new Uint8Array([0xff, 0x00, 0xfe])],
  ])('is nothing when the disk holds %s, and one line says so', async (_, content) => {
    const directory = createCrashDisk();
    directory.put(FILE, content);
    const { memory, lines } = await open(directory);
    expect(memory.remembered).toBeUndefined();
    expect(lines.filter((line) => line.includes('start over'))).toHaveLength(1);
    memory.remember({ count: 1 });
    await memory.close();
    expect(directory.text(FILE)).toBe('{"count":1}');
  });

  it.each(['write', 'sync', 'rename'])(
    'is not worth a crash when %s fails: one line, once',
    async (operation) => {
      const { memory, directory, lines } = await open();
      const index = ['write', 'sync', 'rename'].indexOf(operation);
      const failing = { ...directory, [operation]: () => Promise.reject(new Error('ENOSPC')) } as CrashDisk;
      const full = await open(failing);
      for (let count = 0; count < 5; count++) {
        full.memory.remember({ count });
        await new Promise((resolve) => setImmediate(resolve));
      }
      await full.memory.close();
      expect(full.lines.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
      directory.refuse(index, 'ENOSPC');
      memory.remember({ count: 1 });
      await new Promise((resolve) => setImmediate(resolve));
      memory.remember({ count: 2 });
      await memory.close();
      expect(lines).toHaveLength(1);
      expect(directory.text(FILE)).toBe('{"count":2}');
    },
  );
});
