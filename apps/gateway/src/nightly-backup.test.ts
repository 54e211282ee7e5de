import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startNightlyBackup } from './nightly-backup.ts';
import { createLog } from './platform/log.ts';

const TEN_MINUTES_MS = 600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function start({
  at = '2026-11-24T12:00',
  isClockSet = true,
  isKilled = false,
  folder = undefined as string | undefined,
  copy = (path: string) => writeFile(path, 'whole'),
} = {}) {
  const parent = folder ?? (await temporaryFolder());
  const target = join(parent, 'backup');
  const clock = createVirtualClock(Date.parse(`${at}Z`));
  const lines: string[] = [];
  const backup = startNightlyBackup({
    folder: target,
    copies: { 'settings.db': copy, 'history.db': copy },
    clock,
    deviceClock: { isSet: () => isClockSet, unixMs: clock.unixMs },
    timezone: () => 'UTC0',
    log: createLog({ level: 'info', writeLine: (line) => lines.push(line.slice(line.indexOf(' ') + 1)) }),
  });
  if (!isKilled) onTestFinished(() => backup.stop());
  return {
    ...{ parent, target, clock, backup, lines },
    names: async () => (await readdir(target).catch(() => [])).sort(),
    /** Lets a look happen, and what it sets off. */
    async look(untilMs = TEN_MINUTES_MS) {
      clock.advance(untilMs);
      await backup.settled();
    },
  };
}

describe('the nightly backup', () => {
  it('makes up for a night in which the gateway was off, and then comes once a night at two', async () => {
    const { clock, look, names, target } = await start();
    await look();
    expect(await names()).toEqual(['heliograph-2026-11-24']);
    expect((await readdir(join(target, 'heliograph-2026-11-24'))).sort()).toEqual([
      'history.db',
      'settings.db',
    ]);
    for (let looks = 0; looks < 80; looks++) await look(); // until 01:30
    expect(await names()).toHaveLength(1);
    for (let looks = 0; looks < 3; looks++) await look();
    expect(new Date(clock.unixMs()).toISOString()).toContain('T02:00');
    expect(await names()).toEqual(['heliograph-2026-11-24', 'heliograph-2026-11-25']);
  });

  it('keeps the last seven, and whatever else lies there', async () => {
    const { target, look, names } = await start();
    await look();
    await writeFile(join(target, 'mine.txt'), 'mine');
    for (let day = 0; day < 10; day++) await look(DAY_MS);
    const all = await names();
    expect(all.at(-1)).toBe('mine.txt');
    expect(all.slice(0, -1)).toEqual(
      ['27', '28', '29', '30']
        .map((day) => `heliograph-2026-11-${day}`)
        .concat(['01', '02', '03'].map((day) => `heliograph-2026-12-${day}`)),
    );
  });

  it('waits until the clock is set', async () => {
    const { look, names } = await start({ isClockSet: false });
    await look();
    expect(await names()).toEqual([]);
  });

  it('says once in the log, and until it works again, that it could not be made; the old ones stay', async () => {
    let isFull = false;
    const { look, names, backup, lines } = await start({
      async copy(path) {
        await writeFile(path, 'half');
        if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      },
    });
    await look();
    isFull = true;
    await look(DAY_MS);
    await look();
    expect(backup.hasFailed()).toBe(true);
    expect(lines.filter((line) => line.includes('could not be made'))).toHaveLength(1);
    expect(lines.at(-1)).toContain('ENOSPC');
    expect(await names()).toEqual(['heliograph-2026-11-24']);
    isFull = false;
    await look();
    expect(backup.hasFailed()).toBe(false);
    expect(await names()).toEqual(['heliograph-2026-11-24', 'heliograph-2026-11-25']);
  });

  it('does not begin a folder where the one above it is missing, such as of a disk that is away', async () => {
    const away = await start({ folder: join(await temporaryFolder(), 'away') });
    await away.look();
    expect(away.backup.hasFailed()).toBe(true);
    expect(away.lines.join()).toContain('ENOENT');
    await mkdir(away.parent);
    await away.look();
    expect(away.backup.hasFailed()).toBe(false);
    expect(await away.names()).toEqual(['heliograph-2026-11-24']);
  });

  it('is tried out at the start: a folder that cannot be used is told before the night', async () => {
    const fine = await start();
    await fine.backup.settled();
    expect([fine.backup.hasFailed(), fine.lines, await fine.names()]).toEqual([false, [], []]);
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'backup'), 'a file');
    const { backup, lines, look, target } = await start({ folder });
    await backup.settled();
    expect(backup.hasFailed()).toBe(true);
    expect(lines.join()).toContain(
      'The folder of the nightly backup cannot be used (a part of the path is not',
    );
    await rm(target);
    await look();
    expect(backup.hasFailed()).toBe(false);
  });

  it('that was cut short leaves none that looks whole, and is made anew', async () => {
    const killed = await start({ isKilled: true, copy: () => new Promise(() => undefined) });
    killed.clock.advance(TEN_MINUTES_MS);
    await vi.waitFor(async () => expect(await killed.names()).toEqual(['heliograph-2026-11-24.tmp']));
    await writeFile(join(killed.target, 'heliograph-2026-11-24.tmp', 'settings.db'), 'half');
    const { look, names, target } = await start({ folder: killed.parent, at: '2026-11-25T12:00' });
    await look();
    expect(await names()).toEqual(['heliograph-2026-11-25']);
    expect(await readFile(join(target, 'heliograph-2026-11-25', 'settings.db'), 'utf8')).toBe('whole');
    await rm(target, { recursive: true });
  });
});
