// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
const facts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [readable(term), readable(term.nextElementSibling)]),
  );

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
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('takes nothing for a fact that was not told', async () => {
    await open({});
    expect(new Set(Object.values(facts()))).toEqual(new Set(['—unknown']));
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('lets the time go on', async () => {
    const { advance } = await open(SYNCED, 'de');
    await advance(4000);
    expect(facts().Ortszeit).toBe('06.02.2023, 20:26:25');
  });

  it('shows a time that it cannot read as it came', async () => {
    await open({ ...SYNCED, ntp_localtime: 'lundi soir' });
    expect(facts()['Local time']).toBe('lundi soir');
  });

  it('says what a clock that is not synced means, and shows no time of 1970', async () => {
    await open({ ...SYNCED, ntp_status: false, ntp_localtime: 'Thursday, January 01 1970 01:00:12' });
    expect(facts()).toMatchObject({ Status: 'not synced', 'Local time': '—unknown' });
    expect(screen.getByText('not synced').dataset.tone).toBe('bad');
    expect(screen.getByText(/No inverter requests are made until the clock is set/)).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/ntp');
  });
});
