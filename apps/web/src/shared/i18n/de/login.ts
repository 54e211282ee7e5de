import type { Texts } from '../texts.ts';

/** German: the login page. */
export const texts: Texts['login'] = {
  userName: 'Benutzername',
  password: 'Passwort',
  userNameHint: (name) => `${name} oder Ihr eigener.`,
  userNameRequired: 'Benutzername wird benötigt',
  passwordRequired: 'Passwort wird benötigt',
  submit: 'Anmelden',
  working: 'Anmeldung läuft …',
  invalid: 'Ungültige Zugangsdaten',
  throttled: 'Zu viele Versuche. Bitte warten Sie etwas und versuchen Sie es erneut.',
  throttledFor: (duration) => `Zu viele Versuche. Bitte warten Sie ${duration} und versuchen Sie es erneut.`,
  notUnderstood: 'Die Antwort war nicht lesbar. Ist das die Adresse des Gateways?',
  failed: (reason) => `Anmeldung fehlgeschlagen: ${reason}`,
  ended: 'Ihre Anmeldung ist abgelaufen. Melden Sie sich erneut an, um dort weiterzumachen, wo Sie waren.',
  done: 'Sie sind angemeldet.',
  guessed: (count: string) =>
    `Sie sind angemeldet. Seit Ihrer letzten Anmeldung abgelehnt: ${count}. Mehr steht unter Einstellungen, Konten.`,
  loggedIn: (name) => `Sie sind als ${name} angemeldet.`,
  goOn: (page) => `Weiter zu „${page}“`,
};
