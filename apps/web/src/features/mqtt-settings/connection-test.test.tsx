// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { htmlResponse, noAnswer } from '../../../test/answer.ts';
import { descriptionOf, saveButton } from '../../../test/form-parts.ts';
import {
  ACCEPTED,
  card,
  field,
  fill,
  type MqttAnswer,
  openMqttSettings,
  STORED,
  testButton,
} from '../../../test/open-mqtt-settings.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });

describe('the test of a connection', () => {
  const broker = () => card('Broker').getByRole('status');

  async function openTest(trial?: MqttAnswer) {
    const page = await openMqttSettings(trial === undefined ? {} : { trial });
    await waitFor(testButton);
    return page;
  }

  it('sends what stands in the form, saves nothing, and is forgotten with the next change', async () => {
    const { user, saves, trials } = await openTest();
    await fill(user, 'Server', '10.0.0.9');
    await user.click(testButton());
    await waitFor(() => expect(readable(broker())).toBe('10.0.0.9:1883The broker accepts the connection.'));
    expect([trials, saves]).toEqual([[{ ...STORED, mqtt_hostname: '10.0.0.9' }], []]);
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await user.type(field('Server'), '1');
    expect(readable(broker())).toBe('');
  });

  it('says why it failed, and what to do', async () => {
    const { user } = await openTest({ type: 'warning', message: 'no', mqtt_failure: 'login' });
    await user.click(testButton());
    await waitFor(() =>
      expect(readable(broker())).toBe(
        'broker.local:1883The broker does not accept username and password. Check both.',
      ),
    );
  });

  it('is not begun with values that could not be saved', async () => {
    const { user, trials } = await openTest();
    await fill(user, 'Port', '0');
    await user.click(testButton());
    expect([trials, document.activeElement]).toEqual([[], field('Port')]);
    expect(descriptionOf(field('Port'))).toContain('Port must be a number');
    expect(readable(broker())).toBe('Correct the marked fields first.');
    await fill(user, 'Port', '1');
    expect(readable(broker())).toBe('');
  });

  it('runs once at a time, for as long as the gateway takes', async () => {
    const answered: (() => void)[] = [];
    const { user, trials, advance } = await openTest(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', reject);
          answered.push(() => resolve(jsonResponse(ACCEPTED)));
        }),
    );
    await user.click(testButton());
    const working = screen.getByRole('button', { name: 'Testing…' });
    await user.click(working);
    expect(trials).toHaveLength(1);
    await advance(4900);
    expect(readable(broker())).toBe('');
    await advance(100);
    expect(readable(broker())).toBe('This can take up to 10 seconds.');
    await advance(6000);
    for (const answer of answered) answer();
    await waitFor(() => expect(readable(broker())).toContain('The broker accepts the connection.'));
    expect(readable(broker())).not.toContain('This can take');
  });

  it('shows a refusal at the field it is about', async () => {
    const { user } = await openTest({ type: 'warning', message: 'no', code: 7001, param: { max: 63 } });
    await user.click(testButton());
    await waitFor(() => expect(descriptionOf(field('Server'))).toContain('between 1 and 63'));
    expect(document.activeElement).toBe(field('Server'));
    expect(readable(broker())).toBe('');
  });

  it('says that there was no answer', async () => {
    const { user } = await openTest(noAnswer);
    await user.click(testButton());
    await waitFor(() =>
      expect(readable(broker())).toBe('The gateway does not answer. Check the connection and try again.'),
    );
  });

  it('goes when the device does not know it', async () => {
    const { user } = await openTest(htmlResponse);
    await user.click(testButton());
    await waitFor(() => expect(readable(broker())).toContain('This gateway does not support this function.'));
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
    expect(document.activeElement).toBe(broker());
  });

  it('says of which broker it is when values have changed meanwhile, and survives that they are saved', async () => {
    const answered: (() => void)[] = [];
    const { user } = await openTest(
      () => new Promise((resolve) => answered.push(() => resolve(jsonResponse(ACCEPTED)))),
    );
    await user.click(testButton());
    await fill(user, 'Server', '::1');
    for (const answer of answered) answer();
    await waitFor(() =>
      expect(readable(broker())).toBe('broker.local:1883The broker accepts the connection.'),
    );
    await user.click(testButton());
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(readable(broker())).toBe('');
    for (const answer of answered) answer();
    await waitFor(() => expect(readable(broker())).toBe('[::1]:1883The broker accepts the connection.'));
    await user.type(field('Username'), '2');
    expect(readable(broker())).toBe('');
    await user.click(testButton());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('link', { name: 'About' }));
    for (const answer of answered) answer();
    expect(await screen.findByRole('heading', { name: 'About' })).toBeTruthy();
  });
});
