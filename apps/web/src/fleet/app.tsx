import { CircleHelp, TriangleAlert } from 'lucide';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { createFormats } from '../shared/i18n/format.ts';
import { I18nProvider, useI18n, useTexts } from '../shared/i18n/i18n-context.ts';
import { formatTag } from '../shared/i18n/locales.ts';
import type { TextStore } from '../shared/i18n/text-store.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { Message } from '../shared/ui/message.tsx';
import { NoticesProvider } from '../shared/ui/notices.tsx';
import { OverlaysProvider, useLocationBelow } from '../shared/ui/overlays.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { type LoadedLanguage, useLanguage } from '../shared/ui/use-language.ts';
import { Frame } from './frame.tsx';
import { LoginPage } from './login-page.tsx';
import { FLEET_PATHS, loginPath } from './paths.ts';
import { type FleetServices, FleetServicesProvider, useFleetServices, useLive } from './services.ts';
import { SharePage } from './share-page.tsx';
import { SitesPage } from './sites/sites-page.tsx';

const SitePage = lazy(async () => ({ default: (await import('./site/site-page.tsx')).SitePage }));

const ManagePage = lazy(async () => ({ default: (await import('./manage/manage-page.tsx')).ManagePage }));

interface LanguageProps {
  readonly texts: TextStore;
  readonly language: LoadedLanguage;
  readonly browserLanguages: readonly string[];
  readonly children: ReactNode;
}

interface FleetAppProps extends Omit<LanguageProps, 'children'> {
  readonly services: FleetServices;
}

/** The whole interface of a fleet. */
export function FleetApp({ services, texts, language, browserLanguages }: FleetAppProps) {
  return (
    <FleetServicesProvider value={services}>
      <NoticesProvider after={services.clock.after}>
        <Language texts={texts} language={language} browserLanguages={browserLanguages}>
          <OverlaysProvider>
            <Router hook={useLocationBelow}>
              <Frame>
                <Pages />
              </Frame>
            </Router>
          </OverlaysProvider>
        </Language>
      </NoticesProvider>
    </FleetServicesProvider>
  );
}

function Language({ texts, language, browserLanguages, children }: LanguageProps) {
  const { preferences } = useFleetServices();
  const { locale, start, chooseLocale } = useLanguage(language, texts, preferences);
  const i18n = useMemo(
    () => ({
      ...{ locale, t: start, texts, chooseLocale },
      format: createFormats(formatTag(locale, browserLanguages)),
    }),
    [locale, start, texts, chooseLocale, browserLanguages],
  );
  return <I18nProvider value={i18n}>{children}</I18nProvider>;
}

function Pages() {
  const [path] = useLocation();
  const { texts } = useI18n();
  return (
    <ErrorBoundary fallback={<PageFailed />} resetKey={path} onError={() => texts.forgetFailures()}>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <Switch>
          <Route path={FLEET_PATHS.login}>
            <LoginPage />
          </Route>
          <Route path={FLEET_PATHS.share}>
            <SharePage />
          </Route>
          <Route path={FLEET_PATHS.sites}>
            <WithFleet>
              <SitesPage />
            </WithFleet>
          </Route>
          <Route path="/sites/:id">
            {({ id }) => (
              <WithFleet>
                <SitePage id={id} />
              </WithFleet>
            )}
          </Route>
          <Route path="/manage/:part?">
            {({ part }) => (
              <WithFleet>
                <ManagePage part={part} />
              </WithFleet>
            )}
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

/** What is drawn only for somebody who is logged in, once it is known what there is. */
function WithFleet({ children }: { readonly children: ReactNode }) {
  const { phase, fleet } = useLive();
  const { fleet: t } = useTexts('fleet');
  if (phase === 'login') return <ToLogin />;
  if (fleet === undefined)
    return (
      <>
        <p role="status">{t.connection.first}</p>
        <Skeleton height="20rem" />
      </>
    );
  return children;
}

function ToLogin() {
  const { pathname, search } = window.location;
  return <Redirect to={loginPath(pathname + search)} replace />;
}

function NotFound() {
  const { fleet: t } = useTexts('fleet');
  return (
    <Message icon={CircleHelp} title={t.notFound}>
      <p>{t.notFoundText}</p>
      <ButtonLink href={FLEET_PATHS.sites}>{t.backToSites}</ButtonLink>
    </Message>
  );
}

function PageFailed() {
  const { t: common } = useI18n();
  const { fleet: t } = useTexts('fleet');
  return (
    <Message icon={TriangleAlert} title={t.pageFailed}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </Message>
  );
}
