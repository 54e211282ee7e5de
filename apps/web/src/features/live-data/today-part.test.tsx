// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { TodayPart } from './today-part.tsx';

const NOW_S = Date.UTC(2026, 5, 21, 10) / 1000;
const NO_CURVE = { tier: 'minute', step: 60, at: [], mean: [], min: [], max: [] };

async function open(timezone: string) {
  const day = { date: '2026-06-21', today: '2026-06-21', now: NOW_S, timezone };
  await renderPart(<TodayPart />, {
    fetch: async (path) => {
      if (path.startsWith('/api/heliograph/plant-day')) return jsonResponse(day);
      return jsonResponse(path.includes('findings') ? { findings: [], strings: [] } : NO_CURVE);
    },
  });
  await screen.findByRole('region', { name: 'Today' });
}

/** A time zone rule of a plant so many hours before the clock of this reader. */
const hoursBefore = (hours: number) =>
  `XXX${hours + Math.trunc(new Date(1000 * NOW_S).getTimezoneOffset() / 60)}`;

it('says by which clock the curve goes where the plant has another one than its reader', async () => {
  await open(hoursBefore(3));
  expect((await screen.findByText(/go by the plant’s clock/)).textContent).toMatch(/\d\d:00 there/);
});

it('says nothing of clocks where both have the same', async () => {
  await open(hoursBefore(0));
  await screen.findByText(/^Nothing yet today\./);
  expect(screen.queryByText(/plant’s clock/)).toBeNull();
});
