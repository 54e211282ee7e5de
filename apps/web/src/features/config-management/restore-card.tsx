import {
  CONFIG_FIELD,
  CONFIG_FILE,
  PIN_PROFILE_FILE,
  parseConfigFile,
  restoreConfig,
} from '@heliograph/contract';
import { useState } from 'react';
import { FileField } from '../../shared/form/file-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import type { Task } from '../../shared/form/use-task.ts';
import { useAreaTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { plainField } from './plain-field.ts';
import { RestorePreview } from './restore-preview.tsx';

/** Larger than anything that is set: not even looked into. */
const READ_MAX_BYTES = 1024 * 1024;

/** A file of the user's, and what it says as soon as it is read: undefined where it is no JSON. */
interface Chosen {
  readonly file: File;
  readonly content?: { readonly value: unknown };
}

/** Replaces a file of the gateway by one of the user's computer. */
export function RestoreCard({ task }: { readonly task: Task }) {
  const { device, info, maintenance: t } = useAreaTexts();
  const [target, setTarget] = useState(CONFIG_FILE);
  const [chosen, setChosen] = useState<Chosen>();
  const [isMissing, setMissing] = useState(false);

  async function choose(file: File | undefined): Promise<void> {
    setMissing(false);
    setChosen(file && { file });
    if (file === undefined) return;
    const text = file.size > READ_MAX_BYTES ? '' : await file.text().catch(() => '');
    setChosen((now) => (now?.file === file ? { file, content: { value: parseConfigFile(text) } } : now));
  }

  function restore(): void {
    setMissing(chosen === undefined);
    if (chosen === undefined) return;
    const form = new FormData();
    form.append(CONFIG_FIELD, chosen.file, CONFIG_FIELD);
    task.run(({ send }) => send(restoreConfig, form, { file: target }));
  }

  return (
    <Card title={t.restore}>
      <SelectField
        label={t.target}
        hint={t.restoreNote}
        field={plainField(target, setTarget)}
        options={[
          { value: CONFIG_FILE, label: `${info.configuration} (${CONFIG_FILE})` },
          { value: PIN_PROFILE_FILE, label: `${device.pins} (${PIN_PROFILE_FILE})` },
        ]}
      />
      <FileField
        label={t.file}
        accept=".json"
        error={isMissing ? t.noFile : undefined}
        onFile={(file) => void choose(file)}
      />
      {chosen?.content && <RestorePreview content={chosen.content.value} target={target} />}
      <Button variant="primary" onClick={restore}>
        {t.restore}
      </Button>
    </Card>
  );
}
