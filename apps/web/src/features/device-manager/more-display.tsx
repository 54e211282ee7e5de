import {
  asSent,
  type DeviceConfig,
  DIAGRAM_SECONDS_MAX,
  isRecord,
  LIGHT_BRIGHTNESS_MAX,
  type ReceivedDeviceSettings,
} from '@heliograph/contract';
import { RangeField } from '../../shared/form/range-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { FieldErrors, Form } from '../../shared/form/use-form.ts';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { Card } from '../../shared/ui/card.tsx';

/**
 * What displays have come to have since 2023, and the lights beside them; empty where the gateway does not tell it. The form
 * of before stays as it was, above it.
 */
export type MoreDisplayValues = {
  readonly 'display.rotation': string;
  readonly 'display.locale': string;
  readonly 'display.diagrammode': string;
  readonly 'display.diagramduration': string;
  readonly 'led.0': string;
  readonly 'led.1': string;
};

const LIGHTS = ['led.0', 'led.1'] as const;

function sentIn(received: object): Readonly<Record<string, unknown>> {
  const sent = asSent(received);
  return isRecord(sent) ? sent : {};
}

/** The lights that are told. */
function lightsOf(received: ReceivedDeviceSettings): readonly Readonly<Record<string, unknown>>[] {
  const { led } = sentIn(received);
  return Array.isArray(led) ? led.filter(isRecord) : [];
}

const textOf = (value: unknown) => (value === undefined ? '' : String(value));

export function moreDisplayValues(received: ReceivedDeviceSettings): MoreDisplayValues {
  const { rotation, locale, diagrammode, diagramduration } = sentIn(received.display);
  const [first, second] = lightsOf(received).map(({ brightness }) => brightness);
  return {
    'display.rotation': textOf(rotation),
    'display.locale': textOf(locale),
    'display.diagrammode': textOf(diagrammode),
    'display.diagramduration': textOf(diagramduration),
    'led.0': textOf(first),
    'led.1': textOf(second),
  };
}

/** What is sent of them: only what was told. */
export function moreDisplayBody(
  values: MoreDisplayValues,
  received: ReceivedDeviceSettings,
): {
  readonly display: Partial<NonNullable<DeviceConfig['display']>>;
  readonly led?: DeviceConfig['led'];
} {
  const number = (name: keyof MoreDisplayValues) => wholeNumber(values[name]) ?? 0;
  const lights = lightsOf(received).map((light, index) => {
    const name = LIGHTS[index];
    return name === undefined || values[name] === '' ? light : { ...light, brightness: number(name) };
  });
  return {
    display: {
      ...(values['display.rotation'] !== '' && { rotation: number('display.rotation') }),
      ...(values['display.locale'] !== '' && { locale: values['display.locale'] }),
      ...(values['display.diagrammode'] !== '' && { diagrammode: number('display.diagrammode') }),
      ...(values['display.diagramduration'] !== '' && { diagramduration: number('display.diagramduration') }),
    },
    ...(lights.length > 0 && { led: lights }),
  };
}

export function moreDisplayErrors(
  texts: TextsOf<'common'>,
  format: Formats,
  values: MoreDisplayValues,
  received: ReceivedDeviceSettings,
): FieldErrors<MoreDisplayValues> {
  const isTold = moreDisplayValues(received)['display.diagramduration'] !== '';
  const range = { min: 0, max: DIAGRAM_SECONDS_MAX };
  return {
    'display.diagramduration': isTold
      ? wholeNumberError(texts, format, values['display.diagramduration'], range)
      : undefined,
  };
}

const LANGUAGES: readonly (readonly [string, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
];

interface MoreDisplayProps {
  readonly form: Form<MoreDisplayValues>;
  readonly received: ReceivedDeviceSettings;
}

/** Their fields, where there are any. */
export function MoreDisplay({ form, received }: MoreDisplayProps) {
  const { format } = useI18n();
  const { more: t } = useTexts('device').device;
  const stored = moreDisplayValues(received);
  if (Object.values(stored).every((value) => value === '')) return null;
  const numbered = (labels: readonly string[]) =>
    labels.map((label, index) => ({ value: String(index), label }));
  const has = (name: keyof MoreDisplayValues) => stored[name] !== '';
  return (
    <Card title={t.title}>
      <p>{t.note}</p>
      {has('display.rotation') && (
        <SelectField
          label={t.rotation}
          field={form.text('display.rotation')}
          options={numbered(['0°', '90°', '180°', '270°'])}
        />
      )}
      {has('display.locale') && (
        <SelectField
          label={t.locale}
          field={form.text('display.locale')}
          options={LANGUAGES.map(([value, label]) => ({ value, label }))}
        />
      )}
      {has('display.diagrammode') && (
        <SelectField
          label={t.diagram}
          field={form.text('display.diagrammode')}
          options={numbered(t.diagrams)}
        />
      )}
      {has('display.diagramduration') && (
        <TextField
          label={t.diagramDuration}
          field={form.text('display.diagramduration')}
          unit="s"
          inputMode="numeric"
        />
      )}
      {LIGHTS.filter(has).map((name, index) => (
        <RangeField
          key={name}
          label={t.light(index + 1)}
          help="led"
          field={form.text(name)}
          min={0}
          max={LIGHT_BRIGHTNESS_MAX}
          unit={`${format.unitGap('%')}%`}
        />
      ))}
    </Card>
  );
}
