// @vitest-environment happy-dom
import type { Order as GatewayOrder } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createControlGateway, wireOrder } from '../../../test/control-gateway.ts';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';
import type { Locale } from '../../shared/i18n/locales.ts';
import './dialogs.tsx'; // loaded before the clock of a test stands still

const GARAGE = '114172220143';
const BARN = '116180400144';

/** The live view with two inverters. */
async function renderHome({
  isAdmin = true,
  locale = 'en' as Locale,
  orders = [] as readonly GatewayOrder[],
} = {}) {
  const gateway = createControlGateway(GARAGE, BARN);
  gateway.orders = orders;
  const app = await renderApp({ fetch: gateway.fetch, stored: isAdmin ? LOGGED_IN : {}, locale });
  /** What the gateway knows now, as its next message tells it. */
  const live = async () => {
    const { limit_relative, limit_state } = gateway.limits.get(GARAGE) ?? {};
    const inverters = [
      wireInverter({ limit_relative, ...(limit_state && { limit_state }) }),
      wireInverter({ serial: BARN, name: 'Barn' }),
    ];
    await app.push({
      ...wireMessage(inverters),
      ...(gateway.orders.length > 0 && { orders: gateway.orders }),
    });
  };
  await live();

  async function order(inverter: 'Garage' | 'Barn', value: string): Promise<void> {
    await app.user.click(screen.getByRole('tab', { name: new RegExp(inverter) }));
    await app.user.click(screen.getByRole('button', { name: 'Set limit' }));
    const field = await screen.findByRole('textbox', { name: 'New limit' });
    await app.user.type(field, `${value}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByRole('list', { name: 'Commands' });
  }

  async function restart(): Promise<void> {
    await app.user.click(screen.getByRole('button', { name: 'Power on/off' }));
    await app.user.click(await screen.findByRole('button', { name: 'Restart' }));
    await app.user.click(screen.getByRole('button', { name: 'Yes, restart' }));
    await screen.findByRole('list', { name: 'Commands' });
  }

  /** The inverter has taken a limit for the garage, and will hold it. */
  function takeLimit(percent: number): void {
    gateway.step('limit', { state: 'sent' }, { state: 'acknowledged' });
    gateway.setLimit(GARAGE, { limit_relative: percent, limit_state: 'expected' });
  }

  /** Lets time pass, and what the gateway answers arrive. */
  async function advance(ms: number): Promise<void> {
    await app.advance(ms);
    await app.doing(() => undefined);
  }

  return { ...app, gateway, live, order, restart, takeLimit, advance };
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
  it('stands at the inverter until it is confirmed, and then goes with a word', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);
    expect(limit().dataset.unsure).toBe('true');
    await app.live();
    await app.advance(1000);
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);

    app.takeLimit(80);
    await app.live();
    await waitFor(noChips);
    expect(said()).toBe('Garage: 80% confirmed by the inverter.');
    expect(limit().dataset.unsure).toBe('false');
    expect(readable(limit())).toContain('80%');
    await app.advance(60_000);
    // Once each for the dialog; nothing is asked to follow the order.
    expect(app.gateway.requests.get('/api/limit/status')).toBe(1);
    expect(app.gateway.requests.get(`/api/orders?inv=${GARAGE}`)).toBe(1);
  });

  it('is not called what holds before the inverter has confirmed it', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.gateway.setLimit(GARAGE, { limit_relative: 80 });
    await app.live();
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);
    expect(holds()).toEqual([]);
    expect(readable(screen.getByRole('tab', { name: /Garage/ }))).not.toContain('Limited');
    app.takeLimit(80);
    await app.advance(1000);
    await app.live();
    await waitFor(noChips);
    expect(holds()).toEqual(['Limited to 80% (800 W)']);
  });

  it('says nothing of a limit that still holds when it is another kind of order', async () => {
    const app = await renderHome();
    app.gateway.setLimit(GARAGE, { limit_relative: 80 });
    await app.live();
    await app.restart();
    expect(holds()).toEqual(['Limited to 80% (800 W)']);
  });

  it.each(['refused', 'contradicted'] as const)(
    'that is %s lets speak what the inverter says',
    async (state) => {
      const app = await renderHome({ orders: [wireOrder({ value: 50, state: 'sent' })] });
      app.gateway.setLimit(GARAGE, { limit_relative: 80 });
      await app.live();
      await screen.findByRole('list', { name: 'Commands' });
      expect(holds()).toEqual([]);
      app.gateway.step('limit', { state, limit_relative: 80 });
      await app.live();
      expect(holds()).toEqual(['Limited to 80% (800 W)']);
    },
  );

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
    app.takeLimit(80);
    await app.live();
    await app.advance(850);
    expect(chips()).toEqual(['80% requested, waiting for the inverter']);
    await app.advance(150);
    await waitFor(noChips);
    expect(said()).toBe('Garage: 80% confirmed by the inverter.');
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

  it('turns to not confirmed without an answer, and can still be confirmed', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.gateway.step('limit', { state: 'sent' }, { state: 'unanswered' });
    await app.live();
    expect(chips()[0]).toMatch(/80% not confirmed; the gateway is retrying/);
    app.takeLimit(80);
    await app.advance(1000);
    await app.live();
    await waitFor(noChips);
    expect(said()).toMatch(/80% confirmed/);
  });

  it('can be put away without an answer, and stays away', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    app.gateway.step('limit', { state: 'sent' }, { state: 'unanswered' });
    await app.live();
    await app.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    noChips();
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(limit().dataset.unsure).toBe('false');
    await app.live();
    noChips();
    app.takeLimit(80);
    await app.live();
    expect(said()).toBe('');
  });

  it('is never confirmed by another value', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    app.takeLimit(50.5);
    await app.advance(1000);
    await app.live();
    expect(chips()[0]).toMatch(/80% accepted; the current limit is updated in about 4 minutes/);
    app.gateway.step('limit', { state: 'contradicted', limit_relative: 50.5 });
    await app.live();
    expect(chips()[0]).toMatch(/The inverter reports 50.5% instead of 80%/);
    expect(said()).toBe('');
  });

  it('keeps the orders of two inverters and of two kinds apart', async () => {
    const app = await renderHome();
    await app.order('Barn', '60');
    await app.order('Garage', '80');
    await app.restart();
    await waitFor(() => expect(chips()).toHaveLength(2));
    expect([...chips()].sort()).toEqual([
      '80% requested, waiting for the inverter',
      'Restart requested, waiting for the inverter',
    ]);
    app.gateway.step('power', { state: 'acknowledged' });
    await app.advance(1000);
    await app.live();
    await waitFor(() => expect(chips()).toEqual(['80% requested, waiting for the inverter']));
    expect(said()).toBe('Garage: Restart accepted by the inverter.');
    expect(screen.getByRole('tab', { name: /Barn.*command pending/ })).toBeDefined();
  });

  it('is replaced by a newer order of its kind', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.live();
    await app.order('Garage', '40');
    expect(chips()).toEqual(['40% requested, waiting for the inverter']);
    await app.live();
    expect(chips()).toEqual(['40% requested, waiting for the inverter']);
  });

  it('outlives a walk to another page, and is told there', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.live();
    await app.user.click(screen.getByRole('link', { name: 'About' }));
    noChips();
    app.takeLimit(80);
    await app.advance(1000);
    await app.advance(5000);
    await waitFor(() => expect(said()).toBe('Garage: 80% confirmed by the inverter.'));
  });

  it('is not asked about on another page while nobody looks', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.live();
    const asked = () => app.gateway.requests.get(`/api/orders?inv=${GARAGE}`) ?? 0;
    const before = asked();
    let visibility = 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
    onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
    await app.doing(() => document.dispatchEvent(new Event('visibilitychange')));
    await app.user.click(screen.getByRole('link', { name: 'About' }));
    await app.advance(30_000);
    expect(asked()).toBe(before);
    visibility = 'visible';
    await app.doing(() => document.dispatchEvent(new Event('visibilitychange')));
    await app.advance(0);
    expect(asked()).toBe(before + 1);
  });

  it('goes with the one who asked', async () => {
    const app = await renderHome();
    await app.order('Garage', '80');
    await app.live();
    await app.user.click(screen.getByRole('button', { name: 'Log out' }));
    noChips();
    await app.live();
    noChips();
  });
});

describe('an order that was not given on this page', () => {
  const opened = async (options: Parameters<typeof renderHome>[0]) => {
    const app = await renderHome(options);
    await screen.findByRole('list', { name: 'Commands' });
    return app;
  };

  it('is there when the page is opened, or loaded again', async () => {
    const app = await opened({ orders: [wireOrder({ state: 'sent' })] });
    expect(chips()).toEqual(['By admin: 80% requested, waiting for the inverter']);
    app.takeLimit(80);
    await app.live();
    noChips();
    expect(said()).toBe(''); // who gave it is told
  });

  it('is shown to visitors too', async () => {
    await opened({ isAdmin: false, orders: [wireOrder({ state: 'sent' })] });
    expect(chips()).toEqual(['By admin: 80% requested, waiting for the inverter']);
  });

  it('loads nothing while there are none', async () => {
    await renderHome();
    await new Promise((resolve) => setTimeout(resolve, 50));
    noChips();
    expect(screen.queryByText('command pending')).toBeNull();
  });

  it('says who gave it where that was a program, which is shown in trouble only', async () => {
    const power = wireOrder({ id: 'a-2', kind: 'power', power: 'off', state: 'contradicted', by: 'api' });
    const orders = [wireOrder({ way: 'mqtt', by: 'mqtt', value: 42.5 }), power];
    const app = await opened({ orders });
    expect(chips()).toEqual([
      expect.stringMatching(/^By a program: Switch-off not confirmed: the inverter still produces/),
    ]);
    app.gateway.step('limit', { state: 'refused' });
    await app.live();
    expect(chips()[0]).toBe('By MQTT: 42.5% refused by the device');
  });

  it.each([
    ['en', 'By admin: 80% not carried out: the device does not accept the gateway’s password'],
    ['de', 'Von admin: 80 % nicht ausgeführt: das Gerät lehnt das Passwort des Gateways ab'],
    ['fr', 'Par admin – 80 % : commande non exécutée, l’appareil refuse le mot de passe de la passerelle'],
  ] as const)('says in %s that its device did not let the gateway in', async (locale, expected) => {
    const steps = [{ state: 'refused', at: 1, reason: 'device-login' }] as const;
    await renderHome({ locale, orders: [wireOrder({ state: 'refused', steps })] });
    const chip = await waitFor(() => document.querySelector('[data-order="limit"]') ?? Promise.reject());
    expect(readable(chip)).toContain(expected);
  });

  it.each([
    [
      'en',
      'expired',
      /^By admin: 80% requested, but the gateway was restarted before the inverter confirmed it/,
    ],
    ['de', 'expired', /^Von admin: 80 % angefordert, aber das Gateway wurde neu gestartet, bevor/],
    ['fr', 'expired', /^Par admin – Demande envoyée : 80 %, mais la passerelle a redémarré avant/],
    ['de', 'refused', /^Von admin: 80 % vom Gerät abgelehnt/],
    ['fr', 'refused', /^Par admin – 80 % : refus de l’appareil/],
  ] as const)('says in %s that it is %s, until that is put away', async (locale, state, sentence) => {
    const ended = wireOrder({ state, steps: [{ state, at: 1, reason: 'gateway-restarted' }] });
    const app = await renderHome({ locale, orders: [ended] });
    const chip = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-order="limit"]');
      if (found === null) throw new Error('no chip yet');
      return found;
    });
    expect(readable(chip)).toMatch(sentence);
    app.gateway.orders = [];
    await app.live();
    expect(chip.isConnected).toBe(true);
    await app.user.click(within(chip).getByRole('button'));
    expect(chip.isConnected).toBe(false);
  });
});
