// @vitest-environment happy-dom

import type { Order, OrderStep } from '@heliograph/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wireOrder } from '../../../../test/control-gateway.ts';
import { wireInverter, wireMessage } from '../../../../test/live-messages.ts';
import { renderHome } from '../../../../test/open-limit-dialog.ts';
import { readable } from '../../../../test/render-app.tsx';
import type { Locale } from '../../../shared/i18n/locales.ts';

/** Seconds of the day on which the tests run, by the clock of this computer. */
const at = (second: number) => new Date(2026, 5, 21, 11, 3, second).getTime() / 1000;

const STEPS: readonly OrderStep[] = [
  { state: 'asked', at: at(12) },
  { state: 'sent', at: at(12) },
  { state: 'acknowledged', at: at(13) },
  { state: 'measured', at: at(40), limit_relative: 60 },
];
const limit = (changes: Partial<Order> = {}) =>
  wireOrder({ value: 60, state: 'measured', steps: STEPS, ...changes });

const BUTTONS = {
  en: ['Set limit', 'Power on/off'],
  de: ['Leistung begrenzen', 'Ein/Aus'],
  fr: ['Régler la limite', 'Marche/arrêt'],
} as const;

async function open(
  orders: readonly Order[],
  { locale = 'en' as Locale, kind = 'limit' as Order['kind'] } = {},
) {
  const app = await renderHome((gateway) => {
    gateway.orders = orders;
  }, locale);
  await app.user.click(screen.getByRole('button', { name: BUTTONS[locale][kind === 'limit' ? 0 : 1] }));
  await screen.findByRole('dialog');
  await app.advance(0);
  await app.doing(() => undefined);
  const tells = (current: readonly Order[]) =>
    app.push({ ...wireMessage([wireInverter()]), ...(current.length > 0 && { orders: current }) });
  return { ...app, tells };
}

const dialog = () => screen.getByRole('dialog');
const lines = () => within(dialog()).queryAllByRole('listitem').map(readable);

describe('the time line of the last order', () => {
  it('lists its steps in words, with the time of each', async () => {
    const { gateway } = await open([limit(), limit({ id: 'a-0', value: 70 })]);
    expect(within(dialog()).getByRole('list', { name: 'What became of 60%' })).toBeDefined();
    expect(lines()).toEqual([
      'Requested11:03:12',
      'Sent11:03:12',
      'Accepted by the inverter11:03:13',
      'Measured: 60%11:03:40',
    ]);
    expect(within(dialog()).queryByText(/clock was not set/)).toBeNull();
    expect(gateway.requests.get('/api/orders?inv=114172220143')).toBe(1);
  });

  it.each([
    [
      'de',
      [
        'Angefordert11:03:12',
        'Keine Antwort11:03:20',
        'Keine Antwort11:03:25',
        'Vom Gerät abgelehnt11:03:26',
      ],
    ],
    [
      'fr',
      [
        'Demandée11:03:12',
        'Pas de réponse11:03:20',
        'Pas de réponse11:03:25',
        'Refusée par l’appareil11:03:26',
      ],
    ],
  ] as const)('speaks %s', async (locale, expected) => {
    const steps: readonly OrderStep[] = [
      { state: 'asked', at: at(12) },
      { state: 'unanswered', at: at(20) },
      { state: 'unanswered', at: at(25) },
      { state: 'refused', at: at(26) },
    ];
    await open([limit({ state: 'refused', steps })], { locale });
    expect(lines()).toEqual(expected);
  });

  it.each([
    ['en', 'By admin: 60%', 'Not carried out: the device does not accept the gateway’s password'],
    ['de', 'Von admin: 60 %', 'Nicht ausgeführt: das Gerät lehnt das Passwort des Gateways ab'],
    ['fr', 'Par admin – 60 %', 'Non exécutée : l’appareil refuse le mot de passe de la passerelle'],
  ] as const)(
    'says in %s who gave it, and that the device does not let the gateway in',
    async (locale, by, why) => {
      const steps = [{ state: 'refused', at: at(21), reason: 'device-login' }] as const;
      await open([limit({ state: 'refused', steps })], { locale });
      expect(readable(dialog())).toContain(by);
      expect(lines()).toEqual([`${why}11:03:21`]);
    },
  );

  it('says where it was refused behind another gateway', async () => {
    const steps = [{ state: 'refused', at: at(21), reason: 'upstream-login' }] as const;
    await open([limit({ state: 'refused', steps })]);
    expect(lines()).toEqual([
      'Not carried out: the device behind the other gateway does not accept that gateway’s password11:03:21',
    ]);
  });

  it('does not say of a refused one that the gateway tries again', async () => {
    const steps = [{ state: 'refused', at: at(21) }] as const;
    const app = await renderHome((gateway) => {
      gateway.orders = [limit({ state: 'refused', steps })];
      gateway.setLimit(gateway.orders[0]?.serial ?? '', { limit_set_status: 'Failure' });
    });
    await app.user.click(screen.getByRole('button', { name: 'Set limit' }));
    await within(await screen.findByRole('dialog')).findByText('The command will not be carried out.');
    expect(within(dialog()).queryByText(/is retrying/)).toBeNull();
  });

  it('is not there without an order of its kind', async () => {
    await open([limit()], { kind: 'power' });
    expect(lines()).toEqual([]);
  });

  it('of a switching by a program says so', async () => {
    const steps: readonly OrderStep[] = [
      { state: 'asked', at: at(12) },
      { state: 'expired', at: at(30), reason: 'gateway-restarted' },
    ];
    const off = limit({ kind: 'power', power: 'off', way: 'mqtt', by: 'mqtt', state: 'expired', steps });
    await open([off, limit()], { kind: 'power' });
    expect(within(dialog()).getByText('By MQTT: Switch-off')).toBeDefined();
    expect(lines()).toEqual(['Requested11:03:12', 'The gateway was restarted: it is no longer sent11:03:30']);
  });

  it('follows the live data, and stays when they tell of it no more', async () => {
    const { tells, gateway } = await open([limit()]);
    const newer = limit({ id: 'a-2', value: 40, state: 'asked', steps: [{ state: 'asked', at: at(50) }] });
    await tells([newer, limit()]);
    expect(lines()).toEqual(['Requested11:03:50']);
    const contradicted = { state: 'contradicted', at: at(55), limit_relative: 100 } as const;
    await tells([{ ...newer, state: 'contradicted', steps: [...newer.steps, contradicted] }]);
    await tells([]);
    expect(lines()).toEqual(['Requested11:03:50', 'Measured: 100% instead11:03:55']);
    expect(gateway.requests.get('/api/orders?inv=114172220143')).toBe(1);
  });

  it('has the date with a time of another day', async () => {
    await open([limit({ steps: [{ state: 'asked', at: at(12) - 24 * 3600 }] })]);
    expect(lines()[0]).toMatch(/^Requested.*20.*11:03:12/);
  });

  it('gives no time that a clock told which was not set, and says why', async () => {
    await open([limit({ steps: [{ state: 'asked', at: 42.5 }, ...STEPS.slice(2)] })]);
    expect(lines()).toEqual(['Requested', 'Accepted by the inverter11:03:13', 'Measured: 60%11:03:40']);
    expect(within(dialog()).getByText(/the gateway’s clock was not set then/)).toBeDefined();
  });
});
