// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { htmlResponse, noAnswer } from '../../../test/answer.ts';
import { saveButton } from '../../../test/form-parts.ts';
import {
  CONFIG,
  NOON,
  OWN_RULE,
  OWN_ZONE,
  openNtpSettings,
  type PrepareDevice,
} from '../../../test/open-ntp-settings.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

/** The page for a device in the browser's zone. */
function openClocks(prepare: PrepareDevice = () => undefined) {
  return openNtpSettings((device) => {
    device.config = { ...CONFIG, ntp_timezone: OWN_RULE, ntp_timezone_descr: 'Home' };
    prepare(device);
  });
}

const setClock = () => screen.getByRole('button', { name: 'Set to the browser’s time' });
const clockCard = () => screen.getByRole('region', { name: 'Set the clock by hand' });
const clock = (label: string) => readable(within(clockCard()).getByText(label).parentElement);

describe('the clocks', { timeout: 60_000 }, () => {
  it('count on side by side, the device’s by elapsed time and not by the browser’s clock', async () => {
    const { app } = await openClocks((device) => {
      device.time = { ...NOON, minute: 59, second: 50 };
    });
    await waitFor(() => expect(clock('Device')).toContain('12:59:50'));
    expect(clock('Device')).toContain('Jun 21, 2026');
    expect(clock('This browser')).toContain('12:00:00');
    await app.advance(15_000);
    expect(clock('Device')).toContain('13:00:05');
    expect(clock('This browser')).toContain('12:00:15');
  });

  it.each([
    [{}, 'Both clocks match.'],
    [{ second: 2 }, 'Both clocks match.'],
    [{ second: 30 }, 'The device is 30 s ahead.'],
    [{ hour: 11, minute: 59, second: 57 }, 'The device is 3 s behind.'],
    [{ hour: 11, minute: 50 }, 'The device is 10 min behind.'],
    [{ hour: 11 }, 'The device is 1 h behind.'],
    [{ hour: 10, minute: 30 }, 'The device is 90 min behind.'],
    [{ hour: 6, minute: 30 }, 'The device is 5.5 h behind.'],
    [{ day: 24 }, 'The device is 3 days ahead.'],
  ])('with %j: %s', async (changes, text) => {
    await openClocks((device) => {
      device.time = { ...NOON, ...changes };
    });
    await screen.findByText(text);
  });

  it.each([
    { ...NOON, ntp_status: false },
    { ntp_status: false, year: 1970, month: 1, day: 1, hour: 0, minute: 5, second: 3 },
  ])('show no time of a device that has none', async (time) => {
    await openClocks((device) => {
      device.time = time;
    });
    await screen.findByText(/clock is not set/);
    expect(clock('Device')).toBe('Device—unknown');
    expect(clockCard().textContent).not.toContain('1970');
  });

  it('are compared anew every minute, and after a save', async () => {
    const { device, app, user, server } = await openClocks();
    await waitFor(() => expect(device.timesAsked('/api/ntp/time')).toBe(1));
    device.time = { ...NOON, minute: 1, second: 30 };
    await app.advance(60_000);
    await screen.findByText('The device is 30 s ahead.');
    expect(device.timesAsked('/api/ntp/time')).toBe(2);
    device.time = { ...NOON, hour: 15, minute: 1 };
    await user.type(server, '.example');
    await user.click(saveButton());
    await screen.findByText('The device is 3 h ahead.');
  });

  it('rest when the page is left', async () => {
    const { device, app, user } = await openClocks();
    await screen.findByText('Both clocks match.');
    await user.click(screen.getAllByRole('link', { name: 'About' })[0] ?? document.body);
    await waitFor(() => expect(screen.queryByText('Both clocks match.')).toBeNull());
    const before = device.timesAsked('/api/ntp/time');
    await app.advance(180_000);
    expect(device.timesAsked('/api/ntp/time')).toBe(before);
  });

  it('run on, and the gateway is not doubted, when only the list of zones cannot be loaded', async () => {
    const { app } = await openClocks((device) => {
      device.zones = () => {
        throw new TypeError('blocked');
      };
    });
    await screen.findByText('Both clocks match.');
    const before = clock('Device');
    for (let second = 0; second < 12; second++) {
      await app.advance(1000);
      expect(document.querySelector('[data-link]')?.getAttribute('data-link')).toBe('connected');
      expect(screen.queryByText(/the time on its clock is not known/)).toBeNull();
    }
    expect(clock('Device')).not.toBe(before);
    expect(screen.getByText('Both clocks match.')).toBeDefined();
  });

  it('stand still, and match no more, when the gateway is gone; it is asked at once when it is back', async () => {
    const { device, app } = await openClocks();
    await screen.findByText('Both clocks match.');
    device.isThere = false;
    for (let second = 0; second < 20; second++) await app.advance(1000);
    expect(screen.queryByText('Both clocks match.')).toBeNull();
    expect(screen.getByText(/the time on its clock is not known/)).toBeDefined();
    const frozen = clock('Device');
    for (let second = 0; second < 5; second++) await app.advance(1000);
    expect(clock('Device')).toBe(frozen);
    const before = device.timesAsked('/api/ntp/time');
    device.isThere = true;
    for (let second = 0; second < 5; second++) await app.advance(1000);
    await screen.findByText(/^The device is \d\d s behind\.$/); // its clock has waited, in this test
    expect(device.timesAsked('/api/ntp/time')).toBe(before + 1);
  });
});

describe('setting the clock by hand', { timeout: 60_000 }, () => {
  it('sends the browser’s local time, tells the answer and reads the time again; the form is not asked', async () => {
    const { device, app, user, server } = await openClocks((device) => {
      device.time = { ...NOON, hour: 3 };
    });
    await user.type(server, '.example');
    await screen.findByText('The device is 9 h behind.');
    await app.advance(5000);
    await user.click(setClock());
    await screen.findByText('Time updated!');
    const body = {
      ...{ year: 2026, month: 6, day: 21, hour: 12, minute: 0, second: 5 },
      unix_s: new Date(2026, 5, 21, 12, 0, 5).getTime() / 1000,
    };
    expect(device.posts).toEqual([{ path: '/api/ntp/time', body }]);
    await screen.findByText('Both clocks match.');
    expect(server.value).toBe('pool.ntp.org.example');
    await screen.findByText('1 unsaved change');
  });

  it.each([
    [9004, { min: 2022, max: 2100 }, 'The year must be between 2022 and 2100!'],
    [9009, { min: 0, max: 59 }, 'The second must be between 0 and 59!'],
  ])('tells refusal %d in the alert', async (code, param, text) => {
    const { user } = await openClocks((device) => {
      device.answerPost = () => jsonResponse({ type: 'warning', message: '', code, param });
    });
    await user.click(setClock());
    await screen.findByText(text);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(text)).toBeNull();
  });

  it('says when there is no answer, and that it may have been taken', async () => {
    const { user } = await openClocks((device) => {
      device.answerPost = noAnswer;
    });
    await user.click(setClock());
    await screen.findByText(/may have been saved anyway/);
  });

  it('is sent once for two presses', async () => {
    const { device, user } = await openClocks((device) => {
      device.answerPost = () => new Promise<Response>(() => undefined);
    });
    await user.click(setClock());
    await user.click(setClock());
    expect(device.posts).toHaveLength(1);
  });

  it('is unknown, and in step with nothing, once the device does not answer', async () => {
    const { app, device } = await openClocks();
    await waitFor(() => expect(clock('Device')).toMatch(/\d\d:\d\d:\d\d/));
    device.answerTime = noAnswer;
    await app.advance(60_000);
    await within(clockCard()).findByText(/^The gateway does not answer/);
    expect(clock('Device')).toContain('unknown');
    expect(clock('This browser')).toMatch(/\d\d:\d\d:\d\d/);
    device.answerTime = undefined;
    await app.advance(60_000);
    await waitFor(() => expect(clock('Device')).toMatch(/\d\d:\d\d:\d\d/));
  });

  it('is not there on a device that does not know it, and the rest of the page is', async () => {
    const { server } = await openClocks((device) => {
      device.answerTime = htmlResponse;
    });
    await within(clockCard()).findByText(/does not support this function/);
    expect(server.value).toBe('pool.ntp.org');
  });
});

it('sets the clock of a device in another zone to its own local time', { timeout: 60_000 }, async () => {
  // Half a day away from wherever this test runs: signs count westwards in these names as in the rule.
  const isEast = new Date(2026, 5, 21, 12).getTimezoneOffset() < 0;
  const zone = isEast ? ['Etc/GMT+8', '<-08>8'] : ['Etc/GMT-8', '<+08>-8'];
  const { device, user } = await openNtpSettings((device) => {
    device.config = { ...CONFIG, ntp_timezone: zone[1], ntp_timezone_descr: zone[0] };
  });
  await screen.findByText(`this browser is in ${OWN_ZONE}, the device in ${zone[0]}.`, { exact: false });
  await screen.findByText(/^The device is .* (ahead|behind)\.$/);
  await user.click(setClock());
  await screen.findByText('Time updated!');
  // 12:00 here is so many hours earlier or later there.
  const there = new Date(new Date(2026, 5, 21, 12).getTime() + (isEast ? -8 : 8) * 3_600_000);
  expect(device.posts.at(-1)?.body).toMatchObject({
    ...{ day: there.getUTCDate(), hour: there.getUTCHours(), minute: there.getUTCMinutes() },
    unix_s: new Date(2026, 5, 21, 12).getTime() / 1000,
  });
  await screen.findByText(/^Same time, .* h apart because of the time zones\.$/);
});

it('counts clocks as in step that only their zones tell apart', { timeout: 60_000 }, async () => {
  const noonMs = new Date(2026, 5, 21, 12).getTime();
  const isEast = new Date(noonMs).getTimezoneOffset() < 0;
  const zone = isEast ? ['Etc/GMT+8', '<-08>8'] : ['Etc/GMT-8', '<+08>-8'];
  const there = new Date(noonMs + (isEast ? -8 : 8) * 3_600_000);
  await openNtpSettings((device) => {
    device.config = { ...CONFIG, ntp_timezone: zone[1], ntp_timezone_descr: zone[0] };
    device.time = {
      ...NOON,
      day: there.getUTCDate(),
      hour: there.getUTCHours(),
      minute: there.getUTCMinutes(),
      second: 1,
    };
  });
  await screen.findByText(/^Same time, .* h apart because of the time zones\.$/);
  expect(clock('Device')).toMatch(/:\d\d:00/); // the second between them is no difference
});
