// @vitest-environment happy-dom

import { finishOpenId, getSignInWays, startOpenId } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

const ACCEPTED = {
  ...{ type: 'success', message: 'The provider was believed.', code: 21_116 },
  ...{ user: 'anna (OpenID)', role: 'viewer', token: 'hgs_x' },
};

interface Sent {
  readonly path: string;
  readonly body: unknown;
  /** What stood in the address then. */
  readonly address: string;
}

/** The login page of a gateway with a provider, which says this. */
async function openLogin(path: string, answers: Readonly<Record<string, object>> = {}) {
  const sent: Sent[] = [];
  const app = await renderApp({
    path,
    fetch: async (asked, init) => {
      const data = init.body instanceof FormData ? String(init.body.get('data')) : 'null';
      const { pathname, search } = window.location;
      sent.push({ path: asked, body: JSON.parse(data), address: pathname + search });
      return jsonResponse(
        asked === getSignInWays.path ? { openid: '<b>Keycloak</b>' } : (answers[asked] ?? {}),
      );
    },
  });
  const button = () => screen.findByRole('button', { name: 'Log in with <b>Keycloak</b>' });
  return { ...app, button, of: (one: string) => sent.filter((call) => call.path === one) };
}

afterEach(() => vi.restoreAllMocks());

describe('the login page of a gateway with a provider', () => {
  it('leads to the provider, and tells the gateway where to go on', async () => {
    const goneTo = vi.spyOn(window.location, 'assign').mockReturnValue();
    const address = 'https://id.example/authorize?state=x';
    const asked = { type: 'success', message: '', code: 21_115, address };
    const app = await openLogin('/login?returnUrl=%2Fsettings%2Fntp', { [startOpenId.path]: asked });
    await app.user.click(await app.button());
    await waitFor(() => expect(goneTo).toHaveBeenCalledExactlyOnceWith(address));
    expect(app.of(startOpenId.path)[0]?.body).toEqual({ return_url: '/settings/ntp' });
  });

  it.each([
    ['javascript:alert(1)', /./],
    [
      undefined,
      'The provider does not answer, or not as it should. Log in with the password, or try again later.',
    ],
  ])('goes nowhere that is no page of the web: %s', async (address, words) => {
    const goneTo = vi.spyOn(window.location, 'assign').mockReturnValue();
    const asked = { type: 'warning', message: 'no', code: 21_110, address };
    const app = await openLogin('/login', { [startOpenId.path]: asked });
    await app.user.click(await app.button());
    expect(readable(await screen.findByRole('alert'))).toMatch(words);
    expect(goneTo).not.toHaveBeenCalled();
  });

  it.each([
    ['/settings/ntp?a=1', '/settings/ntp?a=1'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])(
    'takes code and state out of the address before anything else, and leads on from %s to %s',
    async (wanted, place) => {
      const before = window.history.length;
      const app = await openLogin('/login?code=the-code&state=the-state&iss=https%3A%2F%2Fid.example', {
        [finishOpenId.path]: { ...ACCEPTED, return_url: wanted },
      });
      await waitFor(() => expect(window.location.pathname + window.location.search).toBe(place));
      expect(app.of(finishOpenId.path)).toEqual([
        {
          ...{ path: finishOpenId.path, address: '/login' },
          body: { code: 'the-code', state: 'the-state', iss: 'https://id.example' },
        },
      ]);
      expect(window.history.length - before).toBeLessThanOrEqual(1);
      const record = JSON.parse(app.storage.getItem('user') ?? '');
      expect(record).toMatchObject({ role: 'viewer', authdata: btoa('anna (OpenID):hgs_x') });
      expect(JSON.stringify(record)).not.toMatch(/the-code|the-state/);
    },
  );

  it.each([
    [21_111, 'That took too long, or began in another browser. Try again.'],
    [21_112, 'The gateway does not take what the provider says.'],
    [21_113, 'The provider knows you, and you may not log in here.'],
    [21_114, 'The clocks of the gateway and the provider differ. Set them first.'],
  ])('says why somebody was not let in: %d', async (code, words) => {
    const app = await openLogin('/login?code=c&state=s', {
      [finishOpenId.path]: { type: 'warning', message: 'no', code },
    });
    expect(readable(await screen.findByRole('alert'))).toBe(words);
    expect(window.location.search).toBe('');
    expect(app.storage.getItem('user')).toBeNull();
  });

  it('says so where the provider sent nobody, and asks the gateway nothing', async () => {
    const app = await openLogin('/login?error=access_denied&state=s');
    expect(readable(await screen.findByRole('alert'))).toBe('The provider has not let you in.');
    expect(app.of(finishOpenId.path)).toEqual([]);
  });
});
