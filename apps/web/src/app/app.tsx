import { Router } from 'wouter';
import { PendingOrdersProvider } from '../features/live-data/pending-orders-provider.tsx';
import { type Services, ServicesProvider } from '../shared/api/services.ts';
import { UnsavedInputProvider } from '../shared/form/unsaved-input.tsx';
import type { TextStore } from '../shared/i18n/text-store.ts';
import { NoticesProvider } from '../shared/ui/notices.tsx';
import { OverlaysProvider, useLocationBelow } from '../shared/ui/overlays.tsx';
import type { LoadedLanguage } from '../shared/ui/use-language.ts';
import { Language } from './language.tsx';
import { Layout } from './layout.tsx';
import type { PageStore } from './page-store.ts';
import { PageStoreProvider } from './router.tsx';

interface AppProps {
  readonly services: Services;
  readonly pages: PageStore;
  readonly texts: TextStore;
  readonly language: LoadedLanguage;
  readonly browserLanguages: readonly string[];
  /** What stands before every path, without a slash at the end. */
  readonly basePath?: string;
}

/** The whole interface. */
export function App({ services, pages, texts, language, browserLanguages, basePath = '' }: AppProps) {
  return (
    <ServicesProvider value={services}>
      <NoticesProvider after={services.clock.after}>
        <Language initial={language} texts={texts} browserLanguages={browserLanguages}>
          <UnsavedInputProvider>
            <OverlaysProvider>
              <PendingOrdersProvider>
                <Router
                  base={basePath}
                  hook={useLocationBelow}
                  {...(!__FOR_DEVICE__ &&
                    services.first && {
                      ssrPath: basePath + services.first.page.path + services.first.page.search,
                    })}
                >
                  <PageStoreProvider value={pages}>
                    <Layout />
                  </PageStoreProvider>
                </Router>
              </PendingOrdersProvider>
            </OverlaysProvider>
          </UnsavedInputProvider>
        </Language>
      </NoticesProvider>
    </ServicesProvider>
  );
}
