// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { card, facts } from '../../../test/facts.ts';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { MqttInfoPage } from './mqtt-info-page.tsx';

const CONNECTED = {
  mqtt_enabled: true,
  mqtt_hostname: 'broker.local',
  mqtt_port: 8883,
  mqtt_username: 'roof',
  mqtt_topic: 'solar/',
  mqtt_connected: true,
  mqtt_retain: true,
  mqtt_tls: true,
  mqtt_root_ca_cert_info: 'subject : <b>CN=Root</b>\nissued  on : 2015-06-04 11:04:38',
  mqtt_lwt_topic: 'solar/dtu/status',
  mqtt_publish_interval: 5,
  mqtt_hass_enabled: true,
  mqtt_hass_expire: true,
  mqtt_hass_retain: false,
  mqtt_hass_topic: 'homeassistant/',
  mqtt_hass_individualpanels: false,
};

const open = (status: object) =>
  renderPart(<MqttInfoPage />, { fetch: async () => jsonResponse({ ...CONNECTED, ...status }) });

describe('MQTT info', () => {
  it('shows every field', async () => {
    await open({});
    expect(facts('Connection')).toEqual({ Status: 'connected' });
    expect(facts('Configuration')).toEqual({
      Status: 'enabled',
      Server: 'broker.local',
      Port: '8883',
      Username: 'roof',
      'Base topic': 'solar/',
      'Last-will topic': 'solar/dtu/status',
      'Publish interval': '5 s',
      Retain: 'enabled',
      TLS: 'enabled',
      'CA certificate': expect.anything(),
      subject: '<b>CN=Root</b>',
      'issued on': '2015-06-04 11:04:38',
    });
    expect(screen.getByText('subject').closest('[lang]')?.getAttribute('lang')).toBe('en');
    expect(facts('Home Assistant discovery')).toEqual({
      Status: 'enabled',
      'Topic prefix': 'homeassistant/',
      Retain: 'disabled',
      Expiration: 'enabled',
      'Individual panels': 'disabled',
    });
  });

  it('takes nothing for a fact that was not told', async () => {
    await renderPart(<MqttInfoPage />, { fetch: async () => jsonResponse({}) });
    expect(new Set(screen.getAllByRole('definition').map(readable))).toEqual(new Set(['—unknown']));
  });

  it('has the certificate only with TLS', async () => {
    await open({ mqtt_tls: false });
    expect(facts('Configuration')).not.toHaveProperty('CA certificate');
  });

  it.each([
    ['cannot be read', { mqtt_connected: false, mqtt_failure: 'unreadable-root' }],
    ['the system’s root certificates', { mqtt_failure: '' }],
    ['—unknown', { mqtt_failure: '', mqtt_enabled: false }],
    ['—unknown', {}],
  ])('says what a certificate without facts means: %s', async (text, status) => {
    await open({ ...status, mqtt_root_ca_cert_info: '' });
    expect(facts('Configuration')['CA certificate']).toBe(text);
  });

  it('names no user where there is none', async () => {
    await open({ mqtt_username: '' });
    expect(facts('Configuration').Username).toBe('none');
  });

  it.each([
    [true, 'bad'],
    [false, 'off'],
  ])(
    'is not alarmed by a connection that is missing while MQTT is off (enabled: %s)',
    async (enabled, tone) => {
      await open({ mqtt_enabled: enabled, mqtt_connected: false });
      expect(within(card('Connection')).getByText('not connected').dataset.tone).toBe(tone);
    },
  );

  it('says why there is no connection, and looks again soon until there is one', async () => {
    const down = { ...CONNECTED, mqtt_connected: false };
    const answers = [{ ...down, mqtt_failure: '' }, { ...down, mqtt_failure: 'refused' }, CONNECTED];
    const { advance } = await renderPart(<MqttInfoPage />, {
      fetch: async () => jsonResponse(answers.length > 1 ? answers.shift() : answers[0]),
    });
    expect(facts('Connection')).toEqual({ Status: 'connecting…' });
    await advance(3000);
    await waitFor(() => expect(facts('Connection')).toEqual({ Status: 'not connected' }));
    expect(within(card('Connection')).getByText(/Check server and port/)).toBeTruthy();
    await advance(3000);
    await waitFor(() => expect(facts('Connection')).toEqual({ Status: 'connected' }));
    expect(within(card('Connection')).queryByText(/Check/)).toBeNull();
  });
});
