import { describe, expect, it } from 'vitest';
import { resultAlertKind } from './result-alert-kind.ts';

describe('the colour of an answer', () => {
  it.each([
    ['success', 'success'],
    ['info', 'info'],
    ['warning', 'warning'],
    ['danger', 'danger'],
    ['primary', 'warning'],
    ['', 'warning'],
  ])('of type %j is %s', (type, kind) => {
    expect(resultAlertKind({ type })).toBe(kind);
  });
});
