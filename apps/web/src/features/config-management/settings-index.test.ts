import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { moreSettings, withMore } from './more-settings.tsx';
import { searched, settingsIndex } from './settings-index.ts';

const indexIn = async (locale: 'en' | 'de' | 'fr') => {
  const texts = await allTexts(locale);
  const pages = settingsIndex(texts.start, { ...texts, inverterNames: {} });
  return withMore(pages, moreSettings(texts.start, texts));
};

describe('the index of all settings', () => {
  it.each(['en', 'de', 'fr'] as const)('has a name for each, in %s, and no page twice', async (locale) => {
    const index = await indexIn(locale);
    expect(
      index.flatMap(({ names }) => names).filter((name) => name === '' || /undefined|_/.test(name)),
    ).toEqual([]);
    expect(new Set(index.map(({ page }) => page)).size).toBe(index.length);
    expect(index.flatMap(({ names }) => names).length).toBeGreaterThan(90);
  });

  it.each(['en', 'de', 'fr'] as const)('has no hints or errors among the names, in %s', async (locale) => {
    const { inverters: t } = await allTexts(locale);
    const names = (await indexIn(locale)).flatMap((page) => page.names);
    const { thresholdHint, offsetHint, noOffset } = t.treatment;
    expect(names.filter((name) => [thresholdHint, offsetHint, noOffset].includes(name))).toEqual([]);
    expect(names).toContain(t.treatment.zero_day);
    expect(names).toContain(t.treatment.reachable_threshold);
    expect(names.filter((name) => /[.!?]$/.test(name))).toEqual([]);
  });

  it.each([
    ['en', 'publish', 'mqttSettings'],
    ['en', 'MINUTES', 'history'],
    ['de', 'breitengrad', 'ntpSettings'],
    ['fr', 'mot de passe', 'securitySettings'],
    ['fr', 'reglages', 'networkSettings'],
    ['de', 'Ruhezeit', 'alerts'],
    ['de', 'Spannung', 'alerts'],
    ['de', 'Zusammenfassung', 'alerts'],
    ['de', 'Sprache', 'alerts'],
    ['de', 'Sicherung', 'configManagement'],
    ['de', 'Proxy', 'signIn'],
    ['de', 'Link', 'accounts'],
    ['de', 'Rolle', 'accounts'],
    ['de', 'Passkey', 'securitySettings'],
    ['fr', 'heures calmes', 'alerts'],
    ['en', 'Telegram', 'alerts'],
    ['de', 'Gruppen', 'signIn'],
    ['de', 'Datenbank', 'timeseries'],
    ['fr', "clé d'accès", 'securitySettings'],
    ['fr', 'nom de cette installation', 'timeseries'],
  ] as const)('in %s finds %s', async (locale, wanted, page) => {
    expect(searched(await indexIn(locale), wanted).map((one) => one.page)).toContain(page);
  });

  it.each(['en', 'de', 'fr'] as const)(
    'has settings on each page but those of one deed, in %s',
    async (locale) => {
      const bare = (await indexIn(locale)).filter(({ names }) => names.length === 0);
      expect(bare.map(({ page }) => page).toSorted()).toEqual(['firmwareUpgrade', 'reboot']);
    },
  );

  it('finds nothing of a name that there is not, and all of nothing', async () => {
    const index = await indexIn('en');
    expect(searched(index, 'xyzzy')).toEqual([]);
    expect(searched(index, '  ')).toEqual(index);
  });
});
