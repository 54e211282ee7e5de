import { describe, expect, it } from 'vitest';
import { readEnergyText, readTextFile, type Waiting } from './read-energy-file.ts';

/** A clock on which every look costs some milliseconds, and whatever is to happen later is known. */
function waiting(isWanted: (waits: number) => boolean = () => true) {
  let nowMs = 0;
  let waits = 0;
  const shares: number[] = [];
  const value: Waiting = {
    clock: {
      elapsedMs: () => (nowMs += 5),
      after(_, action) {
        waits += 1;
        queueMicrotask(action);
        return () => undefined;
      },
    },
    onShare: (share) => shares.push(share),
    isWanted: () => isWanted(waits),
  };
  return { value, shares, waits: () => waits };
}

const LINES = Array.from({ length: 20_000 }, (_, hour) => {
  const at = new Date(Date.UTC(2020, 0, 1, hour)).toISOString();
  return `${at},0.5`;
});
const TEXT = `time,kWh\n${LINES.join('\n')}`;
const OPTIONS = { utcOffsetS: () => 0 };

describe('a large file', () => {
  it('is read while the page goes on, and tells how far it is', async () => {
    const { value, shares, waits } = waiting();
    const csv = await readEnergyText(TEXT, OPTIONS, value);
    expect(csv?.days.length).toBe(834);
    expect(waits()).toBeGreaterThan(10);
    expect(shares).toHaveLength(waits());
    expect(shares.at(-1)).toBeGreaterThan(0.8);
  });

  it('is read no further once nobody waits for it', async () => {
    const { value, waits } = waiting((count) => count < 3);
    expect(await readEnergyText(TEXT, OPTIONS, value)).toBeUndefined();
    expect(waits()).toBe(3);
  });

  it.each(['utf-16le', 'utf-16be'])(
    'is read where it is in %s, as some programs of Windows write',
    async (encoding) => {
      const { value } = waiting();
      const text = 'Datum;Erträge €\n'.repeat(20_000);
      const bytes = new Uint8Array(2 * text.length + 2);
      const view = new DataView(bytes.buffer);
      for (const [index, unit] of [0xfeff, ...Array.from(text, (one) => one.charCodeAt(0))].entries())
        view.setUint16(2 * index, unit, encoding === 'utf-16le');
      expect(await readTextFile(new Blob([bytes]), value)).toBe(text);
    },
  );

  it('is taken in pieces, also where one ends within a character', async () => {
    const { value, shares } = waiting();
    const text = `€${'ü€x'.repeat(200_000)}`;
    expect(await readTextFile(new Blob([text]), value)).toBe(text);
    expect(shares.length).toBeGreaterThan(3);
    const gone = waiting(() => false);
    expect(await readTextFile(new Blob([text]), gone.value)).toBeUndefined();
    expect(gone.shares).toEqual([]);
  });
});
