// @vitest-environment happy-dom

import { getSignIn } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

const STORED = {
  proxy: { addresses: [], user_header: 'Remote-User', secret: '', strangers: 'refused' },
  openid: {
    ...{ enabled: true, issuer: 'https://id.example', client_id: 'heliograph', client_secret: '••••••••' },
    ...{
      name: 'Keycloak',
      public_address: 'https://solar.example',
      user_claim: 'sub',
      groups_claim: 'groups',
    },
    roles: [
      { group: 'solar people', role: 'operator' },
      { group: 'owners', role: 'admin' },
      { group: 'others, too', role: 'operator' },
    ],
    strangers: 'viewer',
  },
};

async function openPage() {
  const saved: (typeof STORED)[] = [];
  const app = await renderApp({
    path: '/settings/signin',
    stored: LOGGED_IN,
    fetch: async (path, init) => {
      if (path !== getSignIn.path) return jsonResponse({});
      if (init.method !== 'POST') return jsonResponse(saved.at(-1) ?? STORED);
      saved.push(JSON.parse(String((init.body as FormData).get('data'))));
      return jsonResponse({ type: 'success', message: 'Settings saved!', code: 1001 });
    },
  });
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  const save = async () => app.user.click(await screen.findByRole('button', { name: 'Save' }));
  return { ...app, saved, field, save };
}

describe('the card of the provider', () => {
  it('shows the groups of each role, and saves what it does not show as it was', async () => {
    const page = await openPage();
    expect((await page.field('Groups of operators')).value).toBe('solar people\nothers, too');
    expect((await page.field('Groups of admins')).value).toBe('owners');
    await page.user.type(await page.field('Groups of viewers'), '  family \n\n neighbours');
    await page.save();
    await waitFor(() => expect(page.saved).toHaveLength(1));
    const { roles, ...others } = page.saved[0]?.openid ?? STORED.openid;
    expect(roles).toEqual([
      { group: 'owners', role: 'admin' },
      ...['solar people', 'others, too'].map((group) => ({ group, role: 'operator' })),
      ...['family', 'neighbours'].map((group) => ({ group, role: 'viewer' })),
    ]);
    const { roles: _roles, ...stored } = STORED.openid;
    expect(others).toEqual(stored);
    expect(page.saved[0]?.proxy).toEqual(STORED.proxy);
  });

  it.each([
    [
      'Address of the provider',
      'http://id.example',
      'This is no address of a provider such as https://id.example.',
    ],
    [
      'Address of the gateway',
      'solar.example',
      'This is no address of the gateway such as https://solar.example.',
    ],
    ['Client id', ' ', 'This is missing, or too long, or has characters that nobody can see.'],
    [
      'Groups of admins',
      'owners\nowners',
      'A group stands there twice, or there are too many of them, or one is too long.',
    ],
  ])('says at the field what is wrong, and saves nothing: %s', async (label, typed, words) => {
    const page = await openPage();
    const field = await page.field(label);
    await page.user.clear(field);
    await page.user.type(field, typed);
    await page.save();
    const hint = await screen.findByText(words);
    expect(field.getAttribute('aria-describedby')).toContain(hint.id);
    expect(page.saved).toEqual([]);
  });
});
