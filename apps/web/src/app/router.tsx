import { createContext, lazy, Suspense, use, useContext, useEffect } from 'react';
import { useLocation } from 'wouter';
import { LiveDataPage } from '../features/live-data/live-data-page.tsx';
import { useServices } from '../shared/api/services.ts';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { pageTitle } from '../shared/i18n/page-title.ts';
import { findPage, type PageName } from '../shared/lib/paths.ts';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { PageFailed } from './page-failed.tsx';
import type { PageStore } from './page-store.ts';
import { ForRole, RequireLogin } from './require-login.tsx';
import { ROUTES } from './routes.ts';
import { takenOver } from './taken-over.ts';

/** Few ever see it. */
const NotFoundPage = lazy(async () => ({
  default: (await import('../features/not-found/not-found-page.tsx')).NotFoundPage,
}));

const PageStoreContext = createContext<PageStore | undefined>(undefined);

export const PageStoreProvider = PageStoreContext.Provider;

function usePageStore(): PageStore {
  const pages = useContext(PageStoreContext);
  if (pages === undefined) throw new Error('usePageStore outside of PageStoreProvider');
  return pages;
}

/**
 * The page at the current address. While it is on its way its heading is there, in the very place where it will stand;
 * that of the login stands elsewhere.
 */
export function Router() {
  const { t, texts } = useI18n();
  const pages = usePageStore();
  const [path] = useLocation();
  const page = findPage(path);

  /** Whoever comes back to a page that could not be loaded has it tried again. */
  function forgetFailures(): void {
    texts.forgetFailures();
    pages.forgetFailures();
  }

  return (
    <ErrorBoundary fallback={<PageFailed />} resetKey={path} onError={forgetFailures}>
      <Suspense
        key={page}
        fallback={page && page !== 'login' && <h1 aria-busy="true">{pageTitle(t, page)}</h1>}
      >
        <Page page={page} onPartFailed={forgetFailures} />
        {!__FOR_DEVICE__ && <FirstRenderingEnd />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Pages that come later ask for themselves. Stands behind the page, whose own effects come first. */
function FirstRenderingEnd() {
  const { first } = useServices();
  useEffect(() => {
    first?.end();
    takenOver(document);
  }, [first]);
  return null;
}

interface PageProps {
  readonly page: PageName | undefined;
  readonly onPartFailed: () => void;
}

function Page({ page, onPartFailed }: PageProps) {
  switch (page) {
    case undefined:
      return <NotFoundPage />;
    case 'home':
      return <LiveDataPage part={<LoadedPage page="home" />} onPartFailed={onPartFailed} />;
    default:
      return ROUTES[page].role === 'anyone' ? (
        <ForRole page={page}>
          <LoadedPage key={page} page={page} />
        </ForRole>
      ) : (
        <RequireLogin>
          <ForRole page={page}>
            <LoadedPage key={page} page={page} />
          </ForRole>
        </RequireLogin>
      );
  }
}

function LoadedPage({ page }: { readonly page: PageName }) {
  const { locale, texts } = useI18n();
  const pages = usePageStore();
  // Asked for here so that the texts travel beside the code of the page and not after it.
  const parts = ROUTES[page].texts.map((group) => texts.load(locale, group));
  const Content = use(pages.load(page));
  for (const part of parts) use(part);
  return <Content />;
}
