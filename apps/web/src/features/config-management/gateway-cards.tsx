import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';

/** What no original device has: the way to the list of what was changed. */
export function GatewayCards() {
  const { changes: t } = useTexts('history').history;
  return (
    <Card title={t.title}>
      <p>{t.note}</p>
      <div>
        <ButtonLink href={`${PATHS.configManagement}?show=changes`}>{t.show}</ButtonLink>
      </div>
    </Card>
  );
}
