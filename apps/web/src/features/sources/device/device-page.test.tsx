// @vitest-environment happy-dom

import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { config, device, dialog, openSources, RADIO, sourceCard } from '../../../../test/open-sources.ts';
import { jsonResponse, readable } from '../../../../test/render-app.tsx';
import { texts as plant } from '../../../shared/i18n/en/plant.ts';
import { texts } from '../../../shared/i18n/en/sources.ts';

vi.setConfig({ testTimeout: 60_000 });

const BARN = '?device=barn';
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const main = () => readable(screen.getByRole('main'));

describe('the page of a device', () => {
  it('says that there is no such device, and leads back', async () => {
    await openSources({}, { query: '?device=gone' });
    await title('This device is not set up here');
    expect(screen.getByRole('link', { name: 'All sources' }).getAttribute('href')).toBe('/settings/sources');
  });

  it.each(['unreachable', 'login', 'throttled'] as const)(
    'says of %s what happened, and asks the device for nothing',
    async (problem) => {
      const sources = [RADIO, device({ state: 'problem', problem })];
      await openSources({ sources }, { query: `${BARN}&part=mqtt` });
      await title('Barn');
      expect(main()).toContain(`${plant.problems[problem]} ${texts.toDo[problem]}`);
      expect(screen.queryByRole('form')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    },
  );

  it('says what a device that is switched off would need', async () => {
    const sources = [RADIO, device({ state: 'off' })];
    await openSources({ sources, configs: [config({ enabled: false })] }, { query: BARN });
    await title('Barn');
    expect(main()).toContain(texts.device.whenOn);
  });

  it('says why facts or settings could not be read, and asks again when told to', async () => {
    const call = 'source-document?source=barn&document=dtu';
    const { user, gateway } = await openSources(
      { told: { [call]: { settings: {}, source_problem: 'fault' } } },
      { query: `${BARN}&part=dtu` },
    );
    await waitFor(() => expect(main()).toContain(plant.problems.fault));
    gateway.told = { [call]: { settings: { dtu_serial: '1', dtu_pollinterval: 9, dtu_palevel: 0 } } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Poll interval')).value).toBe('9');
    expect(screen.queryByText(texts.device.moreSettings)).toBeNull();
  });

  it('shows the pins that the device uses, those of its newer radio too', async () => {
    const settings = {
      ...{ 'curPin.name': 'Fusion', 'curPin.nrf24.clk': 18, 'curPin.eth.enabled': false },
      ...{ 'curPin.cmt.clk': 6, 'curPin.cmt.gpio2': -1, 'curPin.w5500.cs': -1, 'curPin.led.led0': 25 },
      ...{ 'display.contrast': 60, 'display.power_safe': true, 'display.screensaver': true },
    };
    const call = 'source-document?source=barn&document=device';
    await openSources({ told: { [call]: { settings } } }, { query: `${BARN}&part=device` });
    const rows = [...(await screen.findByRole('table')).querySelectorAll('tr')].map(readable);
    expect(rows).toEqual(expect.arrayContaining(['Radio (CMT2300A)', 'CLKGPIO 6', 'GPIO2not used']));
    expect(rows).toEqual(expect.arrayContaining(['Lights', 'LED0GPIO 25', 'In useno']));
    expect(rows).not.toContain('Ethernet (W5500)');
  });

  it('has each field of MQTT once, and none that a save would pass over while MQTT is off', async () => {
    const told = {
      ...{
        mqtt_enabled: false,
        mqtt_hostname: 'broker',
        mqtt_port: 1883,
        mqtt_username: '',
        mqtt_password: '',
      },
      ...{
        mqtt_topic: 'solar/',
        mqtt_retain: true,
        mqtt_tls: true,
        mqtt_root_ca_cert: '',
        mqtt_lwt_topic: 'dtu/status',
      },
      ...{ mqtt_lwt_online: 'online', mqtt_lwt_offline: 'offline', mqtt_publish_interval: 5 },
      ...{ mqtt_hass_enabled: false, mqtt_hass_retain: true, mqtt_hass_topic: 'homeassistant/' },
      ...{ mqtt_hass_individualpanels: false, mqtt_hass_expire: true, mqtt_clean_session: true },
      ...{
        mqtt_tls_cert_login: true,
        mqtt_client_cert: '',
        mqtt_client_key: '',
        mqtt_clientid: '',
        mqtt_lwt_qos: 2,
      },
    };
    const call = 'source-document?source=barn&document=mqtt';
    const { user, gateway } = await openSources(
      { told: { [call]: { settings: told } } },
      { query: `${BARN}&part=mqtt` },
    );
    const isOn = await screen.findByRole('switch', { name: 'Enable MQTT' });
    expect(screen.queryByLabelText('Client ID')).toBeNull();
    await user.click(isOn);
    expect(screen.queryByText(texts.device.moreSettings)).toBeNull();
    await user.type(await screen.findByLabelText('Client ID'), 'roof');
    expect(screen.getAllByLabelText('Client key')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(gateway.posts.at(-1)?.body).toMatchObject({ settings: { mqtt_clientid: 'roof' } }),
    );
  });

  const TIME = 'source-document?source=barn&document=time';
  const time = { ntp_server: 'pool.ntp.org', ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' };
  const zero = { latitude: 0, longitude: 0 };

  it('does not take 0 and 0 for a place, and keeps that where a place is removed', async () => {
    const told = { settings: { ...time, latitude: 48.1, longitude: 11.5, sunsettype: 1 } };
    const complain = vi.spyOn(console, 'error');
    const { user, gateway } = await openSources({ told: { [TIME]: told } }, { query: `${BARN}&part=time` });
    const latitude = await screen.findByLabelText<HTMLInputElement>('Latitude');
    expect(main()).toContain('The device works out sunrise and sunset from it.');
    await user.clear(latitude);
    await user.clear(screen.getByLabelText('Longitude'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(gateway.posts.at(-1)?.body).toMatchObject({ settings: zero }));
    await openSources(
      { told: { [TIME]: { settings: { ...time, ...zero } } } },
      { query: `${BARN}&part=time` },
    );
    const fields = await screen.findAllByLabelText<HTMLInputElement>('Latitude');
    expect(fields.at(-1)?.value).toBe('');
    expect(complain).not.toHaveBeenCalled(); // as of hooks in another order
  });

  it('offers of another Heliograph what that heeds', async () => {
    const told = { settings: { ...time, ...zero, sunsettype: 1 } };
    await openSources({ told: { [TIME]: told } }, { query: `${BARN}&part=time` });
    await screen.findByText(texts.device.moreSettings);
    cleanup();
    const sources = [RADIO, device({ kind: 'heliograph' })];
    await openSources({ sources, told: { [TIME]: told } }, { query: `${BARN}&part=time` });
    await screen.findByLabelText('Latitude');
    expect(screen.queryByText(texts.device.moreSettings)).toBeNull();
  });

  it('shows how the device hears an inverter, and by which rules of the grid that feeds in', async () => {
    const inverter = {
      ...{ serial: '1164a00b0fa2', type: 'HMS', device_name: 'House', name: '', channel: [] },
      radio: { tx_request: 1200, tx_re_request: 7, rx_success: 1190, rssi: -62 },
      grid_profile: {
        ...{ name: 'DE_VDE4105_2018', version: '2.0.0' },
        sections: [{ name: 'Voltage H/LVRT', items: [{ n: 'Nominal Voltage', u: 'V', v: 230 }] }],
      },
    };
    const old = { serial: '114172220143', type: 'HM', device_name: 'Shed', name: '', channel: [] };
    await openSources(
      { told: { 'source-inverters?source=barn': { inverters: [inverter, old] } } },
      { query: `${BARN}&part=inverters` },
    );
    await screen.findByText('DE_VDE4105_2018, 2.0.0');
    expect(main()).toMatch(/Signal at the device.?-?−?62 dBm/);
    expect(main()).toContain('1,190 of 1,200');
    expect(main()).toMatch(/Nominal Voltage.?230 V/);
    expect(screen.getAllByText('Grid profile')).toHaveLength(1);
  });

  it('renames also on the device, and says why that was not taken', async () => {
    const channel = [{ device_name: 'South', device_max_power: 400, name: '', max_power: 0 }];
    const inverter = { serial: '1164a00b0fa2', type: 'HMS', device_name: 'House', name: '', channel };
    const { user, gateway } = await openSources(
      { told: { 'source-inverters?source=barn': { inverters: [inverter] } } },
      { query: `${BARN}&part=inverters` },
    );
    await user.click(await screen.findByRole('button', { name: 'Rename House' }));
    await user.type(dialog().getAllByLabelText('Name')[0] as HTMLElement, 'Villa');
    await user.click(dialog().getByRole('switch'));
    gateway.answer = () => jsonResponse({ type: 'warning', message: 'no', source_problem: 'timeout' });
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await dialog().findByText(new RegExp(plant.problems.timeout));
    expect(gateway.posts).toEqual([
      {
        call: 'source-inverter',
        body: {
          ...{ source: 'barn', serial: '1164a00b0fa2', name: 'Villa', on_device: true },
          channel: [{ name: '', max_power: 0 }],
        },
      },
    ]);
  });

  it('lists copies with what has changed', async () => {
    const backups = [
      { name: 'b', at: 1_790_086_400, size: 4096, changed: ['mqtt.topic', 'ntp.server'] },
      { name: 'a', at: 1_790_000_000, size: 4000 },
    ];
    await openSources(
      { told: { 'source-backups?source=barn': { backups, checked_at: 1_790_090_000 } } },
      { query: `${BARN}&part=copies` },
    );
    const card = readable(await sourceCard('Copies'));
    await waitFor(() => expect(main()).toContain('2 settings changed: mqtt.topic, ntp.server'));
    expect(main()).toContain('First copy');
    expect(card).toContain('Once a day');
  });

  it('follows a restart: asked, away, back', async () => {
    const call = 'source-facts?source=barn&facts=system';
    const { user, app, gateway } = await openSources(
      { told: { [call]: { system: { uptime: 500 } } } },
      { query: BARN },
    );
    await user.click(await screen.findByRole('button', { name: 'Restart' }));
    await user.click(dialog().getByRole('button', { name: 'Restart device' }));
    await screen.findByText(texts.device.asked);
    gateway.told = { [call]: { source_problem: 'unreachable' } };
    await app.advance(2000);
    await screen.findByText(texts.device.away);
    gateway.told = { [call]: { system: { uptime: 1 } } };
    await app.advance(3000);
    await screen.findByText(/^The device has restarted and was back after \d+ s\.$/);
  });
});
