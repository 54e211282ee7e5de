import { TriangleAlert } from 'lucide';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { Button } from '../shared/ui/button.tsx';
import { Message } from '../shared/ui/message.tsx';

/** Instead of a page that broke or could not be loaded. */
export function PageFailed() {
  const { t } = useI18n();
  return (
    <Message icon={TriangleAlert} title={t.failure.page}>
      <p>{t.failure.chunk}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t.reload}
      </Button>
    </Message>
  );
}
