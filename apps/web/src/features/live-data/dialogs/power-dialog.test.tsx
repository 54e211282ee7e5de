// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdAnswer, SAVED } from '../../../../test/answer.ts';
import { wireInverter, wireMessage } from '../../../../test/live-messages.ts';
import { renderHome, SERIAL } from '../../../../test/open-limit-dialog.ts';
import { readable } from '../../../../test/render-app.tsx';
import { jsonResponse } from '../../../../test/test-services.ts';

type Gateway = Awaited<ReturnType<typeof renderHome>>['gateway'];

async function openPower(prepare?: (gateway: Gateway) => void) {
  const app = await renderHome(prepare);
  await app.user.click(screen.getByRole('button', { name: 'Power on/off' }));
  await screen.findByRole('dialog', { name: 'Power on/off', description: 'Garage' });
  await app.advance(0);
  return app;
}

const button = (name: string) => screen.getByRole('button', { name });
const sent = (gateway: Gateway) => gateway.posts.map(({ data }) => data);
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the power dialog', () => {
  it.each([
    ['Ok', 'good'],
    ['Pending', 'pending'],
    ['Failure', 'bad'],
    ['Unknown', 'unknown'],
  ] as const)('tells that the last order is %s', async (status, tone) => {
    await openPower((gateway) => gateway.powers.set(SERIAL, status));
    expect(screen.getByText(status).dataset.tone).toBe(tone);
  });

  it('asks each second while an order is pending', async () => {
    const { gateway, advance } = await openPower((gateway) => gateway.powers.set(SERIAL, 'Pending'));
    await advance(1000);
    gateway.powers.set(SERIAL, 'Ok');
    await advance(1000);
    await screen.findByText('Ok');
    expect(gateway.requests.get('/api/power/status')).toBe(3);
  });

  it('switches on at once', async () => {
    const { gateway, user } = await openPower();
    await user.click(button('Switch on'));
    await gone();
    expect(gateway.posts).toEqual([{ path: '/api/power/config', data: { serial: SERIAL, power: true } }]);
    expect(document.activeElement).toBe(button('Power on/off'));
  });

  it.each([
    ['Switch off', 'Switch off Garage?', /stays off until/, 'Yes, switch off', { power: false }],
    ['Restart', 'Restart Garage?', /yield starts at zero/, 'Yes, restart', { restart: true }],
  ] as const)('asks once more before: %s', async (name, question, consequence, yes, data) => {
    const { gateway, user } = await openPower();
    await user.click(button(name));
    const group = screen.getByRole('group', { name: question });
    expect(readable(group)).toMatch(consequence);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: question }));
    expect(sent(gateway)).toEqual([]);
    await user.click(button(yes));
    await gone();
    expect(sent(gateway)).toEqual([{ serial: SERIAL, ...data }]);
  });

  it('sends nothing when it is not confirmed, and goes back to where it was', async () => {
    const { gateway, user } = await openPower();
    await user.click(button('Switch off'));
    await user.click(button('Cancel'));
    expect(document.activeElement).toBe(button('Switch off'));
    await user.keyboard('{Escape}');
    await gone();
    expect(sent(gateway)).toEqual([]);
  });

  it('begins anew on every opening', async () => {
    const { user } = await openPower();
    await user.click(button('Restart'));
    await user.keyboard('{Escape}');
    await user.click(button('Power on/off'));
    await screen.findByRole('dialog');
    expect(button('Restart')).toBeDefined();
  });

  it('stays open with the reason when the order is refused', async () => {
    const { user } = await openPower((gateway) => {
      gateway.answerPost = () => jsonResponse({ type: 'warning', message: 'no', code: 11_002 });
    });
    await user.click(button('Switch off'));
    await user.click(button('Yes, switch off'));
    expect(readable(await screen.findByRole('alert'))).toBe('Invalid inverter specified!');
    expect(button('Yes, switch off').getAttribute('aria-disabled')).toBe('false');
  });

  it('closes by nothing and sends nothing twice while an order is on its way', async () => {
    const held = holdAnswer();
    const { gateway, user, doing } = await openPower((gateway) => {
      gateway.answerPost = held.answer;
    });
    await user.click(button('Restart'));
    await user.click(button('Yes, restart'));
    await user.click(button('Sending…'));
    await user.click(button('Cancel'));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('group', { name: 'Restart Garage?' })).toBeDefined();
    await doing(() => held.give(SAVED));
    await gone();
    expect(gateway.posts).toHaveLength(1);
  });

  it('says when the gateway knows no such inverter', async () => {
    await openPower((gateway) => gateway.powers.clear());
    const dialog = screen.getByRole('dialog');
    expect(readable(within(dialog).getByRole('alert'))).toMatch(/has been removed/);
  });

  it('sends nothing to an inverter that is gone, also when it went before the second answer', async () => {
    const { gateway, user, push } = await openPower();
    await user.click(button('Switch off'));
    await push(wireMessage([wireInverter({ serial: '116180400144' })]));
    expect(button('Yes, switch off').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Yes, switch off'));
    await user.click(button('Cancel'));
    for (const name of ['Switch on', 'Switch off', 'Restart']) {
      expect(button(name).getAttribute('aria-disabled')).toBe('true');
      await user.click(button(name));
    }
    expect(sent(gateway)).toEqual([]);
    expect(screen.queryByRole('group')).toBeNull();
  });
});
