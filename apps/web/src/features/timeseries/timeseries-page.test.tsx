// @vitest-environment happy-dom

import {
  getMqttConfig,
  getTimeseriesSettings,
  getTimeseriesStatus,
  type TimeseriesStatus,
  testTimeseries,
} from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

const STORED = {
  ...{ enabled: true, address: 'http://victoria:8428/write', site: 'Home', login: 'bearer', user: '' },
  ...{ secret: '••••••••', interval: 10, fleet: false },
};
const WELL: TimeseriesStatus = {
  ...{ enabled: true, lines: 81234, too_old: 0, lines_refused: 0, last_taken: 4, waiting: 6 },
};

async function openPage(
  change: Partial<TimeseriesStatus> = {},
  trial: object = {},
  usual = WELL,
  mqtt: object = {},
) {
  const saved: (typeof STORED)[] = [];
  const app = await renderApp({
    path: '/settings/timeseries',
    stored: LOGGED_IN,
    fetch: async (path, init) => {
      if (path === getTimeseriesStatus.path) return jsonResponse({ ...usual, ...change });
      if (path === getMqttConfig.path) return jsonResponse(mqtt);
      if (path === testTimeseries.path) return jsonResponse(trial);
      if (path !== getTimeseriesSettings.path) return jsonResponse({});
      if (init.method !== 'POST') return jsonResponse(saved.at(-1) ?? STORED);
      saved.push(JSON.parse(String((init.body as FormData).get('data'))));
      return jsonResponse({ type: 'success', message: 'Settings saved!', code: 1001 });
    },
  });
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }));
  return { ...app, saved, field, press };
}

describe('the page of the time-series database', () => {
  it('saves what is typed, without blanks around it, and keeps the token that is stored', async () => {
    const page = await openPage();
    await page.user.type(await page.field('Name of this plant'), ' roof ');
    await page.press('Save');
    await waitFor(() => expect(page.saved).toEqual([{ ...STORED, site: 'Home roof' }]));
  });

  it.each([
    ['Address', 'x', 'The address begins with http:// or https:// and has no user and password in it.'],
    ['Name of this plant', '\\', 'The name is missing, or has a backslash or invisible characters in it.'],
    ['Send every', '9999', 'The interval is 1 to 3600 seconds.'],
  ])('says at the field %s what is wrong with it', async (label, text, error) => {
    const page = await openPage();
    const field = await page.field(label);
    await page.user.clear(field);
    await page.user.type(field, text);
    await page.press('Save');
    expect(await screen.findByText(error)).toBeDefined();
    expect(page.saved).toEqual([]);
  });

  it('asks for a user only where there is one', async () => {
    const page = await openPage();
    expect(screen.queryByLabelText('User')).toBeNull();
    await page.user.selectOptions(await page.field('Login'), 'User and password');
    expect(await page.field('User')).toBeDefined();
    await page.user.selectOptions(await page.field('Login'), 'None');
    expect(screen.queryByLabelText('Token')).toBeNull();
  });

  it('shows what the database says to a test value as text', async () => {
    const page = await openPage(
      {},
      {
        ...{ type: 'warning', message: 'x', problem: 'not-found', answer: '<b>no such database</b>' },
      },
    );
    await page.press('Send a test value');
    expect(
      await screen.findByText('There is no such path or database there. Check the address.'),
    ).toBeDefined();
    expect(await screen.findByText('It says: <b>no such database</b>')).toBeDefined();
  });
});

describe('a fleet page', () => {
  it('is told of this plant where its owner wants that, who reads at which topic', async () => {
    const page = await openPage(undefined, {}, WELL, { mqtt_enabled: true, mqtt_topic: 'sites/barn/' });
    const told = await page.field('Tell a fleet page of this plant over MQTT');
    expect(told.checked).toBe(false);
    expect(await screen.findByText(/go to the topic sites\/barn\/site every few seconds/)).toBeDefined();
    await page.user.click(told);
    expect(screen.queryByText(/Nothing is told while MQTT is off/)).toBeNull();
    await page.press('Save');
    await waitFor(() => expect(page.saved).toEqual([{ ...STORED, fleet: true }]));
  });

  it('hears nothing while MQTT is off, which is said with the way there', async () => {
    const page = await openPage(undefined, {}, WELL, { mqtt_enabled: false, mqtt_topic: 'solar/' });
    await screen.findByText(/solar\/site/);
    expect(screen.queryByText(/Nothing is told while MQTT is off/)).toBeNull();
    await page.user.click(await page.field('Tell a fleet page of this plant over MQTT'));
    const word = await screen.findByText(/Nothing is told while MQTT is off/);
    expect(word.closest('div')?.querySelector('a')?.getAttribute('href')).toBe('/settings/mqtt');
  });
});

describe('how it goes', () => {
  it('is well where the oldest that is missing came a moment ago', async () => {
    await openPage();
    expect(
      await screen.findByText('The database has everything that the history has written.'),
    ).toBeDefined();
  });

  it('is not said to be well before anything was sent', async () => {
    await openPage(undefined, {}, { enabled: true, lines: 0, too_old: 0, lines_refused: 0 });
    expect(await screen.findByText(/Nothing has been sent since the start\./)).toBeDefined();
  });

  it('is told with why, how much is missing and when it is tried again', async () => {
    await openPage({ problem: 'unreachable', waiting: 7200, next_in: 40 });
    expect(await screen.findByText('Nothing answers at this address.')).toBeDefined();
    expect(await screen.findByText(/The oldest value that it has not got is .* old\./)).toBeDefined();
    expect(await screen.findByText(/Tried again in 40/)).toBeDefined();
  });

  it('is not well where a fleet page refuses lines, which says the usual reason and how many', async () => {
    await openPage({ problem: 'lines-refused', lines_refused: 1234 });
    expect(await screen.findByText(/“Name of this plant” is not the id/)).toBeDefined();
    expect(await screen.findByText(/^1,234 lines were refused since the start/)).toBeDefined();
    expect(screen.queryByText('The database has everything that the history has written.')).toBeNull();
  });

  it('is nothing while it is off', async () => {
    await openPage({ enabled: false });
    expect(await screen.findByText('Nothing is sent.')).toBeDefined();
  });
});
