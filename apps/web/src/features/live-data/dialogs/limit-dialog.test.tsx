// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ACCEPTED, createControlGateway } from '../../../../test/control-gateway.ts';
import { wireInverter, wireMessage } from '../../../../test/live-messages.ts';
import { ADMIN_RECORD, readable, renderApp } from '../../../../test/render-app.tsx';
import { jsonResponse } from '../../../../test/test-services.ts';
import type { Locale } from '../../../shared/i18n/locales.ts';
import '../dialogs.tsx'; // loaded before the clock of a test stands still

const SERIAL = '114172220143';
const STATUS_PATH = '/api/limit/status';

type Gateway = ReturnType<typeof createControlGateway>;

/** The live view of an admin with one inverter. */
async function renderHome(prepare: (gateway: Gateway) => void = () => undefined, locale: Locale = 'en') {
  const gateway = createControlGateway(SERIAL);
  prepare(gateway);
  const app = await renderApp({
    fetch: gateway.fetch,
    locale,
    stored: { user: JSON.stringify(ADMIN_RECORD) },
  });
  await app.push(wireMessage([wireInverter()]));
  return { ...app, gateway };
}

async function openLimit(prepare?: (gateway: Gateway) => void) {
  const app = await renderHome(prepare);
  await app.user.click(screen.getByRole('button', { name: 'Set limit' }));
  await screen.findByText(/Allowed/);
  await app.advance(0);
  return app;
}

const dialog = () => screen.getByRole('dialog', { name: 'Set limit' });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'New limit' });
const unit = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const current = () => readable(within(dialog()).getByText('Current limit').nextElementSibling);
const order = () => readable(within(dialog()).getByText('Last order').nextElementSibling);
const description = () =>
  (field().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => readable(document.getElementById(id)))
    .join(' ')
    .trim();
const press = (name: 'Set non-persistent' | 'Set persistent') => screen.getByRole('button', { name });

describe('the limit dialog', () => {
  it('shows the limit in per cent and watts, and what became of the last order', async () => {
    await openLimit((gateway) => gateway.setLimit(SERIAL, { limit_relative: 85.5 }));
    expect(screen.getByRole('dialog', { name: 'Set limit', description: 'Garage' })).toBeDefined();
    expect(current()).toBe('85.50%684.00 W');
    expect(order()).toBe('OkNo order is waiting.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set limit' }));
  });

  it('leaves out the watts while the maximum is not known', async () => {
    await openLimit((gateway) => gateway.setLimit(SERIAL, { max_power: 0 }));
    expect(current()).toBe('100.00%');
  });

  it('calls a limit that was never read not known, which is not zero', async () => {
    await openLimit((gateway) => gateway.setLimit(SERIAL, { limit_relative: 0 }));
    expect(current()).toBe('—unknownnot known yet');
  });

  it.each([
    ['Ok', 'good', /No order is waiting/],
    ['Pending', 'pending', /has not confirmed it yet/],
    ['Failure', 'bad', /tries again by itself/],
    ['Unknown', 'unknown', /does not say/],
  ] as const)('tells %s by word, icon and colour', async (status, tone, note) => {
    await openLimit((gateway) => gateway.setLimit(SERIAL, { limit_set_status: status }));
    const badge = within(dialog()).getByText(status);
    expect(badge.dataset.tone).toBe(tone);
    expect(badge.querySelector('svg')).not.toBeNull();
    expect(within(dialog()).getByText(note)).toBeDefined();
  });

  it('asks each second while an order is pending, slower after a failure, and no more when closed', async () => {
    const app = await openLimit((gateway) => gateway.setLimit(SERIAL, { limit_set_status: 'Pending' }));
    const asked = () => app.gateway.asked.get(STATUS_PATH);
    expect(asked()).toBe(1);
    await app.advance(1000);
    await app.advance(1000);
    expect(asked()).toBe(3);
    app.gateway.setLimit(SERIAL, { limit_set_status: 'Failure' });
    await app.advance(1000);
    await waitFor(() => expect(order()).toMatch(/^Failure/));
    await app.advance(4900);
    expect(asked()).toBe(4);
    app.gateway.setLimit(SERIAL, { limit_set_status: 'Ok', limit_relative: 60 });
    await app.advance(100);
    await waitFor(() => expect(order()).toMatch(/^Ok/));
    expect(current()).toBe('60.00%480.00 W');
    await app.user.keyboard('{Escape}');
    await app.advance(60_000);
    expect(asked()).toBe(5);
  });

  it('says when the status cannot be read, keeps the form usable, and asks again', async () => {
    const app = await openLimit((gateway) => {
      gateway.isReachable = false;
    });
    expect(screen.getByRole('alert').textContent).toMatch(/The gateway does not answer/);
    expect(current()).toBe('—unknown');
    expect(order()).toBe('Unknown');
    await app.user.type(field(), '55');
    app.gateway.isReachable = true;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(current()).toBe('100.00%800.00 W'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field().value).toBe('55');
  });

  it('says that what it shows is old when the status cannot be read any more', async () => {
    const app = await openLimit();
    app.gateway.isReachable = false;
    await app.advance(5000);
    expect((await screen.findByRole('alert')).textContent).toMatch(/What stands here is from before/);
    expect(current()).toBe('100.00%800.00 W');
  });
});

describe('a new limit', () => {
  it('has its bounds right on every opening', async () => {
    const app = await openLimit();
    expect(description()).toBe('Allowed: 2% to 100%');
    await app.user.click(unit(/Watts/));
    expect(description()).toContain('Allowed: 10 W to 800 W');
    expect(description()).toContain('otherwise after about 4 minutes');
    await app.user.click(within(dialog()).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Set limit' }));
    await screen.findByRole('dialog');
    expect(unit(/Percent/).checked).toBe(true);
    expect(field().value).toBe('');
    expect(description()).toBe('Allowed: 2% to 100%');
  });

  it('in watts ends at 1500 while the maximum is not known, and says so', async () => {
    const app = await openLimit((gateway) => gateway.setLimit(SERIAL, { max_power: 0 }));
    await app.user.click(unit(/Watts/));
    expect(description()).toContain('Allowed: 10 W to 1,500 W (the inverter’s own maximum is not known yet)');
  });

  it.each([
    ['', /Enter a limit/],
    ['half', /Enter a number/],
    ['50.5', /whole number/],
    ['50,5', /whole number/],
    ['1', /between 2% and 100%/],
    ['101', /between 2% and 100%/],
  ])('of %j is refused at the field, and nothing is sent', async (typed, message) => {
    const app = await openLimit();
    if (typed !== '') await app.user.type(field(), typed);
    await app.user.click(press('Set persistent'));
    expect(description()).toMatch(message);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe(typed);
    expect(app.gateway.posts).toEqual([]);
    await app.user.clear(field());
    await app.user.type(field(), '50');
    expect(field().getAttribute('aria-invalid')).toBe('false');
    expect(description()).toBe('Allowed: 2% to 100%');
  });

  it.each([
    ['Percent', '80', 'Set non-persistent', { limit_value: 80, limit_type: 1 }],
    ['Percent', '2', 'Set persistent', { limit_value: 2, limit_type: 257 }],
    ['Watts', '800', 'Set non-persistent', { limit_value: 800, limit_type: 0 }],
    ['Watts', '10', 'Set persistent', { limit_value: 10, limit_type: 256 }],
  ] as const)(
    'in %s of %s goes out as ordered (%s), and the dialog closes',
    async (name, typed, button, sent) => {
      const app = await openLimit();
      await app.user.click(unit(new RegExp(name)));
      await app.user.type(field(), typed);
      await app.user.click(press(button));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(app.gateway.posts).toEqual([{ path: '/api/limit/config', data: { serial: SERIAL, ...sent } }]);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set limit' }));
    },
  );

  it('goes out with Enter as one that is not kept', async () => {
    const app = await openLimit();
    await app.user.type(field(), '80{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.gateway.posts[0]?.data).toEqual({ serial: SERIAL, limit_value: 80, limit_type: 1 });
  });

  it('is not asked for again by the Enter that is still held when the dialog has closed', async () => {
    const app = await openLimit();
    await app.user.type(field(), '80{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const opener = screen.getByRole('button', { name: 'Set limit' });
    expect(document.activeElement).toBe(opener);
    for (const key of ['Enter', ' ']) {
      expect(fireEvent.keyDown(opener, { key, repeat: true })).toBe(false); // so that nothing is pressed by it
      expect(fireEvent.keyDown(opener, { key })).toBe(true);
    }
  });

  it('says at each button what follows', async () => {
    await openLimit();
    const note = (name: Parameters<typeof press>[0]) =>
      readable(document.getElementById(press(name).getAttribute('aria-describedby') ?? ''));
    expect(note('Set persistent')).toMatch(/keeps it over night/);
    expect(note('Set non-persistent')).toMatch(/Until the inverter next loses its power/);
  });

  it('that the gateway refuses is told at its field, and stays as typed', async () => {
    const app = await openLimit((gateway) => {
      gateway.answerPost = () =>
        jsonResponse({ type: 'warning', message: 'no', code: 5002, param: { max: 1500 } });
    });
    await app.user.type(field(), '80');
    await app.user.click(press('Set non-persistent'));
    await waitFor(() => expect(description()).toMatch(/^Limit must be between 1 and 1,500!/));
    expect(within(dialog()).queryByRole('alert')).toBeNull(); // it is said once
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('80');
  });

  it.each([
    [{ type: 'warning', message: 'no', code: 5004 }, 'Invalid inverter specified!'],
    [{ type: 'warning', message: 'The tide is out.' }, 'The tide is out.'],
  ])('answered with %j leaves the dialog open with the reason', async (answer, text) => {
    const app = await openLimit((gateway) => {
      gateway.answerPost = () => jsonResponse(answer);
    });
    await app.user.type(field(), '80{Enter}');
    expect(readable(await within(dialog()).findByRole('alert'))).toBe(text);
    expect(field().value).toBe('80');
    expect(field().getAttribute('aria-invalid')).toBe('false');
  });

  it('that is typed or sent anew takes away what was said of the last one', async () => {
    const app = await openLimit((gateway) => {
      gateway.answerPost = () => jsonResponse({ type: 'warning', message: 'no', code: 5004 });
    });
    const alert = () => within(dialog()).queryByRole('alert');
    await app.user.type(field(), '80{Enter}');
    await within(dialog()).findByRole('alert');
    await app.user.type(field(), '1');
    expect(alert()).toBeNull();
    await app.user.clear(field());
    await app.user.type(field(), '90{Enter}');
    await within(dialog()).findByRole('alert');
    await app.user.click(unit(/Watts/));
    expect(alert()).toBeNull();
  });

  it('without an answer does not say that the gateway is silent once it answers', async () => {
    const app = await openLimit((gateway) => {
      gateway.answerPost = () => Promise.reject(new TypeError('network is down'));
    });
    await app.user.type(field(), '80{Enter}');
    await waitFor(() => expect(order()).toMatch(/^Ok/));
    await waitFor(() =>
      expect(readable(within(dialog()).getByRole('alert'))).toMatch(
        /^The gateway did not answer; now it answers again.*Look at the current limit/,
      ),
    );
    expect(readable(dialog())).not.toMatch(/The gateway does not answer/);
  });

  it('without an answer says that it may have arrived, and may be sent again', async () => {
    const app = await openLimit((gateway) => {
      gateway.answerPost = () => {
        gateway.isReachable = false;
        return Promise.reject(new TypeError('network is down'));
      };
    });
    await app.user.type(field(), '80{Enter}');
    const unsure = await within(dialog()).findByText(/Whether the order arrived is not known/);
    expect(readable(unsure.closest('[role="alert"]'))).toMatch(/^The gateway did not answer\./);
    app.gateway.isReachable = true;
    app.gateway.answerPost = () => jsonResponse(ACCEPTED);
    await app.user.click(press('Set non-persistent'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.gateway.posts).toHaveLength(2);
  });

  it('is sent once, and nothing closes the dialog meanwhile', async () => {
    let answer = (_response: Response): void => undefined;
    const app = await openLimit((gateway) => {
      gateway.answerPost = () =>
        new Promise((resolve) => {
          answer = resolve;
        });
    });
    await app.user.type(field(), '80{Enter}');
    expect(press('Set persistent').getAttribute('aria-disabled')).toBe('true');
    expect(readable(screen.getByRole('button', { name: 'Sending …' }))).toBe('Sending …');
    await app.user.click(press('Set persistent'));
    await app.user.type(field(), '{Enter}');
    await app.user.keyboard('{Escape}');
    expect(dialog()).toBeDefined();
    await app.doing(() => answer(jsonResponse(ACCEPTED)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.gateway.posts).toHaveLength(1);
  });
});

describe('an open limit dialog', () => {
  it('is not closed by a press beside it while something is typed', async () => {
    const app = await openLimit();
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
    const app = await openLimit((gateway) => {
      gateway.isReachable = false;
    });
    let answer = (_response: Response): void => undefined;
    app.gateway.isReachable = true;
    app.gateway.answerLimits = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const retry = screen.getByRole('button', { name: 'Try again' });
    expect(retry.getAttribute('aria-busy')).toBe('false');
    await app.user.click(retry);
    expect(readable(retry)).toBe('Loading …');
    expect(retry.getAttribute('aria-busy')).toBe('true');
    await app.user.click(retry);
    expect(app.gateway.asked.get(STATUS_PATH)).toBe(2);
    await app.doing(() => answer(jsonResponse(Object.fromEntries(app.gateway.limits))));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set limit' }));
  });

  it('leaves the focus at another try that has failed', async () => {
    const app = await openLimit((gateway) => {
      gateway.isReachable = false;
    });
    const retry = screen.getByRole('button', { name: 'Try again' });
    await app.user.click(retry);
    await waitFor(() => expect(readable(retry)).toBe('Try again'));
    expect(document.activeElement).toBe(retry);
  });

  it('stays as it is when live data keep coming', async () => {
    const app = await openLimit();
    await app.user.type(field(), '42');
    await app.push(wireMessage([wireInverter({ data_age: 7 }), wireInverter({ serial: '116180400144' })]));
    await app.push(wireMessage([wireInverter({ name: 'Renamed' })]));
    expect(field().value).toBe('42');
    expect(document.activeElement).toBe(field());
    expect(screen.queryByText(/no longer among/)).toBeNull();
  });

  it('says when its inverter is gone, keeps what was typed, and sends nothing any more', async () => {
    const app = await openLimit();
    await app.user.type(field(), '42');
    await app.push(wireMessage([wireInverter({ serial: '116180400144', name: 'Barn' })]));
    expect(readable(within(dialog()).getByRole('alert'))).toMatch(/no longer among those of the gateway/);
    expect(field().value).toBe('42');
    for (const name of ['Set non-persistent', 'Set persistent'] as const) {
      expect(press(name).getAttribute('aria-disabled')).toBe('true');
      const reason = press(name).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
      expect(readable(document.getElementById(reason))).toMatch(/An order will not reach it/);
      await app.user.click(press(name));
    }
    await app.user.type(field(), '{Enter}');
    expect(app.gateway.posts).toEqual([]);
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('closes when the login ends elsewhere, and does not come back with the next one', async () => {
    const app = await openLimit();
    await app.doing(() => {
      app.storage.removeItem('user');
      app.session.storageChanged('user');
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.doing(() => app.session.logIn(ADMIN_RECORD));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('gives way to the login page when the gateway no longer takes the login', async () => {
    const app = await openLimit((gateway) => {
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
    ['de', 'Limit setzen', 'Neues Limit', /zwischen 2 % und 100 %/, 'Nicht dauerhaft setzen'],
    ['fr', 'Régler la limite', 'Nouvelle limite', /entre 2 % et 100 %/, 'Régler sans conserver'],
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
    for (const name of ['Set limit', 'Switch power']) {
      await app.user.click(screen.getByRole('button', { name }));
      await app.advance(100);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.asked.get(STATUS_PATH)).toBeUndefined();
  });
});
