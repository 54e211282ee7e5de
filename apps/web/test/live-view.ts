import { screen, within } from '@testing-library/react';
import { wireInverter } from './live-messages.ts';
import { readable } from './render-app.tsx';

export const barn = wireInverter({ serial: '116180400144', name: 'Barn', producing: false });
export const shed = wireInverter({ serial: '112180400144', name: 'Shed', reachable: false });

/** The card of a channel. */
export function card(title: string): HTMLElement {
  const found = screen.getAllByRole('article').find((article) => within(article).queryByText(title) !== null);
  if (found === undefined) throw new Error(`no card ${title}`);
  return found;
}

/** A value on the card of a channel. */
export const value = (title: string, label: string) =>
  readable(within(card(title)).getByText(label).nextElementSibling);

/** What stands at a label in the header of an inverter. */
export const fact = (label: string) => readable(screen.getByText(label).nextElementSibling);

// The query also takes a header inside main for a banner; the bar is the first.
export const banner = () => readable(screen.getAllByRole('banner')[0] ?? null);
