// @vitest-environment happy-dom

import { constraints } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../test/form-parts.ts';
import { button, LAMP, lit, openLamp, secret } from '../../../test/open-lamp.tsx';

const slider = () => screen.getByLabelText<HTMLInputElement>('Brightness');

describe('a slider and a switch', () => {
  it('show what is stored, in words too', async () => {
    await openLamp(LAMP);
    expect([slider().value, slider().getAttribute('aria-valuetext')]).toEqual(['60', '60 %']);
    expect(messageOf(slider())).toBe(''); // or it would be read out twice
    expect(screen.getByText('60 %')).toBeDefined();
    expect([lit().checked, messageOf(lit())]).toEqual([true, 'Needs power']);
  });

  it('count as changes until they stand where they stood', async () => {
    const { user } = await openLamp(LAMP);
    await user.click(screen.getByText('Lit'));
    expect([lit().checked, screen.queryByText('1 unsaved change') !== null]).toEqual([false, true]);
    await user.click(lit());
    expect(screen.getByText('No unsaved changes')).toBeDefined();
  });
});

describe('a page of settings', () => {
  it('sends what it does not know as it came, at every depth', async () => {
    const lamp = { colour: { password: '', brightness: 1, gamma: [2.2] }, lit: false, fuse: { amps: 16 } };
    const { gateway, user, saveAll } = await openLamp(lamp);
    await user.click(lit());
    await saveAll();
    expect(gateway.posts).toEqual([{ ...lamp, lit: true }]);
  });

  it('leaves to the gateway what is about no field of its own', async () => {
    const { gateway, user } = await openLamp(LAMP, {
      schema: constraints.wireObject({ socket: constraints.lenientText() }),
    });
    gateway.answer = { type: 'danger', code: 1005 };
    await user.click(lit());
    await user.click(button('Save'));
    await screen.findByText('Values are missing!');
    expect(gateway.posts).toHaveLength(1);
  });

  it('does not judge what is hidden', async () => {
    const { gateway, user, saveAll } = await openLamp(
      { ...LAMP, colour: { password: 'x'.repeat(31), brightness: 60 } },
      { isOriginal: true, isHidden: (name, { lit }) => name === 'colour.password' && !lit },
    );
    await user.click(lit());
    await saveAll();
    expect(gateway.posts).toHaveLength(1);
  });

  it('does not fear that something was saved when nothing could be sent', async () => {
    const { gateway, user } = await openLamp(LAMP);
    gateway.isLost = true;
    await user.click(lit());
    await user.click(button('Save'));
    await screen.findByText('The gateway does not answer. Check the connection and try again.');
    expect(screen.queryByText(/may have been saved/)).toBeNull();
    expect(gateway.posts).toEqual([]);
  });

  it('sends nothing when the question before it is answered with no', async () => {
    const questions: boolean[] = [];
    const { gateway, user, saveAll } = await openLamp(LAMP, {
      beforeSave: async (values) => {
        questions.push(values.lit);
        return questions.length > 1;
      },
    });
    await user.click(lit());
    await user.click(button('Save'));
    await waitFor(() => expect(questions).toEqual([false]));
    expect([gateway.posts.length, screen.queryByText('1 unsaved change') !== null]).toEqual([0, true]);
    await saveAll();
    expect([questions.length, gateway.posts.length]).toEqual([2, 1]);
  });

  it('tells who wants to know what was saved, before it reads again', async () => {
    const reported: unknown[] = [];
    const { user, saveAll } = await openLamp(LAMP, {
      onSaved: (values, { code }) => void reported.push(values.lit, code),
    });
    await user.click(lit());
    await saveAll();
    expect(reported).toEqual([false, 1001]);
  });

  it('keeps what is typed while the stored values are read again', async () => {
    let letGo: () => void = () => undefined;
    const { gateway, user, saveAll } = await openLamp(LAMP, {
      onSaved: () =>
        new Promise((resolve) => {
          letGo = resolve;
        }),
    });
    await user.click(lit());
    await saveAll();
    await user.type(secret(), 'late');
    gateway.stored = { colour: { password: 'hush', brightness: 35 }, lit: false };
    letGo();
    await waitFor(() => expect(slider().value).toBe('35'));
    expect(secret().value).toBe('late');
    expect(screen.getByText('1 unsaved change')).toBeDefined();
  });
});
