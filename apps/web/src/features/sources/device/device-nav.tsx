import { SOURCE_DOCUMENTS } from '@heliograph/contract';
import { Link } from 'wouter';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import styles from './device.module.css';
import { type DevicePart, deviceHref, documentOf } from './device-parts.ts';

interface DeviceNavProps {
  readonly id: string;
  readonly name: string;
  /** The one that is shown. */
  readonly part: DevicePart;
}

/** The parts of the page of a device; below them the documents of its settings where one of these is shown. */
export function DeviceNav({ id, name, part }: DeviceNavProps) {
  const { device: t } = useTexts('sources').sources;
  const isSettings = documentOf(part) !== undefined;
  const parts = [
    { to: 'overview', label: t.parts.overview },
    { to: 'inverters', label: t.parts.inverters },
    { to: 'copies', label: t.parts.copies },
    { to: 'network', label: t.parts.settings },
  ] as const;
  return (
    <div className={styles.navs}>
      <nav aria-label={t.partsOf(name)} className={styles.tabs}>
        {parts.map(({ to, label }) => (
          <Link
            key={to}
            href={deviceHref(id, to)}
            aria-current={to === part || (to === 'network' && isSettings) ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {isSettings && (
        <nav aria-label={t.documentsOf(name)} className={styles.documents}>
          {SOURCE_DOCUMENTS.map((document) => (
            <Link
              key={document}
              href={deviceHref(id, document)}
              aria-current={document === part ? 'page' : undefined}
            >
              {t.documents[document]}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
