import { getSupportBundle, SUPPORT_FILE } from '@heliograph/contract';
import { useState } from 'react';
import { useMay, useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { saveTextFile } from '../../shared/ui/save-text-file.ts';

/** One file with everything that somebody needs who is asked for help. */
export function SupportCard() {
  const { call } = useServices();
  const { support: t } = useTexts('help').help;
  const isAdmin = useMay('admin');
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  if (!isAdmin) return null;

  async function save(): Promise<void> {
    if (isReading) return;
    setReading(true);
    setFailure(undefined);
    const result = await call(getSupportBundle);
    setReading(false);
    if (result.kind === 'answered') saveTextFile(document, SUPPORT_FILE, result.answer);
    else setFailure(result);
  }

  return (
    <Card title={t.title}>
      <p>{t.text}</p>
      {failure !== undefined && <FailureAlert failure={failure} />}
      <div>
        <Button aria-disabled={isReading} onClick={() => void save()}>
          {isReading ? t.saving : t.save}
        </Button>
      </div>
    </Card>
  );
}
