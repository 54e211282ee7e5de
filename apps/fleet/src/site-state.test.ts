import type { SiteSummary } from '@heliograph/fleet-contract';
import { describe, expect, it } from 'vitest';
import { type SiteFacts, siteState } from './site-state.ts';

const summary: SiteSummary = {
  ...{ name: 'Barn', version: '0.2.0', day: true, power: 400 },
  ...{ inverters: 3, reachable: 3, producing: 3, findings: 0, alerts: 0 },
};
const heard: SiteFacts = {
  ...{ firstMs: 0, lastMs: 100_000, isOffline: false, isRefused: false, summary },
  wasHeard: false,
};

describe('the state of a site', () => {
  it.each<[string, string, Partial<SiteFacts>, number]>([
    ['never', 'nothing has come', { firstMs: undefined, lastMs: undefined, summary: undefined }, 100_000],
    ['never', 'the broker has just said that it is there', { lastMs: undefined, summary: undefined }, 5_000],
    [
      'unknown',
      'nothing has come since the start, but did before',
      { firstMs: undefined, lastMs: undefined, summary: undefined, wasHeard: true },
      100_000,
    ],
    [
      'unknown',
      'the broker has just said that it is there, and it was heard before',
      { lastMs: undefined, summary: undefined, wasHeard: true },
      5_000,
    ],
    [
      'silent',
      'the broker says it is there, and it says nothing',
      { lastMs: undefined, summary: undefined },
      12_001,
    ],
    ['offline', 'the broker says that it has gone', { isOffline: true }, 100_000],
    ['offline', 'it has gone, and was silent before', { isOffline: true }, 900_000],
    ['ok', 'two summaries were lost', {}, 112_000],
    ['silent', 'nothing has come since', {}, 112_001],
    ['silent', 'nothing has come since, and that was garbage', { isRefused: true }, 112_001],
    ['refused', 'what came last is garbage', { isRefused: true }, 100_000],
    ['alert', 'it has an alert', { summary: { ...summary, alerts: 1 } }, 100_000],
    ['alert', 'it has a weak string', { summary: { ...summary, findings: 1 } }, 100_000],
    ['alert', 'an inverter does not answer by day', { summary: { ...summary, reachable: 2 } }, 100_000],
    [
      'night',
      'inverters are silent at night',
      { summary: { ...summary, day: false, reachable: 0 } },
      100_000,
    ],
    ['alert', 'it has an alert at night', { summary: { ...summary, day: false, alerts: 1 } }, 100_000],
    ['ok', 'all is well', {}, 100_000],
  ])('is %s where %s', (state, _, facts, nowMs) => {
    expect(siteState(nowMs, { ...heard, ...facts })).toBe(state);
  });
});
