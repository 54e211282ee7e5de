import { isRecord, readJson } from '@heliograph/contract';
import { useState } from 'react';
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
  /** A step is done, or put off: the next one comes. */
  goOn(outcome: Outcome): void;
  back(): void;
  type(values: Typed): void;
  /** Nothing of it is remembered any more. */
  forget(): void;
}

export function useGuide(): Guide {
  const [progress, setProgress] = useState(read);
  const [firstStep] = useState(progress.step);
  const [hasMoved, setMoved] = useState(false);

  function change(next: (before: Progress) => Progress): void {
    setProgress((before) => {
      const after = next(before);
      write(after);
      return after;
    });
  }

  const at = (step: StepName, by: number) => STEPS[STEPS.indexOf(step) + by] ?? step;
  if (progress.step !== firstStep && !hasMoved) setMoved(true);
  return {
    ...progress,
    hasMoved,
    goOn: (outcome) =>
      change(({ step, outcomes, typed }) => ({
        ...{ step: at(step, 1), typed, outcomes: { ...outcomes, [step]: best(outcomes[step], outcome) } },
      })),
    back: () => change((before) => ({ ...before, step: at(before.step, -1) })),
    type: (values) => change((before) => ({ ...before, typed: { ...before.typed, ...values } })),
    forget: () => write(undefined),
  };
}

/** Whoever comes by once more and changes nothing has set it all the same. */
const best = (before: Outcome | undefined, now: Outcome): Outcome => (before === 'set' ? before : now);

function read(): Progress {
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
