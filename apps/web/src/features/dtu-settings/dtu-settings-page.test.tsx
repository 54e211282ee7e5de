// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SAVED } from '../../../test/answer.ts';
import { messageOf, saveButton } from '../../../test/form-parts.ts';
import {
  fill,
  interval,
  level,
  openDtuSettings,
  STORED,
  serial,
  statuses,
} from '../../../test/open-dtu-settings.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

describe('the DTU settings', () => {
  it('show what is stored, with names and dBm for the levels', async () => {
    await openDtuSettings({ stored: { ...STORED, dtu_palevel: 2 } });
    expect([serial().value, interval().value, level().value]).toEqual(['199980123456', '5', '2']);
    expect([...level().options].map(readable)).toEqual([
      'Minimum (-18 dBm)',
      'Low (-12 dBm)',
      'High (-6 dBm)',
      'Maximum (0 dBm)',
    ]);
    expect(messageOf(serial())).toBe('Generated at first start. Rarely needs changing.');
    expect(messageOf(level())).toBe('Higher levels need a stable power supply.');
    expect(statuses()).toContain('No unsaved changes');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('send back what they do not know, and show what the gateway stored', async () => {
    const { gateway, user } = await openDtuSettings({ stored: { ...STORED, later: { deep: [1] } } });
    gateway.answerPost = () => {
      gateway.stored = { ...STORED, dtu_pollinterval: 60, dtu_palevel: 3 };
      return jsonResponse(SAVED);
    };
    await fill(user, interval(), '30');
    await user.selectOptions(level(), 'Maximum (0 dBm)');
    expect(statuses()).toContain('2 unsaved changes');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([
      { ...STORED, dtu_pollinterval: 30, dtu_palevel: 3, later: { deep: [1] } },
    ]);
    await waitFor(() => expect(interval().value).toBe('60'));
    expect(gateway.reads).toBe(3);
    expect(statuses()).toContain('No unsaved changes');
    expect(screen.getByText('Settings saved!')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Settings saved!')).toBeNull();
  });

  it('take a serial with the spaces of a printed label', async () => {
    const { gateway, user } = await openDtuSettings();
    await user.clear(serial());
    await user.click(serial());
    await user.paste(' 1999 8012 3457 ');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...STORED, dtu_serial: '199980123457' }]);
  });

  it('say so when there is nothing to save', async () => {
    const { gateway, user } = await openDtuSettings();
    await user.click(saveButton());
    expect(screen.getAllByText('No unsaved changes')).toHaveLength(2);
    expect(gateway.posts).toEqual([]);
  });

  it('keep a level that is none of ours until another one is chosen', async () => {
    const { gateway, user } = await openDtuSettings({ stored: { ...STORED, dtu_palevel: 7 } });
    expect(level().value).toBe('7');
    await fill(user, interval(), '6');
    await user.click(saveButton());
    expect(messageOf(level())).toBe('Invalid power level setting!');
    expect(document.activeElement).toBe(level());
    await user.selectOptions(level(), '1');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...STORED, dtu_pollinterval: 6, dtu_palevel: 1 }]);
  });

  it.each([
    ['de', 'Seriennummer', 'Minimal (-18 dBm)', 'Keine Änderungen'],
    ['fr', 'Numéro de série', 'Minimale (-18 dBm)', 'Aucune modification'],
  ] as const)('speak %s', async (locale, label, name, state) => {
    await openDtuSettings({ locale });
    expect(screen.getByLabelText(label)).toBeDefined();
    expect(within(screen.getByRole('main')).getByRole('option', { name })).toBeDefined();
    expect(statuses()).toContain(state);
  });
});

describe('a field', () => {
  const SERIAL_RULE = 'Enter a whole number from 1 to 199999999999.';
  const INTERVAL_RULE = 'Enter a whole number from 1 to 86,400.';

  it.each([
    ['serial', '', SERIAL_RULE],
    ['serial', '0', SERIAL_RULE],
    ['serial', '200000000000', SERIAL_RULE],
    ['serial', '1999abc', SERIAL_RULE],
    ['interval', '', INTERVAL_RULE],
    ['interval', '0', INTERVAL_RULE],
    ['interval', '86401', INTERVAL_RULE],
    ['interval', '1.5', INTERVAL_RULE],
  ] as const)('%s with "%s" is refused when it is left', async (name, text, message) => {
    const { gateway, user } = await openDtuSettings();
    const field = name === 'serial' ? serial() : interval();
    await fill(user, field, text);
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(messageOf(field)).toBe(message);
    await user.click(saveButton());
    expect(document.activeElement).toBe(field);
    expect(gateway.posts).toEqual([]);
  });

  it.each([
    ['serial', '1'],
    ['serial', '199999999999'],
    ['interval', '1'],
    ['interval', '86400'],
  ] as const)('%s takes %s', async (name, text) => {
    const { gateway, user } = await openDtuSettings();
    await fill(user, name === 'serial' ? serial() : interval(), text);
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    const change = name === 'serial' ? { dtu_serial: text } : { dtu_pollinterval: Number(text) };
    expect(gateway.posts).toEqual([{ ...STORED, ...change }]);
  });

  it('sends the keyboard to the first bad one of several', async () => {
    const { user } = await openDtuSettings();
    await fill(user, interval(), '0');
    await fill(user, serial(), '0');
    await user.click(saveButton());
    expect(document.activeElement).toBe(serial());
  });
});
