// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { wireMessage } from '../../../test/live-messages.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { TodayPart } from './today-part.tsx';

const NOW_S = Date.UTC(2026, 5, 21, 10) / 1000;
const NO_CURVE = { tier: 'minute', step: 60, at: [], mean: [], min: [], max: [] };

async function open(timezone: string, [today, nowS]: readonly [string, number] = ['2026-06-21', NOW_S]) {
  const day = { date: today, today, now: nowS, timezone };
  const asked: string[] = [];
  const part = await renderPart(<TodayPart />, {
    fetch: async (path) => {
      asked.push(path);
      if (path.startsWith('/api/heliograph/plant-day')) return jsonResponse(day);
      return jsonResponse(path.includes('findings') ? { findings: [], strings: [] } : NO_CURVE);
    },
  });
  await screen.findByRole('region', { name: 'Today' });
  return { ...part, asked };
}

/** A time zone rule of a plant so many hours before the clock of this reader. */
function hoursBefore(hours: number): string {
  const minutes = hours * 60 + new Date(1000 * NOW_S).getTimezoneOffset();
  const [hour, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `XXX${minutes < 0 ? '-' : ''}${hour}:${String(rest).padStart(2, '0')}`;
}

it('says by which clock the curve goes where the plant has another one than its reader', async () => {
  await open(hoursBefore(3));
  const there = new Date(1000 * NOW_S - 3 * 3_600_000);
  const clock = [there.getHours(), there.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  expect((await screen.findByText(/go by the plant’s clock/)).textContent).toContain(`${clock} there`);
});

it('says nothing of clocks where both have the same', async () => {
  await open(hoursBefore(0));
  await screen.findByText(/^Nothing yet today\./);
  expect(screen.queryByText(/plant’s clock/)).toBeNull();
});

it('has the note about the clock in its head, so that all room below is for the curve, or for what is said instead', async () => {
  await open(hoursBefore(3));
  const note = await screen.findByText(/go by the plant’s clock/);
  const head = screen.getByRole('heading', { name: 'Today' }).closest('section > div');
  expect(head?.contains(note)).toBe(true);
  expect(screen.getByRole('region', { name: 'Today' }).children).toHaveLength(2);
});

it('asks for no curves while the clock of the gateway is not set, and does not speak of a failure', async () => {
  const { asked } = await open('CET-1', ['1970-01-01', 60]);
  expect((await screen.findByText(/^Nothing yet today/)).textContent).toBe('Nothing yet today.');
  expect(asked.filter((path) => path.includes('history-curve'))).toEqual([]);
  expect(asked.filter((path) => path.includes('expected-yield'))).toEqual([]);
});

it('says nothing of what the inverters do while the link is lost', async () => {
  const { liveLink, sockets, advance } = await open(hoursBefore(0));
  await act(async () => liveLink.start());
  await advance(2000);
  await act(async () => {
    sockets.last.opens();
    sockets.last.says(wireMessage([]));
  });
  await screen.findByText(/wake when it gets light/);
  await act(async () => sockets.last.breaks());
  await advance(30_000);
  await screen.findByText('The curve cannot be read at the moment.');
  expect(screen.queryByText(/wake when it gets light/)).toBeNull();
});
