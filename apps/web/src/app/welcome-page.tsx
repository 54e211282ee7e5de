import { useSearch } from 'wouter';
import { DefaultPassword } from '../features/first-run/default-password.tsx';
import { GuidePage } from '../features/first-run/guide-page.tsx';
import { safeReturnUrl } from '../shared/lib/paths.ts';
import { useChooseLocale } from '../shared/ui/language.tsx';

/**
 * The guide of a fresh gateway, which begins with the language: a feature knows no other part of the app. Whoever comes from the login of
 * a gateway that runs already is only asked for another password.
 */
export function WelcomePage() {
  const chooseLocale = useChooseLocale();
  const leadsTo = new URLSearchParams(useSearch()).get('returnUrl');
  if (leadsTo === null) return <GuidePage onLocale={chooseLocale} />;
  return <DefaultPassword leadsTo={safeReturnUrl(leadsTo)} />;
}
