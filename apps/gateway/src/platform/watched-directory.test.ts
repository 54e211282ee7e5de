import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import type { DataDirectory } from './data-directory.ts';
import { createLog } from './log.ts';
import { watchDirectory } from './watched-directory.ts';

describe('a watched folder', () => {
  it('knows how long its disk takes, also while it takes longer than ever', async () => {
    const clock = createVirtualClock();
    let syncMs = 20;
    const directory = {
      path: 'data',
      sync: () => new Promise<void>((resolve) => clock.after(syncMs, resolve)),
    } as unknown as DataDirectory;
    const log = createLog({ level: 'silent', writeLine: () => undefined });
    const watched = watchDirectory(directory, { clock, log });
    expect(watched.syncMs()).toBe(0);
    const first = watched.directory.sync('a');
    await clock.advanceAsync(20);
    await first;
    expect(watched.syncMs()).toBe(20);
    syncMs = 2000;
    const second = watched.directory.sync('a');
    await clock.advanceAsync(10);
    expect(watched.syncMs()).toBe(20);
    await clock.advanceAsync(1490);
    expect(watched.syncMs()).toBe(1500);
    await clock.advanceAsync(500);
    await second;
    expect(watched.syncMs()).toBe(2000);
  });
});
