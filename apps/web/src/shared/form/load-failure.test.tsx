// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import type { CallFailure } from '../api/call.ts';
import type { Locale } from '../i18n/locales.ts';
import { FailureAlert } from './failure-alert.tsx';
import { askAgainMs } from './load-failure.tsx';

const REFUSED = { kind: 'refused', status: 500, text: 'Something went wrong in the gateway.' } as const;

describe('a page that was asked to wait', () => {
  it.each([
    ['as long as it was told', 7, 7000],
    ['a little where nothing was told', undefined, 5000],
    ['an hour at most', 9_999_999, 3_600_000],
  ])('asks again after %s, whether it has something to show or not', (_what, retryAfterS, waitMs) => {
    const failure: CallFailure =
      retryAfterS === undefined ? { kind: 'throttled' } : { kind: 'throttled', retryAfterS };
    for (const answer of [undefined, {}]) {
      expect(askAgainMs({ answer, failure, isLoading: false })).toBe(waitMs);
    }
  });

  it('has nothing to ask after an answer or a refusal', () => {
    expect(askAgainMs({ answer: {}, failure: undefined, isLoading: false })).toBeUndefined();
    expect(askAgainMs({ answer: undefined, failure: REFUSED, isLoading: false })).toBeUndefined();
  });
});

describe('what the gateway says in English', () => {
  it.each<[Locale, string]>([
    ['en', 'The gateway reports an error:'],
    ['de', 'Das Gateway meldet einen Fehler:'],
    ['fr', 'La passerelle signale une erreur :'],
  ])('is marked as English inside a page in %s', async (locale, frame) => {
    await renderPart(<FailureAlert failure={REFUSED} />, { locale });
    expect(screen.getByText(REFUSED.text).lang).toBe('en');
    expect(readable(screen.getByRole('alert'))).toBe(`${frame} ${REFUSED.text}`);
  });

  it.each<[Locale, RegExp]>([
    ['en', /^The gateway cannot write to its disk, so nothing was saved/],
    ['de', /^Das Gateway kann nicht auf seinen Datenträger schreiben, es wurde nichts gespeichert/],
    ['fr', /^La passerelle ne peut pas écrire sur son disque, rien n’a été enregistré/],
  ])('of a disk that takes nothing is told in the words of the page: %s', async (locale, words) => {
    await renderPart(<FailureAlert failure={{ ...REFUSED, isNotSaved: true }} />, { locale });
    expect(readable(screen.getByRole('alert'))).toMatch(words);
  });
});
