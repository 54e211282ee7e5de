import type { ReceivedApiResult } from '@heliograph/contract';
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { CallResult } from '../api/call.ts';
import { useTexts } from '../i18n/i18n-context.ts';
import { resultText } from '../i18n/result-text.ts';
import { type FormValues, useDrafts } from './drafts.tsx';
import {
  changedValues,
  type FormAction,
  type FormFailure,
  type FormState,
  openForm,
  reduceForm,
  showsError,
  type Unsent,
} from './form-state.ts';

/** Texts for the fields that would be refused, in the language in use. */
export type FieldErrors<V extends FormValues> = { readonly [Name in keyof V]?: string | undefined };

interface FormOptions<V extends FormValues> {
  /** Names the form while its page is away; what was typed comes back under it. */
  readonly draftKey: string;
  /** What is stored, or blank; taken when the form opens. Later ones go in through `reset`. */
  readonly initial: V;
  /** What is known of the form beside its fields, to keep with what was typed. */
  readonly mark?: FormValues;
  /** What the values come to: fields that do not count now are as stored, texts are without what is cut off. */
  readonly settle?: ((values: V, stored: V) => V) | undefined;
  /** The errors of all fields: `schemaErrors`, and the form's own narrower checks. Runs at every keystroke. */
  readonly errorsOf: (values: V) => FieldErrors<V>;
  /** Sends what was typed; called only without errors. `changed` are the values that differ from what is stored. */
  readonly save: (values: V, changed: Partial<V>) => Promise<CallResult<ReceivedApiResult> & Unsent>;
  /** The field that a refusal is about. */
  readonly fieldOf?: (answer: ReceivedApiResult, values: V) => keyof V | undefined;
  /** Asked before anything is sent; false sends nothing. */
  readonly mayBeSent?: ((values: V, changed: Partial<V>) => Promise<boolean>) | undefined;
  /**
   * The answer was of type success. The form keeps the values that were sent as the new stored ones; reset it to empty
   * it.
   */
  readonly onSaved: (answer: ReceivedApiResult, sent: V) => void;
}

/** What a field for a text needs to know of it. */
export interface TextBinding {
  readonly name: string;
  readonly value: string;
  /** What is stored as far as the form knows. */
  readonly stored: string;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

/** What a `SecretField` needs to know. */
export interface SecretBinding extends TextBinding {
  /** The value was typed by hand, and is not what was received. */
  readonly isTyped: boolean;
  /** Back to what is stored. */
  readonly onUndo: () => void;
}

/** What a `SwitchField` needs to know. */
export interface FlagBinding {
  readonly name: string;
  readonly value: boolean;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onFlag: (value: boolean) => void;
}

export interface Form<V extends FormValues> {
  readonly values: V;
  /** How many fields differ from what is stored. */
  readonly changes: number;
  readonly isDirty: boolean;
  /** Counts what was done to the values by hand. */
  readonly edits: number;
  readonly isSaving: boolean;
  /** What was typed before a login has been brought back. */
  readonly isRestored: boolean;
  readonly failure: FormFailure | undefined;
  /** One of its fields shows what is in `failure`. */
  readonly isFieldRefused: boolean;
  /** Counts the saves that came to nothing. */
  readonly refusals: number;
  /** Everything for the form element. */
  readonly formProps: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
  };
  /** Everything for the field of that name: one with a text, or one with a switch. */
  text(name: keyof V & string): SecretBinding;
  flag(name: keyof V & string): FlagBinding;
  set(name: keyof V & string, value: string | boolean): void;
  /** Whether it could be sent; if not, its errors are shown. */
  check(): boolean;
  /** The gateway did not want the values, though nothing was to be saved. */
  refuse(answer: ReceivedApiResult): void;
  /** Forgets what was typed, in favour of these values or the stored ones. */
  reset(stored?: V): void;
  /** These are stored now; what was typed stays as it is. */
  rebase(stored: V): void;
}

/**
 * One form: what is typed, what is wrong with it, and what came of saving it. Nothing typed is lost: not by a refusal,
 * not by a network that fails, and not by a login that runs out (the draft is there when the page is opened again).
 */
export function useForm<V extends FormValues>(options: FormOptions<V>): Form<V> {
  const texts = useTexts('common');
  const drafts = useDrafts();
  const { draftKey, errorsOf, fieldOf } = options;
  const [state, dispatch] = useReducer<FormState<V>, [FormAction<V>]>(
    reduceForm,
    openForm(options.initial, drafts.read(draftKey)),
  );
  const values = options.settle?.(state.values, state.baseline) ?? state.values;
  const changed = changedValues(values, state.baseline);
  const changes = Object.keys(changed).length;
  const unsaved = useKeptDraft(draftKey, changes > 0 ? { ...options.mark, ...changed } : undefined);
  const form = useFocusOnRefusal(state.refusals);
  const errors = errorsOf(values);

  function check(): boolean {
    const isGood = Object.values(errors).every((error) => error === undefined);
    if (!isGood) dispatch({ type: 'refuse' });
    return isGood;
  }

  function refuse(answer: ReceivedApiResult): void {
    const field = fieldOf?.(answer, values);
    dispatch({ type: 'fail', failure: { kind: 'rejected', answer }, field });
  }

  async function submit(): Promise<void> {
    if (state.isSaving || !check()) return;
    if (options.mayBeSent !== undefined && !(await options.mayBeSent(values, changed))) return;
    dispatch({ type: 'save' });
    const result = await options.save(values, changed);
    if (result.kind !== 'answered') return dispatch({ type: 'fail', failure: result });
    const { answer } = result;
    if (answer.type !== 'success') return refuse(answer);
    unsaved.forget();
    dispatch({ type: 'saved', values });
    options.onSaved(answer, values);
  }

  function errorAt(name: keyof V): string | undefined {
    const { failure, rejectedField } = state;
    if (rejectedField === name && failure?.kind === 'rejected') return resultText(texts, failure.answer);
    return showsError(state, name) ? errors[name] : undefined;
  }

  return {
    values: state.values,
    changes,
    isDirty: changes > 0,
    edits: state.edits,
    isSaving: state.isSaving,
    isRestored: state.isRestored,
    failure: state.failure,
    isFieldRefused: state.failure?.kind === 'rejected' && state.rejectedField !== undefined,
    refusals: state.refusals,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        void submit();
      },
    },
    ...bindings(state, dispatch, errorAt),
    check,
    refuse,
    reset(stored = state.baseline) {
      unsaved.forget();
      dispatch({ type: 'reset', baseline: stored });
    },
    rebase: (stored) => dispatch({ type: 'rebase', baseline: stored }),
  };
}

/** What the fields show, and where they tell what is done to them. */
function bindings<V extends FormValues>(
  state: FormState<V>,
  dispatch: (action: FormAction<V>) => void,
  errorAt: (name: keyof V) => string | undefined,
): Pick<Form<V>, 'text' | 'flag' | 'set'> {
  const common = (name: keyof V & string) => ({ name, error: errorAt(name), readOnly: state.isSaving });
  return {
    text: (name) => ({
      ...common(name),
      value: String(state.values[name]),
      stored: String(state.baseline[name]),
      onText: (value) => dispatch({ type: 'change', name, value }),
      onLeave: () => dispatch({ type: 'leave', name }),
      isTyped: state.typed.has(name),
      onUndo: () => dispatch({ type: 'undo', name }),
    }),
    flag: (name) => ({
      ...common(name),
      value: state.values[name] === true,
      onFlag: (value) => dispatch({ type: 'change', name, value }),
    }),
    set: (name, value) => dispatch({ type: 'change', name, value }),
  };
}

/** Keeps what is not saved when the form goes; `forget` when it is not wanted any more. */
function useKeptDraft(draftKey: string, draft: FormValues | undefined) {
  const drafts = useDrafts();
  const unsaved = useRef<FormValues>(undefined);

  useLayoutEffect(() => {
    unsaved.current = draft;
  });

  useEffect(() => {
    drafts.drop(draftKey); // it stands in the form now
    return () => {
      if (unsaved.current !== undefined) drafts.keep(draftKey, unsaved.current);
    };
  }, [drafts, draftKey]);

  return {
    forget(): void {
      unsaved.current = undefined;
      drafts.drop(draftKey);
    },
  };
}

/** Leads to the first bad field after each save that came to nothing. */
function useFocusOnRefusal(refusals: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return form;
}
