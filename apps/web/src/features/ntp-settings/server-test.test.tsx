// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openNtpSettings } from '../../../test/open-ntp-settings.ts';
import { readable } from '../../../test/render-app.tsx';

const NEVER = {
  ...{ ntp_status: false, ntp_state: 'never', ntp_clock_set: true, ntp_failure: 'unknown-host' },
  ...{ ntp_answer_age: -1, ntp_next_try: 40 },
};
const WORKS = { type: 'success', message: '', ntp_failure: '', ntp_address: '192.0.2.7' };

async function openTest(trial: Record<string, unknown>) {
  const page = await openNtpSettings((device) => {
    device.status = NEVER;
    device.trial = trial;
  });
  const button = await screen.findByRole('button', { name: 'Test this server' });
  const outcome = () => readable(button.parentElement?.querySelector('[role="status"]') ?? null);
  return { ...page, button, outcome };
}

describe('the test of a time server', { timeout: 60_000 }, () => {
  it('asks the one in the form, says what it answers, and saves nothing', async () => {
    const { user, server, button, outcome, device } = await openTest({ ...WORKS, ntp_offset: -0.0214 });
    await user.clear(server);
    await user.type(server, 'time.example');
    await user.click(button);
    await waitFor(() =>
      expect(outcome()).toBe('time.example192.0.2.7 answers. The gateway’s clock is 21 ms ahead.'),
    );
    expect(device.posts).toEqual([
      { path: '/api/heliograph/ntp-trial', body: { ntp_server: 'time.example' } },
    ]);
    await screen.findByText('1 unsaved change');
    await user.type(server, 's');
    expect(outcome()).toBe('');
  });

  it.each([
    ['unknown-host', /^pool.ntp.orgThe server name cannot be found\. Check/],
    ['refused', /There is no time server at this address/],
    ['something new', /Details are in the console/],
  ])('says why there is no time, and what to do: %s', async (ntp_failure, text) => {
    const { user, button, outcome } = await openTest({ type: 'warning', message: '', ntp_failure });
    await user.click(button);
    await waitFor(() => expect(outcome()).toMatch(text));
  });

  it('shows a name that the gateway refuses at its field', async () => {
    const refusal = { type: 'warning', message: '', code: 9001, param: { max: 32 } };
    const { user, button, server } = await openTest(refusal);
    await user.click(button);
    await waitFor(() => expect(server.getAttribute('aria-invalid')).toBe('true'));
  });

  it('has the state of the stored one beside it: without an answer it is never green', async () => {
    await openTest(WORKS);
    const badge = screen.getByText('no answer');
    expect(badge.dataset.tone).toBe('pending');
    expect(screen.getByText(/^The server name cannot be found|has not answered yet/)).toBeDefined();
  });

  it('has a state that counts no longer, and is grey at once, when the gateway is gone', async () => {
    const late = { ...NEVER, ntp_state: 'late', ntp_answer_age: 7080, ntp_failure: 'no-answer' };
    const { device, app, user } = await openNtpSettings((aDevice) => {
      aDevice.status = late;
    });
    const said = () => readable(screen.getByText(/^The time server has not answered for/));
    const isGrey = () => /stale/.test(screen.getByText('overdue').closest('dl')?.className ?? '');
    await app.advance(5000);
    expect([said(), isGrey()]).toEqual([expect.stringContaining('for 118 min'), false]);
    device.isThere = false;
    const before = device.timesAsked('/api/ntp/status');
    await user.click(screen.getByRole('button', { name: /browser’s time/ }));
    await waitFor(() => expect(isGrey()).toBe(true));
    expect(device.timesAsked('/api/ntp/status')).toBe(before); // another question has found out
    for (let second = 0; second < 120; second++) await app.advance(1000);
    expect([said(), isGrey()]).toEqual([expect.stringContaining('for 118 min'), true]);
  });

  it('is not there on a device that does not know it', async () => {
    await openNtpSettings();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Test this server' })).toBeNull());
  });
});
