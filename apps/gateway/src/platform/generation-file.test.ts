import { createHash } from 'node:crypto';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import type { DataDirectory } from './data-directory.ts';
import { keepCorrupt, readGenerations, saveGeneration } from './generation-file.ts';
import { StartError } from './start-error.ts';

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const read = (disk: DataDirectory) => readGenerations(disk, 'x', readText);
/** What counts; undefined where nothing does. */
async function bodyOn(disk: DataDirectory): Promise<string | undefined> {
  const loaded = await read(disk);
  return loaded.kind === 'good' ? loaded.generation.body : undefined;
}

/** A disk on which generations 1 and 2 (body `old`) were safely written. */
async function diskWithTwoGenerations(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  await saveGeneration(disk, 'x', { number: 1, body: 'older' });
  await saveGeneration(disk, 'x', { number: 2, body: 'old' });
  return disk;
}

describe('a power cut during a save', () => {
  it('is survived by the next save as well', async () => {
    const disk = await diskWithTwoGenerations();
    disk.cutPowerBefore(5);
    await expect(saveGeneration(disk, 'x', { number: 3, body: 'lost' })).rejects.toThrow();
    for (const left of disk.disksAfterPowerCut()) {
      await saveGeneration(left, 'x', { number: 4, body: 'new' });
      expect(await bodyOn(left)).toBe('new');
    }
  });
});

describe('a write that the disk refuses', () => {
  it('leaves the current generation at every step, and the next write works', async () => {
    const counted = await diskWithTwoGenerations();
    const before = counted.operations.length;
    await saveGeneration(counted, 'x', { number: 3, body: 'new' });
    const steps = counted.operations.slice(before);
    expect(steps).toContain('syncFolder');
    for (const [index, step] of steps.entries()) {
      const disk = await diskWithTwoGenerations();
      const text = disk.text('x.json');
      disk.refuse(index, 'ENOSPC');
      const saved = saveGeneration(disk, 'x', { number: 3, body: 'refused' });
      await expect(saved, `${index} ${step}`).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(disk.text('x.json'), `${index} ${step}`).toBe(text);
      expect(disk.text('x.json.tmp')).toBeUndefined();
      await saveGeneration(disk, 'x', { number: 4, body: 'new' });
      expect(await bodyOn(disk)).toBe('new');
    }
  });

  it('leaves nothing when it was the first one', async () => {
    const whole = createCrashDisk();
    await saveGeneration(whole, 'x', { number: 1, body: 'first' });
    for (let index = 0; index < whole.operations.length; index++) {
      const disk = createCrashDisk();
      disk.refuse(index, 'EIO');
      await expect(saveGeneration(disk, 'x', { number: 1, body: 'first' })).rejects.toThrow();
      expect(await read(disk), String(index)).toEqual({ kind: 'missing' });
    }
  });
});

describe('a damaged file', () => {
  it('falls back to the previous generation, and is left as it is', async () => {
    const disk = await diskWithTwoGenerations();
    const damaged = (disk.text('x.json') ?? '').slice(0, -5);
    disk.put('x.json', damaged);
    expect(await read(disk)).toEqual({
      ...{ kind: 'good', generation: { number: 1, body: 'older' }, fallbackReason: 'it is damaged' },
    });
    expect(disk.text('x.json')).toBe(damaged);
    await saveGeneration(disk, 'x', { number: 3, body: 'new' });
    expect(await bodyOn(disk)).toBe('new');
  });

  it('is found out for every single flipped bit and every length it is cut to', async () => {
    const disk = await diskWithTwoGenerations();
    const bytes = new TextEncoder().encode((disk.text('x.json') ?? '').trimEnd());
    const variants = [...bytes.keys()].flatMap((index) => [
      bytes.slice(0, index),
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((bit) =>
        bytes.map((byte, at) => (at === index ? byte ^ (1 << bit) : byte)),
      ),
    ]);
    const found = new Set<unknown>();
    for (const variant of variants) {
      disk.put('x.json', variant);
      found.add(await bodyOn(disk).catch((error: unknown) => error instanceof StartError));
    }
    expect(variants.length).toBeGreaterThan(900);
    expect(found).toEqual(new Set(['older']));
  });

  it('is damaged where the previous generation is so, too, and both stay', async () => {
    const disk = await diskWithTwoGenerations();
    disk.put('x.json', '{');
    disk.put('x.json.bak', new Uint8Array(64));
    expect(await read(disk)).toEqual({ kind: 'damaged', reason: 'it is damaged' });
    expect(await disk.names()).toEqual(['x.json', 'x.json.bak']);
  });

  it('is kept, the newest three of them', async () => {
    const disk = createCrashDisk();
    for (let count = 0; count < 5; count++) {
      disk.put('x.json', `broken ${count}`);
      await keepCorrupt(disk, 'x.json');
    }
    const kept = (await disk.names()).filter((name) => name.includes('corrupt')).sort();
    expect(kept.map((name) => disk.text(name))).toEqual(['broken 2', 'broken 3', 'broken 4']);
  });

  it('is one with values that make no sense, and a file of another version is refused', async () => {
    const disk = createCrashDisk();
    await saveGeneration(disk, 'x', { number: 1, body: { not: 'a text' } });
    expect(await read(disk)).toEqual({ kind: 'damaged', reason: 'its values are not valid' });
    const newer = createCrashDisk();
    const sha256 = createHash('sha256').update('[2,1,"text"]').digest('hex');
    newer.put('x.json', JSON.stringify({ format: 2, generation: 1, sha256, body: 'text' }));
    await expect(read(newer)).rejects.toThrow('written by another version of Heliograph (format 2)');
  });
});
