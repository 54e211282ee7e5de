import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeFleet, siteOf, viewOf } from '../../test/fake-fleet.ts';
import { renderFleet } from '../../test/render-fleet.tsx';

const SECRET = 'a-secret-of-a-link-00000';
const LINK = { name: 'Neighbours', until: 1_800_000_000 };
const BY_LINK = { name: '', admin: false, manages: [], share: LINK };

const opened = (server: FakeFleet) => server.asked.filter(({ path }) => path.endsWith('/share-open'));

function fleetWithLink(): FakeFleet {
  const server = new FakeFleet();
  server.answers = { 'share-open': { body: BY_LINK } };
  return server;
}

describe('a link', () => {
  it('is opened at once where nobody is logged in, and its secret leaves the address', async () => {
    const server = new FakeFleet();
    server.refusesStream = { status: 401, body: { refusal: 'login' } };
    const answer = {
      get body() {
        server.refusesStream = undefined; // the session begins with this answer
        return BY_LINK;
      },
    };
    server.answers = { 'share-open': answer };
    const { says } = await renderFleet({ server, path: `/share#${SECRET}` });
    await waitFor(() => expect(opened(server).map(({ body }) => body)).toEqual([{ secret: SECRET }]));
    await waitFor(() => expect(window.location.pathname + window.location.hash).toBe('/'));
    await says(viewOf([siteOf('a')], { me: BY_LINK }));
    expect(await screen.findByText(/You look by the link “Neighbours”/)).toBeDefined();
  });

  it('is opened at once for whoever looks by another link, who loses no login', async () => {
    const server = fleetWithLink();
    await renderFleet({ server, path: `/share#${SECRET}`, view: viewOf([siteOf('a')], { me: BY_LINK }) });
    await waitFor(() => expect(opened(server)).toHaveLength(1));
  });

  it('asks who is logged in by name first, and does nothing until they agree', async () => {
    const server = fleetWithLink();
    const { services, user } = await renderFleet({
      ...{ server, path: `/share#${SECRET}`, view: viewOf([siteOf('a')]) },
    });
    services.kept.set('edit a', { name: 'Barn' });
    expect(await screen.findByText(/^You are logged in as ada\. Opening this link ends/)).toBeDefined();
    expect(window.location.hash).toBe('');
    await user.click(screen.getByRole('link', { name: 'Back to all sites' }));
    expect(await screen.findByRole('link', { name: 'Plant a' })).toBeDefined();
    expect(opened(server)).toEqual([]);
    expect(services.kept.get('edit a')).toEqual({ name: 'Barn' });
  });

  it('takes the place of a login whose owner agrees, and shows nothing of that any more', async () => {
    const server = fleetWithLink();
    const { services, says, user } = await renderFleet({
      ...{ server, path: `/share#${SECRET}`, view: viewOf([siteOf('a'), siteOf('b')]) },
    });
    services.kept.set('edit a', { name: 'Barn' });
    await user.click(await screen.findByRole('button', { name: 'Open the link' }));
    expect(await screen.findByText('Waiting for the server…')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Plant a' })).toBeNull();
    expect(opened(server)).toHaveLength(1);
    expect(services.kept.has('edit a')).toBe(false);
    await says(viewOf([siteOf('b')], { me: BY_LINK }));
    expect(await screen.findByRole('link', { name: 'Plant b' })).toBeDefined();
  });

  it.each([
    ['that has ended', `/share#${SECRET}`],
    ['of which a part is missing', '/share#a-secret'],
  ])('%s leads whoever is logged in back to the sites', async (_, path) => {
    const server = new FakeFleet();
    const { user } = await renderFleet({ server, path, view: viewOf([siteOf('a')]) });
    const open = screen.queryByRole('button', { name: 'Open the link' });
    if (open !== null) await user.click(open);
    expect(await screen.findByText(/^It has ended, or a part of it is missing/)).toBeDefined();
    expect(screen.getByText('Live')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to all sites' }));
    expect(await screen.findByRole('link', { name: 'Plant a' })).toBeDefined();
  });

  it('that has ended leads who is nobody here to the login', async () => {
    const server = new FakeFleet();
    server.refusesStream = { status: 401, body: { refusal: 'login' } };
    await renderFleet({ server, path: `/share#${SECRET}` });
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeDefined();
    expect(screen.queryByText('Connecting')).toBeNull();
  });
});
