import type { SourceCertificate } from '@heliograph/contract';
import { useEffect, useRef } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from './source-facts.tsx';
import styles from './sources.module.css';

interface ShownCertificateProps {
  readonly certificate: SourceCertificate;
  readonly onTrust: () => void;
}

/** The certificate that a device has shown, for its owner to look at. */
export function ShownCertificate({ certificate, onTrust }: ShownCertificateProps) {
  const { format } = useI18n();
  const { certificate: t } = useTexts('sources').sources;
  const { subject, issuer, names, valid_from: fromS, valid_to: toS, fingerprint } = certificate;
  const [from, to] = [format.dateMinutes(fromS * 1000), format.dateMinutes(toS * 1000)];
  return (
    <section className={styles.tried} aria-labelledby="shown-certificate">
      <h3 id="shown-certificate">{t.title}</h3>
      <Facts
        facts={[
          [t.subject, subject],
          [t.issuer, issuer],
          [t.names, names.join(', ')],
          [t.valid, t.validSpan(from, to)],
        ]}
      />
      <dl className={styles.fingerprint}>
        <dt>{t.fingerprint}</dt>
        <dd>{fingerprint}</dd>
      </dl>
      <p>{t.compare}</p>
      <div className={styles.actions}>
        <Button onClick={onTrust}>{t.trust}</Button>
      </div>
    </section>
  );
}

interface TrustedCertificateProps {
  readonly fingerprint: string;
  /** It was trusted only just now: the button that had the focus is gone. */
  readonly isNew: boolean;
  readonly onDistrust: () => void;
}

/** The one certificate that is trusted at the address of the form. */
export function TrustedCertificate({ fingerprint, isNew, onDistrust }: TrustedCertificateProps) {
  const { certificate: t } = useTexts('sources').sources;
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) place.current?.focus();
  }, [isNew]);
  return (
    <div className={styles.trusted}>
      <p ref={place} tabIndex={-1}>
        {t.trusted(fingerprint)}
      </p>
      <Button onClick={onDistrust}>{t.distrust}</Button>
    </div>
  );
}
