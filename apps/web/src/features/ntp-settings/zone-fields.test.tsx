// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { htmlResponse } from '../../../test/answer.ts';
import { saveButton } from '../../../test/form-parts.ts';
import { CONFIG, OWN_ZONE, openNtpSettings, ZONES } from '../../../test/open-ntp-settings.ts';
import { jsonResponse } from '../../../test/render-app.tsx';

const zoneField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
const ruleField = () => screen.getByLabelText<HTMLInputElement>('Time zone rule');
const list = () => within(screen.getByRole('listbox', { name: 'Time zone' }));
const options = () =>
  list()
    .getAllByRole('option')
    .map((option) => option.firstElementChild?.textContent);

describe('the time zone', { timeout: 60_000 }, () => {
  it('is found by typing, and sets name and rule', async () => {
    const { device, user } = await openNtpSettings();
    await user.click(zoneField());
    expect(options()).toEqual(Object.keys(ZONES));
    await user.keyboard('sao pa');
    expect(options()).toEqual(['America/Sao_Paulo']);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(zoneField().value).toBe('America/Sao_Paulo');
    expect([ruleField().value, ruleField().readOnly]).toEqual(['<-03>3', true]);
    await screen.findByText('1 unsaved change');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    const body = { ...CONFIG, ntp_timezone: '<-03>3', ntp_timezone_descr: 'America/Sao_Paulo' };
    expect(device.posts).toEqual([{ path: '/api/ntp/config', body }]);
  });

  it('is chosen with the arrow keys, from the one that is chosen', async () => {
    const { user } = await openNtpSettings();
    await user.click(zoneField());
    const active = () => document.getElementById(zoneField().getAttribute('aria-activedescendant') ?? '');
    expect(active()?.textContent).toContain('Europe/Berlin');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()?.textContent).toContain('Europe/Paris');
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowUp}{PageUp}');
    expect(active()?.textContent).toContain('America/Sao_Paulo');
    await user.keyboard('{Enter}');
    expect(zoneField().value).toBe('America/Sao_Paulo');
    expect(zoneField().getAttribute('aria-expanded')).toBe('false');
  });

  it('is chosen by a press, which keeps the focus in the field', async () => {
    const { user } = await openNtpSettings();
    await user.click(zoneField());
    await user.click(list().getByRole('option', { name: /Asia\/Tokyo/ }));
    expect(zoneField().value).toBe('Asia/Tokyo');
    expect(document.activeElement).toBe(zoneField());
  });

  it('stays as it was after Escape, or when what was typed may mean several', async () => {
    const { user } = await openNtpSettings();
    await user.click(zoneField());
    await user.keyboard('tokyo{Escape}');
    expect(zoneField().value).toBe('Europe/Berlin');
    await user.keyboard('{ArrowDown}');
    await user.clear(zoneField());
    await user.type(zoneField(), 'europe');
    await user.tab();
    expect(zoneField().value).toBe('Europe/Berlin');
    await screen.findByText('No unsaved changes');
  });

  it('is taken on leaving when what was typed can only mean one', async () => {
    const { user } = await openNtpSettings();
    await user.click(zoneField());
    await user.keyboard('tok');
    await user.tab();
    expect(zoneField().value).toBe('Asia/Tokyo');
  });

  it('is reached with the keys in a long list of which only a window is drawn', async () => {
    const { user } = await openNtpSettings((device) => {
      const names = Array.from({ length: 600 }, (_, index) => `Zone/Z${String(index).padStart(3, '0')}`);
      device.zones = () => jsonResponse(Object.fromEntries(names.map((name) => [name, 'ABC-1'])));
    });
    await user.click(zoneField());
    await user.keyboard('zone');
    expect(options().length).toBeLessThan(60);
    await user.keyboard('{PageDown}'.repeat(8));
    const active = list().getByRole('option', { selected: true });
    expect(active.textContent).toContain('Zone/Z080');
    expect(active.id).toBe(zoneField().getAttribute('aria-activedescendant'));
    expect(active.getAttribute('aria-posinset')).toBe('81');
    expect(active.getAttribute('aria-setsize')).toBe('600');
    expect(options().length).toBeLessThan(60);
    await user.keyboard('{Enter}');
    expect(zoneField().value).toBe('Zone/Z080');
  });

  it('is found by what people call its city, once the names are there', async () => {
    const { user } = await openNtpSettings();
    await user.click(zoneField());
    await user.keyboard('münchen');
    await waitFor(() => expect(options()).toEqual(['Europe/Berlin']));
  });

  it('says when nothing is found', async () => {
    const { user } = await openNtpSettings();
    await user.click(zoneField());
    await user.keyboard('atlantis');
    await screen.findByText('No time zone matches.');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Enter}');
    expect([zoneField().value, screen.queryByText('No time zone matches.') !== null]).toEqual([
      'atlantis',
      true,
    ]);
    await user.keyboard('{Escape}');
    expect(screen.queryByText('No time zone matches.')).toBeNull();
  });

  it('that is not in the list is shown as it is, kept, and can be had again', async () => {
    const { device, user, server } = await openNtpSettings((device) => {
      device.config = { ...CONFIG, ntp_timezone: 'XYZ-2', ntp_timezone_descr: 'Europe/Berlin' };
    });
    expect(ruleField().value).toBe('XYZ-2');
    await user.click(zoneField());
    expect(options()).toEqual(['Europe/Berlin', ...Object.keys(ZONES)]);
    await user.click(list().getByRole('option', { name: /Europe\/Paris/ }));
    await user.click(zoneField());
    await user.click(list().getByRole('option', { name: /as saved/ }));
    expect(ruleField().value).toBe('XYZ-2');
    await user.type(server, '.example');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(device.posts[0]?.body).toMatchObject({
      ntp_timezone: 'XYZ-2',
      ntp_timezone_descr: 'Europe/Berlin',
    });
  });

  it.each([
    ['is missing', htmlResponse],
    ['is no list', () => jsonResponse([])],
  ])('can be kept when the list %s, and the list asked for again', async (_, zones) => {
    const { device, user, server } = await openNtpSettings((device) => {
      device.zones = zones;
    });
    await screen.findByText(/The list of time zones could not be loaded/);
    expect(zoneField().value).toBe('Europe/Berlin');
    await user.type(server, '.example');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(device.posts[0]?.body).toEqual({ ...CONFIG, ntp_server: 'pool.ntp.org.example' });
    device.zones = () => jsonResponse(ZONES);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Only the list of time zones/)).toBeNull());
    await user.click(zoneField());
    expect(options()).toEqual(Object.keys(ZONES));
  });

  it('of the browser is one press away', async () => {
    const { user } = await openNtpSettings((device) => {
      device.zones = () => jsonResponse({ ...ZONES, [OWN_ZONE]: 'OWN0' });
    });
    await user.click(
      await screen.findByRole('button', { name: `Use this browser’s time zone: ${OWN_ZONE}` }),
    );
    expect(zoneField().value).toBe(OWN_ZONE);
    expect(ruleField().value).toBe('OWN0');
    expect(document.activeElement).toBe(zoneField());
    expect(screen.queryByRole('button', { name: /Use this browser/ })).toBeNull();
  });

  it.each([9002, 9003])('is where refusal %d belongs', async (code) => {
    const { user } = await openNtpSettings((device) => {
      device.answerPost = () => jsonResponse({ type: 'warning', message: '', code, param: { max: 50 } });
    });
    await user.click(zoneField());
    await user.keyboard('tokyo{Enter}');
    await user.click(saveButton());
    await waitFor(() => expect(zoneField().getAttribute('aria-invalid')).toBe('true'));
    expect(zoneField().value).toBe('Asia/Tokyo');
  });
});
