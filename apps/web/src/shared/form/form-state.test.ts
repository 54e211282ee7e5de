import { describe, expect, it } from 'vitest';
import {
  changedValues,
  type FormAction,
  type FormState,
  openForm,
  reduceForm,
  showsError,
} from './form-state.ts';

type Values = { readonly name: string; readonly isOn: boolean };

const stored: Values = { name: 'Roof', isOn: false };
const rejected = { kind: 'rejected', answer: { type: 'warning', code: 4002 } } as const;

function after(...actions: readonly FormAction<Values>[]) {
  return actions.reduce(reduceForm<Values>, openForm<Values>(stored, undefined));
}

const countChanges = ({ values, baseline }: FormState<Values>) =>
  Object.keys(changedValues(values, baseline)).length;

const typed = (value: string) => ({ type: 'change', name: 'name', value }) as const;

describe('a form', () => {
  it('counts changes against what is stored, and none when a value is as it was', () => {
    expect(countChanges(after())).toBe(0);
    expect(countChanges(after(typed('Shed'), { type: 'change', name: 'isOn', value: true }))).toBe(2);
    expect(countChanges(after(typed('Shed'), typed('Roof')))).toBe(0);
  });

  it('counts what is done by hand, which saving and reading again is not', () => {
    const edits = after(typed('Shed'), { type: 'undo', name: 'name' }, { type: 'reset', baseline: stored });
    expect(edits.edits).toBe(3);
    const values = { name: 'Shed', isOn: true };
    const actions = [{ type: 'leave', name: 'name' }, { type: 'save' }, { type: 'saved', values }] as const;
    const later = [...actions, { type: 'rebase', baseline: values } as const].reduce(
      reduceForm<Values>,
      edits,
    );
    expect(later.edits).toBe(3);
  });

  it('shows an error when the field was typed in and left, not before', () => {
    expect(showsError(after(typed('')), 'name')).toBe(false);
    expect(showsError(after(typed(''), { type: 'leave', name: 'name' }), 'name')).toBe(true);
    expect(showsError(after({ type: 'leave', name: 'name' }), 'name')).toBe(false);
  });

  it('shows every error once a save was tried', () => {
    const state = after({ type: 'refuse' });
    expect([showsError(state, 'name'), showsError(state, 'isOn'), state.refusals]).toEqual([true, true, 1]);
  });

  it('takes new stored values where nothing was typed, and counts against them', () => {
    const now: Values = { name: 'Shed', isOn: true };
    const rebase = { type: 'rebase', baseline: now } as const;
    expect(after(typed('Barn'), rebase)).toMatchObject({
      baseline: now,
      values: { name: 'Barn', isOn: true },
    });
    expect(countChanges(after(typed('Barn'), rebase))).toBe(1);
    expect(countChanges(after(typed('Shed'), rebase))).toBe(0);
  });

  it('does not change while it is on its way', () => {
    expect(after(typed('x'), { type: 'save' }, typed('y')).values.name).toBe('x');
  });

  it('keeps what was typed when the gateway says no, and points at the field until it is changed', () => {
    const refused = after(typed('x'), { type: 'save' }, { type: 'fail', failure: rejected, field: 'name' });
    expect(refused).toMatchObject({
      values: { name: 'x' },
      isSaving: false,
      rejectedField: 'name',
      failure: rejected,
    });
    const corrected = reduceForm(refused, typed('xy'));
    expect([corrected.rejectedField, corrected.failure]).toEqual([undefined, undefined]);
    const elsewhere = reduceForm(refused, { type: 'change', name: 'isOn', value: true });
    expect([elsewhere.rejectedField, elsewhere.failure]).toEqual(['name', rejected]);
  });

  it('takes what was saved as the new stored values', () => {
    const state = after(
      typed('Shed '),
      { type: 'save' },
      { type: 'saved', values: { ...stored, name: 'Shed' } },
    );
    expect([countChanges(state), state.values.name, state.isSaving, state.isSubmitted]).toEqual([
      0,
      'Shed',
      false,
      false,
    ]);
  });

  it('takes one field back to what is stored', () => {
    const state = after(typed('Shed'), { type: 'undo', name: 'name' });
    expect([state.values, countChanges(state), state.typed.has('name')]).toEqual([stored, 0, false]);
  });

  it('forgets what was typed at a reset', () => {
    const state = after(typed('x'), { type: 'refuse' }, { type: 'reset', baseline: stored });
    expect([state.values, state.isSubmitted, showsError(state, 'name')]).toEqual([stored, false, false]);
  });
});

describe('a draft', () => {
  it('comes back over the stored values, and is told', () => {
    const state = openForm<Values>(stored, { name: 'Shed' });
    expect([state.values, state.isRestored, countChanges(state)]).toEqual([
      { name: 'Shed', isOn: false },
      true,
      1,
    ]);
    expect([showsError(state, 'name'), showsError(state, 'isOn')]).toEqual([true, false]);
  });

  it('that says what is stored by now, or speaks of fields that are gone, changes nothing', () => {
    const state = openForm<Values>(stored, { name: 'Roof', gone: 'x' });
    expect([state.values, state.isRestored]).toEqual([stored, false]);
  });
});
