// @vitest-environment happy-dom

import type { DryRunFacts } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postedData } from '../../../test/answer.ts';
import { jsonResponse, LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { createPlantTime } from '../../shared/i18n/plant-time.ts';
import { DryRunNumbers, DryRunTrial } from './dry-run.tsx';
import type { LimitsView } from './use-limits.ts';

const RULE = { target: 'plant', meter_power: 0, hysteresis: 20, margin: 20, safe_power: 200 };
const FACTS: DryRunFacts = {
  ...{ from: Date.UTC(2026, 5, 21, 12) / 1000, to: 0, hours: 421.4 },
  ...{ exported: 84_300, exported_with_rule: 2600, thrown_away: 4100, orders: 5120 },
};
const SUCCESS = { type: 'success', message: 'The rule has run.', recorded: { ...FACTS, days: 30 } };
const view = { time: createPlantTime('en', () => 7200), today: '2026-06-21' } as LimitsView;

async function open(part: React.ReactNode, answer: object, live?: object) {
  const posts: unknown[] = [];
  const opened = await renderPart(<div data-testid="part">{part}</div>, {
    stored: LOGGED_IN,
    async fetch(_, init) {
      if (init.method !== 'POST') return jsonResponse(live === undefined ? {} : { live });
      posts.push(postedData(init));
      return jsonResponse(answer);
    },
  });
  return { ...opened, posts };
}

const shown = () => readable(screen.getByTestId('part'));
const button = () => screen.getByRole('button', { name: 'Try it with what was recorded' });

describe('a dry run', () => {
  it('says what the rule of the form would have fed in, lost and ordered', async () => {
    const { user, posts } = await open(<DryRunTrial rule={RULE} />, SUCCESS);
    await user.click(button());
    await waitFor(() => expect(shown()).toContain('30 recorded days, 421 h of which'));
    expect(posts).toEqual([RULE]);
    expect(shown()).toContain('Fed in84.3 kWh2.60 kWh');
    expect(shown()).toContain('Lost to the house–4.10 kWh');
    expect(shown()).toContain('Commands a day–171');
  });

  it.each([
    ['nothing-recorded', 'Nothing is recorded yet'],
    ['busy', 'Another dry run is under way'],
  ])('says so where it cannot: %s', async (problem, words) => {
    const { user } = await open(<DryRunTrial rule={RULE} />, { type: 'warning', message: 'no', problem });
    await user.click(button());
    await waitFor(() => expect(shown()).toContain(words));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows a refusal in its own words', async () => {
    const refused = { type: 'warning', message: 'no', code: 19_107 };
    const { user } = await open(<DryRunTrial rule={RULE} />, refused);
    await user.click(button());
    await waitFor(() => expect(shown()).toContain('No inverter of the group answers'));
  });

  it('is not asked for with values that are not right', async () => {
    const { user, posts } = await open(<DryRunTrial rule={undefined} />, SUCCESS);
    await user.click(button());
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(posts).toEqual([]);
  });

  it('shows both at once before arming: what was recorded, and what is seen live', async () => {
    const live = { ...FACTS, hours: 3.24, exported: 2510, exported_with_rule: 48.3, orders: 37 };
    const { posts } = await open(<DryRunNumbers rule={RULE} view={view} />, SUCCESS, live);
    await waitFor(() => expect(shown()).toContain('Live since 14:00, 3.2 h'));
    expect(shown()).toContain('Fed in2.51 kWh48 Wh');
    expect(shown()).toContain('Commands–37');
    expect(shown()).toContain('30 recorded days');
    expect(posts).toEqual([RULE]);
  });
});
