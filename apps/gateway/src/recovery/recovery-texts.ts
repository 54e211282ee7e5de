/** What the recovery page says. */
export interface RecoveryTexts {
  readonly title: string;
  readonly damaged: (fileName: string) => string;
  readonly kept: string;
  readonly resting: string;
  readonly heading: string;
  readonly password: string;
  readonly file: string;
  readonly send: string;
  /** Where nobody knows the password. */
  readonly locked: string;
  readonly sending: string;
  readonly done: string;
  readonly wrongPassword: string;
  readonly wait: string;
  readonly lost: string;
}

const en: RecoveryTexts = {
  title: 'Recovery mode',
  damaged: (fileName) =>
    `The settings file ${fileName} is damaged, and so is its previous version. The gateway has started without its settings.`,
  kept: 'Nothing was thrown away: damaged files stay in the data folder, with names that end in .corrupt-1 to .corrupt-3 once they are replaced.',
  resting:
    'Until the settings are back, no inverter is asked, nothing is switched and nothing is sent to a broker.',
  heading: 'Restore a backup',
  password: 'Password of the administrator',
  file: 'Backup (config.json)',
  send: 'Restore',
  locked:
    'The password is lost together with the settings. Whoever controls the machine sets one for this page: start the gateway again with --first-password, or with the variable HELIOGRAPH_FIRST_PASSWORD. It must not be the default one.',
  sending: 'The backup is being restored …',
  done: 'The backup is restored. The gateway restarts, and this page opens it then.',
  wrongPassword: 'This password is wrong.',
  wait: 'Too many passwords were wrong. Please wait a moment.',
  lost: 'The gateway does not answer. Please try again.',
};

const de: RecoveryTexts = {
  title: 'Wiederherstellung',
  damaged: (fileName) =>
    `Die Datei ${fileName} mit Einstellungen ist beschädigt, ihre vorige Fassung auch. Das Gateway ist ohne seine Einstellungen gestartet.`,
  kept: 'Nichts wurde weggeworfen: beschädigte Dateien bleiben im Datenordner, mit Namen auf .corrupt-1 bis .corrupt-3, sobald sie ersetzt sind.',
  resting:
    'Bis die Einstellungen zurück sind, wird kein Wechselrichter abgefragt, nichts geschaltet und nichts an einen Broker gesendet.',
  heading: 'Sicherung wiederherstellen',
  password: 'Passwort des Administrators',
  file: 'Sicherung (config.json)',
  send: 'Wiederherstellen',
  locked:
    'Mit den Einstellungen ist auch das Passwort verloren. Wer den Rechner verwaltet, setzt eines für diese Seite: das Gateway neu starten mit --first-password oder mit der Variablen HELIOGRAPH_FIRST_PASSWORD. Es darf nicht das Standardpasswort sein.',
  sending: 'Die Sicherung wird wiederhergestellt …',
  done: 'Die Sicherung ist wiederhergestellt. Das Gateway startet neu, dann öffnet diese Seite es.',
  wrongPassword: 'Dieses Passwort ist falsch.',
  wait: 'Zu viele Passwörter waren falsch. Bitte einen Moment warten.',
  lost: 'Das Gateway antwortet nicht. Bitte noch einmal versuchen.',
};

const fr: RecoveryTexts = {
  title: 'Mode de récupération',
  damaged: (fileName) =>
    `Le fichier de réglages ${fileName} est endommagé, et sa version précédente aussi. La passerelle a démarré sans ses réglages.`,
  kept: 'Rien n’a été jeté : les fichiers endommagés restent dans le dossier de données, sous des noms finissant par .corrupt-1 à .corrupt-3 une fois remplacés.',
  resting:
    'Tant que les réglages manquent, aucun onduleur n’est interrogé, rien n’est commuté et rien n’est envoyé à un broker.',
  heading: 'Restaurer une sauvegarde',
  password: 'Mot de passe de l’administrateur',
  file: 'Sauvegarde (config.json)',
  send: 'Restaurer',
  locked:
    'Le mot de passe est perdu avec les réglages. La personne qui gère la machine en fixe un pour cette page : redémarrer la passerelle avec --first-password ou avec la variable HELIOGRAPH_FIRST_PASSWORD. Ce ne doit pas être celui par défaut.',
  sending: 'La sauvegarde est en cours de restauration …',
  done: 'La sauvegarde est restaurée. La passerelle redémarre, puis cette page l’ouvre.',
  wrongPassword: 'Ce mot de passe est faux.',
  wait: 'Trop de mots de passe étaient faux. Veuillez patienter un moment.',
  lost: 'La passerelle ne répond pas. Veuillez réessayer.',
};

export const RECOVERY_TEXTS = { en, de, fr } as const;
export type RecoveryLanguage = keyof typeof RECOVERY_TEXTS;

/** The language of ours that a browser likes best; English where it likes none. */
export function languageOf(acceptLanguage = ''): RecoveryLanguage {
  const liked = acceptLanguage
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: name.split('-', 1)[0], weight: Number(weight) };
    })
    .filter(
      ({ language, weight }) =>
        weight > 0 && language !== undefined && Object.hasOwn(RECOVERY_TEXTS, language),
    )
    .sort((one, other) => other.weight - one.weight);
  return (liked[0]?.language as RecoveryLanguage | undefined) ?? 'en';
}
