import { pageTitle } from '../../shared/i18n/page-title.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import type { PageName } from '../../shared/lib/paths.ts';
import { type NamingTexts, ownParts } from './changes/change-names.ts';
import { settingParts, treatmentNames } from './setting-names.ts';

/** A page of settings, and what can be set there. */
export interface IndexedPage {
  readonly page: PageName;
  readonly title: string;
  readonly names: readonly string[];
}

/** Where the settings of a part are, by the name of the part in a configuration or of the section. */
const PAGES: Readonly<Record<string, PageName>> = {
  ...{ wifi: 'networkSettings', heliograph: 'networkSettings', ntp: 'ntpSettings', mqtt: 'mqttSettings' },
  ...{ dtu: 'dtuSettings', security: 'securitySettings', device: 'deviceManager', logging: 'deviceManager' },
  ...{ accounts: 'accounts', inverters: 'inverterSettings', sources: 'sources', history: 'history' },
  ...{ plant: 'modules', limits: 'limits', rule: 'limits', meter: 'limits', modbus: 'limits' },
};
/** Pages of one thing to do each, which their titles name. */
const DEEDS: readonly PageName[] = [
  'alerts',
  'signIn',
  'timeseries',
  'configManagement',
  'firmwareUpgrade',
  'reboot',
];

/** What can be set, by pages, in the words that stand there. */
export function settingsIndex(frame: Texts['start'], texts: NamingTexts): readonly IndexedPage[] {
  const { inverters: t } = texts;
  const byPage = new Map<PageName, Set<string>>();
  const add = (page: PageName | undefined, names: readonly string[]) => {
    if (page === undefined) return;
    const known = byPage.get(page) ?? new Set<string>();
    byPage.set(page, new Set([...known, ...names]));
  };
  for (const parts of [settingParts(frame, texts), ownParts(frame, texts)]) {
    for (const [part, [title, names]] of Object.entries(parts)) {
      const page = PAGES[part];
      // The rule and the meter are parts of a page, with headings of their own.
      const heading = page !== undefined && title !== frame.titles[page] ? [title] : [];
      add(page, [...heading, ...Object.values(names)]);
    }
  }
  add('inverterSettings', [t.serial, t.name, t.stringName, t.maxPower, ...Object.values(treatmentNames(t))]);
  for (const page of DEEDS) add(page, []);
  return [...byPage].map(([page, names]) => ({ page, title: pageTitle(frame, page), names: [...names] }));
}

const LETTERS_ALONE = /\p{M}/gu;
/** Without accents, capitals and the difference between the apostrophe of print and that of keyboards. */
const plain = (text: string) =>
  text.normalize('NFD').replace(LETTERS_ALONE, '').replaceAll('’', "'").toLowerCase();

/** Those of the names, or all of a page whose title has the words. */
export function searched(pages: readonly IndexedPage[], wanted: string): readonly IndexedPage[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return pages;
  const fits = (text: string) => words.every((word) => plain(text).includes(word));
  return pages
    .map((one) => (fits(one.title) ? one : { ...one, names: one.names.filter((name) => fits(name)) }))
    .filter(({ title, names }) => names.length > 0 || fits(title));
}
