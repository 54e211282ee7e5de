import { screen, within } from '@testing-library/react';
import { readable } from './render-app.tsx';

/** A card of a page of facts. */
export const card = (name: string) => screen.getByRole('region', { name });

/** The labels and values that are shown, as they are read: those of one card, or all of them. */
export function facts(cardName?: string): Readonly<Record<string, string>> {
  const terms = cardName === undefined ? screen : within(card(cardName));
  return Object.fromEntries(
    terms.getAllByRole('term').map((term) => [readable(term), readable(term.nextElementSibling)]),
  );
}
