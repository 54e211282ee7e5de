import type { ReceivedApiResult } from '@heliograph/contract';
import type { CallFailure } from '../api/call.ts';
import type { FormValues } from './drafts.tsx';

/** Why a save did not work: the gateway said no, or there was no answer. */
export type FormFailure =
  | { readonly kind: 'rejected'; readonly answer: ReceivedApiResult }
  | (CallFailure & Unsent);

/** Whether it failed before anything was sent, so that nothing can have been saved. */
export interface Unsent {
  readonly isUnsent?: boolean;
}

/** Everything a form remembers while it is open. */
export interface FormState<V extends FormValues> {
  /** What is stored, or blank: what changes are counted against. */
  readonly baseline: V;
  readonly values: V;
  /** Fields that were changed by hand, and those that were left after that. */
  readonly typed: ReadonlySet<keyof V>;
  readonly left: ReadonlySet<keyof V>;
  /** Counts what was done to the values by hand; saving them and reading them again does not. */
  readonly edits: number;
  /** Someone tried to save: from now on every error shows. */
  readonly isSubmitted: boolean;
  readonly isSaving: boolean;
  /** The values were brought back from a draft. */
  readonly isRestored: boolean;
  readonly failure: FormFailure | undefined;
  /** The field that the gateway's refusal is about, until it is changed. */
  readonly rejectedField: keyof V | undefined;
  /** Counts the saves that came to nothing; after each the first bad field is shown. */
  readonly refusals: number;
}

export type FormAction<V extends FormValues> =
  | { readonly type: 'change'; readonly name: keyof V; readonly value: string | boolean }
  | { readonly type: 'leave'; readonly name: keyof V }
  /** Back to what is stored. */
  | { readonly type: 'undo'; readonly name: keyof V }
  /** The form itself found errors. */
  | { readonly type: 'refuse' }
  | { readonly type: 'save' }
  | { readonly type: 'saved'; readonly values: V }
  | { readonly type: 'fail'; readonly failure: FormFailure; readonly field?: keyof V | undefined }
  | { readonly type: 'reset'; readonly baseline: V }
  /** The stored values were read again. */
  | { readonly type: 'rebase'; readonly baseline: V };

/** A form as it opens; a draft of the same form (whatever fields it still has) goes over the stored values. */
export function openForm<V extends FormValues>(baseline: V, draft: FormValues | undefined): FormState<V> {
  const names: readonly (keyof V & string)[] = Object.keys(baseline);
  const values = Object.fromEntries(names.map((name) => [name, draft?.[name] ?? baseline[name]])) as V;
  const changed = names.filter((name) => values[name] !== baseline[name]);
  return {
    baseline,
    values,
    typed: new Set(changed),
    left: new Set(changed),
    edits: 0,
    isSubmitted: false,
    isSaving: false,
    isRestored: changed.length > 0,
    failure: undefined,
    rejectedField: undefined,
    refusals: 0,
  };
}

/** The fields that differ from what is stored. */
export function changedValues<V extends FormValues>(values: V, stored: V): Partial<V> {
  const changed = Object.entries(values).filter(([name, value]) => value !== stored[name]);
  return Object.fromEntries(changed) as Partial<V>; // each is a field of `values`
}

/** Whether an error of a field is to be seen: not before the field was typed in and left, or a save was tried. */
export function showsError<V extends FormValues>(state: FormState<V>, name: keyof V): boolean {
  return state.isSubmitted || state.left.has(name);
}

export function reduceForm<V extends FormValues>(state: FormState<V>, action: FormAction<V>): FormState<V> {
  switch (action.type) {
    case 'change':
      // What is on its way cannot be changed any more.
      return state.isSaving ? state : change(state, action.name, action.value);
    case 'leave':
      return state.typed.has(action.name) ? { ...state, left: new Set(state.left).add(action.name) } : state;
    case 'refuse':
      return { ...state, isSubmitted: true, failure: undefined, refusals: state.refusals + 1 };
    case 'save':
      return { ...state, isSubmitted: true, isSaving: true, failure: undefined, rejectedField: undefined };
    case 'fail': {
      const { failure, field: rejectedField } = action;
      return { ...state, isSaving: false, failure, rejectedField, refusals: state.refusals + 1 };
    }
    case 'saved':
      return { ...openForm(action.values, undefined), edits: state.edits };
    case 'reset':
      return { ...openForm(action.baseline, undefined), edits: state.edits + 1 };
    case 'rebase':
      return {
        ...state,
        baseline: action.baseline,
        values: { ...action.baseline, ...changedValues(state.values, state.baseline) },
      };
    case 'undo': {
      const typed = new Set(state.typed);
      typed.delete(action.name);
      return { ...change(state, action.name, state.baseline[action.name] ?? ''), typed };
    }
  }
}

function change<V extends FormValues>(
  state: FormState<V>,
  name: keyof V,
  value: string | boolean,
): FormState<V> {
  const corrected = state.rejectedField === name;
  return {
    ...state,
    values: { ...state.values, [name]: value },
    edits: state.edits + 1,
    typed: new Set(state.typed).add(name),
    ...(corrected ? { rejectedField: undefined, failure: undefined } : {}),
  };
}
