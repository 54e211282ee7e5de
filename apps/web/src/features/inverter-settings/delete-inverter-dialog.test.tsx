// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { noAnswer } from '../../../test/answer.ts';
import {
  dialog,
  listCard,
  listed,
  openInverterDialog,
  openInverterSettings,
  outcome,
  rows,
  three,
} from '../../../test/open-inverter-settings.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

describe('deleting an inverter', () => {
  it('names it, says what is lost, and sends its slot', async () => {
    const { gateway, user } = await openInverterDialog('Delete', 'Shed');
    expect(readable(screen.getByRole('dialog'))).toContain('Shed114180400144');
    expect(dialog().getByText(/^Its settings are lost/)).toBeDefined();
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Cancel' }));
    gateway.inverter = three.slice(0, 2);
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    await outcome();
    expect(gateway.posts).toEqual([{ path: '/api/inverter/del', body: { id: 4 } }]);
    expect(await rows()).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Configured inverters' }));
  });

  it('sends nothing when it is cancelled', async () => {
    const { gateway, user } = await openInverterDialog('Delete', 'Shed');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect([gateway.posts, screen.queryByRole('dialog')]).toEqual([[], null]);
  });

  it('stays open and says why when it fails', async () => {
    const { gateway, user } = await openInverterDialog('Delete', 'Shed');
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4005 });
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(readable(await dialog().findByRole('alert'))).toBe('Invalid ID specified!');
    gateway.answer = noAnswer;
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(readable(dialog().getByRole('alert'))).toMatch(/^The gateway did not answer/));
  });

  it.each([
    ['deleted', three.slice(0, 2)],
    ['replaced', [...three.slice(0, 2), listed(4, '116180400177', 'New')]],
  ])('does not touch a place whose inverter was %s elsewhere', async (_what, now) => {
    const { gateway, user } = await openInverterSettings();
    await rows();
    gateway.inverter = now;
    await user.click(listCard().getByRole('button', { name: 'Delete Shed' }));
    await dialog().findByText(/has been changed or deleted elsewhere/);
    expect(dialog().queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('tells the outcome until it is dismissed', async () => {
    const { user } = await openInverterDialog('Delete', 'Shed');
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    const place = (await outcome()).closest('[role="status"]');
    expect(place).not.toBeNull();
    await user.click(within(place as HTMLElement).getByRole('button', { name: 'Dismiss' }));
    expect(readable(place)).toBe('');
  });
});
