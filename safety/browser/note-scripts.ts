import { expect } from '../../e2e/test.ts';
import type { Row } from '../plan/row.ts';
import type { ScriptWatch } from '../tools/browser/script-watch.ts';

export const NOTHING = { exactly: 0 } as const;

/** Notes what a watch has found: nothing, if all is well. `mode` says under which policy, and in what. */
export function noteScripts(row: Row, watch: ScriptWatch, mode: string): void {
  const { ran, foreign, dialogs, reports } = watch.found();
  for (const [what, list] of Object.entries({ ran, foreign, dialogs, reports })) {
    expect.soft(list, `${what}, policy ${mode}`).toEqual([]);
  }
  row.figure({ what: `scripts that ran, policy ${mode}`, value: ran.length + dialogs.length, goal: NOTHING });
  row.figure({ what: `foreign elements and links, policy ${mode}`, value: foreign.length, goal: NOTHING });
  if (mode === 'reported') {
    row.figure({ what: 'reports of the policy', value: reports.length, goal: NOTHING });
  }
}
