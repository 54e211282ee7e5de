// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { descriptionOf, saveButton } from '../../../test/form-parts.ts';
import { field, fill, openMqttSettings, PEM, press, STORED } from '../../../test/open-mqtt-settings.ts';
import { readable } from '../../../test/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });

const KEY = ['-----BEGIN PRIVATE KEY-----', 'MC4CAQAwBQYDK2VwBCIEIA==', '-----END PRIVATE KEY-----', ''].join(
  '\n',
);

describe('the MQTT settings', () => {
  it('say at each field what is wrong with it', async () => {
    const { user, saves } = await openMqttSettings();
    for (const [label, text, message] of [
      ['Server', '', 'Enter the hostname or address of the broker.'],
      ['Port', '65536', 'Port must be a number between 1 and 65535!'],
      ['Username', 'x'.repeat(65), 'At most 64 characters: 1 too many.'],
      ['Password', 'x'.repeat(65), 'At most 64 characters: 1 too many.'],
      ['Base topic', 'solar', 'Topic must end with slash (/)!'],
      ['Publish interval', '4', 'The publish interval must be between 5 and 86400 seconds!'],
      ['CA certificate', 'x'.repeat(2561), 'too many.'],
      ['Last-will topic', 'dtu/+', 'The last-will topic must not contain spaces, + or #!'],
      ['Online text', 'ü'.repeat(11), 'At most 20 characters: 2 too many. Letters such as'],
      ['Offline text', 'x'.repeat(21), 'At most 20 characters: 1 too many.'],
      ['Topic prefix', 'home assistant/', 'The topic prefix must not contain spaces, + or #!'],
    ] as const) {
      await fill(user, label, text);
      expect(field(label).getAttribute('aria-invalid'), label).toBe('false');
      await user.tab();
      expect(descriptionOf(field(label)), label).toContain(message);
    }
    await user.click(saveButton());
    expect([saves, document.activeElement]).toEqual([[], field('Server')]);
  });

  it.each([
    ['Server', 'x'.repeat(129), 'At most 128 characters: 1 too many.'],
    ['Port', '0', 'Port must be a number between 1 and 65535!'],
    ['Base topic', `${'x'.repeat(32)}/`, 'At most 32 characters: 1 too many.'],
    ['Publish interval', '86401', 'The publish interval must be between 5 and 86400 seconds!'],
    ['Last-will topic', 'x'.repeat(33), 'At most 32 characters: 1 too many.'],
    ['Topic prefix', `${'x'.repeat(32)}/`, 'At most 32 characters: 1 too many.'],
  ])('say at %s how much it may hold', async (label, text, message) => {
    const { user, saves } = await openMqttSettings();
    await fill(user, label, text);
    await user.tab();
    expect(descriptionOf(field(label))).toContain(message);
    await user.click(saveButton());
    expect(saves).toEqual([]);
  });

  it('show a refusal at the field it is about, with the numbers of the device', async () => {
    const gateway = await openMqttSettings();
    const { user, state } = gateway;
    await fill(user, 'Username', 'garden');
    const labels = [
      ['Server', 'Username', 'Password', 'Base topic', 'Base topic', 'Base topic', 'Port', 'CA certificate'],
      ['Last-will topic', 'Last-will topic', 'Online text', 'Offline text', 'Publish interval'],
      ['Topic prefix', 'Topic prefix'],
    ].flat();
    for (const [index, label] of labels.entries()) {
      const code = 7001 + index;
      state.save = { type: 'warning', message: 'no', code, param: { min: 5, max: 65_535 } };
      await user.click(saveButton());
      await waitFor(() => expect(field(label).getAttribute('aria-invalid'), String(code)).toBe('true'));
      expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
      expect(descriptionOf(field(label))).toContain(
        screen
          .getAllByRole('status')
          .map(readable)
          .find((text) => text.endsWith('!')) ?? 'no alert',
      );
    }
    expect(descriptionOf(field('Topic prefix'))).toContain('spaces');
  });

  it('show where the last will is published', async () => {
    const { user } = await openMqttSettings();
    await fill(user, 'Base topic', 'plant/');
    const message = () => descriptionOf(field('Last-will topic'));
    expect(message()).toBe('plant/ Published to plant/dtu/status');
    await fill(user, 'Last-will topic', 'x'.repeat(30));
    expect(message()).toMatch(/ Published to plant\/x{30} – 2 of 32 characters left/);
  });

  it('take as the server a name or an address, and no more', async () => {
    const { user } = await openMqttSettings();
    const error = 'Enter only the hostname or address, without port or path; TLS has its own switch.';
    for (const [typed, taken] of [
      ['mqtt://broker.local', 'broker.local'],
      ['[fe80::1]', 'fe80::1'],
      ['fe80::1%eth0', 'fe80::1%eth0'],
    ] as const) {
      await fill(user, 'Server', typed);
      await user.tab();
      expect(field('Server').value).toBe(taken);
      expect(descriptionOf(field('Server'))).toBe('');
    }
    for (const typed of [
      'broker:1883',
      'broker/mqtt',
      'me@broker',
      'mqtts://broker',
      'wss://broker',
      '[::1]:1883',
    ]) {
      await fill(user, 'Server', typed);
      await user.tab();
      expect(descriptionOf(field('Server')), typed).toBe(error);
    }
  });

  it('warn of a prefix without the slash that Home Assistant does not show, and take it', async () => {
    const { user, saves } = await openMqttSettings();
    const prefix = () => field('Topic prefix');
    const isWarned = () => prefix().closest('div')?.parentElement?.querySelector('svg') !== null;
    expect([isWarned(), descriptionOf(prefix())]).toEqual([
      false,
      expect.stringContaining('Home Assistant shows its prefix without the slash'),
    ]);
    for (const typed of ['homeassistant', '']) {
      await fill(user, 'Topic prefix', typed);
      await user.tab();
      expect([isWarned(), prefix().getAttribute('aria-invalid')]).toEqual([true, 'false']);
      expect(descriptionOf(prefix())).toContain('Usually homeassistant/.');
    }
    await user.click(saveButton());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_hass_topic: '' }]));
  });

  it('say what a certificate has to look like', async () => {
    const { user } = await openMqttSettings();
    const certificate = () => descriptionOf(field('CA certificate'));
    expect(certificate()).toContain('If empty, the system’s root certificates are used.');
    await fill(user, 'CA certificate', 'DER');
    expect(certificate()).toContain('Not a complete certificate. Paste the whole PEM text');
    await fill(user, 'CA certificate', `Root:\n  ${PEM.replaceAll('\n', '\n\n  ')}${PEM}`);
    expect(certificate()).toContain('If empty, the system’s root certificates are used.');
    await user.tab();
    expect(field('CA certificate').value).toBe(`${PEM}${PEM}`);
    await fill(user, 'CA certificate', ' \n');
    await user.tab();
    expect(field('CA certificate').value).toBe('');
    expect(certificate()).toContain('If empty, the system’s root certificates are used.');
  });

  it('have the client ID, the session, the QoS and the login by certificate, where a gateway tells them', async () => {
    const newer = {
      ...{ mqtt_clientid: '', mqtt_tls_cert_login: false, mqtt_client_cert: '', mqtt_client_key: '' },
      ...{ mqtt_lwt_qos: 2, mqtt_clean_session: true },
    };
    const { user, saves } = await openMqttSettings({ config: { ...STORED, ...newer } });
    expect(screen.queryByLabelText('Client key')).toBeNull();
    await press(user, 'Log in with a certificate');
    await fill(user, 'Client certificate', PEM);
    await user.click(field('Client key'));
    await user.paste(KEY);
    expect(field('Client key').value).toBe(KEY); // each line for itself
    await fill(user, 'Client ID', 'roof');
    await press(user, 'Clean session');
    await user.selectOptions(screen.getByLabelText('QoS of the last will'), '0');
    await user.click(saveButton());
    const sent = {
      ...{ mqtt_clientid: 'roof', mqtt_tls_cert_login: true, mqtt_client_cert: PEM, mqtt_client_key: KEY },
      ...{ mqtt_lwt_qos: 0, mqtt_clean_session: false },
    };
    await waitFor(() => expect(saves).toEqual([{ ...STORED, ...sent }]));
  });

  it('have those of them that are told', async () => {
    const told = { mqtt_tls_cert_login: true, mqtt_client_cert: PEM, mqtt_client_key: '' };
    const { user, saves } = await openMqttSettings({ config: { ...STORED, ...told } });
    for (const label of ['Client ID', 'Clean session', 'QoS of the last will'])
      expect(screen.queryByLabelText(label), label).toBeNull();
    await user.click(field('Client key'));
    await user.paste(KEY);
    await user.click(saveButton());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, ...told, mqtt_client_key: KEY }]));
  });

  it('have none of these where nobody tells them', async () => {
    await openMqttSettings();
    for (const label of ['Client ID', 'Clean session', 'QoS of the last will', 'Log in with a certificate'])
      expect(screen.queryByLabelText(label), label).toBeNull();
  });
});
