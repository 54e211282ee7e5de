// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../test/form-parts.ts';
import {
  dialog,
  FAMILY,
  field,
  listCard,
  listed,
  openInverterDialog,
  outcome,
  PERHAPS_TAKEN,
  three,
} from '../../../test/open-inverter-settings.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

describe('editing an inverter', () => {
  it('sends the full record with slot and type, and says that it is done', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Carport');
    await user.clear(field('Peak power', 1));
    await user.type(field('Peak power', 1), '410');
    await user.type(field('Name', 2), 'West');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await outcome();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.posts).toEqual([
      {
        path: '/api/inverter/edit',
        body: {
          id: 4,
          serial: '114180400144',
          name: 'Carport',
          type: FAMILY.type,
          channel: [
            { name: 'East', max_power: 380 },
            { name: 'West', max_power: 410 },
          ],
        },
      },
    ]);
    expect(gateway.lists).toBe(3);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Shed');
  });

  it('closes without a word to the gateway when nothing is changed, or only spaces around a name', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(listCard().getByRole('button', { name: 'Edit Shed' }));
    await user.type(field('Name'), '  ');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect([screen.queryByRole('dialog'), gateway.posts]).toEqual([null, []]);
    await user.click(listCard().getByRole('button', { name: 'Edit Shed' }));
    expect(field('Name').value).toBe('Shed');
  });

  it('that was taken without an answer that can be read says so, and is not sent twice', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    gateway.inverter = three.map((one) => (one.id === 4 ? { ...one, name: 'Shed!' } : one));
    gateway.answer = () => jsonResponse([]);
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(readable(await dialog().findByRole('alert'))).toContain(PERHAPS_TAKEN);
    expect(await dialog().findByText(/^These values have been saved/)).toBeDefined();
    expect(dialog().queryByText(/elsewhere/)).toBeNull();
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect([screen.queryByRole('dialog'), gateway.posts.length]).toEqual([null, 1]);
  });

  it('has under Advanced what newer devices know, and sends it', async () => {
    const treated = { poll_enable: true, poll_enable_night: true, reachable_threshold: 2, zero_day: false };
    const { gateway, user } = await openInverterDialog('Edit', 'Shed', [
      listed(4, '114180400144', 'Shed', treated),
    ]);
    await user.click(dialog().getByText('Advanced'));
    await user.click(dialog().getByRole('switch', { name: 'Poll at night, too' }));
    expect(dialog().queryByRole('switch', { name: 'Send commands' })).toBeNull();
    await user.clear(field('Missed polls'));
    await user.type(field('Missed polls'), '5');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(gateway.posts[0]?.body).toMatchObject({
      ...{ poll_enable: true, poll_enable_night: false, reachable_threshold: 5, zero_day: false },
    });
  });

  it('has nothing of it for a device that knows nothing of it', async () => {
    await openInverterDialog('Edit', 'Shed');
    expect(dialog().queryByText('Advanced')).toBeNull();
  });

  it('says that another serial makes it a new inverter', async () => {
    const { user } = await openInverterDialog('Edit', 'Shed');
    expect(dialog().queryByText(/this is a new inverter/)).toBeNull();
    await user.type(field('Serial number'), '{Backspace}5');
    expect(dialog().getByText(/this is a new inverter/)).toBeDefined();
  });

  it('keeps an emptied number empty, and tells it', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    await user.clear(field('Peak power'));
    await user.tab();
    expect(field('Peak power').value).toBe('');
    expect(messageOf(field('Peak power'))).toBe('Enter a whole number from 0 to 65,535.');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(gateway.posts).toEqual([]);
    expect(document.activeElement).toBe(field('Peak power'));
  });

  it('stays open when it is refused, and points at the string whose name is too long for the device', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4002, param: { max: 30 } });
    await user.type(field('Name', 2), 'x'.repeat(31));
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(readable(await dialog().findByRole('alert'))).toBe(
      'Name must be between 1 and 30 characters long!',
    );
    expect(document.activeElement).toBe(field('Name', 2));
    expect(field('Name', 2).value).toBe('x'.repeat(31));
  });

  it('asks before it throws away what was typed, and not when there is nothing', async () => {
    const { user } = await openInverterDialog('Edit', 'Shed');
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    const [question] = screen.getAllByRole('dialog');
    expect(readable(question ?? null)).toMatch(/^Discard your changes\?/);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(field('Name').value).toBe('Shed!');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(listCard().getByRole('button', { name: 'Edit Shed' }));
    expect(field('Name').value).toBe('Shed');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [
      'changed',
      three.map((one) => (one.id === 4 ? { ...one, name: 'Barn' } : one)),
      /has been changed elsewhere/,
    ],
    ['replaced', [listed(4, '116180400177', 'New')], /^Another inverter \(New\)/],
    ['deleted', three.slice(0, 2), /has been deleted elsewhere/],
  ])('tells when it was %s elsewhere, and keeps what is typed', async (_what, now, text) => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    gateway.inverter = now;
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4005 });
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(await dialog().findByText(text)).toBeDefined();
    expect(field('Name').value).toBe('Shed!');
  });

  it('takes over what somebody else stored, on request', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    gateway.inverter = three.map((one) => (one.id === 4 ? { ...one, name: 'Barn' } : one));
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4005 });
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await user.click(await dialog().findByRole('button', { name: 'Show saved values' }));
    expect(field('Name').value).toBe('Barn');
    expect(dialog().queryByText(/elsewhere/)).toBeNull();
  });
});
