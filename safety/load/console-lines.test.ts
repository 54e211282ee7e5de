import { describe, expect, it } from 'vitest';
import { createConsoleStore } from '../../apps/web/src/features/console/console-store.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** L6: what the console keeps. The page itself is in `browser/soak.spec.ts`. */

const BATCH = 500;

describe('L6: the lines of a console that stays open', { timeout: 120_000 }, () => {
  const row = openRow('L6');
  const goal = { atMost: 2000 };

  function keptOf(): number {
    const frames: (() => void)[] = [];
    const store = createConsoleStore({ now: () => new Date(0), onFrame: (draw) => frames.push(draw) });
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
    row.figure({ what, value: keptOf(), goal });
    const value = await without(['consoleLines'], keptOf);
    row.counterProof({ what, without: SEAMS.consoleLines, value, goal });
  });
});
