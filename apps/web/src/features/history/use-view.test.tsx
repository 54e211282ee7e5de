// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useView } from './use-view.ts';

it.each([
  ['/history?period=month&date=2026-03', '/history?period=month&date=2026-03-01'],
  ['/history?date=2026-02-30', '/history'],
  ['/history?period=week&of=each&with=tomorrow', '/history?of=each'],
  ['/history?period=year&date=2026-06-21', '/history?period=year&date=2026-06-21'],
  ['/settings/config?show=changes', '/settings/config?show=changes'],
])('the address says what is shown, and Back leads to no other: %s', (written, told) => {
  history.pushState(null, '', written);
  const before = history.length;
  renderHook(() => useView());
  expect(location.pathname + location.search).toBe(told);
  expect(history.length).toBe(before);
});
