import { screen } from '@testing-library/react';
import { readable } from './render-app.tsx';

const describersOf = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => readable(document.getElementById(id)));

/** What stands last at a field: its error, or its hint. */
export const messageOf = (element: Element) => describersOf(element).at(-1);

/** All that is read out with a field. */
export const descriptionOf = (element: Element) => describersOf(element).join(' ').trim();

export const saveButton = () => screen.getByRole('button', { name: 'Save' });
