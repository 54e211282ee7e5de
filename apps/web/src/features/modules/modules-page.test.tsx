// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wireMessage } from '../../../test/live-messages.ts';
import { openModules, ROOF } from '../../../test/open-modules.ts';
import { readable } from '../../../test/render-app.tsx';

const tiles = () => screen.getAllByRole('button').filter((button) => button.hasAttribute('data-module'));
const names = () => tiles().map((tile) => tile.getAttribute('aria-label')?.replace(/\s/g, ' '));
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('the modules', () => {
  it('are there for every string of every inverter, with power, W per Wp, mark and word', async () => {
    await openModules();
    expect(names()).toEqual([
      'East, Garage, 260 W, 0.63 W/Wp, Producing',
      'South, Roof, 210 W, 0.51 W/Wp, Producing',
      'North, Roof, 0 W, 0.00 W/Wp, No power',
    ]);
    expect(readable(screen.getByRole('main'))).toContain('2 of 3 strings produce1 without power');
    expect(
      screen.getByRole('figure', { name: /from dark blue, 0 W\/Wp, to yellow, 0.8 W\/Wp/ }),
    ).toBeDefined();
  });

  it('count as producing only what is not told as giving nothing', async () => {
    const { app } = await openModules();
    const dusk = {
      ...ROOF[0],
      producing: false,
      '1': { ...(ROOF[0]?.['1'] as object), Power: { v: 0.3, u: 'W', d: 1 } },
    };
    await app.push(wireMessage([dusk]));
    const main = readable(screen.getByRole('main'));
    expect(main).toContain('1 not producing');
    expect(main).not.toContain('strings produce');
  });

  it('ask for the strings of all inverters, and follow them', async () => {
    const { app, gateway } = await openModules();
    expect(gateway.asked).toContain('/api/livedata/status?shown=strings');
    const brighter = { ...ROOF[0], '1': { ...(ROOF[0]?.['1'] as object), Power: { v: 300, u: 'W', d: 1 } } };
    await app.push(wireMessage([brighter]));
    expect(names()).toEqual(['East, Garage, 300 W, 0.63 W/Wp, Producing']);
    const dusk = {
      ...ROOF[0],
      '1': {
        ...(ROOF[0]?.['1'] as object),
        Power: { v: 1, u: 'W', d: 1 },
        Irradiation: { v: 0.3, u: '%', d: 3 },
      },
    };
    await app.push(wireMessage([dusk]));
    expect(names()[0]).toMatch(/^East, Garage, 1 W, 0\.00[1-9] W\/Wp/);
  });

  it('lead to their inverter', async () => {
    const { user } = await openModules({ isAdmin: false });
    await user.click(button(/^North/));
    const dialog = within(screen.getByRole('dialog', { name: 'North' }));
    expect(dialog.getByText(/^It gives no power while others beside it do/)).toBeDefined();
    expect(dialog.getByRole('link', { name: 'Show the inverter' }).getAttribute('href')).toBe(
      '/?inverter=116182831004',
    );
    expect(screen.queryByRole('button', { name: 'Arrange' })).toBeNull();
  });

  it('say that they are out of date as soon as nothing comes', async () => {
    const { app, gateway } = await openModules();
    gateway.isGone = true;
    await app.advance(16_000);
    expect(names()[0]).toBe('East, Garage, Out of date');
    expect(screen.getByText(/^No new values for/)).toBeDefined();
  });
});

describe('arranging the roof', () => {
  it('moves a module by keys, tells where it is, and stores it', async () => {
    const { user, gateway } = await openModules();
    await user.click(button('Arrange'));
    const tile = button(/^North/);
    fireEvent.keyDown(tile, { key: 'ArrowDown' });
    expect(screen.getByText('North: column 3, row 2.')).toBeDefined();
    await user.click(button('Save'));
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect(gateway.posts[0]).toEqual({
      groups: [],
      modules: [
        { serial: '114172220143', string: 1, column: 0, row: 0 },
        { serial: '116182831004', string: 1, column: 1, row: 0 },
        { serial: '116182831004', string: 2, column: 2, row: 1 },
      ],
      order: [],
    });
    expect(await screen.findByText('Settings saved!')).toBeDefined();
    expect(button('Arrange')).toBeDefined();
  });

  it('lets two modules change places', async () => {
    const { user } = await openModules();
    await user.click(button('Arrange'));
    fireEvent.keyDown(button(/^East/), { key: 'ArrowRight' });
    expect(screen.getByText('East and South have changed places.')).toBeDefined();
  });

  it('does not put back unasked what somebody else has arranged meanwhile', async () => {
    const { user, gateway } = await openModules();
    await user.click(button('Arrange'));
    fireEvent.keyDown(button(/^North/), { key: 'ArrowDown' });
    const other = { serial: '114172220143', string: 1, column: 5, row: 5 };
    gateway.plant = { groups: [], modules: [other], order: [] };
    await user.click(button('Save'));
    await screen.findByText(/^Somebody else has arranged the modules meanwhile/);
    expect(gateway.posts).toEqual([]);
    await user.click(button('Save'));
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
  });

  it('does not ask where only the order of the inverters was changed meanwhile, and keeps that', async () => {
    const { user, gateway } = await openModules();
    await user.click(button('Arrange'));
    gateway.plant = { groups: [], modules: [], order: ['116182831004'] };
    await user.click(button('Save'));
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect(gateway.posts[0]).toMatchObject({ order: ['116182831004'] });
  });

  it('forgets all of it when it is cancelled, and asks before the page is left', async () => {
    const { user, gateway } = await openModules();
    await user.click(button('Arrange'));
    fireEvent.keyDown(button(/^East/), { key: 'ArrowUp' });
    await user.click(screen.getByRole('link', { name: 'About' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await user.click(button('Cancel'));
    expect(gateway.posts).toEqual([]);
    expect(button('Arrange')).toBeDefined();
  });

  it('puts the strings of an inverter into a new group', async () => {
    const { user, gateway } = await openModules();
    await user.click(button('Arrange'));
    await user.click(button('Orientation'));
    await user.click(button('New group'));
    await user.click(button('Apply'));
    expect(screen.getByText(/^The name must be 1 to 32/)).toBeDefined();
    await user.type(screen.getByLabelText('Name'), 'South roof');
    await user.click(button('South'));
    await user.type(screen.getByLabelText('Tilt'), '91');
    await user.click(button('Apply'));
    expect(screen.getByText('Enter a whole number from 0 to 90.')).toBeDefined();
    await user.clear(screen.getByLabelText('Tilt'));
    await user.type(screen.getByLabelText('Tilt'), '35');
    await user.click(button('Apply'));
    await user.click(button(/^North/));
    await user.click(screen.getByRole('radio', { name: 'South roof' }));
    await user.click(screen.getByRole('checkbox', { name: 'All strings of Roof' }));
    await user.click(button('Apply'));
    await user.click(button('Save'));
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect(gateway.posts[0]).toMatchObject({
      groups: [{ id: 'g1', name: 'South roof', azimuth: 180, tilt: 35 }],
      modules: [{}, { string: 1, group: 'g1' }, { string: 2, group: 'g1' }],
    });
    expect(readable(screen.getByRole('main'))).toContain('South roofSouth (180°) · tilted 35°');
  });

  it('keeps what was arranged where the gateway does not take it', async () => {
    const { user, gateway } = await openModules();
    gateway.answerPost = { type: 'warning', message: 'no', code: 15_005 };
    await user.click(button('Arrange'));
    await user.click(button('Save'));
    expect(await screen.findByText('Only 600 modules are possible!')).toBeDefined();
    expect(button('Save')).toBeDefined();
  });
});
