// @vitest-environment happy-dom

import { getPasskeyHosts } from '@heliograph/contract';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsonResponse, renderApp } from '../../../test/render-app.tsx';

/** The login page by a name of the gateway, where there are passkeys for these. */
async function openLogin(host: string, hosts: readonly string[], isSecure = true) {
  vi.stubGlobal('isSecureContext', isSecure);
  vi.stubGlobal('PublicKeyCredential', class {});
  let asked = 0;
  await renderApp({
    path: '/login',
    fetch: async (path) => {
      asked += Number(path === getPasskeyHosts.path);
      return jsonResponse({ host, hosts });
    },
  });
  await vi.waitFor(() => expect(asked).toBe(1));
}

afterEach(() => vi.unstubAllGlobals());

describe('the login page', () => {
  it('offers a passkey where there is one for its name', async () => {
    await openLogin('solar.example.org', ['solar.example.org']);
    expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeDefined();
  });

  it('says by which name there is one', async () => {
    await openLogin('heliograph.lan', ['solar.example.org']);
    await screen.findByText(/There are passkeys for solar\.example\.org\./);
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('says over plain HTTP that browsers use none there', async () => {
    await openLogin('solar.example.org', ['solar.example.org'], false);
    await screen.findByText(/browsers use them over HTTPS only/);
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('says nothing of passkeys where the gateway has none', async () => {
    await openLogin('solar.example.org', [], false);
    await screen.findByLabelText('Username');
    expect(screen.queryByText(/passkey/i)).toBeNull();
  });
});
