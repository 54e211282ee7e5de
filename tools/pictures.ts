import { join } from 'node:path';
import type { ScenarioName } from '@heliograph/simulator/scenarios';
import { ROUTES } from '../e2e/routes.ts';
import { documentPictures } from './document-pictures.ts';
import type { Locale, Moment, Picture, Theme, Width } from './picture.ts';
import { ROOT } from './root.mjs';

const WIDTHS: readonly Width[] = [390, 820, 1440];
const THEMES: readonly Theme[] = ['light', 'dark'];
const LOCALES: readonly Locale[] = ['en', 'de', 'fr'];
const FOLDER = join(ROOT, 'screenshots');

const SCENARIOS: readonly ScenarioName[] = [
  'one-inverter',
  'ten-inverters',
  'weak-signal',
  'night',
  'unreachable',
  'dead-string',
  'clock-not-set',
  'captured',
  'radio-problem',
  'no-inverters',
];

interface MomentOfRoute {
  readonly moment: Moment;
  readonly route: string;
  readonly loggedIn?: boolean;
  readonly locales?: readonly Locale[];
}

const FOR_ADMIN = { loggedIn: true, locales: LOCALES };
const MOMENTS: readonly MomentOfRoute[] = [
  { moment: 'menu open', route: '/' },
  { moment: 'login without entries', route: '/login' },
  { moment: 'login refused', route: '/login' },
  { moment: 'link lost', route: '/' },
  { moment: 'limit', route: '/', ...FOR_ADMIN },
  { moment: 'limit refused', route: '/', ...FOR_ADMIN },
  { moment: 'power', route: '/', ...FOR_ADMIN },
  { moment: 'power asked again', route: '/', ...FOR_ADMIN },
  { moment: 'device info', route: '/', locales: LOCALES },
  { moment: 'event log', route: '/', locales: LOCALES },
  { moment: 'command pending', route: '/', ...FOR_ADMIN },
  { moment: 'inverter without entries', route: '/settings/inverter', ...FOR_ADMIN },
  { moment: 'inverter edited', route: '/settings/inverter', ...FOR_ADMIN },
  { moment: 'inverter deleted', route: '/settings/inverter', ...FOR_ADMIN },
];

interface Form {
  readonly width: Width;
  readonly theme: Theme;
  readonly locale: Locale;
}

function inEveryForm(locales: readonly Locale[], picture: (form: Form) => Picture): Picture[] {
  return locales.flatMap((locale) =>
    THEMES.flatMap((theme) => WIDTHS.map((width) => picture({ width, theme, locale }))),
  );
}

function routeName(route: string): string {
  return route === '/' ? 'home' : route.slice(1).replaceAll('/', '-');
}

function picturesOfRoutes(): Picture[] {
  return ROUTES.flatMap((route) =>
    inEveryForm(LOCALES, (form) => ({
      ...form,
      scenario: 'three-inverters',
      route,
      file: join(FOLDER, form.locale, `${form.theme}-${form.width}`, `${routeName(route)}.png`),
      loggedIn: route !== '/login',
    })),
  );
}

function picturesOfScenarios(): Picture[] {
  return SCENARIOS.flatMap((scenario) =>
    inEveryForm(['en'], (form) => ({
      ...form,
      scenario,
      route: '/',
      file: join(FOLDER, 'scenarios', `${scenario}-${form.theme}-${form.width}.png`),
      loggedIn: false,
    })),
  );
}

function picturesOfMoments(): Picture[] {
  return MOMENTS.flatMap(({ moment, route, loggedIn = false, locales = ['en'] }) =>
    inEveryForm(locales, (form) => ({
      ...form,
      scenario: 'three-inverters',
      route,
      file: join(
        FOLDER,
        'moments',
        form.locale,
        `${moment.replaceAll(' ', '-')}-${form.theme}-${form.width}.png`,
      ),
      loggedIn,
      moment,
      screenOnly: true,
    })),
  );
}

/** Every picture, in the order in which they are taken. */
export function allPictures(): Picture[] {
  return [...picturesOfRoutes(), ...picturesOfScenarios(), ...picturesOfMoments(), ...documentPictures()];
}
