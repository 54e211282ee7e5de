import { GuidePage } from '../features/first-run/guide-page.tsx';
import { useChooseLocale } from './language.tsx';

/** The guide of a fresh gateway, which begins with the language: a feature knows no other part of the app. */
export function WelcomePage() {
  return <GuidePage onLocale={useChooseLocale()} />;
}
