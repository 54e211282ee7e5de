// @vitest-environment happy-dom

import type { FirstRun } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_RECORD, jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

interface Asked {
  readonly path: string;
  readonly body: unknown;
}

/** A gateway that is asked for what the guide needs first. */
async function openGuide(
  state: Partial<FirstRun>,
  stored: Readonly<Record<string, string>> = {},
  path = '/welcome',
) {
  const posts: Asked[] = [];
  let answer: FirstRun = { open: true, locked: true, own_machine: false, default_password: false, ...state };
  let codeOfPassword = 21_501;
  const app = await renderApp({
    path,
    stored,
    async fetch(path, init) {
      if (path === '/api/heliograph/first-run') return jsonResponse(answer);
      if (path === '/api/security/authenticate') {
        return jsonResponse({ type: 'success', message: '', code: 10_002, token: 'hgs_x' });
      }
      if (init.method !== 'POST') throw new TypeError('not asked for in this test');
      const body = JSON.parse(String((init.body as FormData).get('data')));
      posts.push({ path, body });
      if (path === '/api/heliograph/own-password') return jsonResponse({ type: 'success', code: 21_013 });
      if (path !== '/api/heliograph/first-password') return jsonResponse({ type: 'success', code: 1001 });
      const isSet = codeOfPassword === 21_501;
      if (isSet) answer = { ...answer, locked: false };
      return jsonResponse({ type: isSet ? 'success' : 'warning', message: '', code: codeOfPassword });
    },
  });
  return {
    ...app,
    posts,
    refuse(code: number) {
      codeOfPassword = code;
    },
  };
}

const next = () => screen.getByRole('button', { name: 'Next' });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

beforeEach(() => sessionStorage.clear());

describe('the guide', { timeout: 60_000 }, () => {
  it('asks at another machine for the code, says what is wrong, and logs in with the new password', async () => {
    const { user, posts, refuse, session } = await openGuide({});
    await heading('Language');
    await user.click(next());
    expect(document.activeElement).toBe(await heading('Password'));
    expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
    await user.click(next());
    await screen.findByText('Enter the code that the gateway printed at its last start.');
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    await screen.findByText('The password needs 8 to 64 characters.');
    expect(posts).toEqual([]);
    await user.type(screen.getByLabelText('Code'), 'k7pm-3xqw');
    await user.type(screen.getByLabelText('Password'), 'password1');
    await screen.findByText(/one of the first that somebody would guess/);
    await user.click(next());
    await screen.findByText('The two passwords are not the same.');
    await user.type(screen.getByLabelText('Password once more'), 'password1');
    refuse(21_502);
    await user.click(next());
    await screen.findByText(/^This is not the code of the last start\./);
    refuse(21_501);
    await user.click(next());
    await heading('Time zone and place');
    expect(posts.at(-1)?.body).toEqual({ code: 'k7pm-3xqw', password: 'password1' });
    expect(session.user()?.authdata).toBe(btoa('admin:hgs_x'));
  });

  it('lets the own machine put the password off, without a code', async () => {
    const { user, session } = await openGuide({ own_machine: true });
    await heading('Language');
    await user.click(next());
    await heading('Password');
    expect(screen.queryByLabelText('Code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await heading('Time zone and place');
    expect(session.user()).toBeDefined();
  });

  it('goes on where it was after a reload, with what was typed but for passwords', async () => {
    const first = await openGuide({});
    await heading('Language');
    await first.user.click(next());
    await first.user.type(await screen.findByLabelText('Password'), 'a good password');
    await openGuide({});
    await heading('Password');
    expect(screen.getByText('Step 2 of 7')).toBeDefined();
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');
    expect(sessionStorage.getItem('welcome')).not.toContain('a good password');
  });

  it('goes by the way back of the browser to the step before, and forward again, with what was typed', async () => {
    const { user, doing } = await openGuide({});
    await heading('Language');
    await user.click(next());
    await user.type(await screen.findByLabelText('Password'), 'a good password');
    await doing(() => window.history.back());
    await heading('Language');
    await doing(() => window.history.forward());
    await heading('Password');
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('a good password');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await heading('Language');
    await doing(() => window.history.forward());
    await heading('Password');
  });

  it('leaves no way back into itself once it is done', async () => {
    for (const path of ['/about', '/welcome']) window.history.pushState(null, '', path);
    const { user, doing } = await openGuide({ own_machine: true });
    await heading('Language');
    await user.click(screen.getByRole('button', { name: 'Restore from a backup instead' }));
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    await waitFor(() => expect(window.location.pathname).toBe('/settings/config'));
    await doing(() => window.history.back());
    await waitFor(() => expect(window.location.pathname).toBe('/about'));
  });

  it('leads to a backup as soon as there is a password, and does not open by itself any more', async () => {
    const { user, posts } = await openGuide({ own_machine: true });
    await heading('Language');
    await user.click(screen.getByRole('button', { name: 'Restore from a backup instead' }));
    await user.type(await screen.findByLabelText('Password'), 'a good password');
    await user.type(screen.getByLabelText('Password once more'), 'a good password');
    await user.click(next());
    await waitFor(() => expect(window.location.pathname).toBe('/settings/config'));
    expect(posts.at(-1)).toEqual({ path: '/api/heliograph/first-run-done', body: { done: true } });
  });

  it.each([
    ['a fresh gateway', { own_machine: true }, undefined],
    ['a gateway with the default password', { locked: false, default_password: true }, LOGGED_IN],
  ])('leads to a backup also where the password is put off: %s', async (_what, state, stored) => {
    const { user } = await openGuide(state, stored);
    await heading('Language');
    await user.click(screen.getByRole('button', { name: 'Restore from a backup instead' }));
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    await waitFor(() => expect(window.location.pathname).toBe('/settings/config'));
  });

  it('says to whoever has the password that everybody knows that it is no password of their own', async () => {
    const { user, posts } = await openGuide({ locked: false, default_password: true }, LOGGED_IN);
    await heading('Language');
    await user.click(next());
    await screen.findByText(/^The user admin still has the password that every new gateway begins with\./);
    await user.type(screen.getByLabelText('Password'), 'a good password');
    await user.type(screen.getByLabelText('Password once more'), 'a good password');
    await user.click(next());
    await heading('Time zone and place');
    expect(posts.at(-1)?.body).toEqual({ current_password: 'openDTU42', password: 'a good password' });
  });

  it('tells whoever is logged in and no admin whom it is for', async () => {
    const viewer = { ...ADMIN_RECORD, role: 'viewer', authdata: btoa('Anna:hgs_x') };
    await openGuide({ locked: false }, { user: JSON.stringify(viewer) });
    await screen.findByText('Only an admin can open this page. You are logged in as Anna.');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('asks nobody who has a password already for another one', async () => {
    const { user } = await openGuide({ locked: false });
    await heading('Language');
    await user.click(next());
    await screen.findByText('The gateway has a password already. Log in with it to go on.');
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/login?returnUrl=%2Fwelcome',
    );
  });
});

describe('the question after the login on a gateway that has run before', { timeout: 60_000 }, () => {
  const ASKED = { path: '/api/heliograph/first-run-done', body: { done: true } };
  const question = () => screen.findByRole('heading', { level: 1, name: 'Choose a password of your own' });

  it('counts as asked when it is there, and lets whoever wants to go on', async () => {
    const path = '/welcome?returnUrl=%2Finfo%2Fsystem%3Fx%3D1';
    const { user, posts } = await openGuide({ open: false, locked: false }, LOGGED_IN, path);
    await question();
    expect(posts).toEqual([ASKED]);
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(window.location.pathname).toBe('/info/system'));
    expect(window.location.search).toBe('?x=1');
  });

  it('takes another password, and never the one that everybody knows', async () => {
    const path = '/welcome?returnUrl=%2Fabout';
    const { user, posts, session } = await openGuide({ open: false, locked: false }, LOGGED_IN, path);
    await question();
    for (const label of ['Password', 'Password once more']) {
      await user.type(screen.getByLabelText(label), 'openDTU42');
    }
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    await screen.findByText('Everybody knows this password. Choose another one.');
    for (const label of ['Password', 'Password once more']) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), 'a good password');
    }
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    await waitFor(() => expect(window.location.pathname).toBe('/about'));
    expect(posts.at(-1)?.body).toEqual({ current_password: 'openDTU42', password: 'a good password' });
    expect(session.user()?.authdata).toBe(btoa('admin:hgs_x'));
  });

  it('leads nowhere but to a page of ours', async () => {
    const path = '/welcome?returnUrl=https%3A%2F%2Fexample.org%2F';
    const { user } = await openGuide({ open: false, locked: false }, LOGGED_IN, path);
    await question();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  });
});
