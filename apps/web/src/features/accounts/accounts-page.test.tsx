// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postedData } from '../../../test/answer.ts';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

const ACCOUNTS = {
  accounts: [{ name: 'admin', role: 'admin', has_password: true, passkeys: 0 }],
  tokens: [],
};
const WARNING = 'This is one of the first that somebody would guess. A longer one is better.';

it('warns of a password for an account that would be guessed, and takes it all the same', async () => {
  const posts: unknown[] = [];
  const { user } = await renderApp({
    path: '/settings/accounts',
    stored: LOGGED_IN,
    async fetch(path, init) {
      if (path === '/api/heliograph/accounts') return jsonResponse(ACCOUNTS);
      if (init.method !== 'POST') return new Response('', { status: 404 });
      posts.push(postedData({ body: init.body ?? null }));
      return jsonResponse({ type: 'success', code: 21_002 });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add an account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('User name'), 'Annabelle');
  await user.type(dialog.getByLabelText('Password'), 'annabelle1');
  await dialog.findByText(WARNING);
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'roof and sun 7');
  expect(dialog.queryByText(WARNING)).toBeNull();
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'qwertyuiop');
  await dialog.findByText(WARNING);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(posts).toMatchObject([{ name: 'Annabelle', password: 'qwertyuiop' }]));
});
