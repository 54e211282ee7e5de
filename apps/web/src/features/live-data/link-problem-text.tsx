import type { LinkProblem } from '../../shared/api/live-link-state.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';

/**
 * What is wrong with a gateway that answers, and a way out: it may have another page to show by now, as one that was
 * updated has, or one that came back in recovery mode.
 */
export function LinkProblemText({ problem }: { readonly problem: LinkProblem | undefined }) {
  const { t } = useI18n();
  if (problem !== 'unreadable' && problem !== 'refused') return null;
  return (
    <>
      <p>{t.live[problem]}</p>
      <Button onClick={() => window.location.reload()}>{t.reload}</Button>
    </>
  );
}
