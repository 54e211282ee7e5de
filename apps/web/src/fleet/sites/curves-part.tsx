import { ChevronRight } from 'lucide';
import { lazy, Suspense } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useKept } from '../services.ts';
import styles from './curves-part.module.css';
import type { ListChoice } from './site-list.ts';

/** Most come to see how it is now; who wants the curves loads them. */
const Curves = lazy(async () => ({ default: (await import('../history/curves.tsx')).Curves }));

/** Power and energy of what is shown, once somebody opens it. */
export function CurvesPart({ choice }: { readonly choice: ListChoice }) {
  const { t: common } = useI18n();
  const { fleet: t } = useTexts('fleet');
  const open = useKept('curves', false);
  return (
    <section className={styles.part} aria-label={t.list.curves}>
      <Button
        variant="bare"
        className={styles.disclose}
        aria-expanded={open.value}
        onClick={() => open.set(!open.value)}
      >
        <Icon of={ChevronRight} size={18} />
        {t.list.curves}
      </Button>
      {open.value && (
        <ErrorBoundary fallback={<Alert kind="warning">{common.failure.chunk}</Alert>}>
          <Suspense fallback={<Skeleton height="24rem" />}>
            <Curves choice={choice} />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}
