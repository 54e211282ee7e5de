// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage, wireString, wireValue } from '../../../test/live-messages.ts';
import { banner, barn, card, fact, value } from '../../../test/live-view.ts';
import { LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

describe('odd data', () => {
  it('of one inverter leaves the others and is counted', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), { serial: 5 }, null]));
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    expect(screen.getByText('Data from 2 inverters is invalid and not shown.')).toBeDefined();
    expect(readable(screen.getByRole('region', { name: 'Totals' }))).toContain('1 of 3 producing');
  });

  it('in totals or hints leaves the inverters, and is told', async () => {
    const app = await renderApp();
    await app.push({ ...wireMessage([wireInverter()]), total: { Power: 'much' }, hints: null });
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    expect(readable(screen.getByRole('region', { name: 'Totals' }))).toContain('Total power—unknown');
    expect(screen.getByText('Some totals are invalid and not shown.')).toBeDefined();
    expect(screen.getByText(/^Some hints are invalid/)).toBeDefined();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryByText(/invalid/)).toBeNull();
  });

  it('among the values of an inverter are unknown and counted', async () => {
    const app = await renderApp();
    const phase = { Power: { v: '247.1', u: 'W', d: 1 }, Voltage: wireValue(231.6, 'V', 50), Current: 3 };
    await app.push(wireMessage([wireInverter({ '0': phase })]));
    expect(value('Phase 1', 'Power')).toBe('—unknown');
    expect(value('Phase 1', 'Voltage')).toBe('231.6000000000 V');
    expect(value('Phase 1', 'Current')).toBe('—unknown');
    expect(screen.getByText('2 values from this inverter are invalid and not shown.')).toBeDefined();
  });

  it('without any channel is not taken for an inverter that was never heard', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ '0': undefined, '1': undefined })]));
    expect(screen.getByText('This inverter has not sent any measurements.')).toBeDefined();
    expect(screen.queryByText('No data yet')).toBeNull();
    expect(fact('Data age')).toBe('2 s');
  });

  it('in a name that is empty to the eye shows the serial number', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ name: '   ', '1': wireString({ power: 5, name: ' ' }) })]));
    expect(screen.getByRole('heading', { name: '114172220143', level: 2 })).toBeDefined();
    expect(card('String 1')).toBeDefined();
  });

  it('as an absurd number is told as a power of ten', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ '0': { Power: wireValue(1e300, 'W', 1) } })]));
    expect(value('Phase 1', 'Power')).toBe('1E300 W');
  });

  it.each([
    [{ stored: LOGGED_IN }, 'Add an inverter', '/settings/inverter'],
    [{}, 'Log in to add an inverter', '/login?returnUrl=%2Fsettings%2Finverter'],
  ])(
    'without any inverter leads to the first one, and shows no sum of nothing: %#',
    async (who, name, href) => {
      const app = await renderApp(who);
      await app.push(wireMessage([]));
      expect(screen.getByRole('heading', { name: 'No inverter is set up yet.' })).toBeDefined();
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
      expect(screen.queryByRole('region', { name: 'Totals' })).toBeNull();
    },
  );

  it('never blanks the page', { timeout: 60_000 }, async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn]));
    const odd = fc.oneof(
      fc.anything(),
      fc.double(),
      fc.constantFrom(null, '', 'NaN', -1, 1e308, [], {}, { Power: { v: 1e308, u: 'W', d: 10 } }),
    );
    const inverter = fc.dictionary(
      fc.constantFrom(
        'serial',
        'name',
        'data_age',
        'reachable',
        'limit_relative',
        'limit_absolute',
        'events',
        '0',
        '1',
        '2',
        '7',
      ),
      odd,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            odd,
            inverter.map((changes) => wireInverter(changes)),
          ),
        ),
        odd,
        async (inverters, hints) => {
          let text: string | undefined;
          try {
            text = JSON.stringify({
              ...wireMessage(inverters),
              ...(typeof hints === 'object' ? { hints } : {}),
            });
          } catch {
            return; // what JSON cannot say never comes over the wire
          }
          await app.push(text);
          const name = inverters.length === 0 ? 'No inverter is set up yet.' : 'Total power';
          expect(screen.getByRole('heading', { name })).toBeDefined();
          expect(banner()).toContain('Heliograph');
        },
      ),
      { numRuns: process.env.HELIOGRAPH_LONG === '1' ? 150 : 40, seed: 20_262 },
    );
  });
});
