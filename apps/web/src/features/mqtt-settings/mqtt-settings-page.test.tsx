// @vitest-environment happy-dom

import { MQTT_FAILURES } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { holdAnswer, noAnswer, SAVED } from '../../../test/answer.ts';
import { descriptionOf, saveButton } from '../../../test/form-parts.ts';
import {
  CONNECTED,
  card,
  field,
  fill,
  openMqttSettings,
  PEM,
  press,
  STORED,
  testButton,
} from '../../../test/open-mqtt-settings.ts';
import { readable } from '../../../test/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });

const cards = () => within(screen.getByRole('main')).getAllByRole('heading', { level: 2 }).map(readable);
const connection = () => readable(card('MQTT').getByText('Connection').parentElement);

describe('the MQTT settings', () => {
  it('show only what applies', async () => {
    const { user } = await openMqttSettings({
      config: { ...STORED, mqtt_enabled: false, mqtt_hass_enabled: false, mqtt_tls: false },
    });
    expect(cards()).toEqual(['MQTT']);
    expect(screen.getAllByRole('switch')).toHaveLength(1);
    await press(user, 'Enable MQTT');
    expect(cards()).toEqual(['MQTT', 'Broker', 'Last will']);
    expect(screen.queryByLabelText('CA certificate')).toBeNull();
    await press(user, 'TLS');
    expect([field('CA certificate').value, field('CA certificate').getAttribute('rows')]).toEqual([
      PEM,
      '10',
    ]);
    await press(user, 'Enable Home Assistant discovery');
    expect(cards()).toEqual(['MQTT', 'Broker', 'Last will', 'Home Assistant discovery']);
    await press(user, 'Enable MQTT');
    expect(cards()).toEqual(['MQTT']);
  });

  it('send every field under its key, and back what they do not know', async () => {
    const { user, saves } = await openMqttSettings({ config: { ...STORED, mqtt_later: [1] } });
    const discovery = 'Home Assistant discovery';
    for (const [label, text] of [
      ['Server', ' mqtt://10.0.0.7 '],
      ['Port', '8883'],
      ['Username', 'süd'],
      ['Password', 'geheim'],
      ['Base topic', 'plant/'],
      ['Publish interval', '86400'],
      ['CA certificate', `${PEM}${PEM}`],
      ['Last-will topic', 'state'],
      ['Online text', '1'],
      ['Offline text', '0'],
      ['Topic prefix', 'ha/'],
    ] as const)
      await fill(user, label, text);
    for (const [label, place] of [
      ['Retain', 'Broker'],
      ['Retain', discovery],
      ['Expiration', discovery],
      ['Individual panels', discovery],
    ] as const)
      await press(user, label, place);
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(saves).toEqual([
      {
        mqtt_enabled: true,
        mqtt_hostname: '10.0.0.7',
        mqtt_port: 8883,
        mqtt_username: 'süd',
        mqtt_password: 'geheim',
        mqtt_topic: 'plant/',
        mqtt_retain: false,
        mqtt_tls: true,
        mqtt_root_ca_cert: `${PEM}${PEM}`,
        mqtt_lwt_topic: 'state',
        mqtt_lwt_online: '1',
        mqtt_lwt_offline: '0',
        mqtt_publish_interval: 86_400,
        mqtt_hass_enabled: true,
        mqtt_hass_expire: false,
        mqtt_hass_retain: false,
        mqtt_hass_topic: 'ha/',
        mqtt_hass_individualpanels: true,
        mqtt_later: [1],
      },
    ]);
  });

  it('keep what was typed in a field that is hidden, and neither judge nor send it', async () => {
    const { user, saves } = await openMqttSettings();
    await fill(user, 'CA certificate', 'x'.repeat(2561));
    await fill(user, 'Topic prefix', 'a b');
    await press(user, 'TLS');
    await press(user, 'Enable Home Assistant discovery');
    await user.click(saveButton());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_tls: false, mqtt_hass_enabled: false }]));
  });

  it('lose nothing when MQTT is switched off and on again, and off is all that is sent', async () => {
    const { user, saves } = await openMqttSettings();
    await fill(user, 'Server', '');
    await fill(user, 'Base topic', 'no slash');
    await press(user, 'Enable MQTT');
    await press(user, 'Enable MQTT');
    expect([field('Server').value, field('Base topic').value]).toEqual(['', 'no slash']);
    await press(user, 'Enable MQTT');
    await user.click(saveButton());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_enabled: false }]));
  });

  it('can take the password away, for a broker without a login', async () => {
    const { user, saves } = await openMqttSettings();
    expect([field('Password').value, field('Password').autocomplete]).toEqual(['', 'new-password']);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(saveButton());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_password: '' }]));
  });

  it('leave what is stored in a hidden field to the gateway, which says what is wrong with it', async () => {
    const config = { ...STORED, mqtt_tls: false, mqtt_root_ca_cert: 'x'.repeat(2561) };
    const { user, saves, trials } = await openMqttSettings({
      config,
      save: { type: 'warning', message: 'no', code: 7008, param: { max: 2560 } },
    });
    await waitFor(testButton);
    await user.click(testButton());
    await waitFor(() => expect(trials).toEqual([config]));
    await fill(user, 'Username', 'garden');
    await user.click(saveButton());
    await screen.findByText('Certificates and keys must not be longer than 2560 characters!');
    expect(saves).toEqual([{ ...config, mqtt_username: 'garden' }]);
  });

  it('cannot be changed while they are saved, which switches and the test show too', async () => {
    const held = holdAnswer();
    const { user, trials } = await openMqttSettings({ save: held.answer });
    await waitFor(testButton);
    await fill(user, 'Username', 'garden');
    await user.click(saveButton());
    const isDisabled = (element: Element) => element.getAttribute('aria-disabled');
    expect([isDisabled(field('TLS')), isDisabled(testButton())]).toEqual(['true', 'true']);
    await user.click(testButton());
    expect(trials).toEqual([]);
    held.give(SAVED);
    await screen.findByText('Settings saved!');
    expect([isDisabled(field('TLS')), isDisabled(testButton())]).toEqual(['false', 'false']);
  });
});

describe('the state of the connection', () => {
  it('is followed while MQTT is on', async () => {
    const { state, advance } = await openMqttSettings({ status: { ...CONNECTED, mqtt_connected: false } });
    await waitFor(() => expect(connection()).toBe('Connectionconnecting…'));
    const said = new Set<string>();
    for (const failure of MQTT_FAILURES) {
      state.status = { ...CONNECTED, mqtt_connected: false, mqtt_failure: failure };
      await advance(2500);
      await waitFor(() => expect(said.has(connection())).toBe(false));
      expect(connection()).toMatch(/^Connectionnot connected.+\./);
      said.add(connection());
    }
    state.status = { ...CONNECTED, mqtt_connected: false, mqtt_failure: 'of-another-version' };
    await advance(2500);
    expect(said).toContain(connection());
    state.status = CONNECTED;
    await advance(2500);
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
  });

  it('is unknown while it cannot be read', async () => {
    const { state, advance } = await openMqttSettings();
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
    state.status = noAnswer;
    await advance(2500);
    await waitFor(() => expect(connection()).toMatch(/unknownThe gateway does not answer\./));
    state.status = CONNECTED;
    await advance(2500);
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
  });

  it('is looked at when MQTT has been switched on, and left alone while it is off', async () => {
    const off = { ...CONNECTED, mqtt_enabled: false, mqtt_connected: false };
    const { user, state, calls, advance } = await openMqttSettings({
      config: { ...STORED, mqtt_enabled: false },
      status: off,
    });
    await waitFor(() => expect(connection()).toBe('Connectionnot connected'));
    await advance(20_000);
    expect(calls.status).toBe(1);
    await press(user, 'Enable MQTT');
    state.status = CONNECTED;
    await user.click(saveButton());
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
  });

  it('is of an original device only good or bad, and cannot be tested there', async () => {
    await openMqttSettings({ status: { mqtt_enabled: true, mqtt_connected: false } });
    await waitFor(() => expect(connection()).toBe('Connectionnot connectedCheck server, port and login.'));
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
    expect(descriptionOf(field('CA certificate'))).not.toContain('Empty');
  });
});
