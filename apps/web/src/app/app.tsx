import { Router } from 'wouter';
import { AskedProvider } from '../features/live-data/asked-provider.tsx';
import { type Services, ServicesProvider } from '../shared/api/services.ts';
import { UnsavedInputProvider } from '../shared/form/unsaved-input.tsx';
import { NoticesProvider } from '../shared/ui/notices.tsx';
import { OverlaysProvider, useLocationBelow } from '../shared/ui/overlays.tsx';
import { Language, type LoadedLanguage } from './language.tsx';
import { Layout } from './layout.tsx';

interface AppProps {
  readonly services: Services;
  readonly language: LoadedLanguage;
  readonly browserLanguages: readonly string[];
  /** What stands before every path, without a slash at the end. */
  readonly basePath?: string;
}

/** The whole interface. */
export function App({ services, language, browserLanguages, basePath = '' }: AppProps) {
  return (
    <ServicesProvider value={services}>
      <NoticesProvider after={services.clock.after}>
        <Language initial={language} browserLanguages={browserLanguages}>
          <UnsavedInputProvider>
            <OverlaysProvider>
              <AskedProvider>
                <Router base={basePath} hook={useLocationBelow}>
                  <Layout />
                </Router>
              </AskedProvider>
            </OverlaysProvider>
          </UnsavedInputProvider>
        </Language>
      </NoticesProvider>
    </ServicesProvider>
  );
}
