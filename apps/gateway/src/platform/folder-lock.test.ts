import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/start-test-gateway.ts';
import { type DataDirectory, openDataDirectory } from './data-directory.ts';
import { lockFolder } from './folder-lock.ts';
import { hostProcessTable, type ProcessTable } from './process-table.ts';

/** Processes by pid; our own is the first. */
function processes(ownPid: number, others: Readonly<Record<number, string>> = {}): ProcessTable {
  return { ownPid, identityOf: (pid) => (pid === ownPid ? `process ${pid}` : others[pid]) };
}

function lock(directory: DataDirectory, table: ProcessTable) {
  return lockFolder({ directory, processes: table });
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
      `Another gateway (process 1) already uses the data folder ${path}; stop it, or choose another folder with --data.`,
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

  it.each(['EROFS', 'ENOSPC', 'EDQUOT'])(
    'is not needed where nothing can be written (%s), but counts where it is there',
    async (code) => {
      const { directory } = await folder();
      const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));
      const full = { ...directory, write: refuse, link: refuse, remove: refuse };
      await (await lock(full, processes(2))).release();
      await lock(directory, processes(1));
      await expect(lock(full, processes(2, { 1: 'process 1' }))).rejects.toThrow(
        'Another gateway (process 1)',
      );
      await lock(full, processes(2)); // that one is gone, and its lock cannot be taken away
    },
  );

  it('is taken by the first write that is possible; before that only what is unfinished is removed', async () => {
    const { directory, path } = await folder();
    let isFull = true;
    const write: DataDirectory['write'] = (name, bytes) =>
      isFull
        ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
        : directory.write(name, bytes);
    for (const name of ['firmware-upload.tmp', 'config-before-reset-1.json'])
      await writeFile(join(path, name), '{}');
    const late = await lock({ ...directory, write }, processes(1));
    await expect(late.directory.write('dtu.json', new Uint8Array())).rejects.toThrow('full');
    await late.directory.remove('firmware-upload.tmp');
    await late.directory.remove('nothing');
    await expect(late.directory.remove('config-before-reset-1.json')).rejects.toThrow('full');
    expect(await readdir(path)).toEqual(['config-before-reset-1.json']);
    isFull = false;
    await late.directory.remove('config-before-reset-1.json');
    expect(await readdir(path)).toEqual(['gateway.lock']);
    await late.release();
    expect(await readdir(path)).toEqual([]);
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
