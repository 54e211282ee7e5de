// @vitest-environment happy-dom
import { constraints, type Endpoint, type ReceivedApiResult, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { RangeField } from './range-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SettingsPage, type SettingsPageProps } from './settings-page.tsx';
import { SwitchField } from './switch-field.tsx';
import { UnsavedInputProvider } from './unsaved-input.tsx';

interface Lamp {
  readonly colour: { readonly password: string; readonly brightness: number };
  readonly lit: boolean;
}

type Values = {
  readonly 'colour.password': string;
  readonly 'colour.brightness': string;
  readonly lit: boolean;
};

const getLamp: Endpoint<Lamp, Lamp> = {
  method: 'GET',
  path: '/api/lamp',
  access: 'admin',
  query: [],
  read: (value) => value as Lamp,
};

const setLamp: SettingsPageProps<Lamp, Lamp, Values>['save'] = {
  method: 'POST',
  path: '/api/lamp',
  access: 'admin',
  query: [],
  read: (value) => value as ReceivedApiResult,
};

const LampSchema = constraints.wireObject({
  colour: constraints.wireObject({
    password: constraints.text({ max: 30, fail: 'MqttPasswordLength' }),
    brightness: constraints.lenientUnsigned(8),
  }),
  lit: constraints.lenientBoolean(),
});

type Changes = Partial<SettingsPageProps<Lamp, Lamp, Values>>;

function LampPage(changes: Changes) {
  return (
    <UnsavedInputProvider>
      <SettingsPage<Lamp, Lamp, Values>
        draftKey="lamp"
        heights={[20]}
        title="Lamp"
        load={getLamp}
        save={setLamp}
        schema={LampSchema}
        valuesOf={({ colour, lit }) => ({
          'colour.password': colour.password,
          'colour.brightness': String(colour.brightness),
          lit,
        })}
        bodyOf={(values, received) => ({
          ...received,
          colour: {
            ...received.colour,
            password: values['colour.password'],
            brightness: Number(values['colour.brightness']),
          },
          lit: values.lit,
        })}
        fieldOf={({ message }) => (message?.startsWith('password') === true ? 'colour.password' : undefined)}
        {...changes}
      >
        {(form) => (
          <>
            <SecretField
              label="Secret"
              field={form.text('colour.password')}
              hint="Up to thirty"
              canBeRemoved
            />
            <RangeField
              label="Brightness"
              field={form.text('colour.brightness')}
              min={0}
              max={100}
              unit=" %"
            />
            <SwitchField label="Lit" field={form.flag('lit')} hint="Needs power" />
          </>
        )}
      </SettingsPage>
    </UnsavedInputProvider>
  );
}

/** The page before a gateway that stores what it is sent, and never tells a secret unless it is an original. */
async function openLamp(
  lamp: Lamp,
  { isOriginal = false, ...changes }: Changes & { isOriginal?: boolean } = {},
) {
  const gateway = {
    stored: lamp,
    posts: [] as Lamp[],
    answer: undefined as ReceivedApiResult | undefined,
    isLost: false,
  };
  const told = ({ colour, ...rest }: Lamp): Lamp => ({
    ...rest,
    colour: { ...colour, password: colour.password && SECRET_PLACEHOLDER },
  });
  const { user } = await renderPart(<LampPage {...changes} />, {
    fetch: async (_path, { method, body }) => {
      if (gateway.isLost) throw new TypeError('no network');
      if (method === 'GET') return jsonResponse(isOriginal ? gateway.stored : told(gateway.stored));
      const posted: Lamp = JSON.parse(String((body as FormData).get('data')));
      gateway.posts.push(posted);
      if (gateway.answer !== undefined) return jsonResponse(gateway.answer);
      gateway.stored = posted;
      return jsonResponse({ type: 'success', code: 1001 });
    },
  });
  await screen.findByLabelText('Secret');
  const saveAll = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved!');
  };
  return { gateway, user, saveAll };
}

const LAMP: Lamp = { colour: { password: 'hush', brightness: 60 }, lit: true };
const secret = () => screen.getByLabelText<HTMLInputElement>('Secret');
const slider = () => screen.getByLabelText<HTMLInputElement>('Brightness');
const lit = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Lit' });
const button = (name: string) => screen.getByRole('button', { name });
const messageOf = (field: Element) =>
  readable(document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''));
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
    const asked: boolean[] = [];
    const { gateway, user, saveAll } = await openLamp(LAMP, {
      beforeSave: async (values) => {
        asked.push(values.lit);
        return asked.length > 1;
      },
    });
    await user.click(lit());
    await user.click(button('Save'));
    await waitFor(() => expect(asked).toEqual([false]));
    expect([gateway.posts.length, screen.queryByText('1 unsaved change') !== null]).toEqual([0, true]);
    await saveAll();
    expect([asked.length, gateway.posts.length]).toEqual([2, 1]);
  });

  it('tells who wants to know what was saved, before it reads again', async () => {
    const told: unknown[] = [];
    const { user, saveAll } = await openLamp(LAMP, {
      onSaved: (values, { code }) => void told.push(values.lit, code),
    });
    await user.click(lit());
    await saveAll();
    expect(told).toEqual([false, 1001]);
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
