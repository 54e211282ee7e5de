import type { ReceivedApiResult, ReceivedSystemStatus, Upload } from '@heliograph/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useServices } from '../api/services.ts';
import { type UploadResult, uploadFile } from '../api/upload-file.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { refusalText } from '../i18n/refusal-text.ts';
import type { Texts, TextsOf } from '../i18n/texts.ts';

/** What a task is about to do; its word stands in the texts. */
type TaskPhase = keyof Texts['maintenance']['phases'];

/** The gateway was told to restart at this moment of the clock's. */
export interface Restarting {
  readonly kind: 'restarting';
  readonly restartMs: number;
  /** What was sent as firmware to a gateway that said this of itself: what became of it is to be proven. */
  readonly before?: Partial<ReceivedSystemStatus> | undefined;
  /** What the gateway answered to the order. */
  readonly answer?: ReceivedApiResult | undefined;
  /** What else follows: the name of its text. */
  readonly note?: 'newPassword' | 'resetLogin' | undefined;
  /** What else there is to say of it, before and after the restart. */
  readonly about?: ReactNode;
}

/** Where a task is. `percent` is 0 to 100. */
export type TaskState =
  | { readonly kind: 'busy'; readonly phase: TaskPhase; readonly percent?: number }
  | { readonly kind: 'asking'; readonly doubts: readonly string[]; readonly goOn: () => void }
  | {
      readonly kind: 'failed';
      readonly reasons: readonly string[];
      readonly retry?: () => void;
      readonly mayBeDone?: boolean;
    }
  /** It was not even sent. */
  | { readonly kind: 'unsent'; readonly reason: string }
  | { readonly kind: 'cancelled' }
  | Restarting;

/** Whether the gateway has got all: what it does then is in its own hands. */
export function isSent(state: TaskState): boolean {
  return state.kind !== 'busy' || state.phase === 'working';
}

/** What a task's work can do on its way. */
export interface TaskSteps {
  readonly signal: AbortSignal;
  show(phase: TaskPhase, percent?: number): void;
  /** Asks whether to go on all the same; comes back only with a yes. */
  ask(doubts: readonly string[]): Promise<void>;
  /** The end when the gateway does not answer. */
  lost(): TaskState;
  /** Sends a file, and tells what came of it. */
  send(upload: Upload, form: FormData, query?: Readonly<Record<string, string>>): Promise<TaskState>;
}

type TaskWork = (steps: TaskSteps) => Promise<TaskState>;

export interface Task {
  /** Undefined while nothing is done. */
  readonly state: TaskState | undefined;
  /** Does it, and shows what came of it. */
  run(work: TaskWork): void;
  /** The gateway was told to restart at `restartMs` of the clock's. */
  restarts(answer: Restarting['answer'], restartMs: number, note?: Restarting['note']): void;
  /** Stops, and says so. */
  cancel(): void;
  /** Stops whatever is done, and goes back to the beginning. */
  leave(): void;
}

/** What the pages call a setting, by its place in a configuration file. */
export type NameOfSetting = (path: string) => string;

/** Something that a page does with the gateway, in place of what it shows otherwise. */
export function useTask(nameOf?: NameOfSetting): Task {
  const services = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'maintenance');
  const [state, setState] = useState<TaskState>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function run(work: TaskWork): void {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const retry = () => run(work);
    const show = (next: TaskState) => {
      if (!signal.aborted) setState(next);
    };

    const fails = (result: Failure): TaskState => ({
      kind: 'failed',
      reasons:
        result.kind === 'refused' && result.refusal
          ? [refusalText(texts, format, result.refusal, nameOf)]
          : reasonsOf(texts, result),
      retry,
      mayBeDone: mayBeDone(result),
    });

    const steps: TaskSteps = {
      signal,
      show: (phase, percent) =>
        show({ kind: 'busy', phase, ...(percent === undefined ? undefined : { percent }) }),
      ask: (doubts) => new Promise((goOn) => show({ kind: 'asking', doubts, goOn })),
      async send(upload, form, query = {}) {
        const onPercent = (percent: number) => steps.show(percent < 100 ? 'sending' : 'working', percent);
        onPercent(0);
        const result = await uploadFile(services, upload, { form, query, onPercent, signal });
        return result.kind === 'accepted'
          ? { kind: 'restarting', restartMs: services.clock.elapsedMs() }
          : fails(result);
      },
      lost: () => fails({ kind: 'unreachable', isSent: false }),
    };

    work(steps).then(show, (error: unknown) => {
      if (signal.aborted) return;
      reportError(error); // into the browser's console, as the text says
      show({ kind: 'failed', reasons: [texts.maintenance.unknownError], retry });
    });
  }

  function end(next: TaskState | undefined): void {
    running.current?.abort();
    setState(next);
  }

  return {
    state,
    run,
    restarts: (answer, restartMs, note) => setState({ kind: 'restarting', answer, restartMs, note }),
    cancel: () => end({ kind: 'cancelled' }),
    leave: () => end(undefined),
  };
}

type Failure = Exclude<UploadResult, { readonly kind: 'accepted' }>;

/** Whether a file may have been taken all the same: the answer was lost, or came from something in between. */
function mayBeDone(result: Failure): boolean {
  return (
    (result.kind === 'unreachable' && result.isSent) || (result.kind === 'refused' && result.status > 500)
  );
}

/** Why a file was not taken. Source: docs/specification-check.md#8-error-catalogue. */
function reasonsOf(
  { common: { failure }, maintenance }: TextsOf<'common' | 'maintenance'>,
  result: Failure,
): readonly string[] {
  if (result.kind === 'refused') return result.reasons;
  if (result.kind !== 'unreachable') return [failure[result.kind]];
  const text = result.isSent ? `${failure.noAnswer} ${failure.perhapsTaken}` : failure.unreachable;
  return [maintenance.unknownError, text];
}
