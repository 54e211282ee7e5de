// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

describe('the page that finds a setting', () => {
  it('finds what stands on pages whose texts it loads only when somebody searches', async () => {
    const { user } = await renderApp({
      ...{ path: '/settings', stored: LOGGED_IN, locale: 'de' },
      fetch: async () => jsonResponse({}),
    });
    const field = await screen.findByRole('searchbox');
    expect(screen.queryByRole('link', { name: 'Ruhezeit' })).toBeNull();
    await user.type(field, 'Ruhezeit');
    const link = await screen.findByRole('link', { name: 'Ruhezeit' });
    expect(link.getAttribute('href')).toBe('/settings/alerts');
    await user.clear(field);
    await user.type(field, 'xyzzy');
    await screen.findByText('Eine Einstellung mit diesem Namen gibt es nicht.');
    await user.clear(field);
    await user.type(field, 'Sprache der');
    await user.click(await screen.findByRole('link', { name: 'Sprache der Nachrichten' }));
    await waitFor(() => expect(window.location.pathname).toBe('/settings/alerts'));
  });
});
