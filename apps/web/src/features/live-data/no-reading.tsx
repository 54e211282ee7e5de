import type { ReceivedInverter } from '@heliograph/contract';
import { Link } from 'wouter';
import { useMay } from '../../shared/api/services.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';

/**
 * Of an inverter without a reading, or one that is not polled. Only where it should answer may its serial number be wrong. Our own gateway always
 * knows day from night where it knows the place of the plant.
 */
export function NoReadingNote({
  inverter: { silence, addedAgeS },
}: {
  readonly inverter: Pick<ReceivedInverter, 'silence' | 'addedAgeS'>;
}) {
  const { noReading: t } = useTexts('plant').plant;
  const isAdmin = useMay('admin');
  if (silence === 'unpolled') return <Alert kind="info">{t.unpolledNote}</Alert>;
  if (silence === undefined) return <Alert kind="info">{t.waitingNote}</Alert>;
  if (silence === 'problem') return <Alert kind="danger">{t.unreachableNoData}</Alert>;
  const isPlaceUnknown = silence === 'unclear' && addedAgeS !== undefined;
  return (
    <Alert kind="info">
      <p>{t.noReadingNote}</p>
      {isPlaceUnknown && isAdmin && (
        <p>
          {t.placeNote} <Link href={PATHS.ntpSettings}>{t.placeLink}</Link>
        </p>
      )}
    </Alert>
  );
}
