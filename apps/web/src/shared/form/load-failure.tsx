import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { CallFailure } from '../api/call.ts';
import type { Loaded } from '../api/use-endpoint.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { callFailureText } from './call-failure.tsx';
import styles from './load-failure.module.css';

interface LoadFailureProps {
  readonly failure: Parameters<typeof callFailureText>[2];
  /** What to say instead of why. */
  readonly text?: string;
  /** What to say of an earlier answer that is still shown. */
  readonly staleNote?: string | undefined;
  readonly onRetry: () => void;
}

/** Why something could not be read, what that means for what is still shown, and another try. */
export function LoadFailure({ failure, text, staleNote, onRetry }: LoadFailureProps) {
  const { format } = useI18n();
  const texts = useTexts('common');
  const place = useRef<HTMLDivElement>(null);
  const [retriedAfter, setRetriedAfter] = useState<LoadFailureProps['failure']>();
  const isRetrying = retriedAfter === failure;
  useFocusOnLeaving(place);

  return (
    <Alert kind="danger" announced>
      <div ref={place} className={styles.failure}>
        <p>{text ?? callFailureText(texts, format, failure)}</p>
        {staleNote !== undefined && <p>{staleNote}</p>}
        <Button
          className={styles.retry}
          aria-busy={isRetrying}
          aria-disabled={isRetrying}
          onClick={() => {
            if (isRetrying) return;
            setRetriedAfter(failure);
            onRetry();
          }}
        >
          {isRetrying ? texts.common.loading : texts.common.reload}
        </Button>
      </div>
    </Alert>
  );
}

/** The button goes when its try has succeeded: the focus then moves to the title it stands under, not to nowhere. */
function useFocusOnLeaving(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    const title = element?.closest('section, dialog')?.querySelector<HTMLElement>('h1, h2');
    return () => {
      if (element?.contains(document.activeElement)) title?.focus({ preventScroll: true });
    };
  }, [place]);
}

/** Whether another try may do better without anybody doing something about it. */
export function mayPass(failure: CallFailure): boolean {
  return failure.kind !== 'missing' && failure.kind !== 'unauthorized';
}

const ASK_AGAIN_AFTER_MS = 5000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * For `useEndpoint`: while the gateway does not answer at all, a page with nothing to show keeps trying by itself; where
 * it asks to wait, every page does so and asks again.
 */
export function askAgainMs({ answer, failure }: Loaded<unknown>): number | undefined {
  if (failure?.kind === 'throttled') {
    return Math.min((failure.retryAfterS ?? 0) * 1000 || ASK_AGAIN_AFTER_MS, LONGEST_WAIT_MS);
  }
  return answer === undefined && failure?.kind === 'unreachable' ? ASK_AGAIN_AFTER_MS : undefined;
}
