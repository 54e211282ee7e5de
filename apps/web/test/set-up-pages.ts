import { act, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { ROUTES } from '../src/app/routes.ts';
import { LOCALES } from '../src/shared/i18n/locales.ts';
import { allTexts } from './all-texts.ts';
import { checkGuideParagraphs } from './guide-paragraphs.ts';

configure({
  // A failed query names what it looked for; the whole page beside it would hide that.
  getElementError: (message) => new Error(message ?? 'not found'),
  asyncUtilTimeout: 15_000, // the machine may be busy with other things
  eventWrapper: (dispatch) => {
    // What user-event does waits for React by itself. Within `act`, a page that suspends could be dropped for good.
    if (Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT') === false) return dispatch();
    let result: unknown;
    act(() => {
      result = dispatch();
    });
    return result;
  },
});
checkGuideParagraphs();
// The files of a worker share their modules: one that is still being loaded when a file ends would be broken for all that come after it.
afterAll(() => vi.dynamicImportSettled());
// Compiled here, before anybody waits for the first of them.
await Promise.all([...LOCALES.map(allTexts), ...Object.values(ROUTES).map(({ load }) => load())]);
