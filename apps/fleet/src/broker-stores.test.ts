import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepStoresBounded, STREAM_BOUNDS } from './broker-stores.ts';

const NATS_CONF = readFileSync(new URL('../../../deploy/fleet/nats.conf', import.meta.url), 'utf8');

afterEach(() => {
  vi.useRealTimers();
});

describe('the bounds of what a broker keeps', () => {
  it('fit together into the store that a node has', () => {
    const [, storeGb = '0'] = /max_file_store: (\d+)GB/.exec(NATS_CONF) ?? [];
    const sum = Object.values(STREAM_BOUNDS).reduce((total, bounds) => total + bounds.max_bytes, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(Number(storeGb) * 1e9);
  });

  it('are set at the first node that answers, soon again until all of them are, and then each minute', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const said: string[] = [];
    let isComplete = false;
    let isAway = false;
    const keeping = keepStoresBounded({
      addresses: [new URL('nats://Stores:pw@one:4222'), new URL('nats://Stores:pw@two:4222')],
      log: {
        error: () => undefined,
        warn: (message, facts) => said.push(`${message} ${facts?.failure}`),
        info: () => said.push('set'),
      },
      async bound({ host }) {
        asked.push(host);
        if (isAway || host === 'one:4222') throw new Error('it is away');
        return { changed: 1, isComplete };
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([asked.splice(0), said.splice(0)]).toEqual([['one:4222', 'two:4222'], ['set']]);
    isComplete = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked.splice(0)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(asked).toEqual([]);
    isAway = true;
    said.length = 0;
    // Said once.
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked.splice(0).length).toBeGreaterThan(4);
    expect(said).toEqual(['The stores of the broker may have no bounds; it is tried again. it is away']);
    keeping.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toEqual([]);
  });
});
