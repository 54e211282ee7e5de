// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdAnswer, noAnswer, SAVED } from '../../../../test/answer.ts';
import { messageOf } from '../../../../test/form-parts.ts';
import {
  description,
  dialog,
  field,
  openLimitDialog,
  order,
  press,
  SERIAL,
  unit,
} from '../../../../test/open-limit-dialog.ts';
import { jsonResponse, readable } from '../../../../test/render-app.tsx';

describe('a new limit', () => {
  it('has its bounds right on every opening', async () => {
    const app = await openLimitDialog();
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
    const app = await openLimitDialog((gateway) => gateway.setLimit(SERIAL, { max_power: 0 }));
    await app.user.click(unit(/Watts/));
    expect(description()).toContain(
      'Allowed: 10 W to 1,500 W (the inverter’s maximum power is not known yet)',
    );
  });

  it('has usual values to tap, and says what one is in the other unit', async () => {
    const app = await openLimitDialog();
    await app.user.click(within(dialog()).getByRole('button', { name: '50%' }));
    expect(field().value).toBe('50');
    expect(within(dialog()).getByText('400 W (50%)')).toBeDefined();
    await app.user.click(unit(/Watts/));
    await app.user.click(within(dialog()).getByRole('button', { name: '600 W' }));
    expect(within(dialog()).getByText('600 W (75%)')).toBeDefined();
    await app.user.click(press('Set until tonight'));
    expect(app.gateway.posts).toMatchObject([{ data: { limit_value: 600, limit_type: 0 } }]);
  });

  it('says what a permanent one costs, how many there were, and where there are others', async () => {
    await openLimitDialog((gateway) => {
      gateway.permanentCount = 3;
    });
    const warning = /^Each permanent limit wears the inverter’s memory. It has taken 3 so far.$/;
    expect(await within(dialog()).findByText(warning)).toBeDefined();
    expect(within(dialog()).getByRole('link', { name: 'Limits' }).getAttribute('href')).toBe('/limits');
  });

  it.each([
    ['', /Enter a limit/],
    ['half', /Enter a number/],
    ['50.5', /whole number/],
    ['50,5', /whole number/],
    ['1', /between 2% and 100%/],
    ['101', /between 2% and 100%/],
  ])('of %j is refused at the field, and nothing is sent', async (typed, message) => {
    const app = await openLimitDialog();
    if (typed !== '') await app.user.type(field(), typed);
    await app.user.click(press('Set permanently'));
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
    ['Percent', '80', 'Set until tonight', { limit_value: 80, limit_type: 1 }],
    ['Percent', '2', 'Set permanently', { limit_value: 2, limit_type: 257 }],
    ['Watts', '800', 'Set until tonight', { limit_value: 800, limit_type: 0 }],
    ['Watts', '10', 'Set permanently', { limit_value: 10, limit_type: 256 }],
  ] as const)(
    'in %s of %s goes out as ordered (%s), and the dialog closes',
    async (name, typed, button, sent) => {
      const app = await openLimitDialog();
      await app.user.click(unit(new RegExp(name)));
      await app.user.type(field(), typed);
      await app.user.click(press(button));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(app.gateway.posts).toEqual([{ path: '/api/limit/config', data: { serial: SERIAL, ...sent } }]);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set limit' }));
    },
  );

  it('goes out with Enter as one that is not kept', async () => {
    const app = await openLimitDialog();
    await app.user.type(field(), '80{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.gateway.posts[0]?.data).toEqual({ serial: SERIAL, limit_value: 80, limit_type: 1 });
  });

  it('is not asked for again by the Enter that is still held when the dialog has closed', async () => {
    const app = await openLimitDialog();
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
    await openLimitDialog();
    expect(messageOf(press('Set permanently'))).toMatch(/keeps it overnight/);
    expect(messageOf(press('Set until tonight'))).toMatch(/Applies until the inverter loses power/);
  });

  it('that the gateway refuses is told at its field, and stays as typed', async () => {
    const app = await openLimitDialog((gateway) => {
      gateway.answerPost = () =>
        jsonResponse({ type: 'warning', message: 'no', code: 5002, param: { max: 1500 } });
    });
    await app.user.type(field(), '80');
    await app.user.click(press('Set until tonight'));
    await waitFor(() => expect(description()).toMatch(/^Limit must be between 1 and 1,500!/));
    expect(within(dialog()).queryByRole('alert')).toBeNull(); // it is said once
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('80');
  });

  it.each([
    [{ type: 'warning', message: 'no', code: 5004 }, 'Invalid inverter specified!'],
    [{ type: 'warning', message: 'The tide is out.' }, 'The tide is out.'],
  ])('answered with %j leaves the dialog open with the reason', async (answer, text) => {
    const app = await openLimitDialog((gateway) => {
      gateway.answerPost = () => jsonResponse(answer);
    });
    await app.user.type(field(), '80{Enter}');
    expect(readable(await within(dialog()).findByRole('alert'))).toBe(text);
    expect(field().value).toBe('80');
    expect(field().getAttribute('aria-invalid')).toBe('false');
  });

  it('that is typed or sent anew takes away what was said of the last one', async () => {
    const app = await openLimitDialog((gateway) => {
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
    const app = await openLimitDialog((gateway) => {
      gateway.answerPost = noAnswer;
    });
    await app.user.type(field(), '80{Enter}');
    await waitFor(() => expect(order()).toMatch(/^Ok/));
    await waitFor(() =>
      expect(readable(within(dialog()).getByRole('alert'))).toMatch(
        /^The gateway is answering again.*Check the current limit/,
      ),
    );
    expect(readable(dialog())).not.toMatch(/The gateway does not answer/);
  });

  it('without an answer says that it may have arrived, and may be sent again', async () => {
    const app = await openLimitDialog((gateway) => {
      gateway.answerPost = () => {
        gateway.isReachable = false;
        return noAnswer();
      };
    });
    await app.user.type(field(), '80{Enter}');
    const unsure = await within(dialog()).findByText(/It is not known whether the command arrived/);
    expect(readable(unsure.closest('[role="alert"]'))).toMatch(/^The gateway did not answer\./);
    app.gateway.isReachable = true;
    app.gateway.answerPost = () => jsonResponse(SAVED);
    await app.user.click(press('Set until tonight'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.gateway.posts).toHaveLength(2);
  });

  it('is sent once, and nothing closes the dialog meanwhile', async () => {
    const held = holdAnswer();
    const app = await openLimitDialog((gateway) => {
      gateway.answerPost = held.answer;
    });
    await app.user.type(field(), '80{Enter}');
    expect(press('Set permanently').getAttribute('aria-disabled')).toBe('true');
    expect(readable(screen.getByRole('button', { name: 'Sending…' }))).toBe('Sending…');
    await app.user.click(press('Set permanently'));
    await app.user.type(field(), '{Enter}');
    await app.user.keyboard('{Escape}');
    expect(dialog()).toBeDefined();
    await app.doing(() => held.give(SAVED));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.gateway.posts).toHaveLength(1);
  });
});
