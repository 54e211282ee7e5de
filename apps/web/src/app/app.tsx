import { Router } from 'wouter';
import { AskedProvider } from '../features/live-data/asked-provider.tsx';
import { type Services, ServicesProvider } from '../shared/api/services.ts';
import { UnsavedInputProvider } from '../shared/form/unsaved-input.tsx';
import { ToastsProvider } from '../shared/ui/toasts.tsx';
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
      <ToastsProvider after={services.clock.after}>
        <Language initial={language} browserLanguages={browserLanguages}>
          <UnsavedInputProvider>
            <AskedProvider>
              <Router base={basePath}>
                <Layout />
              </Router>
            </AskedProvider>
          </UnsavedInputProvider>
        </Language>
      </ToastsProvider>
    </ServicesProvider>
  );
}
