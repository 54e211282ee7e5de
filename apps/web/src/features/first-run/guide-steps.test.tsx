// @vitest-environment happy-dom

import type { FirstRun } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { descriptionOf } from '../../../test/form-parts.ts';
import { CONFIG as NTP } from '../../../test/open-ntp-settings.ts';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';
import type { StepName } from './guide.ts';

const RADIO = { id: 'radio', name: '', state: 'live', simulated: true, inverters: 2, duplicates: [] };
const ALERTS = { rules: {}, channels: [], language: 'en', summary: 'off' };
const STRINGS = [0, 1].map(() => ({ name: '', max_power: 0, yield_total_offset: 0 }));
const own = (id: number, name: string) => ({
  ...{ id, name, order: id, serial: `11417222014${id}`, type: 'HM-600', channel: STRINGS },
  ...{ poll_enable: true, poll_enable_night: true, command_enable: true, command_enable_night: true },
});

interface Opened {
  readonly step: StepName;
  readonly state?: Partial<FirstRun>;
  readonly locale?: 'en' | 'de';
  /** By their paths. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** To what is posted. */
  readonly refusal?: object;
  readonly stored?: Readonly<Record<string, string>>;
}

/** The guide at one of its steps, as somebody finds it after a reload, on a gateway that has a password. */
async function openStep({ step, state, locale = 'en', answers = {}, refusal, stored = LOGGED_IN }: Opened) {
  sessionStorage.setItem('welcome', JSON.stringify({ step, outcomes: {}, typed: {} }));
  const posts: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  const known: Readonly<Record<string, unknown>> = {
    '/api/heliograph/first-run': {
      ...{ open: true, locked: false, own_machine: false, default_password: false },
      ...state,
    },
    '/api/ntp/config': { ...NTP, latitude: null, longitude: null },
    '/zones.json': { 'Europe/Berlin': 'CET-1CEST,M3.5.0,M10.5.0/3' },
    '/api/inverter/list': { inverter: [own(0, 'Roof'), own(1, 'Garage')] },
    '/api/heliograph/source-settings': { sources: [], stagger_polls: false },
    '/api/heliograph/sources': { sources: [RADIO] },
    '/api/heliograph/alert-settings': ALERTS,
    ...answers,
  };
  const app = await renderApp({
    ...{ path: '/welcome', stored, locale },
    async fetch(url, init) {
      const [path = ''] = url.split('?');
      if (init.method !== 'POST') return jsonResponse(known[path] ?? {});
      posts.push({ path, body: JSON.parse(String((init.body as FormData).get('data'))) });
      return jsonResponse(refusal ?? { type: 'success', code: 1001 });
    },
  });
  return { ...app, posts };
}

const next = () => screen.getByRole('button', { name: 'Next' });
const isWrong = (element: Element) => element.getAttribute('aria-invalid') === 'true';

beforeEach(() => sessionStorage.clear());

describe('what the gateway would refuse', { timeout: 60_000 }, () => {
  it('of a place is said at its field, which gets the focus', async () => {
    const { user, posts } = await openStep({ step: 'time', state: { open: false } });
    const latitude = await screen.findByLabelText('Latitude');
    await user.type(latitude, '999');
    await user.type(screen.getByLabelText('Longitude'), '11.6');
    await user.click(next());
    await waitFor(() => expect(document.activeElement).toBe(latitude));
    expect(isWrong(latitude)).toBe(true);
    expect(descriptionOf(latitude)).toContain('The latitude must be between -90 and 90!');
    expect(isWrong(screen.getByLabelText('Longitude'))).toBe(false);
    expect(posts).toEqual([]);
    await user.clear(latitude);
    await user.type(latitude, '48.1');
    await user.click(next());
    await screen.findByRole('heading', { level: 2, name: 'Inverters' });
    expect(posts[0]?.body).toMatchObject({ latitude: 48.1, longitude: 11.6 });
  });

  it('of many names is said at the one that is wrong', async () => {
    const { user, posts } = await openStep({ step: 'names' });
    const garage = within(await screen.findByRole('group', { name: '114172220141' })).getByLabelText('Name');
    await user.type(garage, ' with a name that is much too long for it');
    await user.click(next());
    await waitFor(() => expect(document.activeElement).toBe(garage));
    expect(screen.getAllByLabelText('Name').filter(isWrong)).toEqual([garage]);
    await user.clear(garage);
    await waitFor(() => expect(descriptionOf(garage)).toContain('Enter a name.'));
    expect(posts.filter(({ path }) => path === '/api/inverter/edit')).toEqual([]);
  });

  it('and refuses all the same is told with the inverter that it is about', async () => {
    const refusal = { type: 'warning', message: 'Not now.' };
    const { user } = await openStep({ step: 'names', refusal });
    const group = await screen.findByRole('group', { name: '114172220141' });
    await user.type(within(group).getByLabelText('Peak power of string 1'), '400');
    await user.click(next());
    await screen.findByText('Garage: Not now.');
  });

  it('of a code and a password is said of both at once', async () => {
    const { user, posts } = await openStep({ step: 'password', state: { locked: true }, stored: {} });
    const code = await screen.findByLabelText('Code');
    await user.type(code, 'zzz');
    await user.click(next());
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(descriptionOf(code)).toContain('The code has eight letters and digits, such as K7PM-3XQW.');
    expect(isWrong(screen.getByLabelText('Password'))).toBe(true);
    expect(posts).toEqual([]);
  });
});

describe('the summary', { timeout: 60_000 }, () => {
  it('goes by what is set, whoever has set it and when', async () => {
    const answers = {
      '/api/ntp/config': { ...NTP, latitude: 48.1, longitude: 11.6 },
      '/api/mqtt/config': { mqtt_enabled: true, mqtt_hostname: 'broker' },
      '/api/heliograph/sources': {
        sources: [
          { ...RADIO, inverters: 0 },
          { ...RADIO, id: '1', simulated: false, inverters: 1 },
        ],
      },
      '/api/heliograph/source-settings': { sources: [{ id: '1', name: 'Attic' }], stagger_polls: false },
      '/api/heliograph/source-inverters': {
        inverters: [
          {
            ...{ serial: '116182831004', type: 'HM-600', device_name: 'Barn', name: '' },
            channel: [{ name: '', device_name: '', max_power: 0, device_max_power: 420 }],
          },
        ],
      },
    };
    await openStep({ step: 'done', answers });
    for (const step of ['Password', 'Time zone and place', 'Inverters', 'Names and peak powers', 'MQTT']) {
      await screen.findByText(`${step}: set`);
    }
  });

  it('says of a fresh gateway that all but the password was skipped', async () => {
    await openStep({ step: 'done' });
    await screen.findByText('Password: set');
    expect(screen.getAllByText(/: skipped$/)).toHaveLength(4);
  });
});

describe('the language of messages', { timeout: 60_000 }, () => {
  const told = (posts: Awaited<ReturnType<typeof openStep>>['posts']) =>
    posts.filter(({ path }) => path === '/api/heliograph/alert-settings').map(({ body }) => body.language);

  it('is that of the guide on a fresh gateway', async () => {
    const { posts } = await openStep({ step: 'time', locale: 'de' });
    await waitFor(() => expect(told(posts)).toEqual(['de']));
  });

  it.each<[string, Partial<Opened>]>([
    ['nobody is logged in', { step: 'language' }],
    ['the guide was finished before', { state: { open: false } }],
    [
      'there is a way already',
      { answers: { '/api/heliograph/alert-settings': { ...ALERTS, channels: [{ id: 'a' }] } } },
    ],
    ['it is so already', { answers: { '/api/heliograph/alert-settings': { ...ALERTS, language: 'de' } } }],
  ])('is left alone where %s', async (_, options) => {
    const { posts, advance } = await openStep({ step: 'time', locale: 'de', ...options });
    await screen.findByRole('heading', { level: 2 });
    await advance(1000);
    expect(told(posts)).toEqual([]);
  });
});

describe('the radio of the gateway', { timeout: 60_000 }, () => {
  it('that is simulated leads to how a module is connected', async () => {
    await openStep({ step: 'inverters' });
    const link = await screen.findByRole('link', { name: 'How a radio module is connected' });
    expect(link.getAttribute('href')).toBe('/guide/radio');
    expect(screen.getByText(/--radio nrf24/)).toBeDefined();
  });

  it('that drives a module is told as that, and the guide goes on', async () => {
    const { simulated: _, ...radio } = RADIO;
    const { user } = await openStep({
      step: 'inverters',
      answers: { '/api/heliograph/sources': { sources: [radio] } },
    });
    await screen.findByText(/^The gateway was started with a radio module/);
    expect(screen.queryByText(/simulated/)).toBeNull();
    await user.click(next());
    await screen.findByRole('heading', { level: 2, name: 'Names and peak powers' });
  });

  it('whose module does not answer says so', async () => {
    const { simulated: _, ...radio } = RADIO;
    const sources = [{ ...radio, state: 'problem', problem: 'unreachable' }];
    await openStep({ step: 'inverters', answers: { '/api/heliograph/sources': { sources } } });
    const link = await screen.findByRole('link', { name: 'What is wrong with the radio module' });
    expect(link.getAttribute('href')).toBe('/info/radio');
  });
});
