import type { LiveSource } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { expect, it } from 'vitest';
import { createFleet } from '../../fleet/fleet.ts';
import { createLiveDataFeed } from './live-data-feed.ts';

it('has nothing new to push while a device that wants not to be asked counts down, and has when it answers', () => {
  const clock = createVirtualClock();
  const fleet = createFleet({ clock, configs: [] });
  let source: LiveSource = {
    id: 'barn',
    name: 'Barn',
    state: 'problem',
    problem: 'throttled',
    retry_after: 60,
  };
  const hints = { time_sync: false, radio_problem: false, default_password: false };
  const feed = createLiveDataFeed({
    ...{ fleet, clock, hints: () => hints, totals: testTotals(fleet, clock) },
    ...{ orders: { current: () => [] }, sources: () => [source], tellsOneAtATime: () => false },
  });
  const news = () => {
    clock.advance(1000);
    return feed.newsOf(feed.current('both'));
  };
  const before = news();
  source = { ...source, retry_after: 59 };
  expect(news()).toBe(before);
  source = { id: 'barn', name: 'Barn', state: 'live' };
  expect(news()).not.toBe(before);
});
