import { IS_NIGHTLY } from '../../plan/lane.ts';
import { type Guard, guard } from './guard.ts';

/** Guards of several rows. A build takes a while, so the short form takes all of a list out at once. */

/** Of a gateway in the process of the test. */
export const BENCH_GUARDS = {
  wholeForm: {
    name: 'the check that a form is whole',
    edits: [
      {
        file: 'apps/gateway/src/http/upload-body.ts',
        find: "if (!raw.readableEnded) onFailure(new CutOffError('The sender has gone.'));",
        replace: 'onEnd();',
      },
      {
        file: 'apps/gateway/src/http/upload-form.ts',
        find: ".on('error', refuse(malformed))",
        replace: ".on('error', end)",
      },
    ],
  },
  replacedOrders: guard(
    'the rule that a newer order takes the place of an older one',
    'apps/gateway/src/air/command-queue.ts',
    "return older.action !== 'restart' || newer.action === 'restart';",
    'return false;',
  ),
  secondBeforeRestart: guard(
    'the second before a restart',
    'apps/gateway/src/lives.ts',
    'cancel ??= clock.after(RESTART_AFTER_MS, () => {',
    'cancel ??= clock.after(0, () => {',
  ),
  endOfWaiting: guard(
    'the rule that an end waits for one save alone',
    'apps/gateway/src/settings/settings-store.ts',
    'if (closed && isWaiting) throw',
    'if (closed && isWaiting && false) throw',
  ),
  answersAtTheEnd: guard(
    'the patience with those who wait for an answer',
    'apps/gateway/src/http/http-server.ts',
    'cutAll(orders.unanswered())',
    'cutAll()',
  ),
} as const satisfies Readonly<Record<string, Guard>>;

/** Of a gateway in a process of its own. */
export const PROCESS_GUARDS = {
  orderlyEnd: guard(
    'the end in order',
    'apps/gateway/src/main.ts',
    'gateway.stop().then(',
    "Promise.reject(new Error('no order')).then(",
  ),
  clearedStaging: guard(
    'the look for half an image at the start',
    'apps/gateway/src/firmware/firmware.ts',
    'await directory.remove(UPLOAD_FILE).catch(() => undefined); // the next upload says why',
    '',
  ),
} as const satisfies Readonly<Record<string, Guard>>;

/** The guards to take out for the proof of one of them: in the short form all of the list. */
export function withoutOne(guards: Readonly<Record<string, Guard>>, one: Guard): readonly Guard[] {
  return IS_NIGHTLY ? [one] : Object.values(guards);
}
