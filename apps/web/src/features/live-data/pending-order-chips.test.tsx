// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createControlGateway } from '../../../test/control-gateway.ts';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';
import './dialogs.tsx'; // loaded before the clock of a test stands still

const GARAGE = '114172220143';
const BARN = '116180400144';

/** The live view of an admin with two inverters. */
async function renderHome() {
  const gateway = createControlGateway(GARAGE, BARN);
  const app = await renderApp({ fetch: gateway.fetch, stored: LOGGED_IN });
  const live = () =>
    app.push(
      wireMessage([
        wireInverter({ limit_relative: gateway.limits.get(GARAGE)?.limit_relative }),
        wireInverter({ serial: BARN, name: 'Barn' }),
      ]),
    );
  await live();

  async function order(inverter: 'Garage' | 'Barn', value: string): Promise<void> {
    await app.user.click(screen.getByRole('tab', { name: new RegExp(inverter) }));
    await app.user.click(screen.getByRole('button', { name: 'Set limit' }));
    const field = await screen.findByRole('textbox', { name: 'New limit' });
    gateway.setLimit(inverter === 'Garage' ? GARAGE : BARN, { limit_set_status: 'Pending' });
    await app.user.type(field, `${value}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByRole('list', { name: 'Commands' });
  }

  async function restart(): Promise<void> {
    await app.user.click(screen.getByRole('button', { name: 'Power on/off' }));
    await app.user.click(await screen.findByRole('button', { name: 'Restart' }));
    gateway.powers.set(GARAGE, 'Pending');
    await app.user.click(screen.getByRole('button', { name: 'Yes, restart' }));
    await screen.findByRole('list', { name: 'Commands' });
  }

  /** Lets time pass, and what the gateway answers arrive. */
  async function advance(ms: number): Promise<void> {
    await app.advance(ms);
    await app.doing(() => undefined);
  }

  return { ...app, gateway, live, order, restart, advance };
}

const chips = () =>
  within(screen.getByRole('list', { name: 'Commands' }))
    .getAllByRole('listitem')
    .map(readable);
const holds = () => [...document.querySelectorAll('[role="tabpanel"] [data-hold]')].map(readable);
const noChips = () => expect(screen.queryByRole('list', { name: 'Commands' })).toBeNull();
/** What passes, below the bar. */
const said = () => readable(document.querySelector('[data-notices="passing"]'));
const limit = () => screen.getByText('Limit').nextElementSibling as HTMLElement;

describe('a pending order', () => {
  afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));

  it('stands at the inverter until it is confirmed, and then goes with a word', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);
    expect(limit().dataset.unsure).toBe('true');
    await app.advance(1000);
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);

    app.gateway.setLimit(GARAGE, { limit_set_status: 'Ok', limit_relative: 80 });
    await app.advance(1000);
    await waitFor(noChips);
    expect(said()).toBe('Garage: 80% confirmed by the inverter.');
    expect(limit().dataset.unsure).toBe('true'); // the live data still tell the limit of before
    await app.live();
    expect(limit().dataset.unsure).toBe('false');
    expect(readable(limit())).toContain('80%');
    const requests = app.gateway.requests.get('/api/limit/status');
    await app.advance(60_000);
    expect(app.gateway.requests.get('/api/limit/status')).toBe(requests);
  });

  it('is not called what holds before the inverter has confirmed it', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.gateway.setLimit(GARAGE, { limit_relative: 80 });
    await app.live();
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);
    expect(holds()).toEqual([]);
    expect(readable(screen.getByRole('tab', { name: /Garage/ }))).not.toContain('Limited');
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Ok' });
    await app.advance(1000);
    await waitFor(noChips);
    await app.live();
    expect(holds()).toEqual(['Limited to 80% (800 W)']);
  });

  it('says nothing of a limit that still holds when it is another kind of order', async () => {
    const app = await renderHome();
    app.gateway.setLimit(GARAGE, { limit_relative: 80 });
    await app.live();
    await app.restart();
    expect(holds()).toEqual(['Limited to 80% (800 W)']);
  });

  it('stands in a line below the actions that is there before and after', async () => {
    const app = await renderHome();
    const line = screen.getByRole('toolbar', { name: 'Actions' }).nextElementSibling;
    await app.order('Garage', '80');
    expect(line?.contains(screen.getByRole('list', { name: 'Commands' }))).toBe(true);
    expect(line?.isConnected).toBe(true);
  });

  it('is seen for about a second, however soon the inverter confirms it', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Ok', limit_relative: 80 });
    await app.advance(850);
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);
    await app.advance(150);
    await waitFor(noChips);
  });

  it('is read out where it stands', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    expect(screen.getByRole('list', { name: 'Commands' }).closest('[role="status"]')).not.toBeNull();
  });

  it('is marked in the tab of its inverter, also while another one is shown', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.user.click(screen.getByRole('tab', { name: /Barn/ }));
    noChips();
    expect(screen.getByRole('tab', { name: /Garage.*command pending/ })).toBeDefined();
    expect(screen.queryByRole('tab', { name: /Barn.*command pending/ })).toBeNull();
  });

  it('turns to not confirmed after a failure, and can still be confirmed', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Failure' });
    await app.advance(1000);
    await waitFor(() => expect(chips()[0]).toMatch(/80% not confirmed; the gateway is retrying/));
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Ok', limit_relative: 80 });
    await app.advance(5000);
    await waitFor(noChips);
    expect(said()).toMatch(/80% confirmed/);
  });

  it('can be put away after a failure, and is not asked about any more', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Failure' });
    await app.advance(1000);
    await app.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    noChips();
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(limit().dataset.unsure).toBe('false');
    const requests = app.gateway.requests.get('/api/limit/status');
    await app.advance(60_000);
    expect(app.gateway.requests.get('/api/limit/status')).toBe(requests);
  });

  it('is never confirmed by another value', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Ok', limit_relative: 50.5 });
    await app.advance(1000);
    await waitFor(() => expect(chips()[0]).toMatch(/The inverter reports 50.5% instead of 80%/));
    expect(said()).toBe('');
  });

  it('is not known while the gateway does not answer', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.gateway.isReachable = false;
    await app.advance(1000);
    await waitFor(() => expect(chips()[0]).toMatch(/80% requested; the result is not known/));
    app.gateway.isReachable = true;
    await app.advance(1000);
    await waitFor(() => expect(chips()[0]).toMatch(/waiting for the inverter/));
  });

  it('keeps the orders of two inverters and of two kinds apart', async () => {
    const app = await renderHome();
    await app.order('Barn', '60');
    await app.order('Garage', '80');
    await app.restart();
    await waitFor(() => expect(chips()).toHaveLength(2));
    expect(chips()).toEqual([
      '80% requested, waiting for the inverter',
      'Restart requested, waiting for the inverter',
    ]);
    app.gateway.setLimit(BARN, { limit_set_status: 'Ok', limit_relative: 60 });
    app.gateway.powers.set(GARAGE, 'Ok');
    await app.advance(1000);
    await waitFor(() => expect(chips()).toEqual(['80% requested, waiting for the inverter']));
    expect(screen.queryByRole('tab', { name: /Barn.*command pending/ })).toBeNull();
  });

  it('is replaced by a newer order of its kind', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.order('Garage', '40');
    expect(chips()).toEqual(['40% requested, waiting for the inverter']);
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Ok', limit_relative: 80 });
    await app.advance(1000);
    await waitFor(() => expect(chips()[0]).toMatch(/reports 80% instead of 40%/));
  });

  it('of a switching is unclear when the link was lost before the gateway says Ok', async () => {
    const app = await renderHome();
    await app.restart();
    await app.advance(1000);
    await app.doing(() => app.sockets.last.breaks(1012));
    app.gateway.powers.set(GARAGE, 'Ok'); // a restarted gateway says so of everything
    await app.advance(1000);
    await waitFor(() =>
      expect(chips()[0]).toMatch(/Restart requested, but the gateway was unreachable in between/),
    );
    expect(said()).toBe('');
  });

  it('outlives a walk to another page, and is told there', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.user.click(screen.getByRole('link', { name: 'About' }));
    noChips();
    app.gateway.setLimit(GARAGE, { limit_set_status: 'Ok', limit_relative: 80 });
    await app.advance(1000);
    await waitFor(() => expect(said()).toBe('Garage: 80% confirmed by the inverter.'));
  });

  it('is asked about each second, slower after half a minute', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    const requests = () => app.gateway.requests.get('/api/limit/status') ?? 0;
    const before = requests();
    for (let second = 0; second < 30; second += 1) await app.advance(1000);
    expect(requests() - before).toBeGreaterThan(25);
    const then = requests();
    for (let second = 0; second < 30; second += 1) await app.advance(1000);
    expect(requests() - then).toBeGreaterThan(4);
    expect(requests() - then).toBeLessThan(8);
  });

  it('is not asked about while nobody looks', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    const requests = app.gateway.requests.get('/api/limit/status');
    let visibility = 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
    onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
    await app.doing(() => document.dispatchEvent(new Event('visibilitychange')));
    await app.advance(30_000);
    expect(app.gateway.requests.get('/api/limit/status')).toBe(requests);
    visibility = 'visible';
    await app.doing(() => document.dispatchEvent(new Event('visibilitychange')));
    await app.advance(0);
    expect(app.gateway.requests.get('/api/limit/status')).toBe((requests ?? 0) + 1);
  });

  it('goes with the one who asked', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.user.click(screen.getByRole('button', { name: 'Log out' }));
    noChips();
    const requests = app.gateway.requests.get('/api/limit/status');
    await app.advance(10_000);
    expect(app.gateway.requests.get('/api/limit/status')).toBe(requests);
  });
});
