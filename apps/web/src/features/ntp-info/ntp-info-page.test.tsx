// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { noAnswer } from '../../../test/answer.ts';
import { facts } from '../../../test/facts.ts';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { NtpInfoPage } from './ntp-info-page.tsx';

const SYNCED = {
  ntp_server: 'pool.ntp.org',
  ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
  ntp_timezone_descr: 'Europe/Berlin',
  ntp_status: true,
  ntp_localtime: 'Monday, February 06 2023 20:26:21',
};

const open = (status: object, locale: Locale = 'en') =>
  renderPart(<NtpInfoPage />, { fetch: async () => jsonResponse(status), locale });

/** Where the page leads, beside its page of the guide. */
function waysOn(): readonly (string | null)[] {
  const addresses = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  return addresses.filter((href) => href?.startsWith('/guide') !== true);
}

describe('NTP info', () => {
  it('shows every field, the time in the customs of the user', async () => {
    await open(SYNCED);
    expect(facts()).toEqual({
      Status: 'synced',
      'Local time': '02/06/2023, 20:26:21',
      Server: 'pool.ntp.org',
      'Time zone': 'Europe/Berlin',
      'Time zone rule': 'CET-1CEST,M3.5.0,M10.5.0/3',
    });
    expect(screen.getByText('synced').dataset.tone).toBe('good');
    expect(waysOn()).toEqual([]);
  });

  it('takes nothing for a fact that was not told', async () => {
    await open({});
    expect(new Set(Object.values(facts()))).toEqual(new Set(['—unknown']));
    expect(waysOn()).toEqual([]);
  });

  it('lets the time go on', async () => {
    const { advance } = await open(SYNCED, 'de');
    await advance(4000);
    expect(facts().Ortszeit).toBe('06.02.2023, 20:26:25');
  });

  it('lets the time stand still when the gateway is gone, greys it, and says how old it is', async () => {
    const gateway = { isThere: true };
    const { advance } = await renderPart(<NtpInfoPage />, {
      fetch: async () => (gateway.isThere ? jsonResponse(SYNCED) : noAnswer()),
    });
    gateway.isThere = false;
    await advance(10_000);
    const frozen = facts()['Local time'];
    expect(frozen).toBe('02/06/2023, 20:26:31');
    await advance(30_000);
    expect(facts()['Local time']).toBe(frozen);
    expect(screen.getByText('synced').closest('dl')?.className).toMatch(/stale/);
    expect(readable(screen.getByText(/^As of/))).toMatch(/, 40 s ago$/);
  });

  it('shows a time that it cannot read as it came', async () => {
    await open({ ...SYNCED, ntp_localtime: 'lundi soir' });
    expect(facts()['Local time']).toBe('lundi soir');
  });

  it('says what a clock that is not synced means, and shows no time of 1970', async () => {
    await open({ ...SYNCED, ntp_status: false, ntp_localtime: 'Thursday, January 01 1970 01:00:12' });
    expect(facts()).toMatchObject({ Status: 'not synced', 'Local time': '—unknown' });
    expect(screen.getByText('not synced').dataset.tone).toBe('bad');
    expect(screen.getByText(/The inverters are not polled until it is/)).toBeDefined();
    expect(waysOn()).toEqual(['/settings/ntp']);
  });
});

describe('a gateway that tells of its time server', () => {
  const TOLD = {
    ...SYNCED,
    ...{ ntp_state: 'synced', ntp_clock_set: true, ntp_address: '192.0.2.7', ntp_answer_age: 300 },
    ...{ ntp_offset: 0.0213, ntp_next_try: 3300, ntp_failure: '' },
  };
  const NONE = { ntp_address: '', ntp_answer_age: -1, ntp_offset: 0 };
  const badge = () => document.querySelector<HTMLElement>('[data-tone]');

  it('shows who answered when, what that changed, and when it is asked again', async () => {
    const { advance } = await open(TOLD);
    expect(facts()).toEqual({
      Status: 'synced',
      'Local time': '02/06/2023, 20:26:21',
      Server: 'pool.ntp.org',
      'Answering address': '192.0.2.7',
      'Last answer': '02/06/2023, 20:21:21',
      Correction: 'clock was 21 ms behind',
      'Next try': 'in 55 min',
      'Time zone': 'Europe/Berlin',
      'Time zone rule': 'CET-1CEST,M3.5.0,M10.5.0/3',
    });
    expect(screen.getByText('5 min ago')).toBeDefined();
    await advance(2000);
    expect(facts()['Next try']).toBe('in 54 min');
  });

  it('counts no longer when the gateway is gone: neither since the last answer, nor until the next try', async () => {
    const gateway = { isThere: true };
    const late = { ...TOLD, ntp_state: 'late', ntp_answer_age: 7080, ntp_failure: 'no-answer' };
    const { advance } = await renderPart(<NtpInfoPage />, {
      fetch: async () => (gateway.isThere ? jsonResponse(late) : noAnswer()),
    });
    const counters = () => [
      readable(screen.getByText(/ ago$/, { selector: 'dl *' })),
      facts()['Next try'],
      readable(screen.getByText(/^The time server has not answered for/)),
    ];
    gateway.isThere = false;
    await advance(10_000);
    const frozen = counters();
    expect(frozen).toEqual(['118 min ago', 'in 54 min', expect.stringContaining('for 118 min')]);
    for (let minute = 0; minute < 4; minute++) await advance(60_000);
    expect(counters()).toEqual(frozen);
    expect(screen.getByText('118 min ago').closest('dl')?.className).toMatch(/stale/);
  });

  it.each([
    ['synced', {}, 'good', 'synced', ''],
    [
      'late',
      { ntp_answer_age: 9000, ntp_failure: 'no-answer' },
      'pending',
      'overdue',
      'not answered for 2 h',
    ],
    ['never', { ...NONE, ntp_failure: 'unknown-host' }, 'pending', 'no answer', 'name cannot be found'],
    ['never', { ...NONE, ntp_failure: 'refused' }, 'pending', 'no answer', 'no time server at this address'],
    ['never', { ...NONE, ntp_failure: '' }, 'pending', 'waiting for an answer…', ''],
    ['manual', {}, 'pending', 'set by hand', 'by hand'],
    [
      'never',
      { ...NONE, ntp_clock_set: false, ntp_failure: 'no-answer' },
      'bad',
      'not synced',
      'The inverters are not polled',
    ],
    ['something new', NONE, 'pending', 'waiting for an answer…', ''],
  ])('is green only while its server answers: %s, %j', async (state, more, tone, word, why) => {
    await open({ ...TOLD, ntp_state: state, ntp_status: state === 'synced', ...more });
    expect([badge()?.dataset.tone, badge()?.textContent]).toEqual([tone, word]);
    expect(readable(badge()?.closest('dl') ?? null)).toContain(why);
  });

  it('shows the time of a clock that another has set', async () => {
    await open({ ...TOLD, ...NONE, ntp_state: 'never', ntp_status: false, ntp_failure: 'no-answer' });
    expect(facts()).toMatchObject({ 'Local time': '02/06/2023, 20:26:21', 'Last answer': 'none yet' });
  });
});
