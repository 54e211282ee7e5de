// @vitest-environment happy-dom

import { encodeCredentials } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postedData } from '../../../test/answer.ts';
import { ADMIN_RECORD, jsonResponse, renderApp } from '../../../test/render-app.tsx';

const VIEWER = { ...ADMIN_RECORD, role: 'viewer', authdata: encodeCredentials('annabelle', 'hgs_x') };
const WARNING = 'This is one of the first that somebody would guess. A longer one is better.';

it('warns of an own password that is the own name, and takes it all the same', async () => {
  const posts: unknown[] = [];
  const { user } = await renderApp({
    path: '/settings/security',
    stored: { user: JSON.stringify(VIEWER) },
    async fetch(path, init) {
      if (path !== '/api/heliograph/own-password') return new Response('', { status: 404 });
      posts.push(postedData({ body: init.body ?? null }));
      return jsonResponse({ type: 'success', code: 21_013 });
    },
  });
  await user.type(await screen.findByLabelText('Current password'), 'the old one');
  await user.type(screen.getByLabelText('New password'), 'a good password');
  expect(screen.queryByText(WARNING)).toBeNull();
  await user.clear(screen.getByLabelText('New password'));
  await user.type(screen.getByLabelText('New password'), 'annabelle7');
  await screen.findByText(WARNING);
  await user.click(screen.getByRole('button', { name: 'Change the password' }));
  const asked = { current_password: 'the old one', password: 'annabelle7' };
  await waitFor(() => expect(posts).toEqual([asked]));
});

it('asks nobody for a password who has none here, nor offers passkeys', async () => {
  await renderApp({
    path: '/settings/security',
    stored: { user: JSON.stringify(VIEWER) },
    async fetch(path) {
      if (path === '/api/heliograph/sessions') return jsonResponse({ sessions: [], elsewhere: true });
      if (path === '/api/heliograph/passkeys') return jsonResponse({ passkeys: [], host: 'a', fresh: true });
      return new Response('', { status: 404 });
    },
  });
  await screen.findByText(/kept elsewhere/);
  await screen.findByRole('heading', { name: 'Where you are logged in' });
  expect(screen.queryByLabelText('Current password')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull();
});
