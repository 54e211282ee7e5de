import type { Texts } from '../texts.ts';

/** German: where to find a setting, and what whoever helps needs. */
export const texts: Texts['help'] = {
  find: {
    open: 'Öffnen',
    label: 'Suchen',
    hint: 'Ein Wort aus ihrem Namen, etwa Passwort oder Zone.',
    none: 'Eine Einstellung mit diesem Namen gibt es nicht.',
  },
  support: {
    title: 'Um Hilfe bitten',
    text: 'Eine Datei mit den neuesten Zeilen des Protokolls, dem Zustand von Gateway und Wechselrichtern und allen Einstellungen. Passwörter, Schlüssel und Zertifikate sind nicht darin; Namen und Adressen in Ihrem Netz schon, also sehen Sie hinein, bevor Sie sie allen zeigen.',
    save: 'Hilfedatei speichern',
    saving: 'Wird gelesen …',
  },
};
