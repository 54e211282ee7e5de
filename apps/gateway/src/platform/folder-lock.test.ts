import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/start-test-gateway.ts';
import { type DataDirectory, openDataDirectory } from './data-directory.ts';
import { lockFolder } from './folder-lock.ts';
import { createLog } from './log.ts';
import { hostProcessTable, type ProcessTable } from './process-table.ts';

/** Processes by pid; our own is the first. */
function processes(ownPid: number, others: Readonly<Record<number, string>> = {}): ProcessTable {
  return { ownPid, identityOf: (pid) => (pid === ownPid ? `process ${pid}` : others[pid]) };
}

function lock(directory: DataDirectory, table: ProcessTable, lines: string[] = []) {
  const log = createLog({ level: 'trace', writeLine: (line) => lines.push(line) });
  return lockFolder({ directory, processes: table, log });
}

async function folder() {
  const path = await temporaryFolder();
  return { path, directory: await openDataDirectory(path) };
}

describe('the lock of a data folder', () => {
  it('keeps others out until it is released', async () => {
    const { directory, path } = await folder();
    const first = await lock(directory, processes(1));
    await expect(lock(directory, processes(2, { 1: 'process 1' }))).rejects.toThrow(
      `Another gateway (process 1) already works in the data folder ${path}; stop it, or choose another folder with --data.`,
    );
    await first.release();
    await lock(directory, processes(2, { 1: 'process 1' }));
    expect(await readdir(path)).toEqual(['gateway.lock']);
  });

  it('is taken over from a process that is gone, or whose pid belongs to another now', async () => {
    for (const others of [{}, { 1: 'a younger process 1' }]) {
      const { directory, path } = await folder();
      await lock(directory, processes(1));
      await lock(directory, processes(2, others));
      expect(await readdir(path)).toEqual(['gateway.lock']);
    }
  });

  it('clears away what killed processes left, and only that', async () => {
    const { directory, path } = await folder();
    for (const pid of [7, 8]) await writeFile(join(path, `gateway.lock.${pid}.new`), '{}');
    await lock(directory, processes(1, { 8: 'process 8' }));
    expect((await readdir(path)).sort()).toEqual(['gateway.lock', 'gateway.lock.8.new']);
  });

  it('is taken over when it makes no sense', async () => {
    for (const text of ['', '{', '17', '{"pid":1}', 'null']) {
      const { directory, path } = await folder();
      await writeFile(join(path, 'gateway.lock'), text);
      await lock(directory, processes(2));
    }
  });

  it('goes to exactly one of many that find a stale one', async () => {
    const pids = [2, 3, 4, 5, 6, 7, 8, 9];
    const alive = Object.fromEntries(pids.map((pid) => [pid, `process ${pid}`]));
    for (let round = 0; round < 30; round++) {
      const { directory, path } = await folder();
      await lock(directory, processes(1));
      const starts = pids.map((pid) => lock(directory, processes(pid, alive)));
      const results = await Promise.allSettled(starts);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await readdir(path)).toEqual(['gateway.lock']);
    }
  });

  it('is taken over though a process was killed while it did so', async () => {
    for (const left of ['{"pid":7,"identity":"process 7"}', '']) {
      const { directory, path } = await folder();
      await lock(directory, processes(1));
      await writeFile(join(path, 'gateway.lock.takeover'), left);
      await lock(directory, processes(2));
      expect(await readdir(path)).toEqual(['gateway.lock']);
    }
  });

  it('is not needed on a read-only disk, which is said once, but counts where it is there', async () => {
    const { directory } = await folder();
    const refuse = () => Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' }));
    const readOnly = { ...directory, write: refuse, link: refuse, remove: refuse };
    const lines: string[] = [];
    await (await lock(readOnly, processes(2), lines)).release();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('is read-only; nothing can be saved.');
    await lock(directory, processes(1));
    await expect(lock(readOnly, processes(2, { 1: 'process 1' }))).rejects.toThrow(
      'Another gateway (process 1)',
    );
    await lock(readOnly, processes(2)); // that one is gone, and its lock cannot be taken away
  });

  it('is not needed where everything is sealed but can be read, and its lack is no start where it cannot', async () => {
    for (const code of ['EPERM', 'EACCES']) {
      const { directory, path } = await folder();
      await directory.write('dtu.json', new Uint8Array());
      const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));
      const sealed = { ...directory, write: refuse, link: refuse, remove: refuse };
      await lock(sealed, processes(2));
      const why = `The data folder ${path} cannot be written (permission denied)`;
      await expect(lock({ ...sealed, read: refuse }, processes(2))).rejects.toThrow(why);
      await expect(lock({ ...sealed, names: refuse }, processes(2))).rejects.toThrow(why);
    }
  });

  it('knows the processes of this machine', () => {
    const own = hostProcessTable.identityOf(process.pid);
    expect(own).toBeDefined();
    expect(hostProcessTable.identityOf(process.pid)).toBe(own);
    expect(hostProcessTable.identityOf(process.ppid)).not.toBe(own);
    expect(hostProcessTable.identityOf(2 ** 22 + 1)).toBeUndefined(); // above the largest pid
  });
});
