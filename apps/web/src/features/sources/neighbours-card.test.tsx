// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { config, device, openSources, RADIO, sourceCard } from '../../../test/open-sources.ts';
import { readable } from '../../../test/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });

const HM = { nrf: true, poll_interval: 5 };
const TITLE = 'On the air together';
const barn = (changes: object = {}) => device({ ...HM, ...changes });
const shed = (changes: object = {}) => device({ id: 'shed', name: 'Shed', ...HM, ...changes });

async function notesOf(...sources: readonly object[]): Promise<readonly string[]> {
  const configs = [config(), config({ id: 'shed', name: 'Shed', port: 81 })];
  await openSources({ sources: [{ ...RADIO, inverters: 0 }, ...sources], configs });
  await sourceCard('Barn');
  const card = screen.queryByRole('region', { name: TITLE });
  return card === null
    ? []
    : [...card.querySelectorAll('p, li')].map(readable).filter((text) => /Barn/.test(text));
}

describe('sources on the air together', () => {
  it.each([
    ['of which one is silent', barn(), shed({ state: 'problem', problem: 'timeout' })],
    ['of which one has no inverters', barn(), shed({ inverters: 0 })],
    ['of which one does not say how often it polls', barn(), shed({ poll_interval: undefined })],
    ['with radios of different kinds', barn(), shed({ nrf: false, cmt_frequency: 865_000_000 })],
    ['of HM inverters that poll at different intervals', barn(), shed({ poll_interval: 6 })],
    [
      'that are the same device at two addresses',
      barn({ host_name: 'roof' }),
      shed({ host_name: 'roof', inverters: 2, duplicates: ['1', '2'] }),
    ],
  ])('are nothing to speak of: two %s', async (_, ...sources) => {
    expect(await notesOf(...sources)).toEqual([]);
  });

  it('are named where they poll at the same interval, each radio by itself', async () => {
    const both = { cmt_frequency: 865_250_000 };
    expect(await notesOf(barn(both), shed(both))).toEqual([
      'Barn and Shed poll every 5 s on the channels of all HM inverters: their packets may collide.',
      'Barn and Shed poll every 5 s on 865.25 MHz: their packets may collide.',
    ]);
  });

  it('may be another gateway, of which the own radio is meant and no device behind it', async () => {
    expect(await notesOf(barn({ kind: 'heliograph' }), shed())).toEqual([
      'Barn (its own radio) and Shed poll every 5 s on the channels of all HM inverters: their packets may collide.',
    ]);
  });

  it('are pointed out on one frequency also at different intervals', async () => {
    const cmt = { nrf: false, cmt_frequency: 865_000_000 };
    expect(await notesOf(barn(cmt), shed({ ...cmt, poll_interval: 7 }))).toEqual([
      expect.stringMatching(/^Barn and Shed poll on 865 MHz, at different intervals/),
    ]);
  });

  it('may be the gateway itself with a device', async () => {
    await openSources({ sources: [{ ...RADIO, ...HM }, barn()] });
    const card = await sourceCard(TITLE);
    expect(readable(card)).toContain('Own radio and Barn poll every 5 s');
  });

  it('are kept apart where their owner wants it, and what the gateway has set is told', async () => {
    const { user, app, gateway } = await openSources({
      sources: [{ ...RADIO, inverters: 0 }, barn(), shed()],
      configs: [config(), config({ id: 'shed', name: 'Shed', port: 81 })],
    });
    const toggle = within(await sourceCard(TITLE)).getByRole<HTMLInputElement>('switch');
    expect(toggle.checked).toBe(false);
    await user.click(toggle);
    await waitFor(() => expect(toggle.checked).toBe(true));
    expect(gateway.posts).toEqual([{ call: 'source-polling', body: { stagger_polls: true } }]);
    expect(readable(await sourceCard(TITLE))).toContain('The gateway changes them within a minute.');
    gateway.sources = [RADIO, barn(), shed({ poll_interval: 6, poll_interval_before: 5 })];
    await app.advance(3000);
    await waitFor(async () =>
      expect(readable(await sourceCard(TITLE))).toContain('Shed: set from 5 s to 6 s by the gateway.'),
    );
    expect(readable(await sourceCard(TITLE))).not.toContain('may collide');
    expect(toggle.checked).toBe(true);
  });
});
