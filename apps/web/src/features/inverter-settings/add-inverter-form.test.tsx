// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdAnswer, noAnswer } from '../../../test/answer.ts';
import { messageOf } from '../../../test/form-parts.ts';
import {
  addCard,
  dialog,
  fillAddition,
  listCard,
  listed,
  nameField,
  openInverterSettings,
  outcome,
  PERHAPS_TAKEN,
  rows,
  serialField,
  success,
  three,
} from '../../../test/open-inverter-settings.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

describe('adding an inverter', () => {
  it('cleans what is pasted, names the family, and sends serial and name', async () => {
    const { gateway, user } = await openInverterSettings();
    await rows();
    await user.click(serialField());
    await user.paste(' 1141-8040 0199\n');
    expect(serialField().value).toBe('114180400199');
    expect(messageOf(serialField())).toBe('HM-600, HM-700, HM-800 · 2 strings');
    await user.type(nameField(), ' Carport {Enter}');
    expect(readable(await outcome())).toBe('Inverter created!');
    expect(gateway.posts).toEqual([
      { path: '/api/inverter/add', body: { serial: '114180400199', name: 'Carport' } },
    ]);
    expect(gateway.lists).toBe(2);
    expect([serialField().value, nameField().value]).toEqual(['', '']);
  });

  it('sends by which number an inverter is called whose label has another one', async () => {
    const { gateway, user } = await openInverterSettings();
    await rows();
    await user.type(serialField(), 'A1100FBT4-19W');
    expect(serialField().value).toBe('A1100FBT419W');
    expect(messageOf(serialField())).toBe('HERF-600, HERF-800 · 2 strings · on the air 28210007AF44');
    await user.type(nameField(), 'Carport{Enter}');
    await outcome();
    expect(gateway.posts).toEqual([
      { path: '/api/inverter/add', body: { serial: '28210007AF44', name: 'Carport' } },
    ]);
  });

  it('keeps the caret where it is when it cleans in the middle', async () => {
    const { user } = await openInverterSettings();
    await user.type(serialField(), '1141804001');
    await user.type(serialField(), '- 9', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    expect([serialField().value, serialField().selectionStart]).toEqual(['11419804001', 5]);
  });

  it('asks for both fields and leads to the first', async () => {
    const { gateway, user } = await openInverterSettings();
    await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
    expect([messageOf(serialField()), messageOf(nameField())]).toEqual([
      'Enter the serial number.',
      'Enter a name.',
    ]);
    expect(serialField().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(serialField());
    expect(gateway.posts).toEqual([]);
  });

  it('says nothing of an empty field that was only passed', async () => {
    const { user } = await openInverterSettings();
    await user.click(serialField());
    await user.tab();
    await user.tab();
    expect(messageOf(serialField())).toBe(
      '12 digits, printed on the label. Newer models also have letters from A to F. HERF: as printed, such as A1100FBT4-19W.',
    );
  });

  it('tells an error when the field is left, and takes it back while it is corrected', async () => {
    const { user } = await openInverterSettings();
    await user.type(serialField(), '1141');
    expect(serialField().getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(messageOf(serialField())).toBe('A serial number has 12 characters; this one has 4.');
    await user.type(serialField(), '80400199');
    expect(serialField().getAttribute('aria-invalid')).toBe('false');
  });

  it('refuses letters and says why, as they are typed', async () => {
    const { gateway, user } = await openInverterSettings();
    await user.type(serialField(), '1141A');
    expect(messageOf(serialField())).toMatch(/^Serial numbers of this model have only digits/);
    await user.type(nameField(), 'Carport');
    await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
    expect(gateway.posts).toEqual([]);
    expect(document.activeElement).toBe(serialField());
  });

  it.each([
    ['123456789012', /^This serial number does not belong/],
    ['114180400144', /^Shed already has this serial number/],
  ])('warns of %s and adds it all the same', async (serial, warning) => {
    const { gateway, user } = await openInverterSettings();
    await rows();
    await user.type(serialField(), serial);
    expect(messageOf(serialField())).toMatch(warning);
    await user.type(nameField(), 'Other{Enter}');
    await outcome();
    expect(gateway.posts).toHaveLength(1);
  });

  it('counts a name in bytes and says when the room gets short', async () => {
    const { gateway, user } = await openInverterSettings();
    await fillAddition(user, '114180400199', 'ü'.repeat(15));
    expect(gateway.posts).toHaveLength(1);
    await outcome();
    await user.type(nameField(), 'ü'.repeat(15));
    expect(messageOf(nameField())).toMatch(/^1 of 31 characters left/);
    await user.type(nameField(), 'ü');
    await user.tab();
    expect(messageOf(nameField())).toMatch(/^At most 31 characters: 1 too many\./);
  });

  it('keeps what was typed when it is refused, and points at the field with the number of the device', async () => {
    const { gateway, user } = await openInverterSettings();
    gateway.answer = () => jsonResponse({ type: 'warning', message: '', code: 4002, param: { max: 20 } });
    await fillAddition(user, '114180400199', 'A name of 24 characters.');
    const text = 'Name must be between 1 and 20 characters long!';
    expect(readable(await addCard().findByRole('alert'))).toBe(text);
    expect(messageOf(nameField())).toBe(text);
    expect([serialField().value, nameField().value]).toEqual(['114180400199', 'A name of 24 characters.']);
    expect(document.activeElement).toBe(nameField());
    await waitFor(() => expect(gateway.lists).toBe(2));
    await user.type(nameField(), '{Backspace}');
    expect(addCard().queryByRole('alert')).toBeNull();
    expect(nameField().getAttribute('aria-invalid')).toBe('false');
  });

  it.each([
    [
      'a full device',
      () => jsonResponse({ type: 'warning', code: 4003, param: { max: 5 } }),
      'Only 5 inverters are supported!',
    ],
    ['an answer without a code', () => jsonResponse({ type: 'warning', message: 'No way' }), 'No way'],
    ['an answer without anything', () => jsonResponse({}), 'The gateway refused without giving a reason.'],
    ['no network', noAnswer, /^The gateway did not answer/],
    [
      'an error',
      () => jsonResponse({ message: 'Disk full' }, 500),
      'The gateway reports an error: Disk full',
    ],
    ['HTML', () => new Response('<html>'), /^This gateway does not support this function/],
  ] as const)('loses nothing to %s', async (_what, answer, text) => {
    const { gateway, user } = await openInverterSettings();
    await rows();
    gateway.answer = answer;
    await fillAddition(user, '114180400199', 'Carport');
    expect(readable(await addCard().findByRole('alert'))).toMatch(text);
    expect([serialField().value, nameField().value]).toEqual(['114180400199', 'Carport']);
  });

  it.each([
    ['an answer that cannot be read', () => jsonResponse([])],
    ['none', noAnswer],
  ] as const)(
    'that may have been taken (%s) says so and shows the list, with the duplicate',
    async (_what, answer) => {
      const { gateway, user } = await openInverterSettings();
      await rows();
      gateway.inverter = [...three, listed(5, '114180400199', 'Carport')];
      gateway.answer = answer;
      await fillAddition(user, '114180400199', 'Carport');
      expect(readable(await addCard().findByRole('alert'))).toContain(PERHAPS_TAKEN);
      await waitFor(() => expect(listCard().getAllByRole('row')).toHaveLength(5));
      expect(messageOf(serialField())).toMatch(/^Carport already has this serial number/);
    },
  );

  it('sends once, however often the button is pressed', async () => {
    const { gateway, user, app } = await openInverterSettings();
    const held = holdAnswer();
    gateway.answer = held.answer;
    await fillAddition(user, '114180400199', 'Carport');
    const button = addCard().getByRole('button', { name: 'Adding…' });
    await user.click(button);
    expect(gateway.posts).toHaveLength(1);
    expect(serialField().readOnly).toBe(true);
    await app.doing(() => held.give(success(4004)));
    await outcome();
  });

  it('does not leave an earlier success beside a refusal, and tells the same outcome anew', async () => {
    const { gateway, user } = await openInverterSettings();
    await fillAddition(user, '114180400199', 'Carport');
    const first = await outcome();
    await fillAddition(user, '114180400198', 'Barn');
    await waitFor(() => expect(gateway.lists).toBe(3));
    expect(await outcome()).not.toBe(first);
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4003, param: { max: 10 } });
    await fillAddition(user, '114180400197', 'Shop');
    await addCard().findByRole('alert');
    expect(screen.queryByText('Inverter created!')).toBeNull();
  });

  it('is not offered when all ten places are taken, but nothing typed vanishes', async () => {
    const ten = Array.from({ length: 10 }, (_, id) => listed(id, `11418040014${id}`, `No. ${id}`));
    const { gateway, user } = await openInverterSettings(ten.slice(0, 9));
    await rows();
    await user.type(nameField(), 'Carport');
    gateway.inverter = ten;
    await user.click(listCard().getByRole('button', { name: 'Edit No. 0' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await addCard().findByText(/^All 10 places are taken/);
    expect(nameField().value).toBe('Carport');
    await user.clear(nameField());
    await user.tab();
    expect(addCard().queryByRole('textbox')).toBeNull();
    expect(addCard().getByText(/^All 10 places are taken/)).toBeDefined();
  });
});
