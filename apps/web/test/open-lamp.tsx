import { constraints, type Endpoint, type ReceivedApiResult, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { screen } from '@testing-library/react';
import { RangeField } from '../src/shared/form/range-field.tsx';
import { SecretField } from '../src/shared/form/secret-field.tsx';
import { SettingsPage } from '../src/shared/form/settings-page.tsx';
import type { SettingsPageProps } from '../src/shared/form/settings-variant.ts';
import { SwitchField } from '../src/shared/form/switch-field.tsx';
import { UnsavedInputProvider } from '../src/shared/form/unsaved-input.tsx';
import { noAnswer, postedData } from './answer.ts';
import { renderPart } from './render-part.tsx';
import { jsonResponse } from './test-services.ts';

export interface Lamp {
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
export async function openLamp(
  lamp: Lamp,
  { isOriginal = false, ...changes }: Changes & { isOriginal?: boolean } = {},
) {
  const gateway = {
    stored: lamp,
    posts: [] as Lamp[],
    answer: undefined as ReceivedApiResult | undefined,
    isLost: false,
  };
  const answer = ({ colour, ...rest }: Lamp): Lamp => ({
    ...rest,
    colour: { ...colour, password: colour.password && SECRET_PLACEHOLDER },
  });
  const { user } = await renderPart(<LampPage {...changes} />, {
    fetch: async (_path, init) => {
      if (gateway.isLost) return noAnswer();
      if (init.method === 'GET') return jsonResponse(isOriginal ? gateway.stored : answer(gateway.stored));
      const posted = postedData(init) as unknown as Lamp;
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

export const LAMP: Lamp = { colour: { password: 'hush', brightness: 60 }, lit: true };
export const secret = () => screen.getByLabelText<HTMLInputElement>('Secret');
export const lit = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Lit' });
export const button = (name: string) => screen.getByRole('button', { name });
