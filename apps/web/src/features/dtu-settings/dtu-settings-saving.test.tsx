// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide';
import { describe, expect, it } from 'vitest';
import { type Answer, holdAnswer, noAnswer, SAVED } from '../../../test/answer.ts';
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
import { jsonResponse } from '../../../test/render-app.tsx';
import { shownIcons } from '../../../test/shown-icons.ts';

describe('a save that is refused', () => {
  const refusal =
    (answer: object): Answer =>
    () =>
      jsonResponse({ type: 'warning', message: 'no', ...answer });

  it.each([
    [2001, serial, 'Serial cannot be zero!'],
    [2002, interval, 'Poll interval must be greater zero!'],
    [2003, level, 'Invalid power level setting!'],
  ] as const)('with %i points at its field and keeps all', async (code, field, text) => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerPost = refusal({ code });
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await waitFor(() => expect(messageOf(field())).toBe(text));
    expect(statuses()).toContain(text);
    expect(document.activeElement).toBe(field());
    expect([interval().value, gateway.reads]).toEqual(['77', 2]);
    expect(statuses()).toContain('1 unsaved change');
  });

  it('without a code says what the gateway says, until it is dismissed', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerPost = refusal({ message: 'The radio is on fire' });
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await screen.findByText('The radio is on fire');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('The radio is on fire')).toBeNull();
    expect(interval().value).toBe('77');
    await user.click(saveButton());
    await screen.findByText('The radio is on fire');
  });

  it('does not stand beside the success before it', async () => {
    const { user } = await openDtuSettings();
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    await fill(user, interval(), '0');
    await user.click(saveButton());
    expect(screen.queryByText('Settings saved!')).toBeNull();
  });
});

it.each([
  ['success', 'success'],
  ['warning', 'warning'],
  ['danger', 'danger'],
  ['of another version', 'warning'],
])('the answer of type %s has the colour of %s', async (type, kind) => {
  const { gateway, user } = await openDtuSettings();
  gateway.answerPost = () => jsonResponse({ type, message: 'So it is.' });
  await fill(user, interval(), '77');
  await user.click(saveButton());
  const place = (await screen.findByText('So it is.')).closest<HTMLElement>('[role="status"] [data-kind]');
  expect(place?.dataset.kind).toBe(kind);
  const icon = { success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }[kind];
  expect(shownIcons(place)).toContainEqual(icon);
});

describe('a save without an answer', () => {
  it('keeps all, says that it may have been taken, and shows what is stored now', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerPost = noAnswer;
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await screen.findByText(/^The gateway did not answer\. The change may have been saved anyway/);
    await waitFor(() => expect(gateway.reads).toBe(3));
    expect(interval().value).toBe('77');
    expect(statuses()).toContain('1 unsaved change');
  });

  it('has nothing left to save when it was taken', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerPost = () => {
      gateway.stored = { ...STORED, dtu_pollinterval: 77 };
      return noAnswer();
    };
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await screen.findByText(/^The gateway did not answer\. The change may have been saved anyway/);
    await waitFor(() => expect(statuses()).toContain('No unsaved changes'));
    expect(interval().value).toBe('77');
  });

  it('is told once when the gateway stays away', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerPost = noAnswer;
    gateway.answerGet = noAnswer;
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await waitFor(() => expect(gateway.reads).toBe(2));
    expect(await screen.findAllByText(/^The gateway d\w+ not answer/)).toHaveLength(1);
  });

  it('cannot be changed while it is under way, nor sent twice', async () => {
    const { gateway, user, app } = await openDtuSettings();
    const held = holdAnswer();
    gateway.answerPost = held.answer;
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await user.type(interval(), '8');
    await user.selectOptions(level(), '3');
    await user.click(screen.getByRole('button', { name: 'Saving…' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect([interval().value, level().value]).toEqual(['77', '0']);
    await app.doing(() => held.give(SAVED));
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toHaveLength(1);
  });
});

describe('what somebody else has changed since', () => {
  it('stays as it is', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.stored = { ...STORED, dtu_palevel: 3, dtu_pollinterval: 9, later: 1 };
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...STORED, dtu_palevel: 3, dtu_pollinterval: 77, later: 1 }]);
    await waitFor(() => expect(level().value).toBe('3'));
  });

  it('is not sent when it cannot be read: the save fails, and all is kept', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerGet = () => jsonResponse({ message: 'Disk full' }, 500);
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await screen.findByText(/Disk full/);
    expect([gateway.posts, interval().value]).toEqual([[], '77']);
    gateway.answerGet = undefined;
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
  });
});
