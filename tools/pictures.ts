import { join } from 'node:path';
import type { ScenarioName } from '@heliograph/simulator/scenarios';
import { ROUTES } from '../e2e/routes.ts';
import { ROOT } from './root.mjs';

/** What a page is brought to before its picture is taken. */
export type Moment = 'menu open' | 'login without entries' | 'login refused' | 'link lost';

/** What a reviewer looks at: every page in every form, and the states that a page can be in. */
export interface Picture {
  readonly scenario: ScenarioName;
  readonly route: string;
  readonly file: string;
  readonly width: Width;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly loggedIn: boolean;
  /** The admin's password, where it is not the default one. */
  readonly password?: string;
  /** The inverter to choose. */
  readonly tab?: string;
  readonly moment?: Moment;
  /** Only what is on the screen, not the whole page. */
  readonly screenOnly?: boolean;
}

type Width = 390 | 820 | 1440;
type Theme = 'light' | 'dark';
type Locale = 'en' | 'de' | 'fr';

const WIDTHS: readonly Width[] = [390, 820, 1440];
const THEMES: readonly Theme[] = ['light', 'dark'];
const LOCALES: readonly Locale[] = ['en', 'de', 'fr'];
const FOLDER = join(ROOT, 'screenshots');
const README_FOLDER = join(ROOT, 'docs', 'pictures');

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

const MOMENTS: readonly { readonly moment: Moment; readonly route: string }[] = [
  { moment: 'menu open', route: '/' },
  { moment: 'login without entries', route: '/login' },
  { moment: 'login refused', route: '/login' },
  { moment: 'link lost', route: '/' },
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
  return MOMENTS.flatMap(({ moment, route }) =>
    inEveryForm(['en'], (form) => ({
      ...form,
      scenario: 'three-inverters',
      route,
      file: join(FOLDER, 'moments', `${moment.replaceAll(' ', '-')}-${form.theme}-${form.width}.png`),
      loggedIn: false,
      moment,
      screenOnly: true,
    })),
  );
}

function picturesOfReadme(): Picture[] {
  const common = {
    scenario: 'three-inverters',
    route: '/',
    locale: 'en',
    loggedIn: true,
    password: 'not the default one',
  } as const;
  return [
    {
      ...common,
      file: join(README_FOLDER, 'home-desktop-light.png'),
      width: 1440,
      theme: 'light',
      tab: 'East and west roof',
    },
    {
      ...common,
      file: join(README_FOLDER, 'home-phone-dark.png'),
      width: 390,
      theme: 'dark',
      screenOnly: true,
    },
  ];
}

/** Every picture, in the order in which they are taken. */
export function allPictures(): Picture[] {
  return [...picturesOfRoutes(), ...picturesOfScenarios(), ...picturesOfMoments(), ...picturesOfReadme()];
}
