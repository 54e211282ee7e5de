import type { SourceFacts, SourceGap } from '@heliograph/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import styles from './sources.module.css';

type Fact = readonly [label: string, value: ReactNode];

/** What a device says of itself. */
export function deviceFacts(
  { sources: t }: TextsOf<'sources'>,
  { kind, model, version }: Pick<SourceFacts, 'kind' | 'model' | 'version'>,
): readonly Fact[] {
  return [
    [t.kind, t.kinds[kind]],
    [t.version, version],
    [t.model, model],
  ];
}

/** Labels with their values, as many beside each other as there is room for; what is empty is not known. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || <UnknownValue />}</dd>
        </div>
      ))}
    </dl>
  );
}

interface GapsProps {
  readonly gaps: readonly SourceGap[];
}

/** What its version cannot do, for those who look for it. */
export function Gaps({ gaps }: GapsProps) {
  const { sources: t } = useTexts('sources');
  if (gaps.length === 0) return null;
  return (
    <details className={styles.gaps}>
      <summary>{t.gapsTitle}</summary>
      <GapList gaps={gaps} />
    </details>
  );
}

/** The same for whoever is about to add it, and wants to know what to expect. */
export function TriedGaps({ gaps }: GapsProps) {
  const { sources: t } = useTexts('sources');
  if (gaps.length === 0) return <p>{t.noGaps}</p>;
  return (
    <div className={styles.gaps}>
      <p className={styles.gapsTitle}>{t.gapsTitle}</p>
      <GapList gaps={gaps} />
    </div>
  );
}

function GapList({ gaps }: GapsProps) {
  const { sources: t } = useTexts('sources');
  return (
    <ul>
      {gaps.map((gap) => (
        <li key={gap}>{t.gaps[gap]}</li>
      ))}
    </ul>
  );
}

/** Its sockets let everybody in. */
export function OpenSocketsAlert() {
  const { sources: t } = useTexts('sources');
  return <Alert kind="warning">{t.openSockets}</Alert>;
}
