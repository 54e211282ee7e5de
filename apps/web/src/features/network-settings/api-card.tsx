import { API_GENERATIONS, PROMETHEUS_LABELS } from '@heliograph/contract';
import { SelectField } from '../../shared/form/select-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';
import type { NetworkValues } from './network-values.ts';

/** What other programs find at the gateway. Only our gateway has a choice. */
export function ApiCard({ form }: { readonly form: Form<NetworkValues> }) {
  const { gateway } = useTexts('gateway');
  const { programs: t } = gateway;
  return (
    <Card title={t.title}>
      <SelectField
        label={t.api}
        field={form.text('api_generations')}
        hint={t.hint}
        options={API_GENERATIONS.map((value) => ({ value, label: t.generations[value] }))}
      />
      {form.values.prometheus_labels !== '' && (
        <SelectField
          label={t.prometheus}
          field={form.text('prometheus_labels')}
          hint={t.prometheusHint}
          options={PROMETHEUS_LABELS.map((value) => ({ value, label: t.labels[value] }))}
        />
      )}
    </Card>
  );
}
