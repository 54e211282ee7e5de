import { createHash } from 'node:crypto';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import type { DataDirectory } from '../src/platform/data-directory.ts';
import { StartError } from '../src/platform/start-error.ts';
import { loadSettingsFile, saveSettingsFile } from '../src/settings/settings-file.ts';

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const load = (disk: DataDirectory) => loadSettingsFile(disk, 'x', readText);

/** A disk on which generations 1 and 2 (body `old`) were safely written. */
async function diskWithTwoGenerations(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  await saveSettingsFile(disk, 'x', { number: 1, body: 'older' });
  await saveSettingsFile(disk, 'x', { number: 2, body: 'old' });
  return disk;
}

describe('a power cut during a save', () => {
  it('is survived by the next save as well', async () => {
    const disk = await diskWithTwoGenerations();
    disk.cutPowerBefore(5);
    await expect(saveSettingsFile(disk, 'x', { number: 3, body: 'lost' })).rejects.toThrow();
    for (const left of disk.disksAfterPowerCut()) {
      await saveSettingsFile(left, 'x', { number: 4, body: 'new' });
      expect((await load(left))?.body).toBe('new');
    }
  });
});

describe('a write that the disk refuses', () => {
  it('leaves the current generation at every step, and the next write works', async () => {
    const counted = await diskWithTwoGenerations();
    const before = counted.operations.length;
    await saveSettingsFile(counted, 'x', { number: 3, body: 'new' });
    const steps = counted.operations.slice(before);
    expect(steps).toContain('syncFolder');
    for (const [index, step] of steps.entries()) {
      const disk = await diskWithTwoGenerations();
      const text = disk.text('x.json');
      disk.refuse(index, 'ENOSPC');
      const saved = saveSettingsFile(disk, 'x', { number: 3, body: 'refused' });
      await expect(saved, `${index} ${step}`).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(disk.text('x.json'), `${index} ${step}`).toBe(text);
      expect(disk.text('x.json.tmp')).toBeUndefined();
      await saveSettingsFile(disk, 'x', { number: 4, body: 'new' });
      expect((await load(disk))?.body).toBe('new');
    }
  });

  it('leaves nothing when it was the first one', async () => {
    const whole = createCrashDisk();
    await saveSettingsFile(whole, 'x', { number: 1, body: 'first' });
    for (let index = 0; index < whole.operations.length; index++) {
      const disk = createCrashDisk();
      disk.refuse(index, 'EIO');
      await expect(saveSettingsFile(disk, 'x', { number: 1, body: 'first' })).rejects.toThrow();
      expect(await load(disk), String(index)).toBeUndefined();
    }
  });
});

describe('a damaged file', () => {
  it('falls back to the previous generation and is kept', async () => {
    const disk = await diskWithTwoGenerations();
    const text = disk.text('x.json') ?? '';
    disk.put('x.json', text.slice(0, -5));
    expect(await load(disk)).toMatchObject({ body: 'older', number: 1, fallbackReason: 'it is damaged' });
    expect(disk.text('x.json.corrupt-1')).toBe(text.slice(0, -5));
    expect(await load(disk)).toMatchObject({ body: 'older', fallbackReason: 'it is missing' });
    await saveSettingsFile(disk, 'x', { number: 3, body: 'new' });
    expect(await load(disk)).toEqual({ number: 3, body: 'new', isAsFound: true });
    expect(disk.text('x.json.bak')).toContain('older');
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
      found.add(
        await load(disk).then(
          (loaded) => loaded?.body,
          (error: unknown) => error instanceof StartError,
        ),
      );
    }
    expect(variants.length).toBeGreaterThan(900);
    expect(found).toEqual(new Set(['older']));
  });

  it('refuses the start when the previous generation is damaged too, and both stay', async () => {
    const disk = await diskWithTwoGenerations();
    disk.put('x.json', '{');
    disk.put('x.json.bak', new Uint8Array(64));
    await expect(load(disk)).rejects.toThrow(
      'The settings file x.json in /fake cannot be used (it is damaged), and neither can its previous version',
    );
    expect(await disk.names()).toEqual(['x.json', 'x.json.bak']);
  });

  it('keeps the newest three of them', async () => {
    const disk = await diskWithTwoGenerations();
    for (let count = 0; count < 5; count++) {
      disk.put('x.json', `broken ${count}`);
      await load(disk);
    }
    const kept = (await disk.names()).filter((name) => name.includes('corrupt'));
    expect(kept.map((name) => disk.text(name))).toEqual(['broken 2', 'broken 3', 'broken 4']);
  });

  it('refuses values that make no sense, and a file of another version', async () => {
    const disk = createCrashDisk();
    await saveSettingsFile(disk, 'x', { number: 1, body: { not: 'a text' } });
    await expect(load(disk)).rejects.toThrow('its values are not valid');
    const newer = createCrashDisk();
    const sha256 = createHash('sha256').update('[2,1,"text"]').digest('hex');
    newer.put('x.json', JSON.stringify({ format: 2, generation: 1, sha256, body: 'text' }));
    await expect(load(newer)).rejects.toThrow('written by another version of Heliograph (format 2)');
  });
});
