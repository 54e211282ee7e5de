import { isRecord } from '@heliograph/contract';
import type { ReactNode } from 'react';
import type { FormValues } from '../../../shared/form/drafts.tsx';
import { SelectField, type SelectOption } from '../../../shared/form/select-field.tsx';
import { SwitchField } from '../../../shared/form/switch-field.tsx';
import { TextField } from '../../../shared/form/text-field.tsx';
import type { Form } from '../../../shared/form/use-form.ts';
import type { Formats } from '../../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../../shared/i18n/texts.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { valueAt } from './device-call.ts';
import type { NewerSetting } from './newer-settings.ts';

interface NewerCardProps {
  readonly form: Form<FormValues>;
  readonly rows: readonly NewerSetting[];
  readonly received: object;
  /** Stands above the fields. */
  readonly note?: ReactNode;
}

/** The settings of a device that our own pages have no field for. */
export function NewerCard({ form, rows, received, note }: NewerCardProps) {
  const { sources } = useTexts('sources');
  if (rows.length === 0) return null;
  return (
    <Card title={sources.device.moreSettings}>
      {note}
      {rows.map((row) => (
        <NewerField key={row.path} form={form} row={row} received={received} />
      ))}
    </Card>
  );
}

/** For names, which no keyboard must correct. */
const AS_TYPED = { autoCapitalize: 'none', spellCheck: false } as const;

interface NewerFieldProps extends Pick<NewerCardProps, 'form' | 'received'> {
  readonly row: NewerSetting;
}

function NewerField({ form, row, received }: NewerFieldProps) {
  const { format } = useI18n();
  const { device: t } = useTexts('sources').sources;
  const { path, kind, unit } = row;
  const label = labelOf(t, path);
  const hint = path === 'aptimeout' ? t.fields.aptimeoutHint : undefined;
  switch (kind) {
    case 'flag':
      return <SwitchField label={label} help="newer" field={form.flag(path)} />;
    case 'choice':
      return (
        <SelectField
          help="newer"
          label={label}
          field={form.text(path)}
          options={optionsOf(t, format, path, received)}
        />
      );
    default:
      return (
        <TextField
          help="newer"
          label={label}
          field={form.text(path)}
          hint={hint}
          unit={unit}
          {...(kind === 'text' ? AS_TYPED : { inputMode: kind === 'frequency' ? 'decimal' : 'numeric' })}
        />
      );
  }
}

type DeviceTexts = Texts['sources']['device'];

function labelOf({ fields }: DeviceTexts, path: string): string {
  const [group = '', name = group] = path.split('.');
  if (group === 'led') return fields.led(Number(name) + 1);
  if (name === 'language') return fields.locale;
  const labels: Readonly<Record<string, unknown>> = fields;
  return String(labels[name] ?? path);
}

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
] as const;

/** What a device has for each, by its number. */
function optionsOf(t: DeviceTexts, format: Formats, path: string, received: object): readonly SelectOption[] {
  const numbered = (labels: readonly string[]) =>
    labels.map((label, index) => ({ value: String(index), label }));
  switch (path) {
    case 'sunsettype':
      return numbered(t.sunsets);
    case 'cmt_country':
      return numbered(regionsOf(t, format, received));
    case 'display.rotation':
      return numbered(['0°', '90°', '180°', '270°']);
    case 'display.diagrammode':
      return numbered(t.diagrams);
    case 'display.language':
      return numbered(LANGUAGES.map(([, name]) => name));
    default:
      return LANGUAGES.map(([value, label]) => ({ value, label }));
  }
}

/** With the frequencies that are allowed there, as the device tells them. */
function regionsOf(t: DeviceTexts, format: Formats, received: object): readonly string[] {
  const told = valueAt(received, 'country_def');
  const regions = Array.isArray(told) ? told.filter(isRecord) : [];
  return regions.map(({ freq_legal_min: min, freq_legal_max: max }, index) => {
    const range = `${format.decimal(Number(min) / 1e6)}–${format.decimal(Number(max) / 1e6)}\u00a0MHz`;
    return [t.regions[index], range].filter(Boolean).join(', ');
  });
}
