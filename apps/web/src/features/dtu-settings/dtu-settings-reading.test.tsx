// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Answer, htmlResponse, noAnswer, SAVED } from '../../../test/answer.ts';
import { saveButton } from '../../../test/form-parts.ts';
import {
  createDtuGateway,
  fill,
  interval,
  openDtuSettings,
  STORED,
} from '../../../test/open-dtu-settings.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

describe('what could not be read', () => {
  async function openFailing(answer: Answer) {
    const gateway = createDtuGateway(STORED);
    gateway.answerGet = answer;
    const app = await renderApp({ path: '/settings/dtu', stored: LOGGED_IN, fetch: gateway.fetch });
    return { gateway, app, alert: readable(await screen.findByRole('alert')) };
  }

  it.each([
    ['HTML', htmlResponse, /^This gateway does not support this function/],
    ['a failure', () => jsonResponse({ message: 'Disk full' }, 500), /Disk full/],
    ['a list', () => jsonResponse([]), /cannot read/],
  ] as const)('is told (%s), and read at a press of the button', async (_what, answer, text) => {
    const { gateway, app, alert } = await openFailing(answer);
    expect(alert).toMatch(text);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    gateway.answerGet = undefined;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Poll interval')).value).toBe('5');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('is tried again by itself while there is no answer at all', async () => {
    const { gateway, app, alert } = await openFailing(noAnswer);
    expect(alert).toMatch(/^The gateway does not answer/);
    gateway.answerGet = undefined;
    await app.advance(5000);
    await screen.findByLabelText('Poll interval');
  });

  it('after a save is told beside the success', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerPost = () => {
      gateway.answerGet = () => jsonResponse({ message: 'Disk full' }, 500);
      return jsonResponse(SAVED);
    };
    await fill(user, interval(), '77');
    await user.click(saveButton());
    expect(readable(await screen.findByRole('alert'))).toContain('Disk full');
    expect(screen.getByText('Settings saved!')).toBeDefined();
    expect(interval().value).toBe('77');
  });

  it('has a word after five seconds of waiting', async () => {
    const gateway = createDtuGateway(STORED);
    gateway.answerGet = () => new Promise(() => undefined);
    const app = await renderApp({ path: '/settings/dtu', stored: LOGGED_IN, fetch: gateway.fetch });
    const word = await screen.findByText('Loading…');
    expect(word.className).toBe('visually-hidden');
    await app.advance(5000);
    expect(word.className).toBe('');
  });
});
