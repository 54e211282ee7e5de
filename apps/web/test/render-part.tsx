import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { ServicesProvider } from '../src/shared/api/services.ts';
import { createFormats } from '../src/shared/i18n/format.ts';
import { I18nProvider } from '../src/shared/i18n/i18n-context.ts';
import type { Locale } from '../src/shared/i18n/locales.ts';
import { createTextStore } from '../src/shared/i18n/text-store.ts';
import { NoticePlace, NoticesProvider } from '../src/shared/ui/notices.tsx';
import { GROUPS } from './all-texts.ts';
import { createTestServices, type TestServicesOptions } from './test-services.ts';

interface RenderPartOptions extends TestServicesOptions {
  readonly locale?: Locale;
}

/** One part of the app alone, such as a dialog, with everything it gets from around it. */
export async function renderPart(part: ReactNode, options: RenderPartOptions = {}) {
  cleanup();
  const { services, clock, sockets, storage } = createTestServices(options);
  const locale = options.locale ?? 'en';
  const texts = createTextStore();
  await Promise.all(GROUPS.map((group) => texts.load(locale, group))); // a part alone waits for nothing
  const i18n = {
    ...{ locale, t: await texts.loadStart(locale), format: createFormats(locale), texts },
    chooseLocale: () => undefined,
  };
  const inside = (content: ReactNode) => (
    <ServicesProvider value={services}>
      <I18nProvider value={i18n}>
        <NoticesProvider after={clock.after}>
          <NoticePlace />
          <Suspense fallback={null}>{content}</Suspense>
        </NoticesProvider>
      </I18nProvider>
    </ServicesProvider>
  );
  const { rerender } = await act(async () => render(inside(part)));
  return {
    user: userEvent.setup(),
    clock,
    sockets,
    storage,
    liveLink: services.liveLink,
    preferences: services.preferences,
    advance: (ms: number) => act(async () => clock.advance(ms)),
    /** The part with other properties. */
    change: (changed: ReactNode) => act(async () => rerender(inside(changed))),
  };
}
