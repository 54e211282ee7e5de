// @vitest-environment happy-dom
import { SHARED_WITH } from '@heliograph/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';
import { LIVE_SCOPES } from './live-while-shown.ts';

/** How often a page has asked for live data within a minute, and whether it opened the socket. */
async function liveOf(path: string, stored: Readonly<Record<string, string>>) {
  let asked = 0;
  const app = await renderApp({
    ...{ path, stored },
    async fetch(url) {
      if (url.startsWith('/api/livedata/status')) asked += 1;
      return jsonResponse({});
    },
  });
  await screen.findByRole('heading', { level: 1 });
  for (let second = 0; second < 60; second++) await app.advance(1000);
  return { asked, sockets: app.sockets.all.length };
}

describe.each(['/history', '/limits'])('%s', (path) => {
  it('asks for no live data where somebody came by a link to it alone', async () => {
    expect(await liveOf(path, { shared: path.slice(1) })).toEqual({ asked: 0, sockets: 0 });
  });

  it.each([
    ['a link to everything', { shared: 'all' }],
    ['no link', {}],
    ['a login, in a browser with a link', { ...LOGGED_IN, shared: 'history' }],
  ])('has them with %s', async (_, stored) => {
    expect((await liveOf(path, stored)).sockets).toBeGreaterThan(0);
  });
});

it('come by a link to everything, and to the pages that have them', () => {
  expect(LIVE_SCOPES).toEqual(['all', ...SHARED_WITH.liveData]);
});
