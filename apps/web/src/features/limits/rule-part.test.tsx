// @vitest-environment happy-dom

import type { RuleState } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { postedData } from '../../../test/answer.ts';
import { descriptionOf } from '../../../test/form-parts.ts';
import { jsonResponse, LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { DraftsProvider } from '../../shared/form/drafts.tsx';
import { createPlantTime } from '../../shared/i18n/plant-time.ts';
import { RulePart } from './rule-part.tsx';
import type { LimitsView } from './use-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const RULE: RuleState = {
  ...{ armed: false, target: 'plant', meter_power: 0, hysteresis: 20, margin: 20, safe_power: 200 },
  ...{ promise: 51, fail_safe: false },
};
const ARMED: RuleState = { ...RULE, armed: true };

async function open(rule: RuleState, isAdmin = true, mayOrder = isAdmin) {
  const posts: { path: string; body: unknown }[] = [];
  const view = {
    ...{
      ...{ isAdmin, mayOrder },
      inverters: [{ serial: '1', maxW: 800 }],
      settings: { groups: [], schedule: [] },
      time: createPlantTime('en', () => 7200),
    },
    ...{
      today: '2026-06-21',
      words: { watts: (watts: number) => `${watts} W`, inverter: (serial: string) => `Roof ${serial}` },
    },
  } as unknown as LimitsView;
  const part = await renderPart(
    <DraftsProvider>
      <RulePart view={view}>{null}</RulePart>
    </DraftsProvider>,
    {
      stored: LOGGED_IN,
      async fetch(path, init) {
        if (init.method === 'POST') posts.push({ path, body: postedData(init) });
        return jsonResponse(path.endsWith('/rule') ? rule : {});
      },
    },
  );
  await screen.findByText(rule.armed ? 'The rule is armed.' : /The rule is not armed/);
  const card = screen.getByRole('region', { name: 'Rule by the meter' });
  return { ...part, posts, card, shown: () => readable(card) };
}

const armButton = () => screen.getByRole('button', { name: 'Arm the rule' });

describe('the card of the rule', () => {
  it('lets an operator try the fail-safe, which is an order, and change nothing', async () => {
    const { user, posts, card } = await open(ARMED, false, true);
    expect(
      within(card)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Test the fail-safe']);
    await user.click(screen.getByRole('button', { name: 'Test the fail-safe' }));
    await waitFor(() =>
      expect(posts).toEqual([{ path: '/api/heliograph/fail-safe-test', body: { test: true } }]),
    );
  });

  it.each([
    ['an operator as long as it is not armed', RULE, true],
    ['a viewer', ARMED, false],
  ])('has no buttons for %s', async (_who, rule, mayOrder) => {
    const { card } = await open(rule, false, mayOrder);
    expect(within(card).queryByRole('button')).toBeNull();
  });

  it.each([
    ['no-meter', 'It cannot be armed: there is no power meter. Set one up first.'],
    ['meter-silent', 'It cannot be armed now: the meter tells nothing.'],
    ['no-inverter', 'It cannot be armed: there is no inverter that it is for.'],
    ['no-answer', 'It cannot be armed now: no inverter answers. At night none does.'],
  ] as const)(
    'says why the rule cannot be armed, also to who only hears the button: %s',
    async (obstacle, why) => {
      const { user, shown } = await open({ ...RULE, obstacle });
      expect(shown()).toContain(why);
      expect(armButton().getAttribute('aria-disabled')).toBe('true');
      expect(descriptionOf(armButton())).toBe(why);
      await user.click(armButton());
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('asks before it arms the rule where nothing is missing', async () => {
    const { user, shown } = await open(RULE);
    expect(shown()).not.toContain('cannot be armed');
    expect(armButton().getAttribute('aria-disabled')).not.toBe('true');
    await user.click(armButton());
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
    expect(readable(screen.getByRole('dialog'))).not.toContain('would lower nothing');
  });

  it('warns before it arms that a safe power above all that the inverters can protects from nothing', async () => {
    const { user } = await open({ ...RULE, safe_power: 8000 });
    await user.click(armButton());
    const dialog = await screen.findByRole('dialog');
    expect(readable(dialog)).toContain('as much as these inverters can at all (800 W)');
  });

  it('names who does not answer before it arms, and who still waits for a permanent limit', async () => {
    const { user } = await open({ ...RULE, silent: ['1', '2'] });
    await user.click(armButton());
    expect(readable(await screen.findByRole('dialog'))).toContain('These do not answer now: Roof 1, Roof 2.');
    const armed = await open({ ...ARMED, owed: ['2'] });
    expect(armed.shown()).toContain('as permanent limit, as soon as they answer: Roof 2.');
    const disarmed = await open({ ...RULE, owed: ['1'] });
    expect(disarmed.shown()).toContain('Still to get back the permanent limit from before');
  });

  it('has neither the button nor what is missing for a reader', async () => {
    const { shown, card } = await open({ ...RULE, obstacle: 'no-meter' }, false);
    expect(shown()).not.toContain('cannot be armed');
    expect(within(card).queryByRole('button')).toBeNull();
  });

  it.each([
    ['meter-stale', 'The safe power holds, because the meter tells nothing.'],
    ['meter-older', 'The safe power still holds. The rule takes over as soon as every inverter was read'],
    ['order-pending', 'The safe power still holds.'],
    ['no-inverter', 'The safe power holds until the rule has an inverter again.'],
    ['held-by-others', 'The safe power holds until the rule has an inverter again.'],
  ] as const)('says why the safe power holds: %s', async (reason, why) => {
    const { shown } = await open({ ...ARMED, reason, fail_safe: true });
    expect(shown()).toContain(why);
    if (reason !== 'meter-stale') expect(shown()).not.toContain('the meter tells nothing');
  });

  it('does not say that the meter is dead while the fail-safe is only tested', async () => {
    const test = { at: 1, running: true };
    const { shown } = await open({ ...ARMED, reason: 'meter-stale', fail_safe: true, test });
    expect(shown()).toContain('The rule acts as if the meter were dead …');
    expect(shown()).not.toMatch(/meter tells nothing/i);
  });

  it.each([
    ['starts', undefined, 'Test the fail-safe', true],
    ['cancels', { at: 1, running: true }, 'Cancel the test', false],
  ] as const)('%s a test of the fail-safe', async (_, test, name, isWanted) => {
    const { user, posts } = await open({ ...ARMED, ...(test && { test }) });
    await user.click(screen.getByRole('button', { name }));
    expect(posts).toEqual([{ path: '/api/heliograph/fail-safe-test', body: { test: isWanted } }]);
  });

  it('says what came of a test, and nothing of one that was cancelled', async () => {
    const done = await open({ ...ARMED, test: { at: 1, running: false, seconds: 23 } });
    expect(done.shown()).toContain('Tested: at the safe power after 23 s.');
    const cancelled = await open(ARMED);
    expect(cancelled.shown()).not.toContain('Tested');
  });
});
