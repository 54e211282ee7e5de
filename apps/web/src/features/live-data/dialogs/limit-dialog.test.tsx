// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdAnswer } from '../../../../test/answer.ts';
import { createControlGateway } from '../../../../test/control-gateway.ts';
import { messageOf } from '../../../../test/form-parts.ts';
import { wireInverter, wireMessage } from '../../../../test/live-messages.ts';
import {
  dialog,
  field,
  openLimitDialog,
  order,
  press,
  renderHome,
  SERIAL,
} from '../../../../test/open-limit-dialog.ts';
import { ADMIN_RECORD, readable, renderApp } from '../../../../test/render-app.tsx';

const STATUS_PATH = '/api/limit/status';

const current = () => readable(within(dialog()).getByText('Current limit').nextElementSibling);

describe('the limit dialog', () => {
  it('shows the limit in per cent and watts, and what became of the last order', async () => {
    await openLimitDialog((gateway) => gateway.setLimit(SERIAL, { limit_relative: 85.5 }));
    expect(screen.getByRole('dialog', { name: 'Set limit', description: 'Garage' })).toBeDefined();
    expect(current()).toBe('85.5%684 W');
    expect(order()).toBe('OkNo pending command.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set limit' }));
  });

  it('leaves out the watts while the maximum is not known', async () => {
    await openLimitDialog((gateway) => gateway.setLimit(SERIAL, { max_power: 0 }));
    expect(current()).toBe('100%');
  });

  it('calls a limit that was never read not known, which is not zero', async () => {
    await openLimitDialog((gateway) => gateway.setLimit(SERIAL, { limit_relative: 0 }));
    expect(current()).toBe('—unknownnot known yet');
  });

  it('calls a limit in doubt the last known one, until it is confirmed', async () => {
    const app = await openLimitDialog((gateway) =>
      gateway.setLimit(SERIAL, { limit_relative: 60, limit_state: 'unknown', limit_set_status: 'Pending' }),
    );
    expect(current()).toBe('60%480 Wlast known, not confirmed');
    app.gateway.setLimit(SERIAL, { limit_state: 'known' });
    await app.advance(1000);
    await waitFor(() => expect(current()).toBe('60%480 W'));
  });

  it('says of a limit that was never read only that it is not known', async () => {
    await openLimitDialog((gateway) =>
      gateway.setLimit(SERIAL, { limit_relative: 0, limit_state: 'unknown' }),
    );
    expect(current()).toBe('—unknownnot known yet');
  });

  it.each(['known', 'expected'] as const)('shows a zero that a program has sent: %s', async (limit_state) => {
    await openLimitDialog((gateway) => gateway.setLimit(SERIAL, { limit_relative: 0, limit_state }));
    expect(current()).toBe('0%0 W');
  });

  it.each([
    ['Ok', 'good', /No pending command/],
    ['Pending', 'pending', /has not confirmed the command yet/],
    ['Failure', 'bad', /is retrying/],
    ['Unknown', 'unknown', /is not known/],
  ] as const)('tells %s by word, icon and colour', async (status, tone, note) => {
    await openLimitDialog((gateway) => gateway.setLimit(SERIAL, { limit_set_status: status }));
    const badge = within(dialog()).getByText(status);
    expect(badge.dataset.tone).toBe(tone);
    expect(badge.querySelector('svg')).not.toBeNull();
    expect(within(dialog()).getByText(note)).toBeDefined();
  });

  it('asks each second while an order is pending, slower after a failure, and no more when closed', async () => {
    const app = await openLimitDialog((gateway) => gateway.setLimit(SERIAL, { limit_set_status: 'Pending' }));
    const requests = () => app.gateway.requests.get(STATUS_PATH);
    expect(requests()).toBe(1);
    await app.advance(1000);
    await app.advance(1000);
    expect(requests()).toBe(3);
    app.gateway.setLimit(SERIAL, { limit_set_status: 'Failure' });
    await app.advance(1000);
    await waitFor(() => expect(order()).toMatch(/^Failure/));
    await app.advance(4900);
    expect(requests()).toBe(4);
    app.gateway.setLimit(SERIAL, { limit_set_status: 'Ok', limit_relative: 60 });
    await app.advance(100);
    await waitFor(() => expect(order()).toMatch(/^Ok/));
    expect(current()).toBe('60%480 W');
    await app.user.keyboard('{Escape}');
    await app.advance(60_000);
    expect(requests()).toBe(5);
  });

  it('says when the status cannot be read, keeps the form usable, and asks again', async () => {
    const app = await openLimitDialog((gateway) => {
      gateway.isReachable = false;
    });
    expect(screen.getByRole('alert').textContent).toMatch(/The gateway does not answer/);
    expect(current()).toBe('—unknown');
    expect(order()).toBe('Unknown');
    await app.user.type(field(), '55');
    app.gateway.isReachable = true;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(current()).toBe('100%800 W'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field().value).toBe('55');
  });

  it('says that what it shows is old when the status cannot be read any more', async () => {
    const app = await openLimitDialog();
    const tone = () => screen.getByText('Ok').closest('[data-tone]')?.getAttribute('data-tone');
    expect(tone()).toBe('good');
    app.gateway.isReachable = false;
    await app.advance(5000);
    expect(tone()).toBe('unknown');
    expect((await screen.findByRole('alert')).textContent).toMatch(/These values may be out of date/);
    expect(current()).toBe('100%800 W');
  });
});

describe('an open limit dialog', () => {
  it('is not closed by a press beside it while something is typed', async () => {
    const app = await openLimitDialog();
    const pressBeside = () => {
      fireEvent.pointerDown(dialog());
      fireEvent.click(dialog());
    };
    await app.user.type(field(), '42');
    pressBeside();
    expect(field().value).toBe('42');
    await app.user.clear(field());
    pressBeside();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('takes the focus when another try has succeeded, and tells that it is under way', async () => {
    const app = await openLimitDialog((gateway) => {
      gateway.isReachable = false;
    });
    const held = holdAnswer();
    app.gateway.isReachable = true;
    app.gateway.answerLimits = held.answer;
    const retry = screen.getByRole('button', { name: 'Try again' });
    expect(retry.getAttribute('aria-busy')).toBe('false');
    await app.user.click(retry);
    expect(readable(retry)).toBe('Loading…');
    expect(retry.getAttribute('aria-busy')).toBe('true');
    await app.user.click(retry);
    expect(app.gateway.requests.get(STATUS_PATH)).toBe(2);
    await app.doing(() => held.give(Object.fromEntries(app.gateway.limits)));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set limit' }));
  });

  it('leaves the focus at another try that has failed', async () => {
    const app = await openLimitDialog((gateway) => {
      gateway.isReachable = false;
    });
    const retry = screen.getByRole('button', { name: 'Try again' });
    await app.user.click(retry);
    await waitFor(() => expect(readable(retry)).toBe('Try again'));
    expect(document.activeElement).toBe(retry);
  });

  it('stays as it is when live data keep coming', async () => {
    const app = await openLimitDialog();
    await app.user.type(field(), '42');
    await app.push(wireMessage([wireInverter({ data_age: 7 }), wireInverter({ serial: '116180400144' })]));
    await app.push(wireMessage([wireInverter({ name: 'Renamed' })]));
    expect(field().value).toBe('42');
    expect(document.activeElement).toBe(field());
    expect(screen.queryByText(/has been removed/)).toBeNull();
  });

  it('says when its inverter is gone, keeps what was typed, and sends nothing any more', async () => {
    const app = await openLimitDialog();
    await app.user.type(field(), '42');
    await app.push(wireMessage([wireInverter({ serial: '116180400144', name: 'Barn' })]));
    expect(readable(within(dialog()).getByRole('alert'))).toMatch(/has been removed/);
    expect(field().value).toBe('42');
    for (const name of ['Set until tonight', 'Set permanently'] as const) {
      expect(press(name).getAttribute('aria-disabled')).toBe('true');
      expect(messageOf(press(name))).toMatch(/Commands no longer reach it/);
      await app.user.click(press(name));
    }
    await app.user.type(field(), '{Enter}');
    expect(app.gateway.posts).toEqual([]);
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('closes when the login ends elsewhere, and does not come back with the next one', async () => {
    const app = await openLimitDialog();
    await app.doing(() => {
      app.storage.removeItem('user');
      app.session.storageChanged('user');
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.doing(() => app.session.logIn(ADMIN_RECORD));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('gives way to the login page when the gateway no longer takes the login', async () => {
    const app = await openLimitDialog((gateway) => {
      gateway.answerPost = () => new Response('', { status: 401 });
    });
    await app.user.type(field(), '80{Enter}');
    await screen.findByRole('heading', { name: 'Log in' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.search).toBe('?returnUrl=%2F');
  });
});

describe('the limit in other languages', () => {
  it.each([
    ['de', 'Leistung begrenzen', 'Neue Begrenzung', /zwischen 2 % und 100 %/, 'Bis heute Nacht begrenzen'],
    ['fr', 'Régler la limite', 'Nouvelle limite', /entre 2 % et 100 %/, 'Appliquer jusqu’à ce soir'],
  ] as const)('speaks %s', async (locale, title, label, mistake, button) => {
    const app = await renderHome(undefined, locale);
    await app.user.click(screen.getByRole('button', { name: title }));
    const input = await screen.findByRole('textbox', { name: label });
    await app.user.type(input, '1');
    await app.user.click(screen.getByRole('button', { name: button }));
    expect(readable(screen.getByRole('dialog', { name: title }))).toMatch(mistake);
  });
});

describe('logged out', () => {
  it('a press on limit or power opens nothing', async () => {
    const gateway = createControlGateway(SERIAL);
    const app = await renderApp({ fetch: gateway.fetch });
    await app.push(wireMessage([wireInverter()]));
    for (const name of ['Set limit', 'Power on/off']) {
      await app.user.click(screen.getByRole('button', { name }));
      await app.advance(100);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.requests.get(STATUS_PATH)).toBeUndefined();
  });
});
