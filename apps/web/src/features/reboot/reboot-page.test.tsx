// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noAnswer, postedData } from '../../../test/answer.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

vi.setConfig({ testTimeout: 30_000 });

const TRIGGERED = { type: 'success', message: 'Reboot triggered!', code: 6001 };

/** A gateway with its restart in a test's hands. */
function fakeGateway() {
  const gateway = {
    uptimeS: 86_400,
    isGone: false,
    posts: [] as unknown[],
    answer: () => jsonResponse(TRIGGERED),
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (gateway.isGone) return noAnswer();
      if (path === '/api/system/status') return jsonResponse({ uptime: gateway.uptimeS });
      if (path !== '/api/maintenance/reboot') return jsonResponse({});
      gateway.posts.push(postedData(init));
      return gateway.answer();
    },
  };
  return gateway;
}

async function openDialog() {
  const gateway = fakeGateway();
  const app = await renderApp({ path: '/maintenance/reboot', fetch: gateway.fetch, stored: LOGGED_IN });
  await app.user.click(await screen.findByRole('button', { name: 'Reboot' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reboot the gateway now?' });
  const order = within(dialog).getByRole('button', { name: 'Reboot' });
  const status = () => readable(screen.getByRole('main').querySelector('[role="status"]'));
  return { ...app, gateway, dialog, order, status };
}

describe('the reboot page', () => {
  it('says that it is normally not needed', async () => {
    const { dialog } = await openDialog();
    const hint = /^Normally this is not needed\./;
    expect(screen.getAllByText(hint)).toHaveLength(2);
    within(dialog).getByText(hint);
  });

  it('asks, waits until the gateway is back, and says how long that took', async () => {
    const { gateway, user, order, status, advance, session } = await openDialog();
    expect(gateway.posts).toEqual([]);
    await user.click(order);
    await waitFor(() => expect(status()).toContain('Reboot triggered!The gateway is restarting.'));
    expect(gateway.posts).toEqual([{ reboot: true }]);
    gateway.isGone = true;
    for (let second = 0; second < 4; second += 1) await advance(1000);
    expect(status()).toContain('Waiting for 4 s');
    gateway.isGone = false;
    gateway.uptimeS = 1;
    await advance(1000);
    await waitFor(() => expect(status()).toContain('The gateway has restarted. It was back after 5 s.'));
    expect(session.user()).toBeDefined();
    screen.getByRole('button', { name: 'Reload the page' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    screen.getByRole('button', { name: 'Reboot' });
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('says what to do when the gateway stays away, and goes on trying', async () => {
    const { gateway, user, order, status, advance } = await openDialog();
    await user.click(order);
    await waitFor(() => expect(status()).toContain('The gateway is restarting.'));
    gateway.isGone = true;
    for (let second = 0; second < 61; second += 1) await advance(1000);
    expect(status()).toContain('This is taking longer than usual. Check its power and network');
    for (const name of ['Back', 'Reload the page']) screen.getByRole('button', { name });
    gateway.isGone = false;
    gateway.uptimeS = 2;
    await advance(1000);
    await waitFor(() => expect(status()).toContain('It was back after 62 s.'));
  });

  it('says when the gateway did not restart', async () => {
    const { user, order, status, advance } = await openDialog();
    await user.click(order);
    await waitFor(() => expect(status()).toContain('The gateway is restarting.'));
    for (let second = 0; second < 12; second += 1) await advance(1000);
    await waitFor(() => expect(status()).toContain('The gateway has not restarted and'));
  });

  it.each([
    [() => jsonResponse({ type: 'warning', message: '', code: 6002 }), 'Reboot cancelled!'],
    [() => new Response('', { status: 500, statusText: 'No' }), 'The gateway reports an error: No'],
  ])('shows why nothing happened, and can be tried again', async (answer, text) => {
    const { gateway, user, dialog, order } = await openDialog();
    gateway.answer = answer;
    await user.click(order);
    expect(readable(await within(dialog).findByRole('alert'))).toBe(text);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.posts).toHaveLength(1);
  });
});
