import { expect, it } from 'vitest';
import { createRfHop } from './rf-hop.ts';

it('the first transmission goes out on RF channel 23, the next ones on 40, 61, 75, 3, 23', () => {
  const next = createRfHop();
  expect([1, 2, 3, 4, 5, 6].map(() => next())).toEqual([23, 40, 61, 75, 3, 23]);
});
