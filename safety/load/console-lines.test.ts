import { describe, expect, it } from 'vitest';
import { createConsoleStore } from '../../apps/web/src/features/console/console-store.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import { guard } from '../tools/copies/guard.ts';

/** L6: what the console keeps. The page itself is in `browser/soak.spec.ts`. */

const STORE = 'apps/web/src/features/console/console-store.ts';
const BATCH = 500;
const CAP = guard('the cap on lines', STORE, '.slice(-LINES_MAX)', '');

describe('L6: the lines of a console that stays open', { timeout: 120_000 }, () => {
  const row = openRow('L6');
  const goal = { atMost: 2000 };

  function keptOf(create: typeof createConsoleStore): number {
    const frames: (() => void)[] = [];
    const store = create({ now: () => new Date(0), onFrame: (draw) => frames.push(draw) });
    const last = row.scale(3_000, 20_000);
    for (let from = 0; from < last; from += BATCH) {
      store.add(Array.from({ length: BATCH }, (_, index) => `line ${from + index}\n`).join(''));
      frames.pop()?.();
    }
    expect(store.all().at(-1)?.text).toMatch(new RegExp(`line ${last - 1}$`));
    return store.snapshot().lineCount;
  }

  it('are the newest ones', async () => {
    const what = 'lines kept';
    row.figure({ what, value: keptOf(createConsoleStore), goal });
    const copy = await loadEntry<typeof import('../../apps/web/src/features/console/console-store.ts')>({
      entry: STORE,
      without: [CAP],
    });
    row.counterProof({ what, without: CAP.name, value: keptOf(copy.createConsoleStore), goal });
  });
});
