import { isRecord, readJson } from '@heliograph/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readTab, writeTab } from '../../shared/api/tab-memory.ts';

/** The steps of the guide, in their order. */
export const STEPS = ['language', 'password', 'time', 'inverters', 'names', 'broker', 'done'] as const;
export type StepName = (typeof STEPS)[number];

/** What became of a step. */
type Outcome = 'set' | 'skipped';

/** What stands in the fields, by their names. What is secret is never kept anywhere but in the page. */
export type Typed = Readonly<Record<string, string>>;

interface Progress {
  readonly step: StepName;
  readonly outcomes: Partial<Record<StepName, Outcome>>;
  readonly typed: Typed;
}

const KEY = 'welcome';
const SECRETS: readonly string[] = ['code', 'password', 'again', 'devicePassword', 'brokerPassword'];
const BEGINNING: Progress = { step: 'language', outcomes: {}, typed: {} };

/** Where somebody is in the guide, with all that was typed: also after a reload, or a login in between. */
export interface Guide extends Progress {
  /** Since the page was opened. */
  readonly hasMoved: boolean;
  /** A step is done, or put off: the next one comes, if nobody has left this one in the meantime. */
  goOn(outcome: Outcome): void;
  back(): void;
  type(values: Typed): void;
  /** Nothing of it is remembered any more, also not as a way back of the browser; then calls `go`. */
  leave(go: () => void): void;
}

/** What an entry of the browser's history says of the guide: each step has one, so that the way back leads to the step before. */
interface Entry {
  readonly step: StepName;
  /** So many entries before this one the guide was opened. */
  readonly depth: number;
}

export function useGuide(): Guide {
  const [progress, setProgress] = useState(() => readProgress(window.history.state));
  const [firstStep] = useState(progress.step);
  const [hasMoved, setMoved] = useState(false);

  function change(next: (before: Progress) => Progress): void {
    setProgress((before) => {
      const after = next(before);
      write(after);
      return after;
    });
  }

  const isLeaving = useRef(false);
  const follow = useEffectEvent(() => {
    const entry = isLeaving.current ? undefined : readEntry(window.history.state);
    if (entry !== undefined) change((before) => ({ ...before, step: entry.step }));
  });
  useEffect(() => {
    const listener = () => follow();
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  }, []);
  useEffect(() => enter(window.history, progress.step), [progress.step]);

  if (progress.step !== firstStep && !hasMoved) setMoved(true);
  return {
    ...progress,
    hasMoved,
    goOn: (outcome) =>
      change((before) => ({
        ...before,
        step: before.step === progress.step ? at(before.step, 1) : before.step,
        outcomes: { ...before.outcomes, [progress.step]: best(before.outcomes[progress.step], outcome) },
      })),
    back() {
      if (readEntry(window.history.state)?.depth) window.history.back();
      else change((before) => ({ ...before, step: at(before.step, -1) }));
    },
    type: (values) => change((before) => ({ ...before, typed: { ...before.typed, ...values } })),
    leave(go) {
      const { depth = 0 } = readEntry(window.history.state) ?? {};
      const end = () => {
        write(undefined);
        go();
      };
      if (depth === 0) return end();
      isLeaving.current = true;
      window.addEventListener('popstate', end, { once: true });
      window.history.go(-depth);
    },
  };
}

const at = (step: StepName, by: number) => STEPS[STEPS.indexOf(step) + by] ?? step;

/** The history stands at an entry of this step: a step further on is a new one, any other takes the place of what is there. */
function enter(history: History, step: StepName): void {
  const entry = readEntry(history.state);
  if (entry?.step === step) return;
  const isFurther = entry !== undefined && STEPS.indexOf(step) > STEPS.indexOf(entry.step);
  const depth = entry?.depth ?? 0;
  if (isFurther) history.pushState({ step, depth: depth + 1 } satisfies Entry, '');
  else history.replaceState({ step, depth } satisfies Entry, '');
}

function readEntry(state: unknown): Entry | undefined {
  if (!isRecord(state)) return undefined;
  const step = STEPS.find((name) => name === state.step);
  return step && { step, depth: typeof state.depth === 'number' ? state.depth : 0 };
}

/** Whoever comes by once more and changes nothing has set it all the same. */
const best = (before: Outcome | undefined, now: Outcome): Outcome => (before === 'set' ? before : now);

/** Whoever comes back by the browser finds the step of that entry. */
function readProgress(state: unknown): Progress {
  const kept = readKept();
  return { ...kept, step: readEntry(state)?.step ?? kept.step };
}

function readKept(): Progress {
  const kept = readJson(readTab(KEY) ?? '');
  if (!isRecord(kept)) return BEGINNING;
  const step = STEPS.find((name) => name === kept.step) ?? 'language';
  const outcomes: Partial<Record<StepName, Outcome>> = {};
  for (const name of STEPS) {
    const outcome = isRecord(kept.outcomes) ? kept.outcomes[name] : undefined;
    if (outcome === 'set' || outcome === 'skipped') outcomes[name] = outcome;
  }
  const typed = Object.entries(isRecord(kept.typed) ? kept.typed : {}).filter(isText);
  return { step, outcomes, typed: Object.fromEntries(typed) };
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

function write(progress: Progress | undefined): void {
  if (progress === undefined) {
    writeTab(KEY, null);
    return;
  }
  const typed = Object.entries(progress.typed).filter(([name]) => !SECRETS.includes(name));
  writeTab(KEY, JSON.stringify({ ...progress, typed: Object.fromEntries(typed) }));
}
