import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
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

type Operations = Pick<DataDirectory, 'names' | 'read' | 'write' | 'link' | 'rename' | 'remove'>;
type Wrap = <Args extends unknown[], Result>(
  operation: (...args: Args) => Promise<Result>,
) => (...args: Args) => Promise<Result>;

/** The directory with each operation that the lock uses in a wrapping. */
function wrapped(directory: DataDirectory, wrap: Wrap): DataDirectory {
  const { names, read, write, link, rename, remove } = directory;
  const operations: Operations = {
    names: wrap(names),
    read: wrap(read),
    write: wrap(write),
    link: wrap(link),
    rename: wrap(rename),
    remove: wrap(remove),
  };
  return { ...directory, ...operations };
}

/** Each operation waits until the scheduler picks it. */
function scheduled(scheduler: fc.Scheduler, directory: DataDirectory): DataDirectory {
  return wrapped(directory, (operation) => scheduler.scheduleFunction(operation));
}

/** As a process that is killed after so many operations sees it: it changes nothing from then on. */
function mortal(directory: DataDirectory, operationsLeft: number, onDeath = () => {}): DataDirectory {
  let left = operationsLeft;
  return wrapped(directory, (operation) => async (...args) => {
    left -= 1;
    if (left >= 0) return await operation(...args);
    onDeath();
    throw new Error('killed');
  });
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

  it('goes to at most one in whatever order many look at it, some of them killed on the way', async () => {
    const pids = [2, 3, 4, 5];
    const deaths = fc.tuple(...pids.map(() => fc.option(fc.nat({ max: 14 }))));
    const race = fc.asyncProperty(
      fc.scheduler(),
      deaths,
      fc.boolean(),
      async (scheduler, lives, isTakenOver) => {
        const disk = createCrashDisk();
        await lock(disk, processes(1));
        // Somebody was killed before who had just claimed it.
        if (isTakenOver) await lock(mortal(disk, 6), processes(7)).catch(() => undefined);
        const dead = new Set([1, 7]);
        const table = (ownPid: number): ProcessTable => ({
          ownPid,
          identityOf: (pid) => (dead.has(pid) ? undefined : `process ${pid}`),
        });
        const starts = pids.map((pid, index) => {
          const inTurn = scheduled(
            scheduler,
            mortal(disk, lives[index] ?? Infinity, () => dead.add(pid)),
          );
          return lock(inTurn, table(pid)).then(
            () => pid,
            () => undefined,
          );
        });
        const winners = (await scheduler.waitFor(Promise.all(starts))).filter((pid) => pid !== undefined);
        const living = winners.filter((pid) => !dead.has(pid));
        expect(living.length).toBeLessThanOrEqual(1);
        if (lives.every((life) => life === null)) expect(living).toHaveLength(1);
        const next = lock(disk, table(6));
        await (living.length === 0 ? next : expect(next).rejects.toThrow(`(process ${living[0]})`));
        // What the killed ones left is gone with the next start.
        for (const pid of [...living, 6]) dead.add(pid);
        await lock(disk, table(8));
        expect(await disk.names()).toEqual(['gateway.lock']);
      },
    );
    await fc.assert(race, { seed: 1, numRuns: 500 });
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

  it('that comes late and finds another gateway says so, and that nothing can be saved', async () => {
    const { directory } = await folder();
    const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    let isFull = true;
    const late = await lock(
      { ...directory, write: (name, bytes) => (isFull ? full() : directory.write(name, bytes)) },
      processes(1, { 2: 'process 2' }),
    );
    expect(late.isRefused()).toBe(false);
    const other = await lock(directory, processes(2, { 1: 'process 1' }));
    isFull = false;
    const refused = late.directory.write('dtu.json', new Uint8Array());
    await expect(refused).rejects.toThrow('another gateway uses the data folder');
    expect([late.isRefused(), other.isRefused()]).toEqual([true, false]);
    await other.release();
    await late.directory.write('dtu.json', new Uint8Array());
    expect(late.isRefused()).toBe(false);
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

  it.skipIf(process.platform !== 'linux')(
    'knows a process that has ended, though nobody asked how',
    async () => {
      // The shell becomes `sleep`, which asks for no child of its own; the child ends before it and stays a zombie.
      const shell = spawn('/bin/sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 30'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      onTestFinished(() => void shell.kill('SIGKILL'));
      const pid = Number(await new Promise((resolve) => shell.stdout.once('data', resolve)));
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      expect(hostProcessTable.identityOf(pid)).toBeUndefined();
    },
  );
});
