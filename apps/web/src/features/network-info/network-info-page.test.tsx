// @vitest-environment happy-dom
import { SECRET_PLACEHOLDER } from '@heliograph/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noAnswer } from '../../../test/answer.ts';
import { facts } from '../../../test/facts.ts';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { NetworkInfoPage } from './network-info-page.tsx';

const CONNECTED = {
  sta_status: true,
  sta_ssid: 'Attic',
  sta_rssi: -62,
  network_hostname: 'OpenDTU-12AB34',
  network_ip: '192.168.1.20',
  network_netmask: '255.255.255.0',
  network_gateway: '192.168.1.1',
  network_dns1: '192.168.1.1',
  network_dns2: '0.0.0.0',
  network_mac: 'A4:CF:12:AB:CD:EF',
  network_mode: 'Station',
  ap_status: false,
  ap_ssid: 'OpenDTU-1223476',
  ap_ip: '192.168.4.1',
  ap_mac: 'A4:CF:12:AB:CD:F0',
  ap_stationnum: 2,
};

async function open(status: object, locale: Locale = 'en') {
  const gateway = { answer: async () => jsonResponse(status) };
  const fetch = vi.fn((_path: string, _init: RequestInit) => gateway.answer());
  return { ...(await renderPart(<NetworkInfoPage />, { fetch, locale })), fetch, gateway };
}

describe('network info', () => {
  it('shows every field', async () => {
    const { fetch } = await open(CONNECTED);
    expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/network/status']);
    expect(facts('WiFi station')).toEqual({
      Status: 'enabled',
      SSID: 'Attic',
      Quality: '76%',
      'Signal strength (RSSI)': '-62 dBm',
    });
    expect(facts('Access point')).toEqual({
      Status: 'disabled',
      SSID: 'OpenDTU-1223476',
      'Connected devices': '2',
    });
    expect(facts('Network interface (Station)')).toEqual({
      Hostname: 'OpenDTU-12AB34',
      'IP address': '192.168.1.20',
      Netmask: '255.255.255.0',
      'Default gateway': '192.168.1.1',
      'DNS server 1': '192.168.1.1',
      'DNS server 2': 'none',
      'MAC address': 'A4:CF:12:AB:CD:EF',
    });
    expect(facts('Access point interface')).toEqual({
      'IP address': '192.168.4.1',
      'MAC address': 'A4:CF:12:AB:CD:F0',
    });
  });

  it.each([
    ['en', 'Hostname', 'Log in to see'],
    ['de', 'Hostname', 'Nach Anmeldung sichtbar'],
    ['fr', 'Nom d’hôte', 'Visible après connexion'],
  ] as const)('says in %s that a masked value comes after a login', async (locale, label, text) => {
    await open({ ...CONNECTED, network_hostname: SECRET_PLACEHOLDER }, locale);
    const term = screen.getByText(label);
    expect(readable(term.nextElementSibling)).toBe(text);
    expect(document.body.textContent).not.toContain(SECRET_PLACEHOLDER);
  });

  it.each([
    ['not connected', { ...CONNECTED, sta_rssi: 0 }],
    ['disabled', { ...CONNECTED, sta_status: false }],
    ['of a device that does not tell', {}],
  ])('has no quality for a station that is %s', async (_case, status) => {
    await open(status);
    expect(facts('WiFi station')).toMatchObject({
      Quality: '—unknown',
      'Signal strength (RSSI)': '—unknown',
    });
  });

  it.each([
    ['de', 'WLAN-Station', 'Qualität', '76 %'],
    ['fr', 'Station Wi-Fi', 'Qualité', '76 %'],
  ] as const)('speaks %s', async (locale, station, label, percent) => {
    await open(CONNECTED, locale);
    expect(facts(station)).toMatchObject({ [label]: percent });
  });

  it('takes nothing for a fact that was not told', async () => {
    await open({});
    expect(new Set(screen.getAllByRole('definition').map(readable))).toEqual(new Set(['—unknown']));
  });

  it('reads again by itself every ten seconds, and at once when asked', async () => {
    const { advance, fetch, gateway, user } = await open(CONNECTED);
    gateway.answer = async () => jsonResponse({ ...CONNECTED, sta_ssid: 'Cellar' });
    await advance(10_000);
    expect(facts('WiFi station').SSID).toBe('Cellar');
    const asOf = readable(screen.getByText(/^As of/));
    await advance(3000);
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(readable(screen.getByText(/^As of/))).not.toBe(asOf);
  });

  it('keeps what it knows when reading fails, says that it is old, and goes on by itself', async () => {
    const { advance, gateway } = await open(CONNECTED);
    const asOf = readable(screen.getByText(/^As of/));
    gateway.answer = noAnswer;
    await advance(10_000);
    const alert = readable(screen.getByRole('alert'));
    expect(alert).toContain('The gateway does not answer.');
    expect(alert).toContain('The values below may be out of date.');
    expect(facts('WiFi station').SSID).toBe('Attic');
    expect(readable(screen.getByText(/^As of/))).toMatch(new RegExp(`^${asOf}, \\d+ s ago$`));
    gateway.answer = async () => jsonResponse(CONNECTED);
    await advance(10_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers another try when nothing could be read', async () => {
    const { gateway, user } = await renderFailing();
    gateway.answer = async () => jsonResponse(CONNECTED);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(facts('WiFi station').SSID).toBe('Attic');
  });

  it('says that a device without this function lacks it, and does not ask again', async () => {
    const fetch = vi.fn(
      async () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
    );
    const { advance } = await renderPart(<NetworkInfoPage />, { fetch });
    expect(readable(screen.getByRole('alert'))).toContain('firmware may be older');
    await advance(60_000);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

async function renderFailing() {
  const gateway = { answer: noAnswer };
  const fetch = () => gateway.answer();
  return { ...(await renderPart(<NetworkInfoPage />, { fetch })), gateway };
}
