import { useSearch } from 'wouter';
import { DefaultPassword } from '../features/first-run/default-password.tsx';
import { GuidePage } from '../features/first-run/guide-page.tsx';
import { safeReturnUrl } from '../shared/lib/paths.ts';

/**
 * The guide of a fresh gateway. Whoever comes from the login of a gateway that runs already is only asked for another
 * password.
 */
export function WelcomePage() {
  const leadsTo = new URLSearchParams(useSearch()).get('returnUrl');
  if (leadsTo === null) return <GuidePage />;
  return <DefaultPassword leadsTo={safeReturnUrl(leadsTo)} />;
}
