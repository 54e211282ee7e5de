// @vitest-environment happy-dom

import { SECRET_PLACEHOLDER } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../test/form-parts.ts';
import { button, LAMP, type Lamp, lit, openLamp, secret } from '../../../test/open-lamp.tsx';

const passwords = (posts: readonly Lamp[]) => posts.map(({ colour }) => colour.password);

describe.each([
  ['that is told as a placeholder', false, SECRET_PLACEHOLDER],
  ['of an original device, told as it is,', true, 'hush'],
])('a stored secret %s', (_how, isOriginal, unchanged) => {
  it('is not shown, and is kept by a save of something else', async () => {
    const { gateway, user, saveAll } = await openLamp(LAMP, { isOriginal });
    expect([secret().value, secret().placeholder, secret().type]).toEqual([
      '',
      SECRET_PLACEHOLDER,
      'password',
    ]);
    expect(messageOf(secret())).toBe('Stored. Leave empty to keep it.');
    expect(document.body.innerHTML).not.toContain('hush');
    await user.click(lit());
    await saveAll();
    expect(passwords(gateway.posts)).toEqual([unchanged]);
  });

  it('is replaced by what is typed, which does not stay on the screen', async () => {
    const { gateway, user, saveAll } = await openLamp(LAMP, { isOriginal });
    await user.type(secret(), 'new one');
    expect(messageOf(secret())).toBe('Up to thirty');
    await saveAll();
    expect(passwords(gateway.posts)).toEqual(['new one']);
    await waitFor(() => expect(secret().value).toBe(''));
    expect(document.body.innerHTML).not.toContain('new one');
  });

  it('stays when what was typed is deleted again', async () => {
    const { user } = await openLamp(LAMP, { isOriginal });
    await user.type(secret(), 'new');
    await user.clear(secret());
    expect(screen.getByText('No unsaved changes')).toBeDefined();
    expect(messageOf(secret())).toBe('Stored. Leave empty to keep it.');
  });

  it('can be removed, and kept after all', async () => {
    const { gateway, user, saveAll } = await openLamp(LAMP, { isOriginal });
    await user.click(button('Remove'));
    expect(messageOf(secret())).toBe('Will be removed when you save.');
    await user.click(button('Keep'));
    expect(screen.getByText('No unsaved changes')).toBeDefined();
    await user.click(button('Remove'));
    await saveAll();
    expect(passwords(gateway.posts)).toEqual(['']);
    await waitFor(() => expect(messageOf(secret())).toBe('Up to thirty'));
    expect(screen.queryByRole('button', { name: /Remove|Keep/ })).toBeNull();
  });

  it('changed elsewhere in the meantime stays, and does not come to light', async () => {
    const { gateway, user } = await openLamp(LAMP, { isOriginal });
    await user.type(secret(), 'new');
    await user.clear(secret());
    gateway.stored = { ...LAMP, colour: { ...LAMP.colour, password: 'theirs' } };
    await user.click(lit());
    await user.click(button('Save'));
    await screen.findByText('Settings saved!');
    expect(secret().value).toBe('');
    expect(document.body.innerHTML).not.toContain('theirs');
    expect(passwords(gateway.posts)).toEqual([isOriginal ? 'theirs' : unchanged]);
  });

  it('does not come to light by discarding', async () => {
    const { user } = await openLamp(LAMP, { isOriginal });
    await user.type(secret(), 'new');
    await user.click(button('Show'));
    await user.click(button('Discard'));
    expect(secret().value).toBe('');
    await user.type(secret(), 'next');
    expect([secret().type, secret().value]).toEqual(['password', 'next']);
  });
});

describe('what is typed as a secret', () => {
  it('can be looked at, and is hidden again once it is deleted', async () => {
    const { user } = await openLamp(LAMP);
    await user.type(secret(), 'new');
    expect(secret().type).toBe('password');
    await user.click(button('Show'));
    expect(secret().type).toBe('text');
    await user.click(button('Hide'));
    expect(secret().type).toBe('password');
    await user.click(button('Show'));
    await user.clear(secret());
    expect(secret().type).toBe('password');
  });

  it('stays in sight when it happens to be what is stored', async () => {
    const { user } = await openLamp(LAMP, { isOriginal: true });
    await user.type(secret(), 'hush');
    expect(secret().value).toBe('hush');
    await user.type(secret(), '!');
    expect(secret().value).toBe('hush!');
  });

  it('is checked by the schema at the path of its field', async () => {
    const { gateway, user } = await openLamp(LAMP);
    await user.type(secret(), 'x'.repeat(31));
    await user.tab();
    expect(messageOf(secret())).toBe('The MQTT password must not be longer than 30 characters!');
    await user.click(button('Save'));
    expect(document.activeElement).toBe(secret());
    expect(gateway.posts).toEqual([]);
  });

  it('is refused at its field by message where there is no code', async () => {
    const { gateway, user } = await openLamp(LAMP);
    gateway.answer = { type: 'warning', message: 'password too weak' };
    await user.type(secret(), 'new');
    await user.click(button('Save'));
    await waitFor(() => expect(messageOf(secret())).toBe('password too weak'));
    expect(secret().value).toBe('new');
    await user.type(secret(), 'er');
    expect(messageOf(secret())).toBe('Up to thirty');
  });
});
