import { screen, within } from '@testing-library/react';
import type { Locale } from '../src/shared/i18n/locales.ts';
import '../src/features/live-data/dialogs.tsx'; // loaded before the clock of a test stands still
import { createControlGateway } from './control-gateway.ts';
import { descriptionOf } from './form-parts.ts';
import { wireInverter, wireMessage } from './live-messages.ts';
import { LOGGED_IN, readable, renderApp } from './render-app.tsx';

export const SERIAL = '114172220143';

type Gateway = ReturnType<typeof createControlGateway>;

/** The live view of an admin with one inverter. */
export async function renderHome(
  prepare: (gateway: Gateway) => void = () => undefined,
  locale: Locale = 'en',
) {
  const gateway = createControlGateway(SERIAL);
  prepare(gateway);
  const app = await renderApp({ fetch: gateway.fetch, locale, stored: LOGGED_IN });
  await app.push(wireMessage([wireInverter()]));
  return { ...app, gateway };
}

export async function openLimitDialog(prepare?: (gateway: Gateway) => void) {
  const app = await renderHome(prepare);
  await app.user.click(screen.getByRole('button', { name: 'Set limit' }));
  await screen.findByText(/Allowed/);
  await app.advance(0);
  return app;
}

export const dialog = () => screen.getByRole('dialog', { name: 'Set limit' });
export const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'New limit' });
export const unit = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
export const order = () => readable(within(dialog()).getByText('Last command').nextElementSibling);
export const description = () => descriptionOf(field());
export const press = (name: 'Set until tonight' | 'Set permanently') => screen.getByRole('button', { name });
