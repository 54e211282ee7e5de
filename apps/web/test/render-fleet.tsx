import type { FleetView } from '@heliograph/fleet-contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createCallFleet } from '../src/fleet/api/call-fleet.ts';
import { createLiveSites } from '../src/fleet/api/live-sites.ts';
import { FleetApp } from '../src/fleet/app.tsx';
import type { FleetServices } from '../src/fleet/services.ts';
import { createPreferences } from '../src/shared/api/preferences.ts';
import type { Locale } from '../src/shared/i18n/locales.ts';
import { createTextStore, type TextStore } from '../src/shared/i18n/text-store.ts';
import { createTicker } from '../src/shared/lib/ticker.ts';
import { FakeFleet } from './fake-fleet.ts';
import { createMemoryStorage } from './memory-storage.ts';

const NOON_MS = new Date(2026, 5, 21, 12).getTime();
const { happyDOM } = globalThis.window as unknown as {
  happyDOM: { setViewport(size: { width: number }): void };
};

interface RenderOptions {
  readonly view?: FleetView;
  readonly path?: string;
  readonly locale?: Locale;
  readonly width?: number;
  readonly server?: FakeFleet;
  /** The texts that pages share come only once `wordsCome` is called. */
  readonly areWordsLate?: boolean;
}

/** The pages of a fleet on fake time, network and storage. */
export async function renderFleet({
  view,
  path = '/',
  locale = 'en',
  width = 1280,
  server = new FakeFleet(),
  areWordsLate = false,
}: RenderOptions) {
  cleanup();
  happyDOM.setViewport({ width });
  window.history.replaceState(null, '', path);
  const clock = createVirtualClock(NOON_MS);
  const live = createLiveSites({ fetch: server.fetch, clock, random: () => 0.5 });
  const services: FleetServices = {
    ...{ clock, live, fetchFile: server.fetch, kept: new Map(), tellOthers: () => undefined },
    seconds: createTicker(clock, 1000),
    preferences: createPreferences(createMemoryStorage()),
    call: createCallFleet({ fetch: server.fetch, clock, onLoginOver: live.end }),
  };
  const store = createTextStore();
  const start = await store.loadStart(locale);
  await store.load(locale, 'fleet');
  let wordsCome: () => void = () => undefined;
  const words = new Promise<void>((resolve) => {
    wordsCome = resolve;
  }).then(() => store.load(locale, 'common'));
  if (!areWordsLate) {
    wordsCome();
    await words;
  }
  const texts: TextStore = {
    ...store,
    load: (wanted, group) =>
      areWordsLate && group === 'common' && wanted === locale ? words : store.load(wanted, group),
  };
  live.restart();
  await act(async () => {
    render(
      <FleetApp services={services} texts={texts} language={{ locale, start }} browserLanguages={[locale]} />,
    );
  });
  const says = (next: FleetView) => act(async () => server.says('view', next));
  if (view !== undefined) await says(view);
  return {
    user: userEvent.setup(),
    ...{ clock, server, services, says },
    advance: (ms: number) => act(() => clock.advanceAsync(ms)),
    doing: (action: () => void) => act(async () => action()),
    wordsCome: () =>
      act(async () => {
        wordsCome();
        await words;
      }),
  };
}
